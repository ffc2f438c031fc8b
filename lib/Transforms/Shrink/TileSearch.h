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
// with the op where the peak is then. When nothing helps any more, or what is
// needed is little enough, all tiles are made as coarse as they can be with the
// footprint that was reached: coarse tiles are faster.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINK_TILESEARCH_H
#define MPLAN_TRANSFORMS_SHRINK_TILESEARCH_H

#include "mplan/Transforms/Shrink.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mplan {

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
  /// The op to tile, and how.
  struct Choice {
    mlir::linalg::LinalgOp root;
    Sizes sizes;
  };

  /// Takes a step that lowers the need where the peak is. False if there is
  /// none.
  bool improve();
  /// Tiles `root` more finely if that helps.
  bool tryRoot(mlir::linalg::LinalgOp root);
  /// Makes tiles coarser where that costs nothing.
  void coarsen();
  mlir::FailureOr<Footprint> measure(const Choice &choice);
  void accept(const Choice &choice, Footprint footprint);

  mlir::ModuleOp module;
  const ShrinkOptions &options;
  Footprint current;
  int64_t &steps;
  /// Every op of the module has a location that is its number here, so that it
  /// is known in what has become of a copy of the module.
  std::vector<mlir::Operation *> ops;
  /// What the locations were.
  std::vector<mlir::Location> locations;
};

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SHRINK_TILESEARCH_H
