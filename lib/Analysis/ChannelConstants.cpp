//===- ChannelConstants.cpp - What is known of each channel ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a value back to the constants that it is made of, with the strides of
// what is between carried along. Only values of one element a channel are
// computed, not tensors: what is spread over rows stays small.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/ChannelConstants.h"

#include "mplan/Analysis/ConstantBytes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace mplan;

/// Constants made of constants made of constants: deeper than networks are.
static constexpr int maxDepth = 200;

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

std::optional<ChannelStrides>
mplan::splitStrides(ArrayRef<int64_t> strides,
                    ArrayRef<ReassociationIndices> groups,
                    ArrayRef<int64_t> fine) {
  ChannelStrides result(fine.size(), 0);
  for (auto [stride, group] : llvm::zip_equal(strides, groups)) {
    if (stride == 0)
      continue;
    int64_t inner = stride;
    for (int64_t dim : llvm::reverse(group)) {
      if (ShapedType::isDynamic(fine[dim]))
        return std::nullopt;
      result[dim] = inner;
      inner *= fine[dim];
    }
  }
  return result;
}

std::optional<ChannelStrides>
mplan::mergeStrides(ArrayRef<int64_t> strides,
                    ArrayRef<ReassociationIndices> groups,
                    ArrayRef<int64_t> fine) {
  ChannelStrides result(groups.size(), 0);
  for (auto [stride, group] : llvm::zip_equal(result, groups)) {
    // What the next dimension must have, to be further digits of the same.
    std::optional<int64_t> next;
    for (int64_t dim : llvm::reverse(group)) {
      if (fine[dim] == 1)
        continue;
      if (next && strides[dim] != *next)
        return std::nullopt;
      if (!next)
        stride = strides[dim];
      if (stride != 0 && ShapedType::isDynamic(fine[dim]))
        return std::nullopt;
      next = stride == 0 ? 0 : strides[dim] * fine[dim];
    }
  }
  return result;
}

std::optional<ChannelStrides> mplan::stridesOfLoops(AffineMap map,
                                                    ArrayRef<int64_t> strides) {
  ChannelStrides loops(map.getNumDims(), 0);
  llvm::SmallBitVector seen(map.getNumDims());
  for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides)) {
    if (isa<AffineConstantExpr>(expr))
      continue;
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop || seen.test(loop.getPosition()))
      return std::nullopt;
    seen.set(loop.getPosition());
    loops[loop.getPosition()] = stride;
  }
  return loops;
}

std::optional<ChannelStrides>
mplan::stridesOfTensor(AffineMap map, ArrayRef<int64_t> strides) {
  ChannelStrides result;
  for (AffineExpr expr : map.getResults()) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    if (!loop && !isa<AffineConstantExpr>(expr))
      return std::nullopt;
    result.push_back(loop ? strides[loop.getPosition()] : 0);
  }
  return result;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

const ChannelConstants::Column *
ChannelConstants::get(Value value, ArrayRef<int64_t> strides) {
  auto [it, isNew] = found.try_emplace(
      {value.getAsOpaquePointer(), ChannelStrides(strides)}, std::nullopt);
  if (isNew && depth < maxDepth) {
    ++depth;
    it->second = compute(value, strides);
    --depth;
  }
  return it->second ? &*it->second : nullptr;
}

std::optional<ChannelConstants::Column>
ChannelConstants::copyOf(Value value, ArrayRef<int64_t> strides) {
  const Column *column = get(value, strides);
  return column ? std::optional<Column>(*column) : std::nullopt;
}

std::optional<ChannelConstants::Column>
ChannelConstants::compute(Value value, ArrayRef<int64_t> strides) {
  bool isTensor = isa<RankedTensorType>(value.getType());
  if (!isTensor && isa<ShapedType>(value.getType()))
    return std::nullopt;
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant))) {
    if (!isTensor)
      return Column(numChannels, constant);
    auto elements = dyn_cast<ElementsAttr>(constant);
    return elements ? readElements(elements, strides) : std::nullopt;
  }
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isTensor ? std::nullopt : computeArgument(argument, strides);
  if (isTensor)
    return computeTensor(cast<OpResult>(value), strides);
  return computeScalar(value.getDefiningOp(), strides);
}

std::optional<ChannelConstants::Column>
ChannelConstants::computeArgument(BlockArgument argument,
                                  ArrayRef<int64_t> loops) {
  auto op = dyn_cast<linalg::LinalgOp>(argument.getOwner()->getParentOp());
  if (!op)
    return std::nullopt;
  OpOperand *operand =
      op.getOpOperandsMatchingBBargs()[argument.getArgNumber()];
  if (!isa<ShapedType>(operand->get().getType()))
    return copyOf(operand->get(), {});
  auto strides = stridesOfTensor(op.getMatchingIndexingMap(operand), loops);
  return strides ? copyOf(operand->get(), *strides) : std::nullopt;
}

std::optional<ChannelConstants::Column>
ChannelConstants::computeTensor(OpResult tensor, ArrayRef<int64_t> strides) {
  Operation *op = tensor.getOwner();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    auto source =
        mergeStrides(strides, expand.getReassociationIndices(),
                     cast<RankedTensorType>(tensor.getType()).getShape());
    return source ? copyOf(expand.getSrc(), *source) : std::nullopt;
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    auto source = splitStrides(strides, collapse.getReassociationIndices(),
                               collapse.getSrcType().getShape());
    return source ? copyOf(collapse.getSrc(), *source) : std::nullopt;
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return copyOf(cast.getSource(), strides);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || !linalgOp.hasPureTensorSemantics() ||
      linalgOp.getNumParallelLoops() != linalgOp.getNumLoops())
    return std::nullopt;
  unsigned number = tensor.getResultNumber();
  AffineMap map =
      linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(number));
  auto loops = stridesOfLoops(map, strides);
  if (!loops || !map.isPermutation())
    return std::nullopt;
  Operation *yield = linalgOp.getBlock()->getTerminator();
  return copyOf(yield->getOperand(number), *loops);
}

/// `value`, rounded to `type`, to the nearest, ties to even.
static Attribute roundTo(Type type, APFloat value) {
  bool losesInfo;
  value.convert(cast<FloatType>(type).getFloatSemantics(),
                APFloat::rmNearestTiesToEven, &losesInfo);
  return FloatAttr::get(type, value);
}

/// What upstream's folders leave: a root, and a conversion that is not exact.
static Attribute foldInexact(Operation *op, FloatAttr x) {
  Type type = op->getResult(0).getType();
  if (isa<math::RsqrtOp>(op)) {
    double value = x.getValueAsDouble();
    return roundTo(type, APFloat(1.0 / std::sqrt(value)));
  }
  auto truncate = dyn_cast<arith::TruncFOp>(op);
  if (truncate && truncate.getRoundingmode().value_or(
                      arith::RoundingMode::to_nearest_even) ==
                      arith::RoundingMode::to_nearest_even)
    return roundTo(type, x.getValue());
  return nullptr;
}

/// The result of `op` for constant operands, or null.
static Attribute fold(Operation *op, ArrayRef<Attribute> operands) {
  if (auto x = dyn_cast<FloatAttr>(operands.front()))
    if (Attribute result = foldInexact(op, x))
      return result;
  SmallVector<OpFoldResult> results;
  if (failed(op->fold(operands, results)) || results.size() != 1)
    return nullptr;
  if (auto constant = dyn_cast<Attribute>(results.front()))
    return constant;
  for (auto [operand, constant] : llvm::zip(op->getOperands(), operands))
    if (operand == cast<Value>(results.front()))
      return constant;
  return nullptr;
}

std::optional<ChannelConstants::Column>
ChannelConstants::computeScalar(Operation *op, ArrayRef<int64_t> loops) {
  if (op->getNumResults() != 1 || op->getNumOperands() == 0 ||
      op->getNumRegions() != 0 || !isMemoryEffectFree(op))
    return std::nullopt;
  SmallVector<const Column *> operands;
  for (Value operand : op->getOperands())
    if (const Column *column = get(operand, loops))
      operands.push_back(column);
    else
      return std::nullopt;
  Column result;
  result.reserve(numChannels);
  for (int64_t channel = 0; channel < numChannels; ++channel) {
    SmallVector<Attribute> constants;
    for (const Column *column : operands)
      constants.push_back((*column)[channel]);
    // Neighbours are often alike.
    bool isSame =
        channel != 0 && llvm::all_of(operands, [&](const Column *column) {
          return (*column)[channel] == (*column)[channel - 1];
        });
    Attribute value = isSame ? result.back() : fold(op, constants);
    if (!value)
      return std::nullopt;
    result.push_back(value);
  }
  return result;
}

/// True if no element changes with an index whose dimension has stride 0.
static bool dependOnChannel(ArrayRef<char> data, size_t width,
                            ArrayRef<int64_t> shape,
                            ArrayRef<int64_t> channelStrides,
                            ArrayRef<int64_t> byteStrides) {
  SmallVector<int64_t> position(shape.size(), 0);
  int64_t first = 0; // where the first element of the same channel is
  for (size_t offset = 0; offset < data.size(); offset += width) {
    if (std::memcmp(data.data() + offset, data.data() + first, width) != 0)
      return false;
    for (size_t dim = shape.size(); dim-- > 0;) {
      int64_t step = channelStrides[dim] == 0 ? 0 : byteStrides[dim];
      first += step;
      if (++position[dim] < shape[dim])
        break;
      first -= step * shape[dim];
      position[dim] = 0;
    }
  }
  return true;
}

std::optional<ChannelConstants::Column>
ChannelConstants::readElements(ElementsAttr elements,
                               ArrayRef<int64_t> strides) {
  auto type = dyn_cast<FloatType>(elements.getElementType());
  if (!type || type.getWidth() % 8 != 0)
    return std::nullopt;
  size_t width = type.getWidth() / 8;
  ArrayRef<char> data = bytesOf(elements);
  auto read = [&](int64_t offset) -> Attribute {
    APInt bits(type.getWidth(), 0);
    llvm::LoadIntFromMemory(
        bits, reinterpret_cast<const uint8_t *>(data.data()) + offset, width);
    return FloatAttr::get(type, APFloat(type.getFloatSemantics(), bits));
  };
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (dense && dense.isSplat() && data.size() == width)
    return Column(numChannels, read(0));
  ArrayRef<int64_t> shape = elements.getShapedType().getShape();
  if (data.empty() || data.size() != width * elements.getNumElements() ||
      shape.size() != strides.size())
    return std::nullopt;
  SmallVector<int64_t> byteStrides(shape.size(), width);
  for (size_t dim = shape.size(); dim-- > 1;)
    byteStrides[dim - 1] = byteStrides[dim] * shape[dim];
  if (!dependOnChannel(data, width, shape, strides, byteStrides))
    return std::nullopt;
  Column result;
  result.reserve(numChannels);
  for (int64_t channel = 0; channel < numChannels; ++channel) {
    int64_t offset = 0;
    for (auto [extent, stride, bytes] : llvm::zip(shape, strides, byteStrides))
      if (stride != 0)
        offset += channel / stride % extent * bytes;
    result.push_back(read(offset));
  }
  return result;
}
