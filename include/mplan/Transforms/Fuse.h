//===- Fuse.h - Fewer tensors between ops -----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_FUSE_H
#define MPLAN_TRANSFORMS_FUSE_H

#include "mlir/IR/Operation.h"

namespace mplan {

/// Makes one op of an elementwise op and the op that alone uses its result,
/// everywhere below `root`, where no element is then computed twice.
void fuseElementwise(mlir::Operation *root);

/// Has elementwise ops below `root` make their results as they are wanted,
/// where that is transposed, and everybody else read them so.
void foldTransposes(mlir::Operation *root);

/// Tiles every op below `root` that carries `mplan.tile` and fuses its
/// producers into the tiles (see TileAndFuse.h). Emits an error and fails where
/// what is asked for is no tiling.
mlir::LogicalResult tileAnnotated(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_FUSE_H
