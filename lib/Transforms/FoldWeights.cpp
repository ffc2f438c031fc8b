//===- FoldWeights.cpp - Moved weights are weights ------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converters transpose and reshape weights where they are used. At run time
// each would be a buffer as large as the weight, often the largest of all.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/ConstantBytes.h"
#include "mplan/Transforms/Import.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

#include <cstring>

namespace mplan {
#define GEN_PASS_DEF_MPLANFOLDWEIGHTSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// Where `op` does nothing but permute the dimensions of its one input, and add
/// some of one element: for each other dimension of the result the input's.
static std::optional<SmallVector<unsigned>> permutationOf(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1)
    return std::nullopt;
  Block *body = op.getBlock();
  if (body->getTerminator()->getOperand(0) != body->getArgument(0))
    return std::nullopt;
  AffineMap from = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  AffineMap to = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!from.isProjectedPermutation() || !to.isPermutation())
    return std::nullopt;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<unsigned> permutation;
  for (AffineExpr loop : to.getResults()) {
    if (std::optional<unsigned> dim = from.getResultPosition(loop))
      permutation.push_back(*dim);
    else if (extents[cast<AffineDimExpr>(loop).getPosition()] != 1)
      return std::nullopt;
  }
  return permutation;
}

/// Writes the elements of `from`, `width` bytes each and of shape `shape`, to
/// `to` in the order that `permutation` gives.
static void permute(ArrayRef<char> from, ArrayRef<int64_t> shape,
                    ArrayRef<unsigned> permutation, size_t width,
                    MutableArrayRef<char> to) {
  SmallVector<int64_t> strides(shape.size(), width);
  for (size_t dim = shape.size(); dim-- > 1;)
    strides[dim - 1] = strides[dim] * shape[dim];
  SmallVector<int64_t> position(shape.size(), 0);
  int64_t offset = 0;
  for (size_t written = 0; written < to.size(); written += width) {
    std::memcpy(to.data() + written, from.data() + offset, width);
    for (size_t dim = shape.size(); dim-- > 0;) {
      unsigned source = permutation[dim];
      offset += strides[source];
      if (++position[dim] < shape[source])
        break;
      offset -= strides[source] * shape[source];
      position[dim] = 0;
    }
  }
}

/// `elements`, taken as of `shape` and permuted, as a constant of `type`; null
/// for what is kept in no whole bytes an element, or not kept at all.
static TypedAttr permuted(ElementsAttr elements, ArrayRef<int64_t> shape,
                          ArrayRef<unsigned> permutation,
                          RankedTensorType type) {
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  if (dense && dense.isSplat())
    return dense.resizeSplat(type);
  ArrayRef<char> data = bytesOf(elements);
  if (data.empty())
    return nullptr;
  size_t width = data.size() / type.getNumElements();
  return makeElements(elements, type, [&](MutableArrayRef<char> to) {
    permute(data, shape, permutation, width, to);
  });
}

void mplan::foldWeights(Operation *root) {
  IRRewriter rewriter(root->getContext());
  auto replace = [&](Operation *op, TypedAttr value) {
    rewriter.setInsertionPoint(op);
    rewriter.replaceOpWithNewOp<arith::ConstantOp>(op, value);
  };
  root->walk([&](Operation *op) {
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      auto permutation = permutationOf(linalgOp);
      if (!permutation)
        return;
      Value input = linalgOp.getDpsInputs().front();
      auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
      auto inputType = dyn_cast<RankedTensorType>(input.getType());
      if (!type || !inputType || !type.hasStaticShape() ||
          !inputType.hasStaticShape() || type.getNumElements() == 0)
        return;
      if (ElementsAttr elements = constantBehind(input))
        if (TypedAttr value =
                permuted(elements, inputType.getShape(), *permutation, type))
          replace(op, value);
      return;
    }
    // A reshape is free, but hides the constant from those who look for one.
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
        !op->getOperand(0).hasOneUse())
      return;
    ElementsAttr elements;
    auto type = dyn_cast<RankedTensorType>(op->getResult(0).getType());
    if (!type || !type.hasStaticShape() ||
        !matchPattern(op->getOperand(0), m_Constant(&elements)))
      return;
    if (auto dense = dyn_cast<DenseElementsAttr>(elements))
      replace(op, dense.reshape(type));
    else if (auto resource = dyn_cast<DenseResourceElementsAttr>(elements))
      replace(op,
              DenseResourceElementsAttr::get(type, resource.getRawHandle()));
  });
}

namespace {
struct MplanFoldWeightsPass
    : mplan::impl::MplanFoldWeightsPassBase<MplanFoldWeightsPass> {
  using Base::Base;
  void runOnOperation() override { mplan::foldWeights(getOperation()); }
};
} // namespace
