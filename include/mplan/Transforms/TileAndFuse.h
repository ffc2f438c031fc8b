//===- TileAndFuse.h - An op and its producers, tile by tile ----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_TILEANDFUSE_H
#define MPLAN_TRANSFORMS_TILEANDFUSE_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mplan {

/// On a `linalg` op: the tiles in which it is to be computed, for each loop the
/// extent of a tile or 0 (see `isTiling`).
constexpr llvm::StringLiteral kTileAttrName = "mplan.tile";

/// Computes `root` in a nest of loops over tiles of `sizes`, which must be a
/// tiling, and inside it, tile by tile, the producers that can be (see
/// `findFusionGroup`). What `root` overwrites, it overwrites tile by tile, and
/// where it also reads that, it reads it there.
///
/// Every element is computed as before, by the same operations in the same
/// order. Fails if upstream cannot tile one of the ops; the program then means
/// what it did, but may hold loops that nobody uses.
mlir::LogicalResult tileAndFuse(mlir::RewriterBase &rewriter,
                                mlir::linalg::LinalgOp root,
                                llvm::ArrayRef<int64_t> sizes);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_TILEANDFUSE_H
