//===- Import.h - What an import needs beyond upstream ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions under the passes of the pipeline `mplan-import-tosa` that are
// ours: static or bounded batches, weights moved at compile time, and ops that
// have no way to loops as they are, or a needlessly long one.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_IMPORT_H
#define MPLAN_TRANSFORMS_IMPORT_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mplan {

/// A new type for argument `index` of `func`: more static than the old one.
struct ArgumentType {
  mlir::func::FuncOp func;
  unsigned index;
  mlir::RankedTensorType type;
};

/// Gives arguments more static types. Inside the functions only the arguments
/// change: TOSA ops see the new type, all other users and callers go through a
/// `tensor.cast`. Fails, with an error at the function and the module
/// untouched, where something other than a call refers to the function, so
/// that its type cannot change.
mlir::LogicalResult setArgumentTypes(mlir::ModuleOp module,
                                     llvm::ArrayRef<ArgumentType> changes);

/// Gives every unknown leading dimension of a tensor argument of a public
/// function with a body the extent `batch` (at least 1), as `setArgumentTypes`
/// does, and fails as it does.
mlir::LogicalResult setLeadingExtents(mlir::ModuleOp module, int64_t batch);

/// Takes `tensor.cast`s that forget extents away: TOSA ops see what is behind
/// them; a result that is such a cast at every return gets the type behind it
/// in the signature, and so does a parameter of a private function that all its
/// calls cast for. Returns whether anything changed; types only ever get more
/// static, so that a loop around it ends.
bool refineTypes(mlir::ModuleOp module);

/// Rewrites the ops below `root` that bufferize to nothing that lowers to
/// loops: aggregates by `linalg::AggregatedOpInterface` (softmax), Winograd
/// transforms, packs and unpacks, `tensor.gather`,
/// `tensor.bitcast`. An aggregate that does not decompose is an error at the
/// op.
mlir::LogicalResult decomposeOps(mlir::Operation *root);

/// Turns transposes of constants below `root`, named or generic, and reshapes
/// of constants that nothing else uses, into constants: dense ones and
/// resources, whose bytes are copied. A transposed constant with other uses is
/// then there twice, in read-only memory instead of the arena.
void foldWeights(mlir::Operation *root);

/// Declares, on every argument of a public function with a body that has an
/// unknown leading dimension and no bound for it, that it is at most
/// `maxBatch`.
void declareMaxBatch(mlir::ModuleOp module, int64_t maxBatch);

/// Drops what upstream's lowering of TOSA does at run time to broadcast an
/// unknown extent to another that is, provably, the same. Cannot fail: where
/// nothing can be proved, nothing changes.
void foldBroadcasts(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_IMPORT_H
