//===- FoldBatchNorm.cpp - Norms become weights ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A batch norm, once trained, multiplies each channel of a convolution's result
// by a constant and adds another. A convolution with its weights multiplied by
// the one, and its bias by the one and the other added, computes the same but
// for rounding, and there is nothing left to do to the result.
//
// That holds for all sums of products, `init + sum(input * weight)`, whose
// weights are not shared by channels, whatever the input is read at: a
// matrix product, a padded, strided or dilated convolution, a depthwise one.
// Which channel an element and a weight belong to, the indexing maps tell.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/FoldBatchNorm.h"

#include "FoldBatchNorm/AffineChain.h"
#include "mplan/Analysis/ConstantBytes.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace mplan {
#define GEN_PASS_DEF_MPLANFOLDBATCHNORMPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;
using namespace mplan::fold_batch_norm;

//===----------------------------------------------------------------------===//
// New weights, new init
//===----------------------------------------------------------------------===//

/// True if all of `values` are the same, bit for bit.
static bool areAlike(ArrayRef<APFloat> values) {
  return llvm::all_of(values, [&](const APFloat &value) {
    return value.bitwiseIsEqual(values.front());
  });
}

namespace {
/// What became of a weight.
struct Scaled {
  bool wasNormal; ///< It had all its bits.
  bool isNormal;  ///< It has, now.
  bool isFinite;
};
} // namespace

/// Writes to `to` the weight of type `T` at `from`, times `factor`.
template <typename T>
static Scaled scaleWeight(const char *from, double factor, char *to) {
  T weight;
  std::memcpy(&weight, from, sizeof(T));
  double product = double(weight) * factor;
  bool isFinite = std::abs(product) <= std::numeric_limits<T>::max();
  T rounded = isFinite ? T(product) : T(0);
  std::memcpy(to, &rounded, sizeof(T));
  auto hasAllBits = [](T value) {
    return std::abs(value) >= std::numeric_limits<T>::min();
  };
  return {hasAllBits(weight), hasAllBits(rounded), isFinite};
}

/// The same for a type that this machine need not have.
static Scaled scaleWeight(FloatType type, const char *from, double factor,
                          char *to) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  unsigned width = type.getWidth() / 8;
  APInt bits(type.getWidth(), 0);
  llvm::LoadIntFromMemory(bits, reinterpret_cast<const uint8_t *>(from), width);
  APFloat weight(semantics, bits);
  APFloat product = toDouble(weight);
  product.multiply(APFloat(factor), nearest);
  product = convert(product, semantics);
  llvm::StoreIntToMemory(product.bitcastToAPInt(),
                         reinterpret_cast<uint8_t *>(to), width);
  auto hasAllBits = [](const APFloat &value) {
    return !value.isZero() && !value.isDenormal();
  };
  return {hasAllBits(weight), hasAllBits(product), product.isFinite()};
}

/// The elements of the weights, those of each channel multiplied by `scale`.
/// Null if they do not have the range for that: if one is not finite, or the
/// largest of a channel is too small for all its bits.
static TypedAttr scaleWeights(const WeightedSum &sum, ArrayRef<APFloat> scale) {
  auto type = cast<RankedTensorType>(sum.weights->get().getType());
  FloatType element = sum.type;
  unsigned width = element.getWidth() / 8;
  ArrayRef<char> data = bytesOf(sum.elements);
  auto dense = dyn_cast<DenseElementsAttr>(sum.elements);
  bool isSplat = dense && dense.isSplat();
  size_t count = isSplat ? 1 : type.getNumElements();
  if (data.empty() || data.size() != count * width)
    return nullptr;

  std::vector<double> factors;
  for (const APFloat &factor : scale)
    factors.push_back(factor.convertToDouble());
  llvm::BitVector wasNormal(sum.numChannels), isNormal(sum.numChannels);
  bool isFinite = true;
  auto scaleOne = [&](const char *from, int64_t channel, char *to) {
    double factor = factors[channel];
    Scaled scaled = element.isF32()   ? scaleWeight<float>(from, factor, to)
                    : element.isF64() ? scaleWeight<double>(from, factor, to)
                                      : scaleWeight(element, from, factor, to);
    if (scaled.wasNormal)
      wasNormal.set(channel);
    if (scaled.isNormal)
      isNormal.set(channel);
    isFinite &= scaled.isFinite;
  };

  TypedAttr result;
  if (isSplat && areAlike(scale)) {
    SmallVector<char> one(width);
    scaleOne(data.data(), 0, one.data());
    result = DenseElementsAttr::getFromRawBuffer(type, one);
  } else {
    ArrayRef<int64_t> shape = type.getShape();
    result = makeElements(sum.elements, type, [&](MutableArrayRef<char> to) {
      SmallVector<int64_t> position(shape.size(), 0);
      int64_t channel = 0;
      for (size_t offset = 0; offset < to.size(); offset += width) {
        scaleOne(data.data() + (isSplat ? 0 : offset), channel,
                 to.data() + offset);
        for (size_t dim = shape.size(); dim-- > 0;) {
          channel += sum.weightStrides[dim];
          if (++position[dim] < shape[dim])
            break;
          channel -= sum.weightStrides[dim] * shape[dim];
          position[dim] = 0;
        }
      }
    });
  }
  // Nothing is lost where all of a channel is multiplied by 0.
  for (unsigned channel : wasNormal.set_bits())
    if (!isNormal.test(channel) && !scale[channel].isZero())
      return nullptr;
  return isFinite ? result : nullptr;
}

/// init * scale + shift in each channel; nothing if one is not finite.
static std::optional<SmallVector<APFloat>>
getBias(FloatType type, const Affine &affine,
        const ChannelConstants::Column &init) {
  SmallVector<APFloat> bias;
  for (auto [scale, shift, attr] :
       llvm::zip_equal(affine.scale, affine.shift, init)) {
    auto constant = dyn_cast<FloatAttr>(attr);
    if (!constant)
      return std::nullopt;
    APFloat value = toDouble(constant.getValue());
    value.multiply(scale, nearest);
    value.add(shift, nearest);
    bias.push_back(convert(value, type.getFloatSemantics()));
    if (!bias.back().isFinite())
      return std::nullopt;
  }
  return bias;
}

/// An empty tensor like the init of `sum`, or null if its extents are unknown
/// here.
static Value makeEmpty(OpBuilder &builder, const WeightedSum &sum) {
  linalg::LinalgOp op = sum.op;
  Value init = op.getDpsInits().front();
  auto type = cast<RankedTensorType>(init.getType());
  if (type.hasStaticShape())
    return tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                   type.getElementType(), type.getEncoding());
  auto spread = init.getDefiningOp<DestinationStyleOpInterface>();
  if (!spread || spread.getNumDpsInits() != 1)
    return nullptr;
  auto empty = spread.getDpsInits().front().getDefiningOp<tensor::EmptyOp>();
  return empty ? builder.clone(*empty)->getResult(0) : nullptr;
}

/// `bias`, one value a channel, spread over `empty`.
static Value spreadBias(OpBuilder &builder, const WeightedSum &sum,
                        ArrayRef<APFloat> bias, Value empty) {
  Location loc = sum.op->getLoc();
  if (areAlike(bias)) {
    Value scalar = arith::ConstantOp::create(
        builder, loc, builder.getFloatAttr(sum.type, bias.front()));
    return linalg::FillOp::create(builder, loc, scalar, empty).getResult(0);
  }
  SmallVector<int64_t> extents, added;
  auto type = cast<RankedTensorType>(empty.getType());
  for (auto [dim, stride] : llvm::enumerate(sum.resultStrides))
    if (stride != 0)
      extents.push_back(type.getDimSize(dim));
    else
      added.push_back(dim);
  Value constant = arith::ConstantOp::create(
      builder, loc,
      DenseElementsAttr::get(RankedTensorType::get(extents, sum.type), bias));
  return linalg::BroadcastOp::create(builder, loc, constant, empty, added)
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// The rewrite
//===----------------------------------------------------------------------===//

/// Takes away what computed `values`, where nobody needs that now.
static void eraseDead(RewriterBase &rewriter, ArrayRef<Value> values) {
  llvm::SetVector<Operation *> pending;
  auto add = [&](ValueRange made) {
    for (Value value : made)
      if (Operation *op = value.getDefiningOp())
        pending.insert(op);
  };
  add(values);
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    add(op->getOperands());
    rewriter.eraseOp(op);
  }
}

/// Takes `prefix` out of the body of its op, and the op away, if it does
/// nothing then.
static void erase(RewriterBase &rewriter, const AffinePrefix &prefix) {
  linalg::LinalgOp op = prefix.op;
  // Not the input: the op that makes it comes next.
  SmallVector<Value> others;
  for (Value operand : op->getOperands())
    if (operand != prefix.input->get())
      others.push_back(operand);
  SmallVector<Operation *> body;
  for (Operation &nested : op.getBlock()->without_terminator()) {
    body.push_back(&nested);
    for (Value operand : nested.getOperands())
      if (operand.getParentBlock() != op.getBlock())
        others.push_back(operand);
  }
  if (prefix.isWhole() && prefix.isSameLayout()) {
    rewriter.replaceOp(op, prefix.input->get());
  } else {
    rewriter.replaceAllUsesWith(prefix.end, prefix.getArgument());
    for (Operation *nested : llvm::reverse(body))
      if (isOpTriviallyDead(nested))
        rewriter.eraseOp(nested);
    RewritePatternSet patterns(op->getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    // Nothing but this op: what becomes of others is for us to see.
    (void)applyOpPatternsGreedily(
        {op.getOperation()}, std::move(patterns),
        GreedyRewriteConfig()
            .setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
            .enableFolding(false)
            .enableConstantCSE(false));
  }
  eraseDead(rewriter, others);
}

namespace {
/// For elements, how many constants have them. Several are one in memory, as
/// where two functions of a module have the same weights.
using ConstantCounts = llvm::DenseMap<Attribute, unsigned>;
} // namespace

/// True if it folded what follows `op` into its weights.
static bool foldInto(linalg::LinalgOp op, const ConstantCounts &counts,
                     IRRewriter &rewriter) {
  std::optional<WeightedSum> sum = getWeightedSum(op);
  // A second set of weights would cost more than the norm.
  if (!sum || counts.lookup(sum->elements) > 1)
    return false;
  AffineChain chain(*sum);
  if (chain.getPrefixes().empty())
    return false;
  const ChannelConstants::Column *init = chain.getInit(*sum);
  if (!init)
    return false;
  auto bias = getBias(sum->type, chain.getAffine(), *init);
  TypedAttr weights = scaleWeights(*sum, chain.getAffine().scale);
  rewriter.setInsertionPoint(op);
  Value empty = bias && weights ? makeEmpty(rewriter, *sum) : Value();
  if (!empty)
    return false;

  OpOperand &initOperand = *op.getDpsInitOperand(0);
  Value oldInit = initOperand.get(), oldWeights = sum->weights->get();
  Value newInit = spreadBias(rewriter, *sum, *bias, empty);
  Value newWeights = arith::ConstantOp::create(rewriter, op.getLoc(), weights);
  rewriter.modifyOpInPlace(op, [&] {
    initOperand.set(newInit);
    sum->weights->set(newWeights);
  });
  eraseDead(rewriter, {oldInit, oldWeights});
  // The last first: each one's input is then what it was.
  for (const AffinePrefix &prefix : llvm::reverse(chain.getPrefixes()))
    erase(rewriter, prefix);
  return true;
}

/// Makes one of two transposes where nothing is between them now, or none, if
/// the second undoes the first. Importers put one before and one after a norm.
static void mergeTransposes(Operation *root) {
  llvm::SetVector<Operation *> pairs;
  root->walk([&](linalg::TransposeOp second) {
    auto first = second.getInput().getDefiningOp<linalg::TransposeOp>();
    if (first) {
      pairs.insert(first);
      pairs.insert(second);
    }
  });
  RewritePatternSet patterns(root->getContext());
  linalg::TransposeOp::getCanonicalizationPatterns(patterns,
                                                   root->getContext());
  (void)applyOpPatternsGreedily(
      pairs.getArrayRef(), std::move(patterns),
      GreedyRewriteConfig().setStrictness(
          GreedyRewriteStrictness::ExistingAndNewOps));
}

namespace {
/// Remembers which ops there are no more.
struct ErasedOps : RewriterBase::Listener {
  llvm::DenseSet<Operation *> ops;
  void notifyOperationErased(Operation *op) override { ops.insert(op); }
};
} // namespace

int64_t mplan::foldBatchNorms(Operation *root) {
  SmallVector<linalg::LinalgOp> sums;
  ConstantCounts counts;
  root->walk([&](Operation *op) {
    ElementsAttr elements;
    if (matchPattern(op, m_Constant(&elements)))
      ++counts[elements];
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (linalgOp && linalgOp.getNumReductionLoops() != 0)
      sums.push_back(linalgOp);
  });
  ErasedOps erased;
  IRRewriter rewriter(root->getContext(), &erased);
  int64_t folded = llvm::count_if(sums, [&](linalg::LinalgOp op) {
    return !erased.ops.contains(op) && foldInto(op, counts, rewriter);
  });
  if (folded != 0)
    mergeTransposes(root);
  return folded;
}

namespace {
struct MplanFoldBatchNormPass
    : mplan::impl::MplanFoldBatchNormPassBase<MplanFoldBatchNormPass> {
  using Base::Base;
  void runOnOperation() override {
    if (foldBatchNorms(getOperation()) == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
