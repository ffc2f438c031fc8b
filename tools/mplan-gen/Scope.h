//===- Scope.h - The values that a statement may use ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps a program well-defined: for each tensor or memref in scope,
// whether all of it has been written, and which places it may be a view of.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_SCOPE_H
#define MPLAN_TOOLS_GEN_SCOPE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallBitVector.h"
#include <vector>

namespace mplan::gen {

/// Numbers of places. A place is what one allocation, argument or global makes;
/// two memrefs without a common place never share a byte.
using Places = llvm::SmallBitVector;

/// A tensor or memref in scope.
struct Item {
  mlir::Value value;
  unsigned id = 0; ///< Stays the same while items come and go.
  Places places;   ///< Empty for tensors.
  int view = -1;   ///< Id of the item that it is a view of, if that is known.
  bool written = false; ///< All of it was, through itself: it may be read.
  bool dirty = true;    ///< Something was written that nothing has read.
  bool writable = true;

  mlir::ShapedType type() const {
    return mlir::cast<mlir::ShapedType>(value.getType());
  }
  llvm::ArrayRef<int64_t> shape() const { return type().getShape(); }
  mlir::Type element() const { return type().getElementType(); }
  bool isMemref() const { return mlir::isa<mlir::MemRefType>(value.getType()); }
};

class Scope {
public:
  std::vector<Item> items;
  /// i1 and index values that decisions are made from.
  std::vector<mlir::Value> scalars;

  Item *find(unsigned id);
  const Item *find(unsigned id) const {
    return const_cast<Scope *>(this)->find(id);
  }

  /// May all of it be read: was it written, or what it is a view of?
  bool isReadable(const Item &item) const;

  /// Ids of items that may be read.
  Places readable() const;

  /// Its views stay.
  void drop(unsigned id);
  /// Drops all that may be a view of `places`.
  void dropPlaces(const Places &places);

  /// Whatever may show a byte of `places` holds something new.
  void soil(const Places &places);

  /// Takes over from the end of a region that started from this scope what was
  /// written unread there.
  void mergeDirt(const Scope &inner);
};

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_SCOPE_H
