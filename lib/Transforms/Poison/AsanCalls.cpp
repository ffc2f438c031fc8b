//===- AsanCalls.cpp - Dead slots for AddressSanitizer --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An address is passed as the number that it is: the two have the same size and
// the same place in a call. The runtime rounds what it poisons down to whole
// granules of 8 bytes (and what it unpoisons up), so that it may keep silent
// where it could speak, but never the other way round.
//
//===----------------------------------------------------------------------===//

#include "AsanCalls.h"

#include "RedZones.h"
#include "mplan/Analysis/CallOrder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mplan;

FailureOr<AsanCalls> AsanCalls::create(ModuleOp module) {
  SymbolTable symbols(module);
  OpBuilder builder(module.getContext());
  auto type = builder.getFunctionType(
      {builder.getIndexType(), builder.getIndexType()}, {});
  auto declare = [&](StringRef name) -> FailureOr<func::FuncOp> {
    if (Operation *present = symbols.lookup(name)) {
      auto function = dyn_cast<func::FuncOp>(present);
      if (function && function.isExternal() &&
          function.getFunctionType() == type)
        return function;
      return emitError(present->getLoc(), "@")
             << name << " is a function of AddressSanitizer: rename it";
    }
    auto function = func::FuncOp::create(builder, module.getLoc(), name, type);
    function.setPrivate();
    symbols.insert(function, module.getBody()->end());
    return function;
  };
  FailureOr<func::FuncOp> poison = declare("__asan_poison_memory_region");
  FailureOr<func::FuncOp> unpoison = declare("__asan_unpoison_memory_region");
  if (failed(poison) || failed(unpoison))
    return failure();
  return AsanCalls(module, *poison, *unpoison);
}

bool AsanCalls::covers(SlotOp slot) {
  return isSameMemorySpace(slot.getType().getMemorySpace(), {});
}

void AsanCalls::call(OpBuilder &builder, func::FuncOp function, SlotOp slot,
                     int64_t offset, int64_t bytes) {
  Location loc = slot.getLoc();
  auto type =
      MemRefType::get({bytes}, builder.getI8Type(), MemRefLayoutAttrInterface(),
                      slot.getType().getMemorySpace());
  Value stretch = createBytes(builder, slot, offset, type);
  Value address =
      memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, stretch);
  Value size = arith::ConstantIndexOp::create(builder, loc, bytes);
  func::CallOp::create(builder, loc, function, ValueRange{address, size});
}

static int64_t getBytes(SlotOp slot) {
  // The slot's verifier has shown that it has a size.
  return *getBufferBytes(slot.getType(), DataLayout::closest(slot));
}

void AsanCalls::poison(OpBuilder &builder, SlotOp slot) {
  call(builder, poisonFunction, slot, slot.getOffset(), getBytes(slot));
}

void AsanCalls::unpoison(OpBuilder &builder, SlotOp slot) {
  call(builder, unpoisonFunction, slot, slot.getOffset(), getBytes(slot));
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

namespace {
/// Bytes [lower, upper) of the arena of `slot`.
struct Stretch {
  SlotOp slot;
  int64_t lower, upper;
};
} // namespace

/// The bytes of `slots` that are nobody's where none is needed, apart from each
/// other, by arena.
static std::vector<Stretch> getStretches(ArrayRef<SlotOp> slots,
                                         const SymbolTable &symbols) {
  std::vector<Stretch> stretches;
  for (SlotOp slot : slots) {
    int64_t lower = slot.getOffset(), upper = lower + getBytes(slot);
    int64_t zone = symbols.lookup<ArenaOp>(slot.getArenaAttr().getAttr())
                       .getRedZoneBytes();
    if (!slot.getState()) {
      stretches.push_back({slot, lower - zone, upper + zone});
      continue;
    }
    stretches.push_back({slot, lower - zone, lower});
    stretches.push_back({slot, upper, upper + zone});
  }
  llvm::sort(stretches, [](Stretch &a, Stretch &b) {
    return std::make_tuple(a.slot.getArena(), a.lower, a.upper) <
           std::make_tuple(b.slot.getArena(), b.lower, b.upper);
  });
  std::vector<Stretch> merged;
  for (Stretch &stretch : stretches) {
    if (stretch.lower == stretch.upper)
      continue;
    if (!merged.empty() &&
        merged.back().slot.getArenaAttr() == stretch.slot.getArenaAttr() &&
        merged.back().upper >= stretch.lower)
      merged.back().upper = std::max(merged.back().upper, stretch.upper);
    else
      merged.push_back(stretch);
  }
  return merged;
}

LogicalResult AsanCalls::guardEntries() {
  SymbolTableCollection collection;
  FailureOr<CallOrder> order = computeCallOrder(module, collection);
  if (failed(order))
    return failure();
  SymbolTable symbols(module);
  llvm::DenseMap<Operation *, SmallVector<SlotOp>> own;
  llvm::SmallPtrSet<Operation *, 16> called;
  for (auto &[op, calls] : *order) {
    SmallVector<SlotOp> &slots = own[op];
    op->walk([&](SlotOp slot) {
      if (covers(slot))
        slots.push_back(slot);
    });
    for (const CallSite &site : calls)
      called.insert(site.callee);
  }
  for (auto &[op, calls] : *order) {
    auto function = cast<FunctionOpInterface>(op);
    if (!function.isPublic() && called.contains(op))
      continue;
    // Each function once, however many ways lead there.
    SmallVector<SlotOp> slots;
    llvm::SmallSetVector<Operation *, 8> reached;
    reached.insert(op);
    for (size_t i = 0; i != reached.size(); ++i) {
      llvm::append_range(slots, own.lookup(reached[i]));
      for (const CallSite &site : order->find(reached[i])->second)
        reached.insert(site.callee);
    }
    std::vector<Stretch> stretches = getStretches(slots, symbols);
    auto builder = OpBuilder::atBlockBegin(&function.getFunctionBody().front());
    for (Stretch &stretch : stretches)
      call(builder, poisonFunction, stretch.slot, stretch.lower,
           stretch.upper - stretch.lower);
    for (SlotOp slot : own.lookup(op))
      if (slot.getRole() && isFilledBefore(*slot.getRole()))
        unpoison(builder, slot);
    for (Block &block : function.getFunctionBody()) {
      if (!block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
        continue;
      builder.setInsertionPoint(block.getTerminator());
      for (Stretch &stretch : stretches)
        call(builder, unpoisonFunction, stretch.slot, stretch.lower,
             stretch.upper - stretch.lower);
    }
  }
  return success();
}

void AsanCalls::markFunctions() {
  Builder builder(module.getContext());
  StringAttr sanitize = builder.getStringAttr("sanitize_address");
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    SmallVector<Attribute> list;
    if (auto present = function->getAttrOfType<ArrayAttr>("passthrough"))
      llvm::append_range(list, present);
    if (!llvm::is_contained(list, sanitize))
      list.push_back(sanitize);
    function->setAttr("passthrough", builder.getArrayAttr(list));
  }
}
