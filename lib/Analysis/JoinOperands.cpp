//===- JoinOperands.cpp - The operands that a value may be ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asks SelectLikeOpInterface, RegionBranchOpInterface and BranchOpInterface.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/JoinOperands.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;

/// Adds what `join`, of the region that `point` of `op` may go on to, is given
/// there. False if it may be given something that is no operand.
static bool addFromPoint(RegionBranchOpInterface op, RegionBranchPoint point,
                         Operation *from, Value join,
                         SmallVectorImpl<OpOperand *> &operands) {
  Region *region = isa<BlockArgument>(join) ? join.getParentRegion() : nullptr;
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(point, successors);
  for (const RegionSuccessor &successor : successors) {
    if (successor.getSuccessor() != region)
      continue;
    ValueRange inputs = successor.getSuccessorInputs();
    size_t index = llvm::find(inputs, join) - inputs.begin();
    OperandRange given = op.getSuccessorOperands(point, successor);
    if (index >= inputs.size() || index >= given.size())
      return false;
    operands.push_back(
        &from->getOpOperand(given.getBeginOperandIndex() + index));
  }
  return true;
}

static bool addFromRegions(RegionBranchOpInterface op, Value join,
                           SmallVectorImpl<OpOperand *> &operands) {
  if (!op || !addFromPoint(op, RegionBranchPoint::parent(), op, join, operands))
    return false;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (block.empty() || block.back().getNumSuccessors() != 0)
        continue;
      auto end = dyn_cast<RegionBranchTerminatorOpInterface>(block.back());
      if (!end || !addFromPoint(op, end, end, join, operands))
        return false;
    }
  return !operands.empty();
}

static bool addFromBlocks(BlockArgument join,
                          SmallVectorImpl<OpOperand *> &operands) {
  Block *block = join.getOwner();
  for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
       ++it) {
    auto branch = dyn_cast<BranchOpInterface>((*it)->getTerminator());
    if (!branch)
      return false;
    SuccessorOperands given =
        branch.getSuccessorOperands(it.getSuccessorIndex());
    if (given.isOperandProduced(join.getArgNumber()))
      return false;
    operands.push_back(
        &branch->getOpOperand(given.getOperandIndex(join.getArgNumber())));
  }
  return !operands.empty();
}

bool mplan::findJoinOperands(Value join,
                             SmallVectorImpl<OpOperand *> &operands) {
  if (Operation *op = join.getDefiningOp()) {
    if (!isa<SelectLikeOpInterface>(op))
      return addFromRegions(dyn_cast<RegionBranchOpInterface>(op), join,
                            operands);
    for (OpOperand &operand : op->getOpOperands())
      if (operand.get().getType() == join.getType())
        operands.push_back(&operand);
    return operands.size() == 2;
  }
  auto argument = cast<BlockArgument>(join);
  if (!argument.getOwner()->isEntryBlock())
    return addFromBlocks(argument, operands);
  return addFromRegions(
      dyn_cast<RegionBranchOpInterface>(argument.getOwner()->getParentOp()),
      join, operands);
}
