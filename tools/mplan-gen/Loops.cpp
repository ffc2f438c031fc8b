//===- Loops.cpp - scf.for and scf.while ----------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few iterations, as many as data says.
//
//===----------------------------------------------------------------------===//

#include "Joins.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mplan::gen;

/// Loops within loops within loops take long to run.
static constexpr int maxLoopDepth = 3;

static Value pickCount(Generator &g) {
  if (g.random.chance(50))
    return g.constantIndex(g.random.between(1, 3));
  return g.pickIndex(4);
}

static bool makeFor(Generator &g) {
  if (g.loopDepth >= maxLoopDepth)
    return false;
  Carried carried(g);
  Value lower = g.constantIndex(0);
  Value upper = pickCount(g);
  Value step = g.constantIndex(g.random.chance(85) ? 1 : 2);
  auto op = scf::ForOp::create(g.b, g.loc, lower, upper, step, carried.inits());
  Block *block = op.getBody();
  if (!block->empty())
    block->back().erase(); // What carries nothing has its end already.
  Generator::Frame frame = g.enter(block);
  ++g.loopDepth;
  g.scope.scalars.push_back(op.getInductionVar());
  carried.addArguments(op.getRegionIterArgs());
  g.body();
  scf::YieldOp::create(g.b, g.loc, carried.next());
  --g.loopDepth;
  g.leave(frame);
  carried.finish(op.getResults());
  return true;
}

/// Counts, and may stop early by what data says.
static bool makeWhile(Generator &g) {
  if (g.loopDepth >= maxLoopDepth)
    return false;
  Carried carried(g);
  Value zero = g.constantIndex(0);
  Value one = g.constantIndex(1);
  Value limit = pickCount(g);
  SmallVector<Value> inits = {zero};
  llvm::append_range(inits, carried.inits());
  SmallVector<Type> types = {g.b.getIndexType()};
  llvm::append_range(types, carried.types());
  SmallVector<Location> locations(types.size(), g.loc);
  auto op = scf::WhileOp::create(g.b, g.loc, types, inits);
  Block *before, *after;
  {
    OpBuilder::InsertionGuard guard(g.b);
    before = g.b.createBlock(&op.getBefore(), {}, types, locations);
    after = g.b.createBlock(&op.getAfter(), {}, types, locations);
  }

  ++g.loopDepth;
  Generator::Frame frame = g.enter(before);
  Value count = before->getArgument(0);
  g.scope.scalars.push_back(count);
  carried.addArguments(before->getArguments().drop_front());
  if (g.random.chance(30))
    g.body();
  Value more = arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::ult,
                                     count, limit);
  if (g.random.chance(30)) {
    Value condition = g.pickBool();
    more = arith::AndIOp::create(g.b, g.loc, more, condition);
  }
  SmallVector<Value> forwarded = {count};
  // One-Shot Bufferize takes no other tensors than the arguments here.
  llvm::append_range(forwarded, g.isTensors ? carried.same() : carried.next());
  scf::ConditionOp::create(g.b, g.loc, more, forwarded);
  g.leave(frame);

  frame = g.enter(after);
  count = after->getArgument(0);
  g.scope.scalars.push_back(count);
  carried.addArguments(after->getArguments().drop_front(), /*isWithin=*/true);
  g.body();
  SmallVector<Value> values = {arith::AddIOp::create(g.b, g.loc, count, one)};
  llvm::append_range(values, carried.next());
  scf::YieldOp::create(g.b, g.loc, values);
  g.leave(frame);
  --g.loopDepth;

  g.scope.scalars.push_back(op.getResult(0));
  carried.finish(op.getResults().drop_front());
  return true;
}

void mplan::gen::addLoops(StatementList &list) {
  list.push_back({makeFor, 12, Feature::For, Statement::Both, /*nests=*/true});
  list.push_back(
      {makeWhile, 6, Feature::While, Statement::Both, /*nests=*/true});
}
