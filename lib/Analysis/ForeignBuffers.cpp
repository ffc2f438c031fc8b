//===- ForeignBuffers.cpp - Memory from outside of a function -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two arguments may be one buffer. What callers of the interface give does not
// overlap; of other functions all calls are looked at.
//
//===----------------------------------------------------------------------===//

#include "ForeignBuffers.h"

#include "mplan/Analysis/Allocations.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mplan;

bool ForeignBuffers::isUnshared(Value foreign) {
  if (auto global = foreign.getDefiningOp<memref::GetGlobalOp>()) {
    auto symbol =
        graph.analysis.getSymbols().lookupNearestSymbolFrom<memref::GlobalOp>(
            global, global.getNameAttr());
    return symbol && symbol.getConstant();
  }
  auto argument = dyn_cast<BlockArgument>(foreign);
  if (!argument)
    return false;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  if (!function || !argument.getOwner()->isEntryBlock())
    return false;
  auto [it, isNew] = unshared.try_emplace(foreign, false);
  if (!isNew)
    return it->second;
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(function, function->getParentRegion());
  // What callers of the interface give does not overlap.
  bool result = uses && (function.isPrivate() || uses->empty());
  if (result)
    for (const SymbolTable::SymbolUse &use : *uses) {
      auto call = dyn_cast<CallOpInterface>(use.getUser());
      if (!call || !isGivenAlone(call, argument.getArgNumber())) {
        result = false;
        break;
      }
    }
  return unshared[foreign] = result;
}

/// True if `call` gives as argument number `index` what it gives as no other.
bool ForeignBuffers::isGivenAlone(CallOpInterface call, unsigned index) {
  OperandRange operands = call.getArgOperands();
  if (index >= operands.size())
    return false;
  Value given = getViewedBuffer(operands[index]);
  auto isAllocation = [](Value value) {
    return value.getDefiningOp() && allocatesBuffer(value.getDefiningOp());
  };
  auto isArgument = [](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner()->isEntryBlock() &&
           isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  };
  if (!isAllocation(given) && !(isArgument(given) && isUnshared(given)))
    return false;
  for (auto [number, operand] : llvm::enumerate(operands)) {
    if (number == index || !isa<BaseMemRefType>(operand.getType()))
      continue;
    Value other = getViewedBuffer(operand);
    if (other == given || !(isAllocation(other) || isArgument(other)))
      return false;
  }
  return true;
}

const std::vector<int64_t> *ForeignBuffers::findWrites() {
  if (!writes) {
    writes.emplace();
    auto addUses = [&](Value value) {
      if (!isa<BaseMemRefType>(value.getType()))
        return;
      std::optional<unsigned> name = graph.getName(value);
      if (name && graph.names[*name].kind != BufferName::Kind::Foreign)
        return;
      if (Operation *op = value.getDefiningOp();
          op && (allocatesBuffer(op) || isa<ViewLikeOpInterface>(op)))
        return;
      BufferUses uses = graph.analysis.getUses(value);
      hasUnknownWrites |= uses.refusal.has_value();
      for (const Access &access : uses.accesses)
        if (access.writes)
          writes->push_back(graph.timeline.getPosition(access.op).tick);
    };
    graph.function.getFunctionBody().walk([&](Operation *op) {
      llvm::for_each(op->getResults(), addUses);
      for (Region &region : op->getRegions())
        for (Block &block : region)
          llvm::for_each(block.getArguments(), addUses);
      bool mayWrite = isa<CallOpInterface>(op);
      if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
        SmallVector<MemoryEffects::EffectInstance> instances;
        effects.getEffects(instances);
        mayWrite |= llvm::any_of(instances, [](const auto &effect) {
          return !effect.getValue() &&
                 isa<MemoryEffects::Write>(effect.getEffect());
        });
      } else {
        mayWrite |= !isMemoryEffectFree(op) &&
                    !op->hasTrait<OpTrait::HasRecursiveMemoryEffects>() &&
                    !op->hasTrait<OpTrait::IsTerminator>();
      }
      if (mayWrite)
        writes->push_back(graph.timeline.getPosition(op).tick);
    });
    for (Block &block : graph.function.getFunctionBody())
      llvm::for_each(block.getArguments(), addUses);
  }
  return hasUnknownWrites ? nullptr : &*writes;
}
