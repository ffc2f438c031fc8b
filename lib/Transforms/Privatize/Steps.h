//===- Steps.h - What mplan-privatize is made of ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_PRIVATIZE_STEPS_H
#define MPLAN_LIB_TRANSFORMS_PRIVATIZE_STEPS_H

#include "mplan/Analysis/BufferUses.h"

namespace mplan::privatize_steps {

/// Replaces `alloc`, which is plannable and within parallel loops of its
/// function, by a view of a buffer that is made before the outermost of them
/// and has a part for each iteration. Leaves it as it is where that cannot be
/// done: its uses are not understood, its size or a number of iterations has
/// no constant bound. Fails, with an error, if all parts together have more
/// bytes than 64 bits can count.
llvm::LogicalResult makePartPerIteration(mlir::Operation *alloc,
                                         BufferUseAnalysis &analysis);

/// Makes `loop`, which is parallel, a sequential loop, or a parallel one of
/// another dialect that can be made sequential by doing this again; what is
/// inside moves along. Fails, with an error, if it cannot.
llvm::LogicalResult makeSequential(mlir::Operation *loop);

} // namespace mplan::privatize_steps

#endif // MPLAN_LIB_TRANSFORMS_PRIVATIZE_STEPS_H
