//===- FoldTransposes.cpp - Results in the order they are read in ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks that come from frameworks with channels first add residuals in that
// order and convolve in the other one: each sum is there twice. An elementwise
// op can make its result transposed as well, and others can read it so.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Fuse.h"

#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

/// The results of `map` in another order: result i is the old `order[i]`.
static AffineMap reorder(AffineMap map, ArrayRef<int64_t> order) {
  SmallVector<unsigned> positions(order.begin(), order.end());
  return map.getSubMap(positions);
}

static void setMap(RewriterBase &rewriter, linalg::GenericOp op,
                   OpOperand &operand, AffineMap map) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[operand.getOperandNumber()] = map;
  op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
}

namespace {
struct FoldTranspose : OpRewritePattern<linalg::TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::TransposeOp transpose,
                                PatternRewriter &rewriter) const override {
    if (!transpose.hasPureTensorSemantics())
      return failure();
    auto producer = transpose.getInput().getDefiningOp<linalg::GenericOp>();
    auto type = cast<RankedTensorType>(transpose.getInit().getType());
    if (!producer || !type.hasStaticShape() || type.getEncoding() ||
        producer->getNumResults() != 1 || !producer.hasPureTensorSemantics() ||
        producer.getNumParallelLoops() != producer.getNumLoops())
      return failure();
    OpOperand &init = *producer.getDpsInitOperand(0);
    AffineMap map = producer.getMatchingIndexingMap(&init);
    if (!map.isPermutation() || producer.payloadUsesValueFromOperand(&init))
      return failure();
    // All who read it must be able to read it transposed.
    ArrayRef<int64_t> order = transpose.getPermutation();
    SmallVector<OpOperand *> reads;
    SmallVector<Operation *> transposes;
    for (OpOperand &use : producer->getUses()) {
      if (auto other = dyn_cast<linalg::TransposeOp>(use.getOwner());
          other && other.isDpsInput(&use) && other.getPermutation() == order)
        transposes.push_back(other);
      else if (auto generic = dyn_cast<linalg::GenericOp>(use.getOwner());
               generic && generic.isDpsInput(&use))
        reads.push_back(&use);
      else
        return failure();
    }

    rewriter.setInsertionPoint(producer);
    Value empty = tensor::EmptyOp::create(
        rewriter, transpose.getLoc(), type.getShape(), type.getElementType());
    rewriter.startOpModification(producer);
    setMap(rewriter, producer, init, reorder(map, order));
    init.set(empty);
    producer->getResult(0).setType(type);
    rewriter.finalizeOpModification(producer);
    for (OpOperand *read : reads) {
      auto generic = cast<linalg::GenericOp>(read->getOwner());
      rewriter.modifyOpInPlace(generic, [&] {
        setMap(rewriter, generic, *read,
               reorder(generic.getMatchingIndexingMap(read), order));
      });
    }
    for (Operation *other : transposes)
      rewriter.replaceOp(other, producer->getResult(0));
    // Its loops in the order in which the result lies.
    SmallVector<unsigned> loops;
    for (AffineExpr loop : producer.getMatchingIndexingMap(&init).getResults())
      loops.push_back(cast<AffineDimExpr>(loop).getPosition());
    return linalg::interchangeGenericOp(rewriter, producer, loops);
  }
};
} // namespace

void mplan::foldTransposes(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  patterns.add<FoldTranspose>(root->getContext());
  // Each application removes an op, so that it ends.
  (void)applyPatternsGreedily(root, std::move(patterns));
}
