//===- Affine.cpp - affine.for, if and parallel ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs. Loops in order may read what they write; parallel ones read no
// byte that another iteration writes.
//
//===----------------------------------------------------------------------===//

#include "Joins.h"
#include "Statements.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/IR/IntegerSet.h"

using namespace mlir;
using namespace mplan::gen;

/// dest[...] = f(source[...], scalar), from last to first in some dimensions.
static void makeAssignment(Generator &g, const Item &source, Value dest,
                           Value scalar, ValueRange indices) {
  unsigned rank = indices.size();
  SmallVector<AffineExpr> from;
  for (unsigned i = 0; i < rank; ++i) {
    AffineExpr dim = g.b.getAffineDimExpr(i);
    int64_t last = source.shape()[i] - 1;
    from.push_back(g.random.chance(25) ? last - dim : dim);
  }
  AffineMap map = AffineMap::get(rank, 0, from, g.b.getContext());
  Value loaded =
      affine::AffineLoadOp::create(g.b, g.loc, source.value, map, indices);
  Type element = cast<ShapedType>(dest.getType()).getElementType();
  Value value = g.expression(element, {loaded, scalar});
  affine::AffineStoreOp::create(g.b, g.loc, value, dest, indices);
}

static bool makeAffineLoops(Generator &g) {
  Item *item =
      g.pickReadable([](const Item &item) { return !item.shape().empty(); });
  if (!item)
    return false;
  Item source = *item;
  g.markRead(source.id);
  Kind kind = {llvm::to_vector(source.shape()), g.pickElement()};
  Value scalar = g.pickScalar(kind.element);
  Value second = g.pickScalar(kind.element);
  bool isParallel = g.random.chance(40);
  // In order any overlap is well-defined.
  Dest dest = g.pickDest(kind, isParallel ? source.places : Places());
  Generator::Frame frame = g.enter();
  SmallVector<Value> indices;
  if (isParallel) {
    auto op = affine::AffineParallelOp::create(
        g.b, g.loc, TypeRange(), ArrayRef<arith::AtomicRMWKind>(), kind.shape);
    g.b.setInsertionPoint(op.getBody()->getTerminator());
    llvm::append_range(indices, op.getIVs());
  } else {
    for (int64_t extent : kind.shape) {
      auto op = affine::AffineForOp::create(g.b, g.loc, 0, extent);
      g.b.setInsertionPoint(op.getBody()->getTerminator());
      indices.push_back(op.getInductionVar());
    }
  }
  if (g.random.chance(40)) {
    int64_t border = g.random.below(kind.shape[0]);
    AffineExpr above = g.b.getAffineDimExpr(0) - border;
    IntegerSet set = IntegerSet::get(1, 0, above, /*eqFlags=*/false);
    auto branch = affine::AffineIfOp::create(g.b, g.loc, set, indices.front(),
                                             /*withElseRegion=*/true);
    g.b.setInsertionPoint(branch.getElseBlock()->getTerminator());
    makeAssignment(g, source, dest.value, second, indices);
    g.b.setInsertionPoint(branch.getThenBlock()->getTerminator());
  }
  makeAssignment(g, source, dest.value, scalar, indices);
  g.leave(frame);
  g.markWritten(*dest.item);
  return true;
}

/// Any statements in a loop of known length.
static bool makeAffineFor(Generator &g) {
  if (g.loopDepth >= 3)
    return false;
  Carried carried(g);
  auto op = affine::AffineForOp::create(g.b, g.loc, 0, g.random.between(1, 3),
                                        1, carried.inits());
  Block *block = op.getBody();
  if (!block->empty())
    block->back().erase();
  Generator::Frame frame = g.enter(block);
  ++g.loopDepth;
  g.scope.scalars.push_back(op.getInductionVar());
  carried.addArguments(op.getRegionIterArgs());
  g.body();
  affine::AffineYieldOp::create(g.b, g.loc, carried.next());
  --g.loopDepth;
  g.leave(frame);
  carried.finish(op.getResults());
  return true;
}

void mplan::gen::addAffine(StatementList &list) {
  list.push_back({makeAffineLoops, 6, Feature::Affine, Statement::Memrefs});
  list.push_back({makeAffineFor, 4, Feature::Affine, Statement::Memrefs,
                  /*nests=*/true});
}
