//===- AccessPlaces.h - Which bytes an access is in -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `mplan-note-places` knows of an access while there are memrefs, and
// `mplan-claim-aliases` needs once there are only pointers. It travels in the
// access's location, which every lowering hands on.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_ACCESSPLACES_H
#define MPLAN_LIB_TRANSFORMS_ACCESSPLACES_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/MapVector.h"

#include <optional>
#include <string>

namespace mplan {

/// On an argument that is a bare pointer: how many bytes lie there.
constexpr llvm::StringLiteral kBytesArgAttr = "mplan.bytes";

/// Bytes [begin, end) of what lies at `base`: a global, by its name, or an
/// argument of the function that is a pointer, by its number as LLVM counts.
struct Place {
  mlir::Attribute base;
  int64_t begin = 0;
  int64_t end = 0;

  bool operator==(const Place &other) const {
    return base == other.base && begin == other.begin && end == other.end;
  }
  /// True if no byte is in both, wherever the base is.
  bool isApartFrom(const Place &other) const {
    return base == other.base && (end <= other.begin || other.end <= begin);
  }
};

/// The places that one op accesses, and the number of the nest of loops in
/// which it does, unique within its function.
struct NotedPlaces {
  int64_t nest = 0;
  llvm::SmallVector<Place, 2> places;
};

/// True if an access to `accessed` surely does not meet `other`.
bool areApart(llvm::ArrayRef<Place> accessed, const Place &other);

/// "@arena [0, 64)", "argument 2 [0, 64)".
std::string describe(const Place &place);

/// `loc` with `noted` in it.
mlir::Location notePlaces(mlir::Location loc, const NotedPlaces &noted);

/// What is noted in `loc`; nothing if there is nothing, or more than one note.
std::optional<NotedPlaces> readPlaces(mlir::Location loc);

/// `loc` as it was before any note.
mlir::Location forgetPlaces(mlir::Location loc);

/// The accesses of one nest of loops, and all that they access.
struct AccessNest {
  llvm::SmallVector<std::pair<mlir::LLVM::AliasAnalysisOpInterface,
                              llvm::SmallVector<Place, 2>>>
      accesses;
  llvm::SmallVector<Place> places;
};

/// The accesses of `function` that have a note, by number of nest, and of how
/// many there is none. A call is no access: it accesses what it likes.
struct AccessNests {
  llvm::MapVector<int64_t, AccessNest> nests;
  int64_t numUnknown = 0;
};
AccessNests readNests(mlir::LLVM::LLVMFuncOp function);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_ACCESSPLACES_H
