//===- TensorUses.cpp - What an op does with tensors ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorUses.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mplan;
using bufferization::AnalysisState;
using bufferization::BufferizableOpInterface;

BufferizableOpInterface mplan::getBufferizable(Operation *op) {
  // What that of a call says depends on an analysis of its callee.
  if (isa<CallOpInterface>(op))
    return nullptr;
  return dyn_cast<BufferizableOpInterface>(op);
}

bool mplan::isView(OpOperand &operand, const AnalysisState &state) {
  BufferizableOpInterface op = getBufferizable(operand.getOwner());
  return op && isTensor(operand.get()) && op->getNumRegions() == 0 &&
         !op.bufferizesToMemoryWrite(operand, state) &&
         op.getAliasingValues(operand, state).getNumAliases() > 0;
}

bool mplan::isViewAs(OpOperand &operand, OpResult result,
                     const AnalysisState &state) {
  if (!isView(operand, state))
    return false;
  BufferizableOpInterface op = getBufferizable(operand.getOwner());
  for (const auto &alias : op.getAliasingValues(operand, state))
    if (alias.value == result)
      return true;
  return false;
}

bool mplan::isView(OpResult result, const AnalysisState &state) {
  return llvm::any_of(
      result.getOwner()->getOpOperands(),
      [&](OpOperand &operand) { return isViewAs(operand, result, state); });
}

bool mplan::usesContents(OpOperand &operand, const AnalysisState &state) {
  if (!isTensor(operand.get()))
    return false;
  BufferizableOpInterface op = getBufferizable(operand.getOwner());
  return !op || op->getNumRegions() > 0 ||
         op.bufferizesToMemoryRead(operand, state) ||
         op.bufferizesToMemoryWrite(operand, state);
}

bool mplan::isWritten(OpOperand &operand, const AnalysisState &state) {
  BufferizableOpInterface op = getBufferizable(operand.getOwner());
  return !op || op.bufferizesToMemoryWrite(operand, state);
}

bool mplan::hasNoBytes(OpResult result, const AnalysisState &state) {
  Operation *op = result.getOwner();
  if (!isTensor(result))
    return true;
  if (op->getNumRegions() > 0 || !isMemoryEffectFree(op))
    return false;
  if (op->getNumOperands() == 0)
    return true;
  BufferizableOpInterface bufferizable = getBufferizable(op);
  return bufferizable && llvm::none_of(op->getOperands(), isTensor) &&
         !bufferizable.resultBufferizesToMemoryWrite(result, state);
}

bool mplan::isMadeOfMemory(OpResult result) {
  Operation *op = result.getOwner();
  auto isMemory = [](Value value) {
    return isa<BaseMemRefType>(value.getType());
  };
  return isTensor(result) && getBufferizable(op) && op->getNumRegions() == 0 &&
         llvm::any_of(op->getOperands(), isMemory) &&
         llvm::none_of(op->getOperands(), isTensor);
}

Access mplan::getAccess(Operation &op) {
  auto effects = getEffectsRecursively(&op);
  if (!effects)
    return Access::Writes;
  for (const MemoryEffects::EffectInstance &effect : *effects)
    if (!isa<MemoryEffects::Read>(effect.getEffect()))
      return Access::Writes;
  if (effects->empty() && isSpeculatable(&op))
    return Access::None;
  return Access::Reads;
}

StringAttr mplan::getGlobal(Operation &op) {
  if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
    return load.getGlobal().getLeafReference();
  if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op))
    return store.getGlobal().getLeafReference();
  return nullptr;
}
