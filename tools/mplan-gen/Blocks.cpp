//===- Blocks.cpp - Branches between blocks -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Diamonds, loops and loops with two entries, in the function's own region or
// in one of their own.
//
//===----------------------------------------------------------------------===//

#include "Joins.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mplan::gen;

static Block *addBlock(Generator &g, TypeRange types = {}) {
  OpBuilder::InsertionGuard guard(g.b);
  Region *region = g.b.getInsertionBlock()->getParent();
  SmallVector<Location> locations(types.size(), g.loc);
  return g.b.createBlock(region, region->end(), types, locations);
}

/// Where only one block may be, `make` gets a region for itself, if that is
/// possible.
static bool withBlocks(Generator &g, bool (*make)(Generator &)) {
  Operation *parent = g.b.getInsertionBlock()->getParentOp();
  if (isa<func::FuncOp, scf::ExecuteRegionOp>(parent))
    return make(g);
  // One-Shot Bufferize takes no region of several blocks but a function's.
  if (g.isTensors || !g.has(Feature::Execute))
    return false;
  auto op = scf::ExecuteRegionOp::create(g.b, g.loc, TypeRange());
  Generator::Frame frame = g.enter(&op.getRegion().emplaceBlock());
  make(g);
  scf::YieldOp::create(g.b, g.loc);
  Places readable = g.leave(frame);
  g.markReadable(readable);
  return true;
}

static bool makeDiamond(Generator &g) {
  Joins joins(g);
  Value condition = g.pickBool();
  Block *first = addBlock(g);
  Block *second = addBlock(g);
  Block *join = addBlock(g, joins.types());
  auto branch = [&](ValueRange values) {
    cf::BranchOp::create(g.b, g.loc, join, values);
  };
  if (g.random.chance(30)) {
    // Past the second.
    SmallVector<Value> values = joins.chooseHere();
    cf::CondBranchOp::create(g.b, g.loc, condition, first, ValueRange(), join,
                             values);
    joins.addBranch(first, branch);
    second->erase();
  } else {
    cf::CondBranchOp::create(g.b, g.loc, condition, first, ValueRange(), second,
                             ValueRange());
    joins.addBranch(first, branch);
    joins.addBranch(second, branch);
  }
  g.b.setInsertionPointToEnd(join);
  joins.finish(join->getArguments());
  return true;
}

/// A counter, and what is carried.
static SmallVector<Type> getTypes(Generator &g, const Carried &carried) {
  SmallVector<Type> types = {g.b.getIndexType()};
  llvm::append_range(types, carried.types());
  return types;
}

static bool makeBlockLoop(Generator &g) {
  if (g.loopDepth >= 2)
    return false;
  Carried carried(g);
  Value limit = g.pickIndex(4);
  SmallVector<Type> types = getTypes(g, carried);
  Block *head = addBlock(g, types);
  Block *body = addBlock(g, types);
  Block *exit = addBlock(g, types);
  SmallVector<Value> values = {g.constantIndex(0)};
  llvm::append_range(values, carried.inits());
  cf::BranchOp::create(g.b, g.loc, head, values);

  ++g.loopDepth;
  Generator::Frame frame = g.enter(head);
  Value count = head->getArgument(0);
  g.scope.scalars.push_back(count);
  carried.addArguments(head->getArguments().drop_front());
  Value more = arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::ult,
                                     count, limit);
  values = {count};
  llvm::append_range(values, carried.next());
  cf::CondBranchOp::create(g.b, g.loc, more, body, values, exit, values);
  g.leave(frame);

  frame = g.enter(body);
  count = body->getArgument(0);
  g.scope.scalars.push_back(count);
  carried.addArguments(body->getArguments().drop_front(), /*isWithin=*/true);
  g.body();
  Value one = g.constantIndex(1);
  values = {arith::AddIOp::create(g.b, g.loc, count, one)};
  llvm::append_range(values, carried.next());
  cf::BranchOp::create(g.b, g.loc, head, values);
  g.leave(frame);
  --g.loopDepth;

  g.b.setInsertionPointToEnd(exit);
  g.scope.scalars.push_back(exit->getArgument(0));
  carried.finish(exit->getArguments().drop_front());
  return true;
}

/// Two blocks that go to each other, entered at either.
static bool makeIrreducible(Generator &g) {
  if (g.loopDepth >= 2)
    return false;
  Carried carried(g);
  Value condition = g.pickBool();
  Value limit = g.pickIndex(5);
  SmallVector<Type> types = getTypes(g, carried);
  Block *first = addBlock(g, types);
  Block *second = addBlock(g, types);
  Block *exit = addBlock(g, types);
  SmallVector<Value> values = {g.constantIndex(0)};
  llvm::append_range(values, carried.inits());
  cf::CondBranchOp::create(g.b, g.loc, condition, first, values, second,
                           values);
  ++g.loopDepth;
  for (Block *block : {first, second}) {
    Generator::Frame frame = g.enter(block);
    Value count = block->getArgument(0);
    g.scope.scalars.push_back(count);
    carried.addArguments(block->getArguments().drop_front(),
                         /*isWithin=*/block == second);
    g.body();
    Value one = g.constantIndex(1);
    count = arith::AddIOp::create(g.b, g.loc, count, one);
    values = {count};
    llvm::append_range(values, carried.next());
    if (block == first) {
      Value more = arith::CmpIOp::create(g.b, g.loc, arith::CmpIPredicate::ult,
                                         count, limit);
      cf::CondBranchOp::create(g.b, g.loc, more, second, values, exit, values);
    } else {
      cf::BranchOp::create(g.b, g.loc, first, values);
    }
    g.leave(frame);
  }
  --g.loopDepth;
  g.b.setInsertionPointToEnd(exit);
  carried.finish(exit->getArguments().drop_front());
  return true;
}

void mplan::gen::addBlocks(StatementList &list) {
  auto add = [&](bool (*make)(Generator &), unsigned weight, Feature feature) {
    list.push_back({make, weight, feature, Statement::Memrefs, /*nests=*/true});
    list.push_back({make, weight, Feature::TensorBlocks, Statement::Tensors,
                    /*nests=*/true});
  };
  add([](Generator &g) { return withBlocks(g, makeDiamond); }, 5,
      Feature::Blocks);
  add([](Generator &g) { return withBlocks(g, makeBlockLoop); }, 5,
      Feature::Blocks);
  add([](Generator &g) { return withBlocks(g, makeIrreducible); }, 3,
      Feature::Irreducible);
}
