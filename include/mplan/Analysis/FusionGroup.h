//===- FusionGroup.h - What is computed inside a tile -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When an op is computed tile by tile, some of its producers can be computed
// with it, a tile at a time, so that they never exist as a whole: those that
// nobody else uses and of which no element is computed twice. An element is
// needed by two tiles if a loop that is tiled does not choose it (a row of a
// matrix product, for each tile of columns) or if windows overlap (the input of
// a convolution). There the group ends, unless computing it again costs no more
// than reading it: a fill, a broadcast of a constant, a copy that pads or
// transposes.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_FUSIONGROUP_H
#define MPLAN_ANALYSIS_FUSIONGROUP_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

namespace mplan {

/// True if `sizes` are tiles for `root`: for each loop the extent of a tile,
/// which divides that of the loop, or 0 to leave it whole. Tiled loops must be
/// parallel and of known extent, and `root` have one result, on tensors.
bool isTiling(mlir::linalg::LinalgOp root, llvm::ArrayRef<int64_t> sizes);

/// If `op` only spreads scalars, and tensors for which `isAtHand` is true, over
/// an empty tensor, that tensor. To do that again costs no more than to read
/// the result.
mlir::tensor::EmptyOp
getEmptyOfCheapInit(mlir::linalg::LinalgOp op,
                    llvm::function_ref<bool(mlir::Value)> isAtHand);

/// True if `op` does so with constants alone.
bool isCheapInit(mlir::Operation *op);

/// True if what `op` computes does not depend on when: its body touches no
/// memory.
bool hasPureBody(mlir::linalg::LinalgOp op);

/// The producers of `root`, all in its block, that can be computed inside its
/// tiles. They come in the reverse of their order in the block, and hold the
/// reshapes and pads between them. `sizes` must be a tiling. The group ends at
/// an op for which `endsAt` is true, if that is given.
llvm::SetVector<mlir::Operation *>
findFusionGroup(mlir::linalg::LinalgOp root, llvm::ArrayRef<int64_t> sizes,
                llvm::function_ref<bool(mlir::Operation *)> endsAt = nullptr);

} // namespace mplan

#endif // MPLAN_ANALYSIS_FUSIONGROUP_H
