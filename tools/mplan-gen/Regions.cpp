//===- Regions.cpp - Bodies of statements and functions -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is in scope inside is not in scope outside; what was written inside may
// not have been, unless all ways through did it.
//
//===----------------------------------------------------------------------===//

#include "Generator.h"

using namespace mlir;
using namespace mplan::gen;

Generator::Frame Generator::enter() {
  Frame frame = {scope, sum, b.saveInsertionPoint(), currentRegion};
  currentRegion = nextRegion++;
  return frame;
}

Generator::Frame Generator::enter(Block *block) {
  Frame frame = enter();
  b.setInsertionPointToEnd(block);
  return frame;
}

Places Generator::leave(Frame &frame) {
  Places readable = scope.readable();
  frame.scope.mergeDirt(scope);
  scope = std::move(frame.scope);
  sum = frame.sum;
  b.restoreInsertionPoint(frame.point);
  currentRegion = frame.region;
  return readable;
}

void Generator::markReadable(const Places &ids) {
  for (Item &item : scope.items)
    if (item.id < ids.size() && ids.test(item.id))
      item.written = true;
}

Generator::FunctionState Generator::enterFunction(Block *entry,
                                                  int statements) {
  FunctionState state = {b.saveInsertionPoint(),
                         std::move(scope),
                         sum,
                         loopDepth,
                         depth,
                         budget,
                         currentRegion,
                         std::move(constants),
                         constantBlock};
  scope = Scope();
  sum = {};
  loopDepth = depth = 0;
  budget = statements;
  currentRegion = nextRegion++;
  constants.clear();
  constantBlock = entry;
  b.setInsertionPointToEnd(entry);
  return state;
}

void Generator::leaveFunction(func::FuncOp function, SmallVector<Value> results,
                              FunctionState state) {
  if (isTensors)
    results.insert(results.begin(), sum);
  func::ReturnOp::create(b, loc, results);
  function.setFunctionType(b.getFunctionType(function.getArgumentTypes(),
                                             ValueRange(results).getTypes()));
  b.restoreInsertionPoint(state.point);
  scope = std::move(state.scope);
  sum = state.sum;
  loopDepth = state.loopDepth;
  depth = state.depth;
  budget = state.budget;
  currentRegion = state.region;
  constants = std::move(state.constants);
  constantBlock = state.constantBlock;
}
