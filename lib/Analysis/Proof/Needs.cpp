//===- Needs.cpp - What is needed, and what clobbers it -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The backward walk over flows, and its checks.
//
//===----------------------------------------------------------------------===//

#include "Needs.h"

#include "InPlace.h"

#include "llvm/Support/ProgramStack.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// The analysis's number of a root of the frame's function. Two frames of one
/// function never run within one another, so what is one root of the function,
/// and the same slots, is one number in both: frames further down, which are
/// told apart by the roots that they are passed, are as few as can be.
unsigned NeedAnalysis::numberRoot(const Frame &frame, unsigned root) {
  const Root &local = frame.flow->roots[root];
  if (local.kind == Root::Outside)
    return outside;
  if (local.kind == Root::Parameter)
    return local.index < frame.bindings.size()
               ? frame.bindings[local.index].root
               : outside;
  std::map<unsigned, bool> slots;
  for (SlotRef ref : local.targets.slots)
    slots[ref.slot] |= ref.earlier;
  for (unsigned parameter : local.targets.parameters)
    if (parameter < frame.bindings.size())
      for (SlotRef ref : slotsOfRoot[frame.bindings[parameter].root])
        slots[ref.slot] |= ref.earlier;
  std::vector<uint64_t> key;
  for (auto [slot, isEarlier] : slots)
    key.push_back(uint64_t(slot) << 1 | isEarlier);
  auto [it, isNew] = rootNumbers.insert(
      {{frame.flow, root, std::move(key)}, unsigned(slotsOfRoot.size())});
  if (isNew) {
    slotsOfRoot.emplace_back();
    isOneSlot.push_back(local.kind == Root::Slot);
    for (auto [slot, isEarlier] : slots)
      slotsOfRoot.back().push_back({slot, isEarlier});
  }
  return it->second;
}

/// True if the access has every element of the analysis's root.
bool NeedAnalysis::isFull(const Frame &frame, const Access &access) const {
  const Root &local = frame.flow->roots[access.root];
  return access.full && (local.kind != Root::Parameter ||
                         (local.index < frame.bindings.size() &&
                          frame.bindings[local.index].full));
}

void NeedAnalysis::insert(NeedSet &state, unsigned root,
                          Operation *reader) const {
  for (SlotRef ref : slotsOfRoot[root])
    state.insert({ref.slot, root, table[ref.slot].bytes, reader});
}

void NeedAnalysis::erase(NeedSet &state, unsigned root) const {
  for (SlotRef ref : slotsOfRoot[root])
    state.erase(ref.slot, root);
}

/// A need of `root`, if it is needed as one of its slots.
const NeedSet::Need *NeedAnalysis::find(const NeedSet &state,
                                        unsigned root) const {
  for (SlotRef ref : slotsOfRoot[root])
    if (const NeedSet::Need *need = state.find(ref.slot, root))
      return need;
  return nullptr;
}

bool NeedAnalysis::isEarlier(unsigned root, unsigned slot) const {
  // They are sorted.
  ArrayRef<SlotRef> slots = slotsOfRoot[root];
  const SlotRef *it = llvm::partition_point(
      slots, [&](SlotRef ref) { return ref.slot < slot; });
  return it != slots.end() && it->slot == slot && it->earlier;
}

/// What `slot` holds at this point is not needed through any root: it is about
/// to be overwritten, or nothing was written yet. Whoever may be another slot
/// may still be needed as that one; the buffer of an earlier execution is
/// another one.
void NeedAnalysis::eraseSlot(NeedSet &state, unsigned slot) const {
  SmallVector<unsigned> needed;
  state.forEachOfSlot(slot, [&](const NeedSet::Need &need) {
    if (!isEarlier(need.root, slot))
      needed.push_back(need.root);
  });
  for (unsigned root : needed)
    state.erase(slot, root);
}

void NeedAnalysis::eraseSlots(NeedSet &state, ArrayRef<unsigned> slots) const {
  for (unsigned slot : slots)
    eraseSlot(state, slot);
}

//===----------------------------------------------------------------------===//
// Frames
//===----------------------------------------------------------------------===//

NeedAnalysis::Frame &NeedAnalysis::getFrame(const FunctionFlow &flow,
                                            SmallVector<Binding> bindings,
                                            bool isEntry) {
  std::vector<uint64_t> key = {isEntry};
  for (Binding &binding : bindings) {
    if (slotsOfRoot[binding.root].empty())
      binding = Binding();
    key.push_back(uint64_t(binding.root) << 1 | binding.full);
  }
  std::unique_ptr<Frame> &entry = frames[{&flow, std::move(key)}];
  if (entry)
    return *entry;
  entry = std::make_unique<Frame>();
  Frame &frame = *entry;
  frame.flow = &flow;
  frame.bindings = std::move(bindings);
  frame.isEntry = isEntry;
  for (unsigned root = 0; root < flow.roots.size(); ++root)
    frame.roots.push_back(numberRoot(frame, root));
  for (auto [root, op] : flow.escapes)
    for (SlotRef ref : slotsOfRoot[getRoot(frame, root)])
      escapes.insert({ref.slot, op});
  return frame;
}

void NeedAnalysis::run() {
  llvm::SmallPtrSet<const FunctionFlow *, 16> called;
  unsigned depth = 0;
  for (const auto &flow : module.getFunctions()) {
    for (auto [callee, call] : flow->callees)
      called.insert(callee);
    depth = std::max(depth, flow->depth);
  }
  auto runEntries = [&] {
    for (const auto &flow : module.getFunctions()) {
      auto symbol = dyn_cast<SymbolOpInterface>(flow->op.getOperation());
      if (called.contains(flow.get()) && symbol && !symbol.isPublic())
        continue;
      Frame &frame = getFrame(*flow, {}, /*isEntry=*/true);
      evaluate(frame, {NeedSet(), {}});
    }
  };
  // Frames nest as deep as calls do.
  constexpr unsigned usualDepth = 200, bytesPerCall = 8 << 10;
  if (depth <= usualDepth)
    runEntries();
  else
    llvm::runOnNewStack(
        std::min<uint64_t>(uint64_t(depth) * bytesPerCall + (8 << 20),
                           uint64_t(3) << 30),
        llvm::function_ref<void()>(runEntries));
}

//===----------------------------------------------------------------------===//
// The walk
//===----------------------------------------------------------------------===//

NeedSet NeedAnalysis::evaluate(Frame &frame, Exit exit) {
  auto isAsked = [&](const Frame::Answer &answer) {
    return answer.after == exit.after &&
           llvm::equal(answer.results, exit.results,
                       [](unsigned position, const NeededResult &result) {
                         return position == result.position;
                       });
  };
  for (const Frame::Answer &answer : frame.answers)
    if (isAsked(answer))
      return answer.before;
  Frame::Answer answer;
  answer.after = exit.after;
  for (const NeededResult &result : exit.results)
    answer.results.push_back(result.position);
  answer.before = solve(frame, exit);
  frame.answers.push_back(answer);
  return answer.before;
}

/// The needs at the entry of a frame: a fixpoint over the flow's blocks. Needs
/// only grow on the way there, so whatever is reported meanwhile is true.
NeedSet NeedAnalysis::solve(const Frame &frame, Exit exit) {
  const FunctionFlow &flow = *frame.flow;
  std::vector<NeedSet> begins(flow.blocks.size());
  std::vector<bool> isDirty(flow.blocks.size(), true);
  for (bool changed = true; changed;) {
    changed = false;
    for (unsigned index : llvm::reverse(flow.order)) {
      if (!isDirty[index])
        continue;
      isDirty[index] = false;
      const FlowBlock &block = flow.blocks[index];
      NeedSet state = getEnd(frame, block, begins);
      for (const Step &step : llvm::reverse(block.steps))
        apply(frame, step, exit, state);
      if (state == begins[index])
        continue;
      begins[index] = std::move(state);
      for (unsigned predecessor : block.predecessors) {
        isDirty[predecessor] = true;
        changed = true;
      }
    }
  }
  return begins.front();
}

NeedSet NeedAnalysis::getEnd(const Frame &frame, const FlowBlock &block,
                             const std::vector<NeedSet> &begins) {
  NeedSet end;
  for (const Edge &edge : block.edges) {
    NeedSet state = begins[edge.target];
    applyMoves(frame, edge.moves, state);
    eraseSlots(state, edge.unwritten);
    end.unite(state);
  }
  return end;
}

/// All moves happen at once: what is needed of the destinations is needed of
/// the sources, where these are the slots that it is needed of.
void NeedAnalysis::applyMoves(const Frame &frame, ArrayRef<Move> moves,
                              NeedSet &state) {
  SmallVector<NeedSet::Need> needed;
  for (const Move &move : moves) {
    unsigned to = getRoot(frame, move.to), from = getRoot(frame, move.from);
    for (SlotRef ref : slotsOfRoot[from])
      if (const NeedSet::Need *need = state.find(ref.slot, to))
        needed.push_back({ref.slot, from, need->bytes, need->reader});
  }
  for (const Move &move : moves)
    erase(state, getRoot(frame, move.to));
  for (const NeedSet::Need &need : needed)
    state.insert(need);
}

void NeedAnalysis::apply(const Frame &frame, const Step &step, Exit exit,
                         NeedSet &state) {
  switch (step.kind) {
  case Step::Birth:
    erase(state, getRoot(frame, step.accesses.front().root));
    break;
  case Step::Access:
    applyAccesses(frame, step, state);
    break;
  case Step::Choice:
    applyMoves(frame, step.moves, state);
    break;
  case Step::Call:
    applyCall(frame, step, state);
    break;
  case Step::Return:
    state.unite(exit.after);
    for (const Access &access : step.accesses) {
      unsigned root = getRoot(frame, access.root);
      // Whoever calls an entry may read what it returns.
      if (frame.isEntry)
        insert(state, root, step.op);
      for (const NeededResult &result : exit.results)
        if (result.position == access.parameter)
          insert(state, root, result.reader);
    }
    break;
  }
  eraseSlots(state, step.unwritten);
}

void NeedAnalysis::applyAccesses(const Frame &frame, const Step &step,
                                 NeedSet &state) {
  for (const Access &access : step.accesses) {
    if (!access.write)
      continue;
    checkWrite(step.op, getRoot(frame, access.root), state);
    checkSameOp(frame, step, access);
  }
  for (const Access &access : step.accesses) {
    if (!access.write)
      continue;
    unsigned root = getRoot(frame, access.root);
    if (!isFull(frame, access))
      continue;
    erase(state, root);
    if (isOneSlot[root])
      eraseSlot(state, slotsOfRoot[root].front().slot);
  }
  for (const Access &access : step.accesses)
    if (access.read)
      insert(state, getRoot(frame, access.root), step.op);
}

void NeedAnalysis::applyCall(const Frame &frame, const Step &step,
                             NeedSet &state) {
  SmallVector<Binding> bindings(step.callee->op.getNumArguments());
  for (const Access &access : step.accesses)
    if (access.parameter < bindings.size())
      bindings[access.parameter] = {getRoot(frame, access.root),
                                    isFull(frame, access)};
  Frame &callee = getFrame(*step.callee, bindings, /*isEntry=*/false);

  SmallVector<NeededResult> results;
  for (auto [position, root] : llvm::enumerate(step.results)) {
    unsigned result = getRoot(frame, root);
    if (const NeedSet::Need *need = find(state, result))
      results.push_back({unsigned(position), need->reader});
    erase(state, result);
  }

  // The callee can name the slots passed to it, and no others of these.
  NeedSet named;
  for (const Binding &binding : callee.bindings) {
    for (SlotRef ref : slotsOfRoot[binding.root]) {
      SmallVector<NeedSet::Need> needs;
      state.forEachOfSlot(
          ref.slot, [&](const NeedSet::Need &need) { needs.push_back(need); });
      for (const NeedSet::Need &need : needs) {
        state.erase(need.slot, need.root);
        named.insert(need);
      }
    }
  }
  callStack.push_back(step.op);
  checkCall(frame, step, callee, state);
  state.unite(evaluate(callee, {named, results}));
  callStack.pop_back();
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

void NeedAnalysis::report(Violation::Kind kind, Operation *writer,
                          unsigned written, const NeedSet::Need &need) {
  if (!reported.insert({writer, written, need.slot}).second)
    return;
  violations.push_back(
      {kind, writer, need.reader, written, need.slot, callStack});
}

void NeedAnalysis::checkWrite(Operation *writer, unsigned root,
                              const NeedSet &state) {
  for (SlotRef ref : slotsOfRoot[root]) {
    const Slot &slot = table[ref.slot];
    // Its caller fills it before the entry begins; nobody else may write.
    if (slot.role == Role::Kept && writer != slot.getOp())
      report(Violation::Kept, writer, ref.slot,
             {ref.slot, root, slot.bytes, writer});
    state.forEachOverlap(slot.bytes, [&](const NeedSet::Need &need) {
      if (need.root == root)
        return;
      if (need.slot != ref.slot)
        report(Violation::Clobber, writer, ref.slot, need);
      else if (ref.earlier || isEarlier(need.root, need.slot))
        report(Violation::Earlier, writer, ref.slot, need);
    });
  }
}

/// Holds a write against what the same op reads.
void NeedAnalysis::checkSameOp(const Frame &frame, const Step &step,
                               const Access &write) {
  NeedSet reads;
  for (const Access &access : step.accesses)
    if (access.read &&
        !isInPlaceSafe(step.op, access.value, write.value, table) &&
        !(options.isInPlaceSafe &&
          options.isInPlaceSafe(step.op, access.value, write.value)))
      insert(reads, getRoot(frame, access.root), step.op);
  eraseSlots(reads, step.unwritten);
  unsigned root = getRoot(frame, write.root);
  for (SlotRef ref : slotsOfRoot[root]) {
    reads.forEachOverlap(table[ref.slot].bytes, [&](const NeedSet::Need &need) {
      if (need.root == root)
        return;
      if (need.slot != ref.slot)
        report(Violation::SameOp, step.op, ref.slot, need);
      else if (ref.earlier || isEarlier(need.root, need.slot))
        report(Violation::Earlier, step.op, ref.slot, need);
    });
  }
}

/// Holds what a callee writes against what is needed after the call and the
/// callee cannot name.
void NeedAnalysis::checkCall(const Frame &frame, const Step &step,
                             const Frame &callee, const NeedSet &bystanders) {
  for (auto [parameter, writer] : step.callee->writtenParameters)
    if (parameter < callee.bindings.size())
      checkWrite(writer, callee.bindings[parameter].root, bystanders);
  SmallVector<NeedSet::Need> hit;
  for (ByteRange range : step.callee->coverage)
    bystanders.forEachOverlap(
        range, [&](const NeedSet::Need &need) { hit.push_back(need); });
  for (const NeedSet::Need &need : hit) {
    llvm::SmallPtrSet<const FunctionFlow *, 8> seen;
    reportWriter(*step.callee, need, seen);
  }
}

/// Finds and reports a write to bytes of `need` in `flow` or below it; what a
/// function hands to its callees counts as its own.
bool NeedAnalysis::reportWriter(
    const FunctionFlow &flow, const NeedSet::Need &need,
    llvm::SmallPtrSetImpl<const FunctionFlow *> &seen) {
  if (!seen.insert(&flow).second)
    return false;
  bool isBelow = llvm::any_of(flow.coverage, [&](ByteRange range) {
    return range.overlaps(need.bytes);
  });
  if (!isBelow)
    return false;
  for (auto [slot, writer] : flow.writtenSlots) {
    if (!table[slot].bytes.overlaps(need.bytes))
      continue;
    report(slot == need.slot ? Violation::Earlier : Violation::Clobber, writer,
           slot, need);
    return true;
  }
  for (auto [callee, call] : flow.callees) {
    callStack.push_back(call);
    bool found = reportWriter(*callee, need, seen);
    callStack.pop_back();
    if (found)
      return true;
  }
  return false;
}
