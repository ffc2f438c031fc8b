//===- UpdateChain.h - Updates in place, followed back ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the buffer of a tensor comes from, if every update on the way is done
// in place: what the steps ask that choose places.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_BUFFERIZE_UPDATECHAIN_H
#define MPLAN_LIB_TRANSFORMS_BUFFERIZE_UPDATECHAIN_H

#include "Steps.h"

namespace mplan::bufferize_steps {

/// A chain of in-place updates followed back to where it starts.
struct UpdateChain {
  mlir::Value start;
  /// The operands that bring `start` into the chain: one, or one in each of
  /// several branches.
  llvm::SmallVector<mlir::OpOperand *> uses;
  /// An op that all of `uses` are in or on, and that `start` dominates.
  mlir::Operation *anchor;
};

/// Follows the value of `use` back to where its buffer comes from if each
/// update is done in place: as far as to what is defined outside of `within`,
/// if given, and, with `stopAtLaterUses`, as far as the updates overwrite
/// nothing that is still to be read. A placed value starts where it is placed,
/// unless `throughPlacements`: then that is an update of the destination.
UpdateChain followUpdates(mlir::OpOperand &use, bool stopAtLaterUses = false,
                          mlir::Operation *within = nullptr,
                          bool throughPlacements = false);

/// True if the contents of the start of `chain` matter to it.
bool readsStart(const UpdateChain &chain);

/// True if every use of `value` but those in `uses` comes before `anchor`.
bool isUsedBeforeOnly(mlir::Value value, llvm::ArrayRef<mlir::OpOperand *> uses,
                      mlir::Operation *anchor);

/// True if `value` comes to be in a region of `op`.
bool isDefinedIn(mlir::Value value, mlir::Operation *op);

} // namespace mplan::bufferize_steps

#endif // MPLAN_LIB_TRANSFORMS_BUFFERIZE_UPDATECHAIN_H
