//===- Signature.h - What crosses the entry's boundary ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Arguments and results of the entry as the tool sees them: element type, shape
// and strides in bytes of plain memory, whatever the calling convention of the
// compiled program.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_SIGNATURE_H
#define MPLAN_TOOLS_EQUIV_SIGNATURE_H

#include "Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>
#include <string>

namespace mplan::equiv {

/// How one element lies in memory. Integers of odd widths take the next power
/// of two of bytes, zero above their bits, as LLVM stores them.
struct Element {
  enum class Kind { Int, Index, Float };
  Kind kind;
  unsigned bits;                       ///< Of one part.
  unsigned bytes;                      ///< Of one part, as stored.
  unsigned parts;                      ///< 2 for complex, else 1.
  const llvm::fltSemantics *semantics; ///< Of a float, else null.

  int64_t size() const { return int64_t(bytes) * parts; }
};

/// One argument or result.
struct Port {
  mlir::Type type;
  Element element;
  bool scalar = false;
  /// May the entry write it? Memrefs, and tensors whose owner says so.
  bool writable = false;
  bool isMemRef = false;
  /// In elements; a dynamic extent is ShapedType::kDynamic: an argument's until
  /// it is given one for a round, a result's until the reference has run.
  llvm::SmallVector<int64_t> shape, strides;
  int64_t offset = 0;

  int64_t rank() const { return shape.size(); }
  /// Elements from the aligned pointer to the end of the last row.
  int64_t extent() const;
  int64_t bytes() const { return extent() * element.size(); }
  bool isStatic() const;
};

struct Signature {
  std::string entry;
  llvm::SmallVector<Port> arguments, results;
};

/// The element type's layout; none for types that the tool cannot make.
std::optional<Element> getElement(mlir::Type type);

/// Finds the entry `name`, or the only public function with a body. Errors are
/// reported on the module.
mlir::FailureOr<mlir::func::FuncOp> findEntry(mlir::ModuleOp module,
                                              llvm::StringRef name);

/// Reads the signature off a function on tensors, memrefs and scalars.
/// Arguments must be static, but for the dimensions in `extents`; errors are
/// reported on the function.
mlir::FailureOr<Signature> getSignature(mlir::func::FuncOp entry,
                                        llvm::ArrayRef<Extents> extents);

/// The signature as it is in round number `round`: with static arguments.
Signature resolve(const Signature &signature, llvm::ArrayRef<Extents> extents,
                  size_t round);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_SIGNATURE_H
