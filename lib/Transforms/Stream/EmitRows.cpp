//===- EmitRows.cpp - What computes one row of a segment ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of each op, on the rows that it reads: from a ring, from a tensor that
// is there as a whole, or computed here and now.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::stream_emission;

/// The rows of `value` that `rows` says, which are in a ring.
Value Emitter::readRows(Value value, unsigned dim, const RowRange &rows,
                        Value t) {
  RingPlace place = segment.places.find(value)->second;
  const int64_t size = rows.size();
  const int64_t height = trace.heights[place.ring];
  // In the ring the newest row is the last one.
  const std::vector<RingRead> &reads = segment.graph.sites[site].reads;
  const RowRange inRing = rows.below(place.top);
  bool isNewest = false;
  for (auto [read, newest] : llvm::zip_equal(reads, trace.readsNewest[site]))
    if (read.ring == place.ring && read.rows == inRing)
      isNewest = newest;
  OpFoldResult first = rewriter.getIndexAttr(height - size);
  if (!isNewest) {
    const RowRange from = inRing.below(height);
    Value row = materialize(getRow(from.scale, t, from.lo, from.div));
    first =
        arith::SubIOp::create(rewriter, loc, row, states[place.ring].written)
            .getResult();
  }
  Value ring = states[place.ring].rows;
  if (!place.pad)
    return takeRows(ring, dim, first, size);
  // Without the padding beside it.
  RankedTensorType type = getRows(getType(value), dim, size);
  SmallVector<OpFoldResult> offsets = place.pad.getMixedLowPad();
  offsets[dim] = first;
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      rewriter, loc, type, ring, offsets,
      getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()), strides);
}

/// Row scale * t + offset of `value`, which has one.
Value Emitter::getRowOf(Value value, int64_t scale, Value t, int64_t offset) {
  if (segment.places.contains(value))
    return readRows(value, segment.dims.lookup(value), {scale, offset, offset},
                    t);
  return makeRowOf(value, scale, t, offset);
}

/// The same of a `value` whose row is in no ring, or not yet.
Value Emitter::makeRowOf(Value value, int64_t scale, Value t, int64_t offset) {
  Operation *op = value.getDefiningOp();
  if (segment.ops.contains(op))
    return computeOp(op, scale, t, offset);
  return takeWholeRows(value, segment.dims.lookup(value),
                       {scale, offset, offset}, t);
}

/// Of a row that `collapse` makes several of: what becomes its row
/// scale * t + offset.
Value Emitter::takePart(tensor::CollapseShapeOp collapse, unsigned dim,
                        Value source, int64_t scale, Value t, int64_t offset) {
  RankedTensorType type = getType(source);
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<int64_t> shape(type.getShape());
  // Of each dimension beside each other in the row, from the innermost one on.
  Value part = materialize(getRow(scale, t, offset));
  const ReassociationIndices group = collapse.getReassociationIndices()[dim];
  for (int64_t inner : llvm::reverse(group)) {
    AffineExpr place = rewriter.getAffineSymbolExpr(0) % shape[inner];
    const int64_t extent = std::exchange(shape[inner], 1);
    if (extent == 1)
      continue;
    offsets[inner] = affine::makeComposedFoldedAffineApply(
        rewriter, loc, AffineMap::get(0, 1, place), {OpFoldResult(part)});
    part = materialize(getRow(1, part, 0, extent));
  }
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      rewriter, loc, RankedTensorType::get(shape, type.getElementType()),
      source, offsets, getAsIndexOpFoldResult(rewriter.getContext(), shape),
      strides);
}

/// Has `op`, which reads `rows`, find the first of them at 0, wherever they
/// were.
static void moveToFirst(linalg::GenericOp op, const RowDependence &rows) {
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  for (auto [map, read] : llvm::zip_equal(maps, rows.operands)) {
    if (!read.dim || read.rows.first(0) == 0)
      continue;
    SmallVector<AffineExpr> exprs(map.getResults());
    exprs[*read.dim] = exprs[*read.dim] - read.rows.first(0);
    map = AffineMap::get(map.getNumDims(), 0, exprs, op.getContext());
  }
  op.setIndexingMapsAttr(Builder(op.getContext()).getAffineMapArrayAttr(maps));
}

/// What `op` makes of the rows it reads for its row scale * t + offset; of an
/// op that sums them up, into `carried`.
Value Emitter::computeOp(Operation *op, int64_t scale, Value t, int64_t offset,
                         Value carried) {
  const RowDependence &rows = segment.ops.find(op)->second;
  std::optional<unsigned> dim;
  if (!rows.reduces)
    dim = segment.dims.lookup(op->getResult(0));
  SmallVector<Value> operands;
  for (auto [operand, read] :
       llvm::zip_equal(op->getOperands(), rows.operands)) {
    if (!read.dim) {
      bool isInit =
          carried &&
          operand == cast<linalg::LinalgOp>(op).getDpsInitOperand(0)->get();
      operands.push_back(isInit ? carried : operand);
      continue;
    }
    if (auto empty = operand.getDefiningOp<tensor::EmptyOp>()) {
      RankedTensorType type =
          getRows(empty.getType(), *read.dim, read.rows.size());
      operands.push_back(tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                                 type.getElementType(),
                                                 type.getEncoding()));
      continue;
    }
    const RowRange wanted = read.rows.at(scale, offset);
    if (segment.places.contains(operand))
      operands.push_back(readRows(operand, *read.dim, wanted, t));
    else if (segment.ops.contains(operand.getDefiningOp()))
      operands.push_back(getRowOf(operand, wanted.scale, t, wanted.lo));
    else
      operands.push_back(takeWholeRows(operand, *read.dim, wanted, t));
  }

  RankedTensorType type = getType(op->getResult(0));
  if (dim)
    type = getRows(type, *dim, 1);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op)) {
    SmallVector<OpFoldResult> offsets = slice.getMixedOffsets();
    offsets[*dim] = rewriter.getIndexAttr(0);
    return tensor::ExtractSliceOp::create(
        rewriter, loc, type, operands[0], offsets,
        getAsIndexOpFoldResult(rewriter.getContext(), type.getShape()),
        slice.getMixedStrides());
  }
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return tensor::InsertSliceOp::create(
        rewriter, loc, operands[0], operands[1], insert.getMixedOffsets(),
        getAsIndexOpFoldResult(rewriter.getContext(),
                               getType(operands[0]).getShape()),
        insert.getMixedStrides());
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
      collapse && rows.operands[0].rows.div != 1)
    operands[0] = takePart(collapse, *dim, operands[0], scale, t, offset);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return tensor::ExpandShapeOp::create(rewriter, loc, type, operands[0],
                                         expand.getReassociationIndices());
  if (auto pad = dyn_cast<tensor::PadOp>(op)) {
    IRMapping mapping;
    mapping.map(pad->getOperands(), operands);
    Operation *copy = rewriter.clone(*op, mapping);
    copy->getResult(0).setType(type);
    return copy->getResult(0);
  }
  Operation *copy = mlir::clone(rewriter, op, type, operands);
  if (auto generic = dyn_cast<linalg::GenericOp>(copy))
    moveToFirst(generic, rows);
  // What the body asks of the row.
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(copy)) {
    SmallVector<OpFoldResult> offsets(linalgOp.getNumLoops());
    offsets[*rows.loop] = getRow(scale, t, offset);
    linalg::offsetIndices(rewriter, linalgOp, offsets);
  }
  return copy->getResult(0);
}
