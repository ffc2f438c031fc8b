//===- AffineChain.cpp - Constants times and plus a sum -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AffineChain.h"

#include "mplan/Analysis/ConstantBytes.h"
#include "mplan/Transforms/TileAndFuse.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/CastInterfaces.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::fold_batch_norm;

APFloat mplan::fold_batch_norm::convert(APFloat value,
                                        const llvm::fltSemantics &semantics) {
  bool losesInfo;
  value.convert(semantics, nearest, &losesInfo);
  return value;
}

//===----------------------------------------------------------------------===//
// Sums of products
//===----------------------------------------------------------------------===//

/// True if weights of `type` can be computed in f64.
static bool fitsDouble(FloatType type) {
  return type.isF16() || type.isBF16() || type.isF32() || type.isF64();
}

/// True if the body of `op` adds to what is there the product of `weight` and
/// the other input, which may have been converted.
static bool isSumOfProducts(linalg::LinalgOp op, BlockArgument weight,
                            BlockArgument input, BlockArgument sum) {
  auto add = op.getBlock()
                 ->getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  Value product = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  auto multiply = product.getDefiningOp<arith::MulFOp>();
  if (!multiply || (add.getLhs() != sum && add.getRhs() != sum))
    return false;
  Value factor =
      multiply.getLhs() == weight ? multiply.getRhs() : multiply.getLhs();
  if (multiply.getLhs() != weight && multiply.getRhs() != weight)
    return false;
  if (auto cast = factor.getDefiningOp<CastOpInterface>())
    factor = cast->getOperand(0);
  return factor == input;
}

/// True if nobody else uses the constant behind `value`.
static bool isSoleUse(Value value) {
  for (; value.hasOneUse(); value = value.getDefiningOp()->getOperand(0))
    if (value.getDefiningOp()->hasTrait<OpTrait::ConstantLike>())
      return true;
  return false;
}

std::optional<WeightedSum>
mplan::fold_batch_norm::getWeightedSum(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInputs() != 2 ||
      op.getNumDpsInits() != 1)
    return std::nullopt;
  WeightedSum sum;
  sum.op = op;
  OpOperand *init = op.getDpsInitOperand(0);
  auto resultType = dyn_cast<RankedTensorType>(init->get().getType());
  AffineMap resultMap = op.getMatchingIndexingMap(init);
  if (!resultType || !resultMap.isProjectedPermutation() ||
      op.getNumParallelLoops() != resultMap.getNumResults())
    return std::nullopt;
  for (unsigned number : {1, 0}) {
    sum.weights = op.getDpsInputOperand(number);
    auto type = dyn_cast<RankedTensorType>(sum.weights->get().getType());
    if (type && (sum.elements = constantBehind(sum.weights->get()))) {
      // Rounded to a narrower type than that of the sums, weights would lose
      // more than the last bits.
      sum.type = dyn_cast<FloatType>(type.getElementType());
      if (type.hasStaticShape() && sum.type &&
          sum.type == resultType.getElementType() && fitsDouble(sum.type) &&
          isSumOfProducts(
              op, op.getMatchingBlockArgument(sum.weights),
              op.getMatchingBlockArgument(op.getDpsInputOperand(1 - number)),
              op.getMatchingBlockArgument(init)))
        break;
    }
    sum.elements = nullptr;
  }
  if (!sum.elements || !isSoleUse(sum.weights->get()))
    return std::nullopt;
  AffineMap weightMap = op.getMatchingIndexingMap(sum.weights);
  if (!weightMap.isProjectedPermutation())
    return std::nullopt;
  // Channels are numbered as they come in the result.
  ArrayRef<int64_t> extents =
      cast<RankedTensorType>(sum.weights->get().getType()).getShape();
  sum.weightStrides.assign(extents.size(), 0);
  sum.resultStrides.assign(resultMap.getNumResults(), 0);
  for (unsigned dim = resultMap.getNumResults(); dim-- > 0;)
    if (auto at = weightMap.getResultPosition(resultMap.getResult(dim))) {
      if (resultType.isDynamicDim(dim))
        return std::nullopt;
      sum.weightStrides[*at] = sum.resultStrides[dim] = sum.numChannels;
      sum.numChannels *= extents[*at];
    }
  if (sum.numChannels == 0)
    return std::nullopt;
  return sum;
}

//===----------------------------------------------------------------------===//
// What is computed of the result
//===----------------------------------------------------------------------===//

Value AffinePrefix::getArgument() const {
  return linalg::LinalgOp(op).getMatchingBlockArgument(input);
}

bool AffinePrefix::isWhole() const {
  return linalg::LinalgOp(op).getBlock()->getTerminator()->getOperand(0) == end;
}

bool AffinePrefix::isSameLayout() const {
  linalg::LinalgOp linalgOp = op;
  return linalgOp.getMatchingIndexingMap(input) ==
             linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(0)) &&
         input->get().getType() == linalgOp->getResult(0).getType();
}

/// What `op` makes of `x`, which is `before` of something: nothing if that is
/// not affine, or not finite. `constants` gives what an operand is.
static std::optional<Affine>
compose(Affine before, Operation *op, Value x,
        llvm::function_ref<const ChannelConstants::Column *(Value)> constants) {
  if (isa<arith::NegFOp>(op)) {
    for (auto [scale, shift] : llvm::zip(before.scale, before.shift)) {
      scale.changeSign();
      shift.changeSign();
    }
    return before;
  }
  bool isSum = isa<arith::AddFOp, arith::SubFOp>(op);
  if (!isSum && !isa<arith::MulFOp, arith::DivFOp>(op))
    return std::nullopt;
  bool isLeft = op->getOperand(0) == x;
  if (isa<arith::DivFOp>(op) && !isLeft)
    return std::nullopt;
  const ChannelConstants::Column *column = constants(op->getOperand(isLeft));
  if (!column)
    return std::nullopt;
  for (auto [scale, shift, attr] :
       llvm::zip_equal(before.scale, before.shift, *column)) {
    auto constant = dyn_cast<FloatAttr>(attr);
    if (!constant)
      return std::nullopt;
    APFloat value = toDouble(constant.getValue());
    if (isa<arith::AddFOp>(op)) {
      shift.add(value, nearest);
    } else if (isa<arith::SubFOp>(op)) {
      shift.subtract(value, nearest);
      if (!isLeft) {
        scale.changeSign();
        shift.changeSign();
      }
    } else if (isa<arith::MulFOp>(op)) {
      scale.multiply(value, nearest);
      shift.multiply(value, nearest);
    } else {
      scale.divide(value, nearest);
      shift.divide(value, nearest);
    }
    if (!scale.isFinite() || !shift.isFinite())
      return std::nullopt;
  }
  return before;
}

/// The one use of `value` that reads it, or null. That a result is written over
/// it is none.
static OpOperand *getOnlyReader(Value value) {
  OpOperand *only = nullptr;
  for (OpOperand &use : value.getUses()) {
    auto op = dyn_cast<linalg::LinalgOp>(use.getOwner());
    if (op && op.isDpsInit(&use) && !op.payloadUsesValueFromOperand(&use))
      continue;
    if (only)
      return nullptr;
    only = &use;
  }
  return only;
}

AffineChain::AffineChain(const WeightedSum &sum)
    : constants(sum.numChannels), affine(sum.numChannels) {
  Value value = sum.op->getResult(0);
  std::optional<ChannelStrides> strides = sum.resultStrides;
  while (strides) {
    OpOperand *use = getOnlyReader(value);
    if (!use)
      return;
    Operation *op = use->getOwner();
    if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
      strides = splitStrides(*strides, expand.getReassociationIndices(),
                             expand.getResultType().getShape());
    else if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
      strides = mergeStrides(*strides, collapse.getReassociationIndices(),
                             collapse.getSrcType().getShape());
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      strides = visitElementwise(linalgOp, *use, *strides);
    else
      return;
    value = op->getResult(0);
  }
}

const ChannelConstants::Column *AffineChain::getInit(const WeightedSum &sum) {
  linalg::LinalgOp op = sum.op;
  return constants.get(op.getDpsInits().front(), sum.resultStrides);
}

std::optional<ChannelStrides>
AffineChain::visitElementwise(linalg::LinalgOp op, OpOperand &use,
                              ArrayRef<int64_t> strides) {
  if (!op.hasPureTensorSemantics() || op->getNumResults() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || op.isDpsInit(&use))
    return std::nullopt;
  // Somebody has plans with this op.
  if (op->hasAttr(kTileAttrName))
    return std::nullopt;
  AffineMap resultMap = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto loops = stridesOfLoops(op.getMatchingIndexingMap(&use), strides);
  if (!loops || !resultMap.isPermutation())
    return std::nullopt;

  AffinePrefix prefix{op, &use, op.getMatchingBlockArgument(&use)};
  auto getConstants = [&](Value value) { return constants.get(value, *loops); };
  Affine before = affine;
  while (prefix.end.hasOneUse()) {
    Operation *next = *prefix.end.user_begin();
    if (next->getBlock() != op.getBlock() || next->getNumResults() != 1)
      break;
    auto after = compose(affine, next, prefix.end, getConstants);
    if (!after)
      break;
    affine = std::move(*after);
    prefix.end = next->getResult(0);
  }
  bool isWhole = prefix.isWhole();
  if (prefix.end != prefix.getArgument()) {
    // The body of a named op is what its name says.
    if (!isa<linalg::GenericOp>(op.getOperation()) &&
        !(isWhole && prefix.isSameLayout())) {
      affine = std::move(before);
      return std::nullopt;
    }
    prefixes.push_back(prefix);
  }
  return isWhole ? stridesOfTensor(resultMap, *loops) : std::nullopt;
}
