//===- ExpandSums.cpp - Sums over rows that were made one -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A layer that is connected to all of an image reads it as one list. Its sum
// over that list is one over rows, columns and channels, in the same order, and
// can then be continued with each row.
//
//===----------------------------------------------------------------------===//

#include "ExpandSums.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

/// On ops whose loops are to be expanded.
static constexpr StringLiteral markName = "mplan.expand";

/// True if `value` is, in some shape, a tensor of which several dimensions that
/// have an extent were made one.
static bool isFlattened(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto hasSeveral = [](RankedTensorType type, ArrayRef<int64_t> group) {
      return llvm::count_if(group, [&](int64_t dim) {
               return type.getDimSize(dim) != 1;
             }) > 1;
    };
    if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
      if (!collapse.getSrcType().hasStaticShape())
        return false;
      for (ArrayRef<int64_t> group : collapse.getReassociationIndices())
        if (hasSeveral(collapse.getSrcType(), group))
          return true;
    } else if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
      if (!expand.getResultType().hasStaticShape())
        return false;
      for (ArrayRef<int64_t> group : expand.getReassociationIndices())
        if (hasSeveral(expand.getResultType(), group))
          return false;
    } else {
      return false;
    }
    value = op->getOperand(0);
  }
  return false;
}

/// True if `op` sums up a list that was an image.
static bool sumsUpFlattened(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() != 0 && !op.hasDynamicShape() &&
         llvm::any_of(op.getDpsInputOperands(), [](OpOperand *operand) {
           return isFlattened(operand->get());
         });
}

/// A generic op in the place of `op`, without the loops that run once: those of
/// a window, where it has one element.
static linalg::GenericOp makePlain(RewriterBase &rewriter,
                                   linalg::LinalgOp op) {
  rewriter.setInsertionPoint(op);
  auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
  if (!generic) {
    FailureOr<linalg::GenericOp> made = linalg::generalizeNamedOp(rewriter, op);
    if (failed(made))
      return nullptr;
    generic = *made;
  }
  rewriter.setInsertionPoint(generic);
  FailureOr<linalg::DropUnitDimsResult> dropped =
      linalg::dropUnitDims(rewriter, generic, linalg::ControlDropUnitDims());
  if (failed(dropped))
    return generic;
  rewriter.replaceOp(generic, dropped->replacements);
  return cast<linalg::GenericOp>(dropped->resultOp.getOperation());
}

void mplan::expandFlattenedSums(Operation *root) {
  SmallVector<linalg::LinalgOp> sums;
  root->walk([&](linalg::LinalgOp op) {
    if (sumsUpFlattened(op))
      sums.push_back(op);
  });
  if (sums.empty())
    return;
  MLIRContext *context = root->getContext();
  IRRewriter rewriter(context);
  for (linalg::LinalgOp op : sums)
    if (linalg::GenericOp plain = makePlain(rewriter, op))
      plain->setAttr(markName, rewriter.getUnitAttr());
  // First several reshapes after each other become one.
  RewritePatternSet reshapes(context);
  tensor::CollapseShapeOp::getCanonicalizationPatterns(reshapes, context);
  tensor::ExpandShapeOp::getCanonicalizationPatterns(reshapes, context);
  (void)applyPatternsGreedily(root, std::move(reshapes));
  RewritePatternSet patterns(context);
  linalg::populateFoldReshapeOpsByExpansionPatterns(
      patterns, [](OpOperand *operand) {
        return operand->getOwner()->hasAttr(markName) &&
               operand->get().getDefiningOp<tensor::CollapseShapeOp>();
      });
  (void)applyPatternsGreedily(root, std::move(patterns));
  root->walk([](linalg::GenericOp op) { op->removeAttr(markName); });
}
