//===- Decompose.cpp - Ops without a way to loops become ops that have one ===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few tensor ops either do not bufferize in MLIR 22 or bufferize to an op
// that upstream cannot turn into loops. Each is rewritten on tensors, while
// its temporaries can still be planned.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Import.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANDECOMPOSEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

namespace {

/// Lets an aggregate say what it is made of.
struct DecomposeAggregate
    : OpInterfaceRewritePattern<linalg::AggregatedOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;
  LogicalResult matchAndRewrite(linalg::AggregatedOpInterface op,
                                PatternRewriter &rewriter) const override {
    if (op->getNumResults() == 0) // on memrefs
      return failure();
    FailureOr<SmallVector<Value>> values = op.decomposeOperation(rewriter);
    if (failed(values))
      return failure();
    rewriter.replaceOp(op, *values);
    return success();
  }
};

struct DecomposePack : OpRewritePattern<linalg::PackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::PackOp op,
                                PatternRewriter &rewriter) const override {
    return success(op->getNumResults() == 1 &&
                   succeeded(linalg::lowerPack(rewriter, op)));
  }
};

struct DecomposeUnPack : OpRewritePattern<linalg::UnPackOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(linalg::UnPackOp op,
                                PatternRewriter &rewriter) const override {
    return success(op->getNumResults() == 1 &&
                   succeeded(linalg::lowerUnPack(rewriter, op)));
  }
};

/// Winograd transforms by upstream's functions. Those take an unknown extent
/// for a number, and make loops that never run: only static shapes get there.
template <typename OpTy,
          FailureOr<Operation *> (*decompose)(RewriterBase &, OpTy)>
struct DecomposeWinograd : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    if (!llvm::all_of(op->getOperandTypes(), [](Type type) {
          auto tensor = dyn_cast<RankedTensorType>(type);
          return tensor && tensor.hasStaticShape();
        }))
      return failure();
    return success(succeeded(decompose(rewriter, op)));
  }
};

/// Makes a generic op without inputs that fills a tensor of `type`, whose
/// extents are `sizes`, with what `element` builds for a position.
Value fillByPosition(PatternRewriter &rewriter, Location loc,
                     RankedTensorType type, ArrayRef<OpFoldResult> sizes,
                     function_ref<Value(OpBuilder &, ValueRange)> element) {
  Value init =
      tensor::EmptyOp::create(rewriter, loc, sizes, type.getElementType());
  auto map = rewriter.getMultiDimIdentityMap(type.getRank());
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      rewriter, loc, init.getType(), /*inputs=*/ValueRange(), init, map,
      iterators, [&](OpBuilder &builder, Location loc, ValueRange) {
        SmallVector<Value> position;
        for (int64_t dim = 0; dim < type.getRank(); ++dim)
          position.push_back(linalg::IndexOp::create(builder, loc, dim));
        linalg::YieldOp::create(builder, loc, element(builder, position));
      });
  Value result = generic.getResult(0);
  return result.getType() == type
             ? result
             : tensor::CastOp::create(rewriter, loc, type, result);
}

/// %r[b.., s..] = %source[s.., with %indices[b.., k] in place of dimension
/// gather_dims[k]].
struct DecomposeGather : OpRewritePattern<tensor::GatherOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::GatherOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    RankedTensorType type = op.getResultType();
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    int64_t sourceRank = op.getSourceType().getRank();
    bool reduced = type.getRank() != batchRank + sourceRank;

    // The result's dimension that walks over each dimension of the source.
    SmallVector<std::optional<int64_t>> walker(sourceRank);
    SmallVector<OpFoldResult> sizes =
        tensor::getMixedSizes(rewriter, loc, op.getIndices());
    sizes.pop_back();
    SmallVector<OpFoldResult> sourceSizes =
        tensor::getMixedSizes(rewriter, loc, op.getSource());
    for (int64_t dim = 0; dim < sourceRank; ++dim) {
      bool gathered = llvm::is_contained(op.getGatherDims(), dim);
      if (!gathered)
        walker[dim] = sizes.size();
      if (gathered && !reduced)
        sizes.push_back(rewriter.getIndexAttr(1));
      else if (!gathered)
        sizes.push_back(sourceSizes[dim]);
    }

    rewriter.replaceOp(
        op, fillByPosition(
                rewriter, loc, type, sizes,
                [&](OpBuilder &builder, ValueRange position) -> Value {
                  SmallVector<Value> at(sourceRank);
                  for (int64_t dim = 0; dim < sourceRank; ++dim)
                    if (walker[dim])
                      at[dim] = position[*walker[dim]];
                  for (auto [k, dim] : llvm::enumerate(op.getGatherDims())) {
                    SmallVector<Value> index(position.take_front(batchRank));
                    index.push_back(
                        arith::ConstantIndexOp::create(builder, loc, k));
                    Value value = tensor::ExtractOp::create(
                        builder, loc, op.getIndices(), index);
                    if (!value.getType().isIndex())
                      value = arith::IndexCastOp::create(
                          builder, loc, builder.getIndexType(), value);
                    at[dim] = value;
                  }
                  return tensor::ExtractOp::create(builder, loc, op.getSource(),
                                                   at);
                }));
    return success();
  }
};

struct DecomposeBitcast : OpRewritePattern<tensor::BitcastOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(tensor::BitcastOp op,
                                PatternRewriter &rewriter) const override {
    auto type = dyn_cast<RankedTensorType>(op.getType());
    auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
    // Between signless types alone: arith knows no others.
    if (!type || !source || !type.getElementType().isSignlessIntOrFloat() ||
        !source.getElementType().isSignlessIntOrFloat())
      return failure();
    Location loc = op.getLoc();
    rewriter.replaceOp(
        op,
        fillByPosition(rewriter, loc, type,
                       tensor::getMixedSizes(rewriter, loc, op.getSource()),
                       [&](OpBuilder &builder, ValueRange position) -> Value {
                         return arith::BitcastOp::create(
                             builder, loc, type.getElementType(),
                             tensor::ExtractOp::create(
                                 builder, loc, op.getSource(), position));
                       }));
    return success();
  }
};

} // namespace

LogicalResult mplan::decomposeOps(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  patterns.add<DecomposeAggregate, DecomposePack, DecomposeUnPack,
               DecomposeGather, DecomposeBitcast,
               DecomposeWinograd<linalg::WinogradFilterTransformOp,
                                 linalg::decomposeWinogradFilterTransformOp>,
               DecomposeWinograd<linalg::WinogradInputTransformOp,
                                 linalg::decomposeWinogradInputTransformOp>,
               DecomposeWinograd<linalg::WinogradOutputTransformOp,
                                 linalg::decomposeWinogradOutputTransformOp>>(
      root->getContext());
  walkAndApplyPatterns(root, std::move(patterns));

  // Loops are made of structured ops alone.
  auto result = root->walk([](DestinationStyleOpInterface op) {
    if (!isa<linalg::LinalgDialect>(op->getDialect()) ||
        isa<linalg::LinalgOp>(op.getOperation()) || op->getNumResults() == 0)
      return WalkResult::advance();
    op->emitError("'") << op->getName()
                       << "' has no lowering to loops and cannot be "
                          "decomposed as it is; make its shape static or "
                          "rewrite it before the import";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct MplanDecomposePass
    : mplan::impl::MplanDecomposePassBase<MplanDecomposePass> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(mplan::decomposeOps(getOperation())))
      signalPassFailure();
  }
};
} // namespace
