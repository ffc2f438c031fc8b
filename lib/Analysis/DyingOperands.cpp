//===- DyingOperands.cpp - Tensors that may be overwritten ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On tensors, and so on names: which of them will lie in one buffer is
// bufferization's to decide. What is here assumes that all that can, do.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/DyingOperands.h"

#include "mplan/IR/MemoryPlanningOpInterface.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mplan;

/// The operand whose elements are all that `op` gives, in another shape, or
/// null.
static Value getReshaped(Operation *op) {
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(op))
    return op->getOperand(0);
  return nullptr;
}

/// The tensor that `tensor` is an update or another shape of: what it would be
/// written over. `tensor` itself if it is nobody's.
static Value getOverwritten(Value tensor) {
  auto result = dyn_cast<OpResult>(tensor);
  if (!result)
    return tensor;
  Operation *op = result.getOwner();
  if (Value source = getReshaped(op))
    return source;
  if (auto style = dyn_cast<DestinationStyleOpInterface>(op))
    return style.getTiedOpOperand(result)->get();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return insert.getDest();
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return insert.getDest();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return loop.getInits()[result.getResultNumber()];
  return tensor;
}

/// True if a buffer is made for `tensor`, which overwrites nothing.
static bool isMade(Value tensor) {
  Operation *op = tensor.getDefiningOp();
  return op && isa<tensor::EmptyOp, tensor::PadOp, tensor::ConcatOp,
                   tensor::GenerateOp>(op);
}

bool mplan::diesAt(Value tensor, Operation *op) {
  // All names that may be in its buffer and have its contents.
  llvm::SetVector<Value> names;
  names.insert(tensor);
  while (Value source = names.back().getDefiningOp()
                            ? getReshaped(names.back().getDefiningOp())
                            : Value())
    if (!names.insert(source))
      break;
  // Down to what its buffer is made for.
  Value root = names.back();
  while (!isMade(root)) {
    Value next = getOverwritten(root);
    if (next == root) {
      // A loop that carries it has it for itself.
      auto argument = dyn_cast<BlockArgument>(root);
      auto loop = argument
                      ? dyn_cast<scf::ForOp>(argument.getOwner()->getParentOp())
                      : nullptr;
      if (!loop || argument == loop.getInductionVar())
        return false;
      break;
    }
    root = next;
  }

  for (size_t i = 0; i != names.size(); ++i) {
    for (OpOperand &use : names[i].getUses()) {
      Operation *user = use.getOwner();
      if (user == op)
        continue;
      // Handed on, or used later, or maybe.
      Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*user);
      if (!ancestor || user->hasTrait<OpTrait::IsTerminator>() ||
          !ancestor->isBeforeInBlock(op))
        return false;
      if (getReshaped(user) || isa<tensor::ExtractSliceOp>(user))
        names.insert(user->getResult(0));
      else if (isa<LoopLikeOpInterface, RegionBranchOpInterface>(user))
        return false; // carried: its contents are there under other names
      else if (auto insert = dyn_cast<tensor::InsertSliceOp>(user);
               (insert && insert.getSource() == names[i]) ||
               isa<tensor::ConcatOp>(user))
        return false; // it may have been made where it is inserted
    }
  }
  return true;
}

/// True if `op` reads each element of `input` at the point at which it writes
/// the element of `init` in the same place, and at no other.
static bool isElementwise(linalg::LinalgOp op, OpOperand &input,
                          OpOperand &init) {
  AffineMap map = op.getMatchingIndexingMap(&init);
  return op.getNumParallelLoops() == op.getNumLoops() && map.isPermutation() &&
         op.getMatchingIndexingMap(&input) == map;
}

bool mplan::canOverwrite(DestinationStyleOpInterface op, OpOperand &input,
                         OpOperand &init) {
  if (auto planned = dyn_cast<MemoryPlanningOpInterface>(op.getOperation()))
    return planned.canOverwrite(input, init);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation());
  return linalgOp && isElementwise(linalgOp, input, init);
}

OpOperand *mplan::findDyingOperand(DestinationStyleOpInterface op,
                                   unsigned number) {
  if (!op.hasPureTensorSemantics())
    return nullptr;
  OpOperand &init = *op.getDpsInitOperand(number);
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op.getOperation());
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value value = input->get();
    // What is never read needs no bytes.
    if (value.getType() != init.get().getType() ||
        (linalgOp && !linalgOp.payloadUsesValueFromOperand(input)))
      continue;
    // Under another name, or at other points, it would be read too late.
    bool isOverwritten =
        llvm::all_of(op->getOpOperands(), [&](OpOperand &other) {
          return other.get() != value || &other == &init ||
                 canOverwrite(op, other, init);
        });
    if (isOverwritten && diesAt(value, op))
      return input;
  }
  return nullptr;
}
