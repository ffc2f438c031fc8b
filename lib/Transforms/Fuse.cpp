//===- Fuse.cpp - Fewer tensors between ops -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor that only exists between two ops need not exist. Elementwise ops
// become one op with what they feed; what an op marked `mplan.tile` is computed
// from exists one tile at a time.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Fuse.h"

#include "mplan/Analysis/FusionGroup.h"
#include "mplan/Transforms/Passes.h"
#include "mplan/Transforms/TileAndFuse.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANFUSEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// True if the producer of `operand` is needed nowhere else and each of its
/// elements only once: then nothing is computed twice.
static bool isUsedOnce(OpOperand *operand) {
  auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
  if (!consumer || consumer.isDpsInit(operand))
    return false;
  auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
  if (!producer)
    return false;
  if (isCheapInit(producer))
    return true;
  if (!hasPureBody(producer))
    return false;
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  return operand->get().hasOneUse() && map.isProjectedPermutation() &&
         map.getNumResults() == consumer.getNumLoops();
}

/// True if `op` computes each element of its result from elements of tensors.
static bool isElementwise(Operation *op) {
  auto linalgOp = dyn_cast_or_null<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.hasPureTensorSemantics() &&
         linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
         !isCheapInit(op);
}

/// Upstream fuses generic ops alone: named ones become such where there is
/// something to fuse with.
static void generalizeElementwise(Operation *root) {
  SmallVector<linalg::LinalgOp> named;
  root->walk([&](linalg::LinalgOp op) {
    if (isa<linalg::GenericOp>(op) || !isElementwise(op))
      return;
    bool hasPartner = llvm::any_of(op.getDpsInputOperands(), [](OpOperand *in) {
      return isElementwise(in->get().getDefiningOp()) && isUsedOnce(in);
    });
    for (OpOperand &use : op->getUses())
      hasPartner |= isElementwise(use.getOwner()) && isUsedOnce(&use);
    if (hasPartner)
      named.push_back(op);
  });
  IRRewriter rewriter(root->getContext());
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    (void)linalg::generalizeNamedOp(rewriter, op); // stays as it is
  }
}

void mplan::fuseElementwise(Operation *root) {
  generalizeElementwise(root);
  RewritePatternSet patterns(root->getContext());
  linalg::populateElementwiseOpsFusionPatterns(patterns, isUsedOnce);
  // Each application removes an op, so that it ends.
  (void)applyPatternsGreedily(root, std::move(patterns));
  // Those are left that nothing elementwise reads.
  foldTransposes(root);
}

LogicalResult mplan::tileAnnotated(Operation *root) {
  SmallVector<linalg::LinalgOp> marked;
  root->walk([&](linalg::LinalgOp op) {
    if (op->hasAttr(kTileAttrName))
      marked.push_back(op);
  });
  // Last first: what a tile takes in is then not tiled itself before.
  for (linalg::LinalgOp op : llvm::reverse(marked)) {
    auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(kTileAttrName);
    if (!sizes || !isTiling(op, sizes)) {
      InFlightDiagnostic diag =
          emitError(op->getLoc(), "'")
          << op->getName() << "' cannot be computed in tiles of "
          << op->getAttr(kTileAttrName)
          << ": for each of its loops that is the extent of a tile, as an i64 "
             "array, or 0; only a parallel loop of known extent can be tiled, "
             "by what divides its extent. Its loops are";
      for (auto [extent, iterator] :
           llvm::zip(op.getStaticLoopRanges(), op.getIteratorTypesArray())) {
        diag << " " << utils::stringifyIteratorType(iterator) << " ";
        if (ShapedType::isDynamic(extent))
          diag << "?";
        else
          diag << extent;
      }
      return diag;
    }
    op->removeAttr(kTileAttrName);
    if (llvm::all_of(sizes.asArrayRef(), [](int64_t s) { return s == 0; }))
      continue;
    IRRewriter rewriter(op->getContext());
    std::string name = op->getName().getStringRef().str();
    Location loc = op->getLoc();
    if (failed(tileAndFuse(rewriter, op, sizes)))
      return emitError(loc, "'")
             << name << "' cannot be tiled by upstream's "
             << "implementation of its tiles: remove " << kTileAttrName;
  }
  return success();
}

namespace {
struct MplanFusePass : mplan::impl::MplanFusePassBase<MplanFusePass> {
  using Base::Base;
  void runOnOperation() override {
    if (elementwise)
      fuseElementwise(getOperation());
    if (failed(tileAnnotated(getOperation())))
      signalPassFailure();
  }
};
} // namespace
