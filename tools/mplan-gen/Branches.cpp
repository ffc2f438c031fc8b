//===- Branches.cpp - scf.if, index_switch and execute_region -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions are made from data. What branches hand on comes from anywhere.
//
//===----------------------------------------------------------------------===//

#include "Joins.h"
#include "Statements.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mplan::gen;

static bool makeIf(Generator &g) {
  Joins joins(g);
  Value condition = g.pickBool();
  bool hasElse = !joins.types().empty() || g.random.chance(50);
  auto op = scf::IfOp::create(g.b, g.loc, joins.types(), condition,
                              /*addThenBlock=*/true,
                              /*addElseBlock=*/hasElse);
  auto yield = [&](ValueRange values) {
    scf::YieldOp::create(g.b, g.loc, values);
  };
  joins.addBranch(op.thenBlock(), yield);
  if (!hasElse)
    return true;
  joins.addBranch(op.elseBlock(), yield);
  joins.finish(op.getResults());
  return true;
}

static bool makeSwitch(Generator &g) {
  Joins joins(g);
  int64_t count = g.random.between(1, 3);
  Value which = g.pickIndex(count + 1);
  SmallVector<int64_t> cases;
  for (int64_t i = 0; i < count; ++i)
    cases.push_back(i);
  auto op = scf::IndexSwitchOp::create(g.b, g.loc, joins.types(), which, cases,
                                       cases.size());
  for (Region &region : op->getRegions())
    joins.addBranch(&region.emplaceBlock(), [&](ValueRange values) {
      scf::YieldOp::create(g.b, g.loc, values);
    });
  joins.finish(op.getResults());
  return true;
}

static bool makeExecute(Generator &g) {
  Joins joins(g);
  auto op = scf::ExecuteRegionOp::create(g.b, g.loc, joins.types());
  joins.addBranch(&op.getRegion().emplaceBlock(), [&](ValueRange values) {
    scf::YieldOp::create(g.b, g.loc, values);
  });
  joins.finish(op.getResults());
  return true;
}

void mplan::gen::addBranches(StatementList &list) {
  list.push_back({makeIf, 10, Feature::If, Statement::Both, /*nests=*/true});
  list.push_back(
      {makeSwitch, 4, Feature::Switch, Statement::Both, /*nests=*/true});
  list.push_back(
      {makeExecute, 3, Feature::Execute, Statement::Both, /*nests=*/true});
}
