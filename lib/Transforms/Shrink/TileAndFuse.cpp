//===- TileAndFuse.cpp - An op and its producers, tile by tile ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's tile-and-fuse, with the producers chosen by ours, and what has to
// be done around it so that no tensor is left as a whole: reshapes and pads
// between producer and consumer move to the tile, empty tensors become empty
// tiles, and what the loop overwrites is read from the loop's own value.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/TileAndFuse.h"

#include "mplan/Analysis/FusionGroup.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/TileUsingInterface.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace mplan;

/// A slice of a reshape or of a pad of the group becomes one of its source.
static FrozenRewritePatternSet
getSlicePatterns(MLIRContext *context,
                 const llvm::SetVector<Operation *> &group) {
  RewritePatternSet patterns(context);
  tensor::populateBubbleUpExtractSliceOpPatterns(patterns);
  // Without a branch for tiles that lie in the padding alone: of these the
  // slice is of no element, and a fill and a copy of nothing are left.
  patterns.add<linalg::ExtractSliceOfPadTensorSwapPattern>(
      context, [&](tensor::ExtractSliceOp slice) -> std::optional<bool> {
        if (group.contains(slice.getSource().getDefiningOp()))
          return false;
        return std::nullopt;
      });
  return patterns;
}

/// Slices that are equal become one value, which a tile can then read and
/// overwrite. In `loop` alone: cheap inits of different ops elsewhere must not
/// become one value that has to be copied.
static void mergeEqualValues(RewriterBase &rewriter, Operation *loop) {
  DominanceInfo dominance(loop);
  eliminateCommonSubExpressions(rewriter, dominance, loop);
}

/// The op whose result `value` is, or is at the start of the loops around it.
static Operation *getProducer(Value value) {
  while (auto argument = dyn_cast<BlockArgument>(value)) {
    auto loop = dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp());
    OpOperand *init = loop ? loop.getTiedLoopInit(argument) : nullptr;
    if (!init)
      return nullptr;
    value = init->get();
  }
  return value.getDefiningOp();
}

static SmallVector<tensor::ExtractSliceOp> findSlices(Operation *loop,
                                                      Operation *producer) {
  SmallVector<tensor::ExtractSliceOp> slices;
  loop->walk([&](tensor::ExtractSliceOp slice) {
    if (getProducer(slice.getSource()) == producer)
      slices.push_back(slice);
  });
  return slices;
}

/// Computes in the tiles of `tiling` what they read of the ops of `group`,
/// which come users first: of each op all slices are then known, and equal ones
/// are computed once. (Upstream's own driver computes them for each reader, and
/// so twice as often at each fork before.)
static void fuse(RewriterBase &rewriter, scf::SCFTilingResult &tiling,
                 const llvm::SetVector<Operation *> &group) {
  Operation *outer = tiling.loops.front();
  FrozenRewritePatternSet patterns =
      getSlicePatterns(outer->getContext(), group);
  auto simplify = [&](ArrayRef<Operation *> slices) {
    GreedyRewriteConfig config;
    config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
    (void)applyOpPatternsGreedily(slices, patterns, config);
  };
  simplify(tiling.generatedSlices);
  for (Operation *producer : group) {
    if (!isa<linalg::LinalgOp>(producer))
      continue;
    SmallVector<tensor::ExtractSliceOp> slices = findSlices(outer, producer);
    if (slices.size() > 1) {
      mergeEqualValues(rewriter, outer);
      slices = findSlices(outer, producer);
    }
    for (tensor::ExtractSliceOp slice : slices) {
      std::optional<scf::SCFFuseProducerOfSliceResult> fused =
          scf::tileAndFuseProducerOfSlice(rewriter, slice, tiling.loops);
      if (!fused)
        continue;
      rewriter.replaceOp(slice, fused->tiledAndFusedProducer);
      simplify(fused->generatedSlices);
    }
  }
}

/// Simplifies what the tiles of `loop` are computed from.
static void cleanUp(RewriterBase &rewriter, Operation *loop) {
  MLIRContext *context = loop->getContext();
  RewritePatternSet patterns(context);
  linalg::populateLinalgTilingCanonicalizationPatterns(patterns);
  tensor::populateFoldTensorEmptyPatterns(patterns);
  tensor::populateMergeConsecutiveInsertExtractSlicePatterns(patterns);
  (void)applyPatternsGreedily(loop->getRegion(0), std::move(patterns));
  mergeEqualValues(rewriter, loop);
}

/// What a nest of loops that writes disjoint tiles to `init` reads of `init`
/// where it writes, it may read from what it carries: the tile of an iteration
/// has not been written before, since the tiles of others have no element in
/// common with it. Bufferization can then see that `init` is not needed.
static void readInPlace(RewriterBase &rewriter, scf::ForOp outer) {
  // Down to the loop that writes the tiles.
  scf::ForOp inner = outer;
  while (auto next = inner.getYieldedValues()[0].getDefiningOp<scf::ForOp>())
    inner = next;
  auto insert =
      inner.getYieldedValues()[0].getDefiningOp<tensor::InsertSliceOp>();
  if (!insert || insert.getDest() != inner.getRegionIterArg(0))
    return;
  Value init = outer.getInits()[0];
  outer.walk([&](tensor::ExtractSliceOp slice) {
    if (slice.getSource() != init || slice->getBlock() != inner.getBody() ||
        slice.getMixedOffsets() != insert.getMixedOffsets() ||
        slice.getMixedSizes() != insert.getMixedSizes() ||
        slice.getMixedStrides() != insert.getMixedStrides())
      return;
    rewriter.modifyOpInPlace(slice, [&] {
      slice.getSourceMutable().assign(inner.getRegionIterArg(0));
    });
  });
}

/// Where `root` was to write over what is now computed in its tiles, it writes
/// to a tensor of its own: the other one would exist as a whole to be
/// overwritten.
static void leaveTiles(RewriterBase &rewriter, linalg::LinalgOp root,
                       const llvm::SetVector<Operation *> &group) {
  for (OpOperand &init : root.getDpsInitsMutable()) {
    auto type = dyn_cast<RankedTensorType>(init.get().getType());
    Operation *producer = init.get().getDefiningOp();
    if (!type || !type.hasStaticShape() || !producer ||
        !group.contains(producer) || root.payloadUsesValueFromOperand(&init))
      continue;
    auto empty =
        tensor::EmptyOp::create(rewriter, root.getLoc(), type.getShape(),
                                type.getElementType(), type.getEncoding());
    rewriter.modifyOpInPlace(root, [&] { init.set(empty); });
  }
}

LogicalResult mplan::tileAndFuse(RewriterBase &rewriter, linalg::LinalgOp root,
                                 ArrayRef<int64_t> sizes) {
  llvm::SetVector<Operation *> group = findFusionGroup(
      root, sizes, [](Operation *op) { return op->hasAttr(kTileAttrName); });
  scf::SCFTilingOptions options;
  options.setTileSizes(getAsIndexOpFoldResult(root.getContext(), sizes));

  rewriter.setInsertionPoint(root);
  leaveTiles(rewriter, root, group);
  FailureOr<scf::SCFTilingResult> result = scf::tileUsingSCF(
      rewriter, cast<TilingInterface>(root.getOperation()), options);
  if (failed(result) || result->loops.empty())
    return failure();
  rewriter.replaceOp(root, result->replacements);
  fuse(rewriter, *result, group);

  auto outer = cast<scf::ForOp>(result->loops.front().getOperation());
  cleanUp(rewriter, outer);
  readInPlace(rewriter, outer);
  mergeEqualValues(rewriter, outer);
  // Users first, and after them what only they were given.
  SmallVector<Operation *> dead(group.begin(), group.end());
  for (size_t i = 0; i != dead.size(); ++i) {
    if (!isOpTriviallyDead(dead[i]))
      continue;
    for (Value operand : dead[i]->getOperands())
      if (auto empty = operand.getDefiningOp<tensor::EmptyOp>())
        if (!llvm::is_contained(dead, empty))
          dead.push_back(empty);
    rewriter.eraseOp(dead[i]);
  }
  return success();
}
