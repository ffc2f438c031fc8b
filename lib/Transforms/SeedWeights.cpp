//===- SeedWeights.cpp - Random weights for networks without any ----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From each weight operand back to its constant, through what only moves or
// converts elements. A constant whose every use ends at a weight operand is
// replaced; any other keeps its value, and the weight operands get a copy of
// the way to it.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/SeedWeights.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

namespace mplan {
#define GEN_PASS_DEF_MPLANSEEDWEIGHTSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

namespace {

/// An operand that weighs another, and how many products one output element
/// is the sum of.
struct WeightOperand {
  OpOperand *operand;
  int64_t fanIn;
};

/// A generator of its own, since the standard leaves distributions to the
/// library: Weyl steps through the mixing function of SplitMix64.
class Random {
public:
  Random(uint64_t seed, uint64_t ordinal) : state(mix(seed) + mix(~ordinal)) {}

  uint64_t next() { return mix(state += 0x9e3779b97f4a7c15u); }

  /// Uniform in [-1, 1), in steps of 2^-52.
  double nextUnit() { return std::ldexp(double(next() >> 11), -52) - 1; }

private:
  static uint64_t mix(uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
  }

  uint64_t state;
};

} // namespace

/// The product of `type`'s extents of `dims`.
static int64_t extentOf(Type type, ArrayRef<int64_t> dims) {
  int64_t product = 1;
  if (auto shaped = dyn_cast<RankedTensorType>(type))
    for (int64_t dim : dims)
      if (!shaped.isDynamicDim(dim))
        product *= shaped.getDimSize(dim);
  return product;
}

/// Appends the weight operands of a TOSA op. No interface of TOSA names them.
static void tosaWeights(Operation *op, SmallVectorImpl<WeightOperand> &out) {
  auto add = [&](OpOperand &operand, ArrayRef<int64_t> summed) {
    out.push_back({&operand, extentOf(operand.get().getType(), summed)});
  };
  TypeSwitch<Operation *>(op)
      .Case<tosa::Conv2DOp, tosa::TransposeConv2DOp>(
          [&](auto conv) { add(conv.getWeightMutable(), {1, 2, 3}); })
      .Case([&](tosa::Conv3DOp conv) {
        add(conv.getWeightMutable(), {1, 2, 3, 4});
      })
      .Case([&](tosa::DepthwiseConv2DOp conv) {
        add(conv.getWeightMutable(), {0, 1});
      })
      .Case([&](tosa::MatMulOp matmul) {
        add(matmul.getAMutable(), {2});
        add(matmul.getBMutable(), {1});
      });
}

/// Appends the weight operands of a structured op: the filter of a convolution
/// whose body reads it (that of a pool is only a shape), both sides of a
/// contraction.
static void linalgWeights(linalg::LinalgOp op,
                          SmallVectorImpl<WeightOperand> &out) {
  SmallVector<OpOperand *, 2> operands;
  if (isa<linalg::ContractionOpInterface>(op.getOperation()) ||
      linalg::isaContractionOpInterface(op))
    operands = {op.getDpsInputOperand(0), op.getDpsInputOperand(1)};
  else if (isa<linalg::ConvolutionOpInterface>(op.getOperation()) ||
           linalg::isaConvolutionOpInterface(op))
    operands = {op.getDpsInputOperand(1)};
  for (OpOperand *operand : operands) {
    if (!op.payloadUsesValueFromOperand(operand))
      continue;
    SmallVector<utils::IteratorType> loops = op.getIteratorTypesArray();
    SmallVector<int64_t> summed;
    for (auto [dim, result] :
         llvm::enumerate(op.getMatchingIndexingMap(operand).getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(result);
          loop && loops[loop.getPosition()] == utils::IteratorType::reduction)
        summed.push_back(dim);
    out.push_back({operand, extentOf(operand->get().getType(), summed)});
  }
}

/// The operand whose elements make up all of `op`'s result, moved, repeated or
/// converted, or null. Such ops lie between a weight and its use.
static OpOperand *carriedOperand(Operation *op) {
  if (op->getNumResults() != 1)
    return nullptr;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (linalgOp.getNumDpsInputs() != 1)
      return nullptr;
    Block *body = linalgOp.getBlock();
    Value yielded = body->getTerminator()->getOperand(0);
    while (auto cast = yielded.getDefiningOp<CastOpInterface>())
      yielded = cast->getOperand(0);
    return yielded == body->getArgument(0) ? linalgOp.getDpsInputOperand(0)
                                           : nullptr;
  }
  bool carries =
      isa<CastOpInterface, tosa::CastOp, tosa::IdentityOp, tosa::ReshapeOp,
          tosa::TransposeOp, tosa::ReverseOp, tosa::TileOp,
          tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::ReshapeOp>(
          op);
  return carries ? &op->getOpOperand(0) : nullptr;
}

/// The constant that `value` is made of, by `carriedOperand`s, if its elements
/// are all the same and there are several: one alone may well be real.
static Operation *splatBehind(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    DenseElementsAttr elements;
    if (matchPattern(op, m_Constant(&elements))) {
      Type type = elements.getElementType();
      return elements.isSplat() && elements.getNumElements() > 1 &&
                     isa<IntegerType, FloatType>(type)
                 ? op
                 : nullptr;
    }
    OpOperand *carried = carriedOperand(op);
    if (!carried)
      return nullptr;
    value = carried->get();
  }
  return nullptr;
}

/// Whether all that is made of `value` ends at one of `weights`.
static bool onlyWeighs(Value value, const DenseSet<OpOperand *> &weights) {
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    return weights.contains(&use) ||
           (carriedOperand(use.getOwner()) == &use &&
            onlyWeighs(use.getOwner()->getResult(0), weights));
  });
}

/// Random elements for weights of `type`, whose sums have `fanIn` terms.
static DenseElementsAttr randomElements(ShapedType type, int64_t fanIn,
                                        Random random) {
  int64_t count = type.getNumElements();
  Type element = type.getElementType();
  if (auto integer = dyn_cast<IntegerType>(element)) {
    // At most 8 bits: sums in the usual accumulators then cannot overflow.
    unsigned width = integer.getWidth(), bits = std::min(width, 8u);
    SmallVector<APInt> values;
    values.reserve(count);
    for (int64_t i = 0; i < count; ++i) {
      APInt value(bits, random.next() >> (64 - bits));
      values.push_back(integer.isUnsigned() ? value.zext(width)
                                            : value.sext(width));
    }
    return DenseElementsAttr::get(type, values);
  }
  // Uniform with the standard deviation 1/sqrt(fanIn): activations then keep
  // their size from layer to layer.
  double scale = std::sqrt(3.0 / fanIn);
  if (element.isF32()) {
    std::vector<float> values(count);
    for (float &value : values)
      value = float(random.nextUnit() * scale);
    return DenseElementsAttr::get(type, ArrayRef(values));
  }
  SmallVector<APFloat> values;
  values.reserve(count);
  for (int64_t i = 0; i < count; ++i) {
    APFloat value(random.nextUnit() * scale);
    bool lost;
    value.convert(cast<FloatType>(element).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &lost);
    values.push_back(value);
  }
  return DenseElementsAttr::get(type, values);
}

/// Gives `constant`, a constant op of whatever dialect, other elements.
static void setElements(Operation *constant, DenseElementsAttr from,
                        DenseElementsAttr to) {
  for (NamedAttribute attribute : constant->getAttrDictionary())
    if (attribute.getValue() == from)
      constant->setAttr(attribute.getName(), to);
}

/// A copy of `value`'s way from the copied constant, made once for each op.
static Value copyOf(Value value, DenseMap<Operation *, Operation *> &copies) {
  Operation *op = value.getDefiningOp();
  Operation *&copy = copies[op];
  if (!copy) {
    OpOperand *carried = carriedOperand(op);
    Value source = copyOf(carried->get(), copies);
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    copies[op] = builder.clone(*op);
    copies[op]->setOperand(carried->getOperandNumber(), source);
  }
  return copies[op]->getResult(0);
}

int64_t mplan::seedWeights(Operation *root, uint64_t seed) {
  SmallVector<WeightOperand> weights;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      linalgWeights(linalgOp, weights);
    else
      tosaWeights(op, weights);
  });
  DenseSet<OpOperand *> weightOperands;
  llvm::MapVector<Operation *, SmallVector<WeightOperand>> usesOfSplats;
  for (WeightOperand weight : weights)
    if (Operation *constant = splatBehind(weight.operand->get())) {
      weightOperands.insert(weight.operand);
      usesOfSplats[constant].push_back(weight);
    }

  uint64_t ordinal = 0;
  for (auto &[constant, uses] : usesOfSplats) {
    DenseElementsAttr splat;
    matchPattern(constant, m_Constant(&splat));
    DenseElementsAttr elements = randomElements(
        splat.getType(), uses.front().fanIn, Random(seed, ordinal++));
    if (onlyWeighs(constant->getResult(0), weightOperands)) {
      setElements(constant, splat, elements);
      continue;
    }
    OpBuilder builder(constant->getContext());
    builder.setInsertionPointAfter(constant);
    Operation *copy = builder.clone(*constant);
    setElements(copy, splat, elements);
    DenseMap<Operation *, Operation *> copies = {{constant, copy}};
    for (WeightOperand use : uses)
      use.operand->set(copyOf(use.operand->get(), copies));
  }
  return ordinal;
}

namespace {
struct MplanSeedWeightsPass
    : mplan::impl::MplanSeedWeightsPassBase<MplanSeedWeightsPass> {
  using Base::Base;
  void runOnOperation() override {
    if (mplan::seedWeights(getOperation(), seed) == 0)
      markAllAnalysesPreserved();
  }
};
} // namespace
