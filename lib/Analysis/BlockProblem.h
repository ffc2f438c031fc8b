//===- BlockProblem.h - A block as an ordering problem ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the order of a block means for bytes, as the scheduler knows it: see
// BlockOrder.h.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_BLOCKPROBLEM_H
#define MPLAN_LIB_ANALYSIS_BLOCKPROBLEM_H

#include "mplan/Analysis/BlockOrder.h"
#include "mplan/Scheduler/Problem.h"

namespace mplan {

/// Some ops are no steps: those that neither take bytes nor let any go, and
/// have no effects (constants, `tensor.empty`, views, arithmetic on indices).
/// They *travel* with the first one that uses them.
struct BlockProblem {
  scheduler::Problem problem;
  llvm::SmallVector<unsigned> steps; ///< Positions in the block, by step.
  llvm::SmallVector<mlir::Operation *> ops; ///< By position; no terminator.
};

/// Fails like `findOrders`.
llvm::FailureOr<BlockProblem>
buildBlockProblem(mlir::Block &block, const BlockOrderOptions &options,
                  BlockOrderRefusal &refusal);

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_BLOCKPROBLEM_H
