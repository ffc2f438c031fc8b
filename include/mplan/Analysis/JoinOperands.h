//===- JoinOperands.h - The operands that a value may be --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A join is a value that control flow or a choice decides: a block or region
// argument, a result of an op with regions, of a select. Whatever its type.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_JOINOPERANDS_H
#define MPLAN_ANALYSIS_JOINOPERANDS_H

#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace mplan {

/// Adds to `operands` those of which `join` is always one, by the interfaces of
/// the operations that pass them on. False, with nothing to rely on, where
/// `join` is no join, or may be anything else: a function's argument, the
/// induction variable of a loop, what a branch makes itself.
bool findJoinOperands(mlir::Value join,
                      llvm::SmallVectorImpl<mlir::OpOperand *> &operands);

} // namespace mplan

#endif // MPLAN_ANALYSIS_JOINOPERANDS_H
