//===- Sharing.cpp - Slots that may share no byte -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks for overlaps among the places of slots.
//
//===----------------------------------------------------------------------===//

#include "Sharing.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

/// All slots that have bytes.
static NeedSet collectSlots(const SlotTable &table) {
  NeedSet all;
  for (unsigned slot = 0; slot < table.size(); ++slot)
    if (!table[slot].bytes.empty())
      all.insert({slot, 0, table[slot].bytes, nullptr});
  return all;
}

//===----------------------------------------------------------------------===//
// State
//===----------------------------------------------------------------------===//

static bool isSameState(const Slot &a, const Slot &b) {
  return a.state && a.state == b.state && a.arena == b.arena &&
         a.offset == b.offset && a.size == b.size;
}

bool mplan::proof::emitSharedState(const SlotTable &table) {
  bool found = false;
  auto emit = [&](const Slot &slot, const Twine &what, const Slot &other,
                  StringRef note) {
    InFlightDiagnostic diag = slot.getOp()->emitError()
                              << describe(slot) << what;
    diag.attachNote(other.getLoc()) << describe(other) << note;
    found = true;
  };
  llvm::MapVector<StringAttr, unsigned> first; // of each name
  for (unsigned index = 0; index < table.size(); ++index) {
    const Slot &slot = table[index];
    if (!slot.state)
      continue;
    unsigned other = first.insert({slot.state, index}).first->second;
    if (!isSameState(slot, table[other]))
      emit(slot, ", is not where '" + slot.state.getValue() + "' is elsewhere",
           table[other], ", is the other place");
  }
  if (first.empty() || found)
    return found;
  NeedSet all = collectSlots(table);
  for (const auto &entry : first) {
    unsigned index = entry.second;
    StringRef name = entry.first;
    const Slot &state = table[index];
    all.forEachOverlap(state.bytes, [&](const NeedSet::Need &need) {
      const Slot &other = table[need.slot];
      // Of two states one says it.
      if (!isSameState(state, other) && !(other.state && need.slot < index))
        emit(other,
             ", shares bytes with the state '" + name +
                 "', which is always needed",
             state, ", is that state");
    });
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Escapes
//===----------------------------------------------------------------------===//

bool mplan::proof::emitEscapes(
    const llvm::MapVector<unsigned, Operation *> &escapes,
    const SlotTable &table) {
  if (escapes.empty())
    return false;
  NeedSet all = collectSlots(table);
  bool found = false;
  for (auto [escaped, op] : escapes) {
    SmallVector<unsigned> others;
    all.forEachOverlap(table[escaped].bytes,
                       [&, self = escaped](const NeedSet::Need &other) {
                         if (other.slot != self)
                           others.push_back(other.slot);
                       });
    if (others.empty())
      continue;
    found = true;
    const Slot &slot = table[escaped], &other = table[others.front()];
    InFlightDiagnostic diag = op->emitError("lets ")
                              << getName(slot)
                              << " escape, which shares bytes with another: it "
                                 "may be read or written at any time";
    diag.attachNote(slot.getLoc()) << describe(slot) << ", escapes";
    diag.attachNote(other.getLoc()) << describe(other) << ", shares them";
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Concurrent entries
//===----------------------------------------------------------------------===//

namespace {
/// Who may run a function: the entry that is said to run by itself, or (null)
/// those that run one after the other.
struct Runner {
  FunctionOpInterface entry; ///< The first that was found, for messages.
  Operation *alone = nullptr;
};
} // namespace

static bool isAlone(FunctionOpInterface function) {
  auto symbol = dyn_cast<SymbolOpInterface>(function.getOperation());
  return (!symbol || symbol.isPublic()) &&
         function->hasAttr(kConcurrentAttrName);
}

bool mplan::proof::emitConcurrent(const ModuleFlow &module,
                                  const SlotTable &table) {
  llvm::DenseMap<Operation *, const FunctionFlow *> flows;
  llvm::SmallPtrSet<const FunctionFlow *, 16> called;
  bool any = false;
  for (const auto &flow : module.getFunctions()) {
    flows[flow->op] = flow.get();
    any |= isAlone(flow->op);
    for (auto [callee, call] : flow->callees)
      called.insert(callee);
  }
  if (!any)
    return false;

  // The slots of each function are those of who runs it.
  llvm::DenseMap<const FunctionFlow *, SmallVector<unsigned>> slots;
  for (unsigned slot = 0; slot < table.size(); ++slot) {
    Operation *op = table[slot].getOp();
    if (!table[slot].state && !table[slot].bytes.empty())
      slots[flows.lookup(op->getParentOfType<FunctionOpInterface>())].push_back(
          slot);
  }
  bool found = false;
  llvm::DenseMap<const FunctionFlow *, Runner> runners;
  auto visit = [&](const FunctionFlow *entry) {
    FunctionOpInterface entryOp = entry->op;
    Runner runner{entryOp, isAlone(entryOp) ? entryOp : nullptr};
    llvm::SmallPtrSet<const FunctionFlow *, 16> seen = {entry};
    SmallVector<const FunctionFlow *> worklist = {entry};
    while (!worklist.empty()) {
      const FunctionFlow *flow = worklist.pop_back_val();
      auto [it, isNew] = runners.insert({flow, runner});
      if (!isNew && it->second.alone != runner.alone && slots.contains(flow)) {
        const Slot &slot = table[slots[flow].front()];
        InFlightDiagnostic diag =
            slot.getOp()->emitError(getName(slot))
            << " is used by '" << it->second.entry.getName() << "' and by '"
            << entryOp.getName() << "', which may run at the same time";
        diag.attachNote(it->second.entry.getLoc()) << "the one is here";
        diag.attachNote(entryOp.getLoc()) << "the other is here";
        found = true;
        continue;
      }
      if (!isNew && !runner.alone)
        continue; // As are those that it calls.
      for (auto [callee, call] : flow->callees)
        if (seen.insert(callee).second)
          worklist.push_back(callee);
    }
  };
  auto isEntry = [&](const FunctionFlow *flow) {
    auto symbol = dyn_cast<SymbolOpInterface>(
        FunctionOpInterface(flow->op).getOperation());
    return !called.contains(flow) || !symbol || symbol.isPublic();
  };
  for (bool alone : {false, true})
    for (const auto &flow : module.getFunctions())
      if (isEntry(flow.get()) && isAlone(flow->op) == alone)
        visit(flow.get());
  if (found)
    return true;

  // By place: wherever two overlap that different ones run, so do two of which
  // one reaches furthest of all before.
  std::vector<std::pair<unsigned, const Runner *>> sorted;
  for (auto &[flow, indices] : slots)
    for (unsigned slot : indices)
      if (auto it = runners.find(flow); it != runners.end())
        sorted.push_back({slot, &it->second});
  llvm::sort(sorted, llvm::less_first());
  std::pair<unsigned, const Runner *> furthest = {0, nullptr};
  for (auto [index, runner] : sorted) {
    const Slot &slot = table[index];
    if (furthest.second && runner->alone != furthest.second->alone &&
        slot.bytes.overlaps(table[furthest.first].bytes)) {
      const Slot &other = table[furthest.first];
      FunctionOpInterface one = runner->entry, two = furthest.second->entry;
      InFlightDiagnostic diag =
          slot.getOp()->emitError()
          << describe(slot) << ", which '" << one.getName()
          << "' uses, shares bytes with a slot of '" << two.getName()
          << "': they may run at the same time";
      diag.attachNote(other.getLoc()) << describe(other) << ", is the other";
      found = true;
    }
    if (!furthest.second ||
        slot.bytes.upper > table[furthest.first].bytes.upper)
      furthest = {index, runner};
  }
  return found;
}
