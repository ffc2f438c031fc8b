//===- Frontiers.cpp - Values through which all of a network goes ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Frontiers.h"

#include "mplan/Analysis/StreamSegment.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mplan;

RankedTensorType mplan::getStaticTensor(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() &&
                 type.getElementType().isIntOrIndexOrFloat()
             ? type
             : nullptr;
}

SetVector<Operation *> mplan::findDependents(Value value) {
  Block *block = value.getParentBlock();
  SetVector<Operation *> found;
  auto add = [&](Value value) {
    for (Operation *user : value.getUsers())
      if (Operation *op = block->findAncestorOpInBlock(*user))
        found.insert(op);
  };
  add(value);
  for (size_t i = 0; i != found.size(); ++i)
    for (Value result : found[i]->getResults())
      add(result);
  return found;
}

int64_t mplan::getWholeBytes(Value value) {
  auto pad = value.getDefiningOp<tensor::PadOp>();
  if (pad && getStaticTensor(pad.getSource()))
    value = pad.getSource();
  return getTensorBytes(getStaticTensor(value));
}

bool mplan::isInPlace(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::PadOp>(
        op);
  // Element by element: each where it is read.
  OpOperand *init = linalgOp.getDpsInitOperand(0);
  return linalgOp.getNumReductionLoops() == 0 &&
         llvm::any_of(linalgOp.getDpsInputOperands(), [&](OpOperand *operand) {
           return operand->get().getType() == init->get().getType() &&
                  linalgOp.getMatchingIndexingMap(operand) ==
                      linalgOp.getMatchingIndexingMap(init);
         });
}

/// The values of the block of `input` through which all goes that comes from
/// it, in order: after the op that makes one nothing else of it is read.
static std::vector<Frontier> findFrontiersOf(Value input) {
  Block *block = input.getParentBlock();
  SetVector<Operation *> users = findDependents(input);
  // What is read later, and by which op last.
  llvm::DenseMap<Operation *, SmallVector<Value>> lastRead;
  llvm::SmallDenseSet<Value> alive;
  int64_t bytes = 0;
  auto begin = [&](Value value) {
    Operation *last = nullptr;
    for (Operation *user : value.getUsers()) {
      Operation *op = block->findAncestorOpInBlock(*user);
      if (op && (!last || last->isBeforeInBlock(op)))
        last = op;
    }
    if (!last || !getStaticTensor(value))
      return;
    lastRead[last].push_back(value);
    alive.insert(value);
    bytes += getWholeBytes(value);
  };
  std::vector<Frontier> frontiers = {{input, 0}};
  begin(input);
  int64_t most = 0;
  for (Operation &op : *block) {
    const bool isUser = users.contains(&op);
    // An operand that dies is there still, unless it is written over.
    const int64_t before = bytes;
    for (Value value : lastRead.lookup(&op)) {
      alive.erase(value);
      bytes -= getWholeBytes(value);
    }
    const int64_t left = bytes;
    if (!isUser)
      continue;
    for (Value result : op.getResults())
      begin(result);
    const bool isFrontier = alive.size() == 1 && op.getNumResults() == 1 &&
                            alive.contains(op.getResult(0)) &&
                            !isa<tensor::PadOp>(op);
    const int64_t now =
        isInPlace(&op) ? std::max(before, bytes) : before + bytes - left;
    if (!isFrontier) {
      most = std::max(most, now);
      continue;
    }
    const int64_t ends =
        getWholeBytes(frontiers.back().value) + getWholeBytes(op.getResult(0));
    frontiers.push_back({op.getResult(0), std::max(most, now) - ends});
    most = 0;
  }
  return frontiers;
}

std::vector<Frontier> mplan::findFrontiers(Block &entry) {
  std::vector<Frontier> best;
  for (Value argument : entry.getArguments()) {
    if (!getStaticTensor(argument))
      continue;
    std::vector<Frontier> frontiers = findFrontiersOf(argument);
    if (frontiers.size() > best.size())
      best = std::move(frontiers);
  }
  return best;
}
