//===- TileSearch.h - Which ops to tile, and how finely ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The peak is at some op. Computed in tiles, together with its producers or
// inside its consumers' tiles, that op needs less. So: mark what could help
// there, see what the whole program then needs, keep the best mark, and go on
// with the op where the peak is then. Where tiles take in more than is good,
// for what they read must exist as a whole, an op inside them is made the end
// of what they take in. When nothing helps any more, or what is needed is
// little enough, all tiles are made as coarse as they can be with the footprint
// that was reached: coarse tiles are faster.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINK_TILESEARCH_H
#define MPLAN_TRANSFORMS_SHRINK_TILESEARCH_H

#include "NumberedOps.h"
#include "mplan/Transforms/Shrink.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mplan {

/// The loops of `op` that can be tiled.
llvm::SmallVector<unsigned> getTileable(mlir::linalg::LinalgOp op);

class TileSearch {
public:
  /// `current` is what `module` needs as it is; `steps` what is left of the
  /// budget, in ops planned, and is counted down.
  TileSearch(mlir::ModuleOp module, const ShrinkOptions &options,
             Footprint current, int64_t &steps);

  /// Marks ops of the module with `mplan.tile`. Returns what the program needs
  /// when they are tiled.
  Footprint run();

private:
  using Sizes = llvm::SmallVector<int64_t>;
  /// An op and what its mark should be: tiles; 0 for all loops, so that it ends
  /// what others take in; or nothing, for none.
  struct Choice {
    mlir::linalg::LinalgOp op;
    Sizes sizes;
  };

  /// Takes a step that lowers the need where the peak is. False if there is
  /// none.
  bool improve();
  /// Tiles `root` more finely if that helps.
  bool tryRoot(mlir::linalg::LinalgOp root);
  /// Makes an op inside the tiles of `root` the end of them if that helps, and
  /// the root of tiles of its own perhaps.
  bool tryEnds(mlir::linalg::LinalgOp root);
  /// Measures `choice` and notes it as the best if it is.
  void consider(const Choice &choice);
  /// Takes what is noted as the best. False if nothing is.
  bool acceptBest();
  /// Makes tiles coarser where that costs nothing.
  void coarsen();
  void coarsen(mlir::linalg::LinalgOp root, unsigned loop);
  mlir::FailureOr<Footprint> measure(const Choice &choice);
  void accept(const Choice &choice, Footprint footprint);

  mlir::ModuleOp module;
  NumberedOps numbers;
  const ShrinkOptions &options;
  Footprint current;
  int64_t &steps;
  /// The best choice of those considered, and what the program then needs.
  std::optional<std::pair<Choice, Footprint>> best;
};

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SHRINK_TILESEARCH_H
