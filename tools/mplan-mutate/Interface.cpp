//===- Interface.cpp - The entry's buffers in the arena -------------------===//
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

#include "Interface.h"
#include "Instrument.h"

#include "mplan/Transforms/IoToArena.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;

/// Tells the caller's copies from the program's.
static constexpr StringLiteral kCallersAttrName = "mplan.callers";

FailureOr<std::vector<InterfaceBuffer>>
mplan::mutate::copyInterface(func::FuncOp entry, bool inputsDie) {
  auto module = entry->getParentOfType<ModuleOp>();
  OwningOpRef<ModuleOp> moved = module.clone();
  IoToArenaOptions options;
  options.inputsDie = inputsDie;
  if (failed(moveIoToArena(*moved, options)))
    return failure();
  std::map<unsigned, Role> roles;
  auto movedEntry = moved->lookupSymbol<func::FuncOp>(entry.getSymName());
  for (AllocOp alloc : movedEntry.front().getOps<AllocOp>())
    if (std::optional<Role> role = alloc.getRole())
      roles[*alloc.getArgument()] = *role;

  std::vector<InterfaceBuffer> buffers;
  auto builder = OpBuilder::atBlockBegin(&entry.front());
  auto copy = [&](Location loc, Value from, Value to) {
    auto op = memref::CopyOp::create(builder, loc, from, to);
    op->setDiscardableAttr(kCallersAttrName, builder.getUnitAttr());
  };
  for (auto [number, role] : roles) {
    BlockArgument argument = entry.getArgument(number);
    auto type = cast<MemRefType>(argument.getType());
    auto alloc = memref::AllocOp::create(builder, argument.getLoc(), type);
    argument.replaceAllUsesWith(alloc);
    if (isFilledBefore(role))
      copy(argument.getLoc(), argument, alloc);
    buffers.push_back({alloc, role, number});
  }
  entry.walk([&](func::ReturnOp op) {
    builder.setInsertionPoint(op);
    for (const InterfaceBuffer &buffer : buffers)
      if (isReadAfter(buffer.role))
        copy(op.getLoc(), buffer.allocation->getResult(0),
             entry.getArgument(buffer.argument));
  });
  return buffers;
}

void mplan::mutate::declareInterface(ModuleOp withSlots,
                                     const Interface &interface) {
  SmallVector<Operation *> copies;
  withSlots.walk([&](Operation *op) {
    if (op->hasAttr(kCallersAttrName))
      copies.push_back(op);
    auto slot = dyn_cast<SlotOp>(op);
    auto buffer = slot ? interface.find(getLabel(slot)) : interface.end();
    if (buffer == interface.end())
      return;
    slot.setRole(buffer->second.role);
    slot.setArgument(buffer->second.argument);
  });
  for (Operation *copy : copies)
    copy->erase();
}
