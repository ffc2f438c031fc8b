//===- EmitStream.cpp - The loops that compute a segment ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops carry the rings that are written within, and of each how many rows were
// written. A new row first moves the others up, and is then computed in its
// place, the last; rows below the image are padding. So the windows that are
// read are contiguous, and every op's body exists once.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::stream_emission;

RankedTensorType stream_emission::getRows(RankedTensorType type, unsigned dim,
                                          int64_t size) {
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return RankedTensorType::get(shape, type.getElementType(),
                               type.getEncoding());
}

//===----------------------------------------------------------------------===//
// Rings
//===----------------------------------------------------------------------===//

OpFoldResult Emitter::getRow(int64_t scale, Value t, int64_t offset,
                             int64_t div) {
  AffineExpr expr = rewriter.getAffineSymbolExpr(0) * scale + offset;
  expr = expr.floorDiv(div);
  return affine::makeComposedFoldedAffineApply(
      rewriter, loc, AffineMap::get(0, 1, expr), {OpFoldResult(t)});
}

Value Emitter::takeRows(Value source, unsigned dim, OpFoldResult first,
                        int64_t size) {
  RankedTensorType type = getType(source);
  SmallVector<OpFoldResult> offsets(type.getRank(), rewriter.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(type.getRank(), rewriter.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(rewriter.getContext(), type.getShape());
  offsets[dim] = first;
  sizes[dim] = rewriter.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(rewriter, loc, getRows(type, dim, size),
                                        source, offsets, sizes, strides);
}

/// `target` with `rows` at `offsets`.
Value Emitter::putRows(Value rows, Value target,
                       ArrayRef<OpFoldResult> offsets) {
  SmallVector<OpFoldResult> strides(offsets.size(), rewriter.getIndexAttr(1));
  return tensor::InsertSliceOp::create(
      rewriter, loc, rows, target, offsets,
      getAsIndexOpFoldResult(rewriter.getContext(), getType(rows).getShape()),
      strides);
}

/// What `pad` pads with, here.
Value Emitter::getPadding(tensor::PadOp pad) {
  Value padding = pad.getConstantPaddingValue();
  if (padding.getParentRegion() != &pad.getRegion())
    return padding;
  return rewriter.clone(*padding.getDefiningOp())->getResult(0);
}

void Emitter::makeRing(unsigned ring) {
  Value value = segment.ringValues[ring];
  const unsigned dim = segment.dims.lookup(value);
  RankedTensorType type = getRows(getType(value), dim, trace.heights[ring]);
  // One that no other pass takes for another one.
  Value rows = bufferization::AllocTensorOp::create(rewriter, loc, type,
                                                    /*dynamicSizes=*/{});
  // All that is not computed is padding, from the beginning on.
  if (tensor::PadOp pad = getRowPad(value, dim))
    rows = linalg::FillOp::create(rewriter, loc, getPadding(pad), rows)
               .getResult(0);
  states[ring] = {rows, getIndex(segment.graph.rings[ring].top)};
}

SmallVector<Value> Emitter::getStates(ArrayRef<unsigned> rings) {
  SmallVector<Value> values;
  for (unsigned ring : rings) {
    values.push_back(states[ring].rows);
    if (states[ring].written)
      values.push_back(states[ring].written);
  }
  return values;
}

void Emitter::setStates(ArrayRef<unsigned> rings, ValueRange values) {
  auto value = values.begin();
  for (unsigned ring : rings) {
    states[ring].rows = *value++;
    if (states[ring].written)
      states[ring].written = *value++;
  }
}

/// A loop that carries `rings`, whose states are then those at its end.
scf::ForOp Emitter::createLoop(ArrayRef<unsigned> rings, Value from, Value to,
                               function_ref<void(Value)> body) {
  auto loop = scf::ForOp::create(rewriter, loc, from, to, getIndex(1),
                                 getStates(rings));
  {
    OpBuilder::InsertionGuard guard(rewriter);
    rewriter.setInsertionPointToStart(loop.getBody());
    setStates(rings, loop.getRegionIterArgs());
    body(loop.getInductionVar());
    scf::YieldOp::create(rewriter, loc, getStates(rings));
  }
  setStates(rings, loop.getResults());
  return loop;
}

/// The ring with its rows moved up by one: the first is lost, and the last one
/// stays as it is. Element by element, in order, which bufferization does in
/// place.
Value Emitter::shift(unsigned ring) {
  Value rows = states[ring].rows;
  const unsigned dim = segment.dims.lookup(segment.ringValues[ring]);
  SmallVector<int64_t> shape(getType(rows).getShape());
  if (shape[dim] == 1)
    return rows;
  --shape[dim];
  SmallVector<Value> indices;
  SmallVector<scf::ForOp> loops;
  OpBuilder::InsertionGuard guard(rewriter);
  for (int64_t extent : shape) {
    if (extent == 1) {
      indices.push_back(getIndex(0));
      continue;
    }
    auto loop = scf::ForOp::create(rewriter, loc, getIndex(0), getIndex(extent),
                                   getIndex(1), rows);
    rewriter.setInsertionPointToStart(loop.getBody());
    rows = loop.getRegionIterArg(0);
    indices.push_back(loop.getInductionVar());
    loops.push_back(loop);
  }
  SmallVector<Value> from = indices;
  from[dim] = materialize(getRow(1, indices[dim], 1));
  Value element = tensor::ExtractOp::create(rewriter, loc, rows, from);
  Value moved = tensor::InsertOp::create(rewriter, loc, element, rows, indices);
  for (scf::ForOp loop : llvm::reverse(loops)) {
    rewriter.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(rewriter, loc, moved);
    moved = loop.getResult(0);
  }
  return moved;
}

void Emitter::computeRow(unsigned ring, Value row) {
  Value value = segment.ringValues[ring];
  const unsigned dim = segment.dims.lookup(value);
  const int64_t top = segment.graph.rings[ring].top;
  Value moved = shift(ring);
  states[ring].rows = moved;
  Value t = materialize(getRow(1, row, -top));
  bringUp(ring, t);
  const unsigned outer = std::exchange(site, ring);

  tensor::PadOp pad = getRowPad(value, dim);
  Value computed;
  if (!pad) {
    computed = makeRowOf(value, 1, t, 0);
  } else {
    Value source = pad.getSource();
    auto place = segment.places.find(source);
    // In this ring itself it is about to be made.
    computed = place != segment.places.end() && place->second.pad == pad
                   ? makeRowOf(source, 1, t, 0)
                   : getRowOf(source, 1, t, 0);
  }
  site = outer;

  SmallVector<OpFoldResult> offsets(getType(moved).getRank(),
                                    rewriter.getIndexAttr(0));
  if (pad)
    offsets = pad.getMixedLowPad();
  offsets[dim] = rewriter.getIndexAttr(trace.heights[ring] - 1);
  states[ring].rows = putRows(computed, moved, offsets);
  states[ring].written = materialize(getRow(1, row, 1));
}

void Emitter::padRow(unsigned ring) {
  Value value = segment.ringValues[ring];
  const unsigned dim = segment.dims.lookup(value);
  Value moved = shift(ring);
  const int64_t last = trace.heights[ring] - 1;
  Value row = takeRows(moved, dim, rewriter.getIndexAttr(last), 1);
  Value filled = linalg::FillOp::create(rewriter, loc,
                                        getPadding(getRowPad(value, dim)), row)
                     .getResult(0);
  SmallVector<OpFoldResult> offsets(getType(moved).getRank(),
                                    rewriter.getIndexAttr(0));
  offsets[dim] = rewriter.getIndexAttr(last);
  states[ring].rows = putRows(filled, moved, offsets);
  states[ring].written = materialize(getRow(1, states[ring].written, 1));
}

//===----------------------------------------------------------------------===//
// The result
//===----------------------------------------------------------------------===//

/// What the rows of the result are put into.
Value Emitter::makeResult() {
  if (shared)
    return makeBuffer();
  if (!segment.outputDim)
    return cast<linalg::LinalgOp>(segment.output.getDefiningOp())
        .getDpsInitOperand(0)
        ->get();
  RankedTensorType type = getType(segment.output);
  return tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                 type.getElementType(), type.getEncoding());
}

void Emitter::putResult(Value t) {
  Operation *op = segment.output.getDefiningOp();
  Value &result = states[last].rows;
  site = last;
  if (shared) {
    result = putShared(t);
  } else if (!segment.outputDim) {
    result = computeOp(op, 1, t, 0, result);
  } else {
    Value row = computeOp(op, 1, t, 0);
    SmallVector<OpFoldResult> offsets(getType(result).getRank(),
                                      rewriter.getIndexAttr(0));
    offsets[*segment.outputDim] = t;
    result = putRows(row, result, offsets);
  }
}

Emitter::Result Emitter::run() {
  rewriter.setInsertionPointAfterValue(segment.output);
  Result result;
  Value init = makeResult();
  if (shared && shared->holdsInput)
    result.inputBuffer = init;
  if (trace.order == StreamOrder::Pull)
    pull(init);
  else
    push(init);
  result.value = states[last].rows;
  if (shared) {
    result.buffer = states[last].rows;
    result.value = takeShaped(rewriter.getIndexAttr(shared->rows.resultAt),
                              getType(segment.output));
  }
  return result;
}

Value mplan::emitStream(RewriterBase &rewriter, const StreamCut &cut,
                        Value wanted) {
  OpBuilder::InsertionGuard guard(rewriter);
  Emitter::Result streamed = Emitter(rewriter, cut).run();
  // What was made of the result for that is dead then.
  if (wanted && streamed.buffer)
    rewriter.replaceAllUsesWith(wanted, streamed.buffer);
  const StreamSegment &segment = *cut.segment;
  rewriter.replaceAllUsesExcept(segment.output, streamed.value,
                                streamed.value.getDefiningOp());
  for (auto &[op, rows] : llvm::reverse(segment.ops))
    if (op->use_empty())
      rewriter.eraseOp(op);
  return streamed.inputBuffer;
}
