//===- EmitPush.cpp - Rows that are computed when they are possible -------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the rows of the input; within it, for each site that follows it,
// a loop over the rows which have become possible, and so on. The last row that
// is computed brings those of padding below it, each of which others follow,
// too.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::stream_emission;

/// What is written when rows of `site` are computed.
void Emitter::addFollowing(unsigned site, SmallVectorImpl<unsigned> &rings) {
  rings.push_back(site);
  if (site != last)
    for (unsigned follower : trace.followers[site])
      addFollowing(follower, rings);
}

/// How many rows of `site` what it reads is there for.
Value Emitter::getPossible(unsigned site) {
  const StreamGraph &graph = segment.graph;
  SmallVector<OpFoldResult> there;
  SmallVector<AffineExpr> exprs = {rewriter.getAffineConstantExpr(
      site == last ? graph.numRows : graph.rings[site].numRows)};
  auto add = [&](Value newest, const RowRange &rows) {
    AffineExpr row = rewriter.getAffineSymbolExpr(there.size());
    AffineExpr most = row * rows.div + (rows.div - 1 - rows.hi);
    exprs.push_back(most.floorDiv(rows.scale) + 1);
    there.push_back(newest);
  };
  for (const RingRead &read : graph.sites[site].reads)
    add(states[read.ring].written, read.rows.below(1));
  for (const RowRange &read : graph.sites[site].inputReads)
    add(inputRow, read);
  return materialize(affine::makeComposedFoldedAffineMin(
      rewriter, loc,
      AffineMap::get(0, there.size(), exprs, rewriter.getContext()), there));
}

/// Computes all rows of `followers` that are possible.
void Emitter::goOn(ArrayRef<unsigned> followers) {
  for (unsigned follower : followers) {
    SmallVector<unsigned> rings;
    addFollowing(follower, rings);
    Value end = getPossible(follower);
    if (follower == last) {
      createLoop(rings, states[last].written, end, [&](Value t) {
        putResult(t);
        states[last].written = materialize(getRow(1, t, 1));
      });
      continue;
    }
    // With the rows above, and with those below if it is all.
    const StreamRing &rows = segment.graph.rings[follower];
    Value rowEnd = materialize(getRow(1, end, rows.top));
    if (rows.bottom != 0) {
      Value isAll = arith::CmpIOp::create(
          rewriter, loc, arith::CmpIPredicate::eq, end, getIndex(rows.numRows));
      rowEnd = arith::SelectOp::create(rewriter, loc, isAll,
                                       getIndex(rows.size()), rowEnd);
    }
    createLoop(rings, states[follower].written, rowEnd, [&](Value row) {
      makeRow(follower, row);
      goOn(trace.followers[follower]);
    });
  }
}

/// Puts `row`, computed or padding, into `ring`.
void Emitter::makeRow(unsigned ring, Value row) {
  const StreamRing &rows = segment.graph.rings[ring];
  if (rows.bottom == 0)
    return computeRow(ring, row);
  // One of two loops runs, once.
  Value bottom = getIndex(rows.top + rows.numRows);
  Value next = materialize(getRow(1, row, 1));
  createLoop({ring}, row, arith::MinSIOp::create(rewriter, loc, next, bottom),
             [&](Value row) { computeRow(ring, row); });
  createLoop({ring}, arith::MaxSIOp::create(rewriter, loc, row, bottom), next,
             [&](Value) { padRow(ring); });
}

void Emitter::push(Value init) {
  SmallVector<unsigned> all;
  for (unsigned site : trace.followers.back())
    addFollowing(site, all);
  for (unsigned site : all)
    if (site != last)
      makeRing(site);
  states[last] = {init, getIndex(0)};
  auto goOnFrom = [&](Value row) {
    inputRow = row;
    goOn(trace.followers.back());
  };
  if (fedRows == 0) {
    createLoop(all, getIndex(0), getIndex(segment.graph.numInputRows),
               goOnFrom);
    return;
  }
  // One iteration for each time that some are given. What the argument holds is
  // then another thing: nothing that reads it may leave the loop.
  Value input = segment.input;
  const unsigned dim = segment.dims.lookup(input);
  input.setType(getRows(getType(input), dim, fedRows));
  createLoop(all, getIndex(0), getIndex(segment.graph.numInputRows / fedRows),
             [&](Value turn) {
               fedRow = input;
               if (fedRows == 1)
                 return goOnFrom(turn);
               Value first = materialize(getRow(fedRows, turn, 0));
               createLoop(all, getIndex(0), getIndex(fedRows), [&](Value row) {
                 fedRow = takeRows(input, dim, row, 1);
                 goOnFrom(arith::AddIOp::create(rewriter, loc, first, row));
               });
             });
}
