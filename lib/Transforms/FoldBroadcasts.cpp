//===- FoldBroadcasts.cpp - No broadcast of an extent to itself -----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where the batch is unknown, upstream's lowering of elementwise TOSA ops asks
// at run time, for each operand, whether its batch is 1, and if so makes a copy
// of it with the batch of the result. All operands of a network have the same
// batch: the copy has the extents that the operand has, and there is nothing to
// copy. Left as it is it would be one more buffer for each operand, as large.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Import.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANFOLDBROADCASTSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using Variable = ValueBoundsConstraintSet::Variable;

static bool areEqual(const Variable &a, const Variable &b) {
  FailureOr<bool> equal = ValueBoundsConstraintSet::areEqual(a, b);
  return succeeded(equal) && *equal;
}

/// True if extent number `dim` of `tensor` is 1 where `condition` holds.
static bool impliesUnitExtent(Value condition, Value tensor, int64_t dim) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.isDynamicDim(dim))
    return type.getDimSize(dim) == 1;
  auto compare = condition.getDefiningOp<arith::CmpIOp>();
  return compare && compare.getPredicate() == arith::CmpIPredicate::eq &&
         compare.getLhs().getType().isIndex() &&
         getConstantIntValue(compare.getRhs()) == 1 &&
         areEqual({compare.getLhs()}, {tensor, dim});
}

/// True if `copy` is `source`, where `condition` holds: a copy to the same
/// extents that reads index 0 alone in dimensions in which there is no other.
static bool isSame(Value copy, Value source, Value condition) {
  auto op = copy.getDefiningOp<linalg::GenericOp>();
  if (!op || copy.getType() != source.getType() || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 || op.getDpsInputs()[0] != source ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.getIndexingMapsArray()[1].isIdentity())
    return false;
  auto yield = dyn_cast<linalg::YieldOp>(op.getBody()->front());
  if (!yield || yield.getOperand(0) != op.getBody()->getArgument(0))
    return false;
  AffineMap map = op.getIndexingMapsArray()[0];
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    if (!areEqual({copy, int64_t(dim)}, {source, int64_t(dim)}))
      return false;
    if (expr == getAffineDimExpr(dim, expr.getContext()))
      continue;
    auto constant = dyn_cast<AffineConstantExpr>(expr);
    if (!constant || constant.getValue() != 0 ||
        !impliesUnitExtent(condition, source, dim))
      return false;
  }
  return true;
}

namespace {
struct FoldBranch : OpRewritePattern<scf::IfOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::IfOp op,
                                PatternRewriter &rewriter) const override {
    if (op.getNumResults() != 1 || !op.elseBlock() ||
        !isa<RankedTensorType>(op.getResult(0).getType()))
      return failure();
    Value source = op.elseYield().getOperand(0);
    if (op->isAncestor(source.getParentRegion()->getParentOp()) ||
        !llvm::all_of(*op.thenBlock(),
                      [](Operation &nested) {
                        return nested.hasTrait<OpTrait::IsTerminator>() ||
                               isMemoryEffectFree(&nested);
                      }) ||
        !isSame(op.thenYield().getOperand(0), source, op.getCondition()))
      return failure();
    rewriter.replaceOp(op, source);
    return success();
  }
};

/// The extent of the result is the larger of those of the operands.
struct FoldMaximum : OpRewritePattern<arith::MaxUIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::MaxUIOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getType().isIndex() || !areEqual({op.getLhs()}, {op.getRhs()}))
      return failure();
    rewriter.replaceOp(op, op.getLhs());
    return success();
  }
};
} // namespace

void mplan::foldBroadcasts(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  patterns.add<FoldBranch, FoldMaximum>(root->getContext());
  // Neither adds an op, so that it ends.
  (void)applyPatternsGreedily(root, std::move(patterns));
}

namespace {
struct MplanFoldBroadcastsPass
    : mplan::impl::MplanFoldBroadcastsPassBase<MplanFoldBroadcastsPass> {
  using Base::Base;
  void runOnOperation() override { mplan::foldBroadcasts(getOperation()); }
};
} // namespace
