//===- EmitStream.cpp - The loops that compute a segment ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the rows of the result; within it, for each ring that it owns, a
// loop over the rows which have become due, and so on. Loops carry the rings
// that are written within, and of each how many rows were written. A new row
// first moves the others up, and is then computed in its place, the last; rows
// below the image are padding. So the windows that are read are contiguous, and
// every op's body exists once.
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

OpFoldResult Emitter::getRow(int64_t scale, Value t, int64_t offset) {
  AffineExpr expr = rewriter.getAffineSymbolExpr(0) * scale + offset;
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

/// `ring` and all that is written when it is.
void Emitter::addOwned(unsigned ring, SmallVectorImpl<unsigned> &rings) {
  rings.push_back(ring);
  for (unsigned owned : trace.driven[ring])
    addOwned(owned, rings);
}

SmallVector<Value> Emitter::getStates(ArrayRef<unsigned> rings) {
  SmallVector<Value> values;
  for (unsigned ring : rings)
    values.append({states[ring].rows, states[ring].written});
  return values;
}

void Emitter::setStates(ArrayRef<unsigned> rings, ValueRange values) {
  for (auto [i, ring] : llvm::enumerate(rings))
    states[ring] = {values[2 * i], values[2 * i + 1]};
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

/// Makes the rings that `at` owns have what it reads for its row `t`.
void Emitter::bringUp(unsigned at, Value t) {
  for (unsigned ring : trace.driven[at]) {
    Value end;
    for (const RingRead &read : segment.graph.sites[at].reads) {
      if (read.ring != ring)
        continue;
      Value last = materialize(getRow(read.scale, t, read.hi + 1));
      end = end ? arith::MaxSIOp::create(rewriter, loc, end, last) : last;
    }
    bring(ring, end);
  }
}

void Emitter::bring(unsigned ring, Value end) {
  const StreamRing &rows = segment.graph.rings[ring];
  SmallVector<unsigned> rings;
  addOwned(ring, rings);
  Value computedEnd = end;
  if (rows.bottom != 0)
    computedEnd = arith::MinSIOp::create(rewriter, loc, end,
                                         getIndex(rows.top + rows.numRows));
  createLoop(rings, states[ring].written, computedEnd,
             [&](Value row) { computeRow(ring, row); });
  if (rows.bottom != 0)
    createLoop({ring}, states[ring].written, end, [&](Value) { padRow(ring); });
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
    computed = computeOp(value.getDefiningOp(), 1, t, 0);
  } else {
    Value source = pad.getSource();
    auto place = segment.places.find(source);
    // In this ring itself it is about to be made.
    computed = place != segment.places.end() && place->second.pad == pad
                   ? computeOp(source.getDefiningOp(), 1, t, 0)
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

Emitter::Result Emitter::run() {
  const unsigned last = segment.ringValues.size();
  rewriter.setInsertionPointAfterValue(segment.output);
  Result result;
  Value init;
  if (shared) {
    init = makeBuffer();
    if (shared->holdsInput)
      result.inputBuffer = init;
  } else if (segment.outputDim) {
    RankedTensorType type = getType(segment.output);
    init = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                   type.getElementType(), type.getEncoding());
  } else {
    init = cast<linalg::LinalgOp>(segment.output.getDefiningOp())
               .getDpsInitOperand(0)
               ->get();
  }
  SmallVector<unsigned> rings;
  for (unsigned ring : trace.driven[last])
    addOwned(ring, rings);
  for (unsigned ring : rings)
    makeRing(ring);

  SmallVector<Value> inits = {init};
  llvm::append_range(inits, getStates(rings));
  auto loop =
      scf::ForOp::create(rewriter, loc, getIndex(0),
                         getIndex(segment.graph.numRows), getIndex(1), inits);
  rewriter.setInsertionPointToStart(loop.getBody());
  setStates(rings, loop.getRegionIterArgs().drop_front());
  if (shared)
    buffer = loop.getRegionIterArg(0);
  Value t = loop.getInductionVar();
  site = last;
  bringUp(last, t);
  SmallVector<Value> yielded = {putResult(t, loop.getRegionIterArg(0))};
  llvm::append_range(yielded, getStates(rings));
  scf::YieldOp::create(rewriter, loc, yielded);
  result.value = loop.getResult(0);
  if (shared) {
    rewriter.setInsertionPointAfter(loop);
    result.buffer = buffer = loop.getResult(0);
    result.value = takeShaped(rewriter.getIndexAttr(shared->rows.resultAt),
                              getType(segment.output));
  }
  return result;
}

/// `carried` with row `t` of the result.
Value Emitter::putResult(Value t, Value carried) {
  Operation *op = segment.output.getDefiningOp();
  if (shared)
    return putShared(t);
  if (!segment.outputDim)
    return computeOp(op, 1, t, 0, carried);
  Value row = computeOp(op, 1, t, 0);
  SmallVector<OpFoldResult> offsets(getType(carried).getRank(),
                                    rewriter.getIndexAttr(0));
  offsets[*segment.outputDim] = t;
  return putRows(row, carried, offsets);
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
