//===- FlowSlots.cpp - The steps of slots themselves ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a slot's contents begin, and who touches it besides the operations of
// the function: the caller of an entry.
//
//===----------------------------------------------------------------------===//

#include "FlowBuilder.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

LogicalResult FlowBuilder::buildSlot(const Slot &slot, unsigned block) {
  // It is always there, and no other slot shares bytes with it: as good as
  // memory outside.
  if (slot.state)
    return success();
  flow.anySlot = flow.anySlot ? flow.anySlot : &slot;
  if (parallelOp) {
    InFlightDiagnostic diag =
        slot.getOp()->emitError(getName(slot))
        << " lies in a region of '" << parallelOp->getName()
        << "' whose iterations may run at once: they would share its bytes";
    diag.attachNote(parallelOp->getLoc())
        << "place the buffer outside of this op, once for each worker";
    return diag;
  }
  aliases.addBuffer(slot.value);
  if (slot.role && isFilledBefore(*slot.role))
    return success(); // Born at the function's entry.
  Step step(Step::Birth, slot.getOp());
  Access &access = step.accesses.emplace_back();
  access.value = slot.value;
  addStep(block, std::move(step));
  return success();
}

/// What the caller of an entry fills is written before anything else is: all of
/// it, one buffer after the other.
void FlowBuilder::buildInputs() {
  for (SlotOp slot : flow.op.getFunctionBody().getOps<SlotOp>()) {
    if (!slot.getRole() || !isFilledBefore(*slot.getRole()))
      continue;
    Step step(Step::Access, slot);
    Access &access = step.accesses.emplace_back();
    access.value = slot.getResult();
    access.write = access.full = true;
    addStep(begins.lookup(&flow.op.getFunctionBody().front()), std::move(step));
  }
}

/// What the caller of an entry reads is read at each return.
void FlowBuilder::addOutputs(Step &step) {
  for (SlotOp slot : flow.op.getFunctionBody().getOps<SlotOp>()) {
    if (!slot.getRole() || !isReadAfter(*slot.getRole()))
      continue;
    Access &access = step.accesses.emplace_back();
    access.value = slot.getResult();
    access.read = true;
    access.parameter = notReturned;
  }
}
