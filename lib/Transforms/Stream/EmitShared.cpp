//===- EmitShared.cpp - Ends of a segment in one buffer -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Input and result are slices of one tensor of rank one, which the loop over
// the rows carries: a row of the result is written where rows of the input were
// that nobody reads any more. To bufferization that is an update in place like
// any other one: what is read of the input in an iteration is read before.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::stream_emission;

/// All dimensions of `type` as one.
static SmallVector<ReassociationIndices> getOneGroup(RankedTensorType type) {
  ReassociationIndices group;
  for (int64_t dim = 0; dim != type.getRank(); ++dim)
    group.push_back(dim);
  return {group};
}

/// `value` without shape.
Value Emitter::flatten(Value value) {
  RankedTensorType type = getType(value);
  if (type.getRank() == 1)
    return value;
  return tensor::CollapseShapeOp::create(rewriter, loc, value,
                                         getOneGroup(type));
}

/// The elements of the buffer from `offset` on, in the shape of `type`.
Value Emitter::takeShaped(OpFoldResult offset, RankedTensorType type) {
  auto flat =
      RankedTensorType::get(type.getNumElements(), type.getElementType());
  Value slice = tensor::ExtractSliceOp::create(
      rewriter, loc, flat, states[last].rows, offset,
      {rewriter.getIndexAttr(type.getNumElements())},
      {rewriter.getIndexAttr(1)});
  if (type.getRank() == 1)
    return slice;
  return tensor::ExpandShapeOp::create(rewriter, loc, type, slice,
                                       getOneGroup(type));
}

/// What the loop starts from.
Value Emitter::makeBuffer() {
  Value input;
  if (shared->holdsInput) {
    input = flatten(segment.input);
    if (getType(input).getNumElements() == shared->size)
      return input;
  }
  Value all = bufferization::AllocTensorOp::create(
      rewriter, loc,
      RankedTensorType::get(shared->size,
                            getType(segment.output).getElementType()),
      /*dynamicSizes=*/{});
  if (!input)
    return all;
  return putRows(input, all, {rewriter.getIndexAttr(shared->rows.inputAt)});
}

/// The rows `rows` says of `value`, which is there as a whole.
Value Emitter::takeWholeRows(Value value, unsigned dim, const RowRange &rows,
                             Value t) {
  if (value == segment.input && fedRow)
    return fedRow; // the trace reads no other one
  OpFoldResult first = getRow(rows.scale, t, rows.lo, rows.div);
  if (value != segment.input || !shared || !shared->holdsInput)
    return takeRows(value, dim, first, rows.size());
  const SharedRows &ends = shared->rows;
  return takeShaped(getRow(ends.inputRow, materialize(first), ends.inputAt),
                    getRows(getType(value), dim, rows.size()));
}

/// The buffer with row `t` of the result.
Value Emitter::putShared(Value t) {
  const SharedRows &ends = shared->rows;
  OpFoldResult offset = getRow(ends.resultRow, t, ends.resultAt);
  Value row = computeOp(segment.output.getDefiningOp(), 1, t, 0);
  return putRows(flatten(row), states[last].rows, {offset});
}
