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

#include "ArenaBytes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

/// Checks that `slot` lies in its arena, aligned.
static LogicalResult checkPlace(const Slot &slot) {
  const Arena &arena = *slot.arena;
  auto fail = [&](const Twine &what) -> LogicalResult {
    InFlightDiagnostic diag = slot.getOp()->emitError(getName(slot)) << what;
    diag.attachNote(arena.loc) << "the arena is declared here";
    return diag;
  };
  int64_t end;
  if (slot.offset < 0 || llvm::AddOverflow(slot.offset, slot.size, end) ||
      end > arena.size)
    return fail(llvm::formatv(" of {0} bytes at offset {1} does not lie in "
                              "the {2} bytes of '@{3}'",
                              slot.size, slot.offset, arena.size, arena.name)
                    .str());
  if (arena.redZone > slot.offset || arena.redZone > arena.size - end)
    return fail(llvm::formatv(" of {0} bytes at offset {1} has no room for red "
                              "zones of {2} bytes in the {3} bytes of '@{4}'",
                              slot.size, slot.offset, arena.redZone, arena.size,
                              arena.name)
                    .str());
  if (slot.state && end > arena.stateBytes)
    return fail(llvm::formatv(" is state, but does not lie in the {0} bytes of "
                              "'@{1}' that are",
                              arena.stateBytes, arena.name)
                    .str());
  if (slot.offset % slot.alignment != 0)
    return fail(llvm::formatv(" at offset {0} is not aligned to {1} bytes",
                              slot.offset, slot.alignment)
                    .str());
  if (arena.alignment && *arena.alignment % slot.alignment != 0)
    return fail(
        llvm::formatv(" needs an alignment of {0} bytes, '@{1}' has {2}",
                      slot.alignment, arena.name, *arena.alignment)
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

//===----------------------------------------------------------------------===//
// Finding slots
//===----------------------------------------------------------------------===//

namespace {
/// Finds slots in program order.
class SlotFinder {
public:
  SlotFinder(std::vector<std::unique_ptr<Arena>> &arenas,
             std::vector<Slot> &slots)
      : arenas(arenas), slots(slots) {}

  LogicalResult run(ModuleOp module, ArrayRef<GlobalArena> globalArenas);

private:
  Arena &addArena(StringRef name, Location loc) {
    arenas.push_back(std::make_unique<Arena>(name, loc));
    return *arenas.back();
  }
  LogicalResult addArena(ArenaOp op);
  LogicalResult addSlot(SlotOp op);
  LogicalResult addViews(const BytesValue &bytes);

  std::vector<std::unique_ptr<Arena>> &arenas;
  std::vector<Slot> &slots;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, const Arena *> arenaOf;
  llvm::StringMap<Arena *> argumentArenas;
  llvm::DenseMap<std::pair<Operation *, int64_t>, SlotOp> ids;
};
} // namespace

LogicalResult SlotFinder::addArena(ArenaOp op) {
  Arena &arena = addArena(op.getSymName(), op.getLoc());
  arena.size = op.getSize().value_or(0);
  arena.alignment = op.getAlignmentOrOne();
  arena.stateBytes = op.getStateBytes();
  arena.redZone = op.getRedZoneBytes();
  arenaOf[op] = &arena;
  return checkArena(op);
}

LogicalResult SlotFinder::addSlot(SlotOp op) {
  DataLayout layout = DataLayout::closest(op);
  Slot slot;
  slot.value = op.getResult();
  slot.id = op.getId();
  slot.arena = arenaOf.lookup(op.getArenaOp(symbols));
  slot.offset = op.getOffset();
  slot.state = op.getStateAttr();
  slot.role = op.getRole();
  FailureOr<int64_t> size = getBufferBytes(op.getType(), layout);
  if (!slot.arena || failed(size))
    return op.emitError(getName(slot)) << " has no arena or no size in bytes";
  slot.size = *size;
  slot.alignment = std::max<int64_t>(op.getAlignment().value_or(1),
                                     getNaturalAlignment(op.getType(), layout));
  bool isOk = succeeded(checkPlace(slot));
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return op.emitError(getName(slot)) << " is not in a function";
  if (slot.role &&
      (op->getParentOp() != function || !op->getBlock()->isEntryBlock())) {
    op.emitError(getName(slot))
        << " is filled or read by the caller of its "
        << "function, but is not in the function's first block";
    isOk = false;
  }
  auto [it, isNew] =
      ids.insert({{function.getOperation(), int64_t(op.getId())}, op});
  SlotOp other = it->second;
  if (!isNew && !(slot.state && slot.state == other.getStateAttr())) {
    // Two ops for one buffer would be taken for two buffers: a need of one
    // would not protect what was written through the other.
    InFlightDiagnostic diag = op.emitError(getName(slot))
                              << " has the id of another slot of its "
                                 "function: verify before slots are cloned";
    diag.attachNote(other.getLoc()) << "the other slot is here";
    isOk = false;
  }
  slots.push_back(slot);
  return success(isOk);
}

/// The views of one value that is an arena's bytes.
LogicalResult SlotFinder::addViews(const BytesValue &bytes) {
  const Arena *arena;
  if (bytes.global) {
    const Arena *&found = arenaOf[bytes.global];
    if (!found) {
      Arena &added = addArena(bytes.name, bytes.global->getLoc());
      added.size = bytes.size;
      added.alignment = bytes.alignment;
      added.stateBytes = bytes.stateBytes;
      found = &added;
    }
    arena = found;
  } else {
    Arena *&found = argumentArenas[bytes.name];
    if (!found) {
      found = &addArena(bytes.name, bytes.value.getLoc());
      found->size = bytes.size;
      found->alignment = bytes.alignment;
      found->stateBytes = bytes.stateBytes;
    }
    // Whoever is called with more of it is called with what has more.
    found->size = std::max(found->size, bytes.size);
    arena = found;
  }
  bool isOk = true;
  for (const BytesView &view : bytes.views) {
    DataLayout layout = DataLayout::closest(view.op);
    Slot slot;
    slot.value = view.op->getResult(0);
    slot.arena = arena;
    slot.offset = view.offset;
    slot.size = view.size;
    slot.alignment =
        getNaturalAlignment(cast<MemRefType>(slot.value.getType()), layout);
    int64_t end;
    if (!llvm::AddOverflow(slot.offset, slot.size, end) &&
        slot.offset < arena->stateBytes)
      slot.state = StringAttr::get(
          slot.value.getContext(),
          llvm::formatv("bytes [{0}, {1})", slot.offset, end).str());
    isOk &= succeeded(checkPlace(slot));
    slots.push_back(slot);
  }
  return success(isOk);
}

LogicalResult SlotFinder::run(ModuleOp module,
                              ArrayRef<GlobalArena> globalArenas) {
  bool isOk = true;
  // A slot may stand before its arena.
  module.walk<WalkOrder::PreOrder>(
      [&](ArenaOp op) { isOk &= succeeded(addArena(op)); });
  module.walk<WalkOrder::PreOrder>(
      [&](SlotOp op) { isOk &= succeeded(addSlot(op)); });
  FailureOr<std::vector<BytesValue>> values =
      findArenaBytes(module, globalArenas);
  if (failed(values))
    return failure();
  for (const BytesValue &bytes : *values)
    isOk &= succeeded(addViews(bytes));
  return success(isOk);
}

FailureOr<SlotTable> SlotTable::build(ModuleOp module,
                                      ArrayRef<GlobalArena> globalArenas) {
  SlotTable table;
  if (failed(SlotFinder(table.arenas, table.slots).run(module, globalArenas)))
    return failure();

  llvm::DenseMap<const Arena *, unsigned> numbers;
  for (auto [index, arena] : llvm::enumerate(table.arenas))
    numbers[arena.get()] = index;
  auto place = [&](const Slot &slot) {
    return std::make_pair(numbers.lookup(slot.arena), slot.offset);
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
  auto getEnds = [&](const Slot &slot) {
    auto [arena, offset] = place(slot);
    return std::make_pair(
        std::make_pair(arena, offset - slot.arena->redZone),
        std::make_pair(arena, offset + slot.size + slot.arena->redZone));
  };
  std::vector<std::pair<unsigned, int64_t>> bounds;
  for (const Slot &slot : table.slots) {
    auto [lower, upper] = getEnds(slot);
    bounds.push_back(lower);
    bounds.push_back(upper);
  }
  llvm::sort(bounds);
  bounds.erase(std::unique(bounds.begin(), bounds.end()), bounds.end());
  auto rank = [&](std::pair<unsigned, int64_t> bound) -> unsigned {
    return llvm::lower_bound(bounds, bound) - bounds.begin();
  };
  for (auto [index, slot] : llvm::enumerate(table.slots)) {
    auto [lower, upper] = getEnds(slot);
    slot.bytes = {rank(lower), rank(upper)};
    table.indices[slot.getOp()] = index;
  }
  return table;
}

//===----------------------------------------------------------------------===//
// Words
//===----------------------------------------------------------------------===//

std::string mplan::proof::getName(const Slot &slot) {
  return slot.id ? llvm::formatv("slot {0}", *slot.id).str() : "the view";
}

std::string mplan::proof::describe(const Slot &slot) {
  return llvm::formatv("{0}, bytes [{1}, {2}) of '@{3}'", getName(slot),
                       slot.offset, slot.offset + slot.size, slot.arena->name)
      .str();
}

std::string mplan::proof::describeShared(const Slot &a, const Slot &b) {
  // Both are of one arena.
  const Arena &arena = *a.arena;
  int64_t lower = std::max(a.offset, b.offset) - arena.redZone;
  int64_t upper =
      std::min(a.offset + a.size, b.offset + b.size) + arena.redZone;
  return llvm::formatv("bytes [{0}, {1}) of '@{2}'{3}", lower, upper,
                       arena.name,
                       arena.redZone > 0 ? ", red zones included" : "")
      .str();
}
