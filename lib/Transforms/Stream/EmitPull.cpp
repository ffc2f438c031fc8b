//===- EmitPull.cpp - Rows that are computed when they are needed ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the rows of the result; within it, for each ring that it owns, a
// loop over the rows which have become due, and so on.
//
//===----------------------------------------------------------------------===//

#include "Emitter.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::stream_emission;

/// `ring` and all that is written when it is.
void Emitter::addOwned(unsigned ring, SmallVectorImpl<unsigned> &rings) {
  rings.push_back(ring);
  for (unsigned owned : trace.driven[ring])
    addOwned(owned, rings);
}

/// Makes the rings that `at` owns have what it reads for its row `t`.
void Emitter::bringUp(unsigned at, Value t) {
  for (unsigned ring : trace.driven[at]) {
    Value end;
    for (const RingRead &read : segment.graph.sites[at].reads) {
      if (read.ring != ring)
        continue;
      const RowRange next = read.rows.below(1);
      Value own = materialize(getRow(next.scale, t, next.hi, next.div));
      end = end ? arith::MaxSIOp::create(rewriter, loc, end, own) : own;
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

void Emitter::pull(Value init) {
  SmallVector<unsigned> rings = {last};
  for (unsigned ring : trace.driven[last])
    addOwned(ring, rings);
  for (unsigned ring : ArrayRef(rings).drop_front())
    makeRing(ring);
  states[last] = {init, {}};
  createLoop(rings, getIndex(0), getIndex(segment.graph.numRows), [&](Value t) {
    bringUp(last, t);
    putResult(t);
  });
}
