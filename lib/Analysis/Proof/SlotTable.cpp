//===- SlotTable.cpp - The slots of a module, by place --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds, checks and numbers slots. The op verifiers check much of this too;
// the proof does not rest on their having run.
//
//===----------------------------------------------------------------------===//

#include "SlotTable.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

/// Checks that `slot`, whose arena and size are known, lies in the arena.
static LogicalResult checkPlace(const Slot &slot, const DataLayout &layout) {
  SlotOp op = slot.op;
  ArenaOp arena = slot.arena;
  auto fail = [&](const Twine &what) -> LogicalResult {
    InFlightDiagnostic diag = op.emitError("slot ") << op.getId() << what;
    diag.attachNote(arena.getLoc()) << "the arena is declared here";
    return diag;
  };
  int64_t arenaSize = arena.getSize().value_or(0);
  int64_t end;
  if (slot.offset < 0 || llvm::AddOverflow(slot.offset, slot.size, end) ||
      end > arenaSize)
    return fail(llvm::formatv(" of {0} bytes at offset {1} does not lie in "
                              "the {2} bytes of '@{3}'",
                              slot.size, slot.offset, arenaSize,
                              arena.getSymName())
                    .str());
  int64_t alignment = std::max<int64_t>(
      op.getAlignment().value_or(1), getNaturalAlignment(op.getType(), layout));
  if (slot.redZone > slot.offset || slot.redZone > arenaSize - end)
    return fail(llvm::formatv(" of {0} bytes at offset {1} has no room for red "
                              "zones of {2} bytes in the {3} bytes of '@{4}'",
                              slot.size, slot.offset, slot.redZone, arenaSize,
                              arena.getSymName())
                    .str());
  if (slot.state && end > arena.getStateBytes())
    return fail(llvm::formatv(" is state, but does not lie in the {0} bytes of "
                              "'@{1}' that are",
                              arena.getStateBytes(), arena.getSymName())
                    .str());
  if (slot.offset % alignment != 0)
    return fail(llvm::formatv(" at offset {0} is not aligned to {1} bytes",
                              slot.offset, alignment)
                    .str());
  if (arena.getAlignmentOrOne() % alignment != 0)
    return fail(
        llvm::formatv(" needs an alignment of {0} bytes, '@{1}' has {2}",
                      alignment, arena.getSymName(), arena.getAlignmentOrOne())
            .str());
  return success();
}

/// Checks that the numbers of an arena agree with each other.
static LogicalResult checkArena(ArenaOp arena) {
  std::optional<int64_t> size = arena.getSize();
  if (size && arena.getCapacity() && *size > int64_t(*arena.getCapacity()))
    return arena.emitError("arena of ")
           << *size << " bytes exceeds its capacity of " << *arena.getCapacity()
           << " bytes";
  if (arena.getPeak() && int64_t(*arena.getPeak()) > size.value_or(0))
    return arena.emitError("arena of ")
           << size.value_or(0) << " bytes is smaller than its peak of "
           << *arena.getPeak() << " bytes";
  if (arena.getRedZoneBytes() < 0)
    return arena.emitError("arena has red zones of ")
           << arena.getRedZoneBytes() << " bytes";
  return success();
}

FailureOr<SlotTable> SlotTable::build(ModuleOp module) {
  SlotTable table;
  SymbolTableCollection symbols;
  llvm::MapVector<Operation *, unsigned> arenas; // in program order
  llvm::DenseMap<std::pair<Operation *, int64_t>, SlotOp> ids;
  bool ok = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto arena = dyn_cast<ArenaOp>(op)) {
      arenas.insert({arena, arenas.size()});
      ok &= succeeded(checkArena(arena));
    }
    auto slotOp = dyn_cast<SlotOp>(op);
    if (!slotOp)
      return;
    Slot slot;
    slot.op = slotOp;
    slot.arena = slotOp.getArenaOp(symbols);
    slot.offset = slotOp.getOffset();
    slot.state = slotOp.getStateAttr();
    slot.role = slotOp.getRole();
    DataLayout layout = DataLayout::closest(slotOp);
    FailureOr<int64_t> size = getBufferBytes(slotOp.getType(), layout);
    if (!slot.arena || failed(size)) {
      slotOp.emitError("slot ")
          << slotOp.getId() << " has no arena or no size in bytes";
      ok = false;
      return;
    }
    slot.size = *size;
    slot.redZone = slot.arena.getRedZoneBytes();
    ok &= succeeded(checkPlace(slot, layout));
    auto function = slotOp->getParentOfType<FunctionOpInterface>();
    if (!function) {
      slotOp.emitError("slot ") << slotOp.getId() << " is not in a function";
      ok = false;
      return;
    }
    if (slot.role && (slotOp->getParentOp() != function ||
                      !slotOp->getBlock()->isEntryBlock())) {
      slotOp.emitError("slot ")
          << slotOp.getId() << " is filled or read by the caller of its "
          << "function, but is not in the function's first block";
      ok = false;
    }
    auto [it, isNew] = ids.insert(
        {{function.getOperation(), int64_t(slotOp.getId())}, slotOp});
    SlotOp other = it->second;
    if (!isNew && !(slot.state && slot.state == other.getStateAttr())) {
      // Two ops for one buffer would be taken for two buffers: a need of one
      // would not protect what was written through the other.
      InFlightDiagnostic diag = slotOp.emitError("slot ")
                                << slotOp.getId()
                                << " has the id of another slot of its "
                                   "function: verify before slots are cloned";
      diag.attachNote(other.getLoc()) << "the other slot is here";
      ok = false;
    }
    arenas.insert({slot.arena, arenas.size()});
    table.slots.push_back(slot);
  });
  if (!ok)
    return failure();

  auto place = [&](const Slot &slot) {
    return std::make_pair(arenas.find(slot.arena)->second, slot.offset);
  };
  // In program order until here, which decides between equals.
  std::vector<unsigned> order(table.slots.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::sort(order, [&](unsigned a, unsigned b) {
    return std::make_pair(place(table.slots[a]), a) <
           std::make_pair(place(table.slots[b]), b);
  });
  std::vector<Slot> sorted;
  for (unsigned index : order)
    sorted.push_back(table.slots[index]);
  table.slots = std::move(sorted);
  std::vector<std::pair<unsigned, int64_t>> bounds;
  for (const Slot &slot : table.slots) {
    auto [arena, offset] = place(slot);
    bounds.push_back({arena, offset - slot.redZone});
    bounds.push_back({arena, offset + slot.size + slot.redZone});
  }
  llvm::sort(bounds);
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  auto rank = [&](unsigned arena, int64_t offset) -> unsigned {
    return llvm::lower_bound(bounds, std::make_pair(arena, offset)) -
           bounds.begin();
  };
  for (auto [index, slot] : llvm::enumerate(table.slots)) {
    auto [arena, offset] = place(slot);
    slot.bytes = {rank(arena, offset - slot.redZone),
                  rank(arena, offset + slot.size + slot.redZone)};
    table.indices[slot.op] = index;
  }
  return table;
}

std::string mplan::proof::describe(const Slot &slot) {
  SlotOp op = slot.op;
  ArenaOp arena = slot.arena;
  return llvm::formatv("slot {0}, bytes [{1}, {2}) of '@{3}'", op.getId(),
                       slot.offset, slot.offset + slot.size, arena.getSymName())
      .str();
}

std::string mplan::proof::describeShared(const Slot &a, const Slot &b) {
  ArenaOp arena = a.arena;
  // Both are of one arena.
  int64_t lower = std::max(a.offset, b.offset) - a.redZone;
  int64_t upper = std::min(a.offset + a.size, b.offset + b.size) + a.redZone;
  return llvm::formatv("bytes [{0}, {1}) of '@{2}'{3}", lower, upper,
                       arena.getSymName(),
                       a.redZone > 0 ? ", red zones included" : "")
      .str();
}
