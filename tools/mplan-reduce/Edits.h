//===- Edits.h - Ways to make a program smaller -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a random program everything is used, so that nothing can simply go. An
// edit cuts uses: what an operation computes becomes one of its operands, or a
// constant, and control flow becomes one of its ways. What fed it falls off.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_REDUCE_EDITS_H
#define MPLAN_TOOLS_REDUCE_EDITS_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan::reduce {

/// One way to do without an operation.
struct Edit {
  llvm::StringRef name;
  /// Does so, or returns false and leaves all as it was. Erases no other
  /// operation, but for those inside of this one.
  bool (*apply)(mlir::Operation *op);
};

/// All of them, those that cut most first.
llvm::ArrayRef<Edit> getEdits();

/// Erases what has no effect and no use, and blocks that nothing branches to.
void eraseUnused(mlir::ModuleOp module);

} // namespace mplan::reduce

#endif // MPLAN_TOOLS_REDUCE_EDITS_H
