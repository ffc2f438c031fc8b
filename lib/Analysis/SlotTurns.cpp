//===- SlotTurns.cpp - Where slots begin and end to be needed -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Within a span a live range begins and ends where its segments do. Between
// spans it does so on the edges: what is needed at the end of a span and not at
// the beginning of the next one ends there.
//
// Ownership is kept stricter: an edge is where it ends for all edges out of the
// same span, or begins for all into the same span, so that whatever way control
// takes, a birth is followed by a death before the next birth.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/SlotTurns.h"

#include "mplan/Analysis/Lifetimes.h"

using namespace mlir;
using namespace mplan;

namespace {
/// A slot and what the plan says of it.
struct LiveSlot {
  SlotOp op;
  ArenaOp arena;
  int64_t lower, upper; ///< Bytes of the arena, with red zones.
  LiveRange live;

  bool isLive(int64_t tick) const { return isLiveAt(live, tick); }
  bool sharesBytes(const LiveSlot &other) const {
    return arena == other.arena && lower < other.upper && other.lower < upper;
  }
};

class TurnFinder {
public:
  TurnFinder(FunctionOpInterface function, Timeline timeline)
      : function(function), timeline(std::move(timeline)) {}

  FailureOr<SlotTurns> run();

private:
  LogicalResult collectSlots();
  bool isLiveIn(const LiveSlot &slot, const Span &span) const;
  bool isLiveAtEnd(const LiveSlot &slot, unsigned span) const {
    return slot.isLive(timeline.getSpans()[span].upper - 1);
  }
  bool isOwnedAnew(const LiveSlot &slot, const Span &span) const;
  void addTurns(const LiveSlot &slot, const Span &span);
  void addOwnership(const LiveSlot &slot, const Span &span);
  void addUndefinedReads(SlotOp slot);
  /// At `tick`: before its operation, or behind it if that is where it closes.
  SlotTurn getTurnAt(SlotOp slot, bool isBirth, int64_t tick) const {
    return {slot, isBirth, timeline.getOp(tick),
            /*isAfter=*/timeline.isClosing(tick)};
  }

  FunctionOpInterface function;
  Timeline timeline;
  SymbolTableCollection symbols;
  BufferUseAnalysis uses{symbols};
  std::vector<LiveSlot> slots;
  SlotTurns turns;
};
} // namespace

LogicalResult TurnFinder::collectSlots() {
  WalkResult result = function.walk([&](SlotOp op) {
    // The slot's verifier has shown that it has a size and an arena.
    int64_t bytes = *getBufferBytes(op.getType(), DataLayout::closest(op));
    int64_t offset = op.getOffset();
    ArenaOp arena = op.getArenaOp(symbols);
    int64_t zone = arena.getRedZoneBytes();
    LiveSlot slot{op, arena, offset - zone, offset + bytes + zone, {}};
    ArrayRef<int64_t> ticks = op.getLive().value_or(ArrayRef<int64_t>());
    for (size_t i = 0; i + 1 < ticks.size(); i += 2)
      slot.live.push_back({ticks[i], ticks[i + 1]});
    if (!slot.live.empty() && slot.live.back().upper > timeline.getNumTicks()) {
      op.emitOpError("is live until tick ")
          << slot.live.back().upper << ", but its function has "
          << timeline.getNumTicks();
      return WalkResult::interrupt();
    }
    if (bytes != 0 && !slot.live.empty())
      slots.push_back(std::move(slot));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

/// True if control may enter `span` with the slot needed.
bool TurnFinder::isLiveIn(const LiveSlot &slot, const Span &span) const {
  return slot.isLive(span.lower) &&
         llvm::any_of(span.predecessors, [&](unsigned predecessor) {
           return isLiveAtEnd(slot, predecessor);
         });
}

/// True if control may enter `span`, where the slot is needed, from where it is
/// not.
bool TurnFinder::isOwnedAnew(const LiveSlot &slot, const Span &span) const {
  return slot.isLive(span.lower) &&
         (span.predecessors.empty() ||
          llvm::any_of(span.predecessors, [&](unsigned predecessor) {
            return !isLiveAtEnd(slot, predecessor);
          }));
}

void TurnFinder::addTurns(const LiveSlot &slot, const Span &span) {
  if (slot.isLive(span.lower)) {
    // The caller of an entry has filled its inputs before.
    std::optional<Role> role = SlotOp(slot.op).getRole();
    bool isFilled =
        role && isFilledBefore(*role) && &span == &timeline.getSpans().front();
    if (!isLiveIn(slot, span) && !isFilled)
      turns.contents.push_back(
          getTurnAt(slot.op, /*isBirth=*/true, span.lower));
  } else if (llvm::any_of(span.predecessors,
                          [&](unsigned predecessor) {
                            return isLiveAtEnd(slot, predecessor);
                          }) &&
             llvm::none_of(slots, [&](const LiveSlot &other) {
               return slot.sharesBytes(other) && isLiveIn(other, span);
             })) {
    turns.contents.push_back(getTurnAt(slot.op, /*isBirth=*/false, span.lower));
  }
  for (const solver::Segment &segment : slot.live) {
    if (segment.lower > span.lower && segment.lower < span.upper)
      turns.contents.push_back(
          getTurnAt(slot.op, /*isBirth=*/true, segment.lower));
    if (segment.upper > span.lower && segment.upper < span.upper)
      turns.contents.push_back({slot.op, /*isBirth=*/false,
                                timeline.getOp(segment.upper - 1),
                                /*isAfter=*/true});
  }
}

void TurnFinder::addOwnership(const LiveSlot &slot, const Span &span) {
  std::vector<SlotTurn> &ownership = turns.ownership;
  // The tick at which it was born last in this span.
  std::optional<int64_t> born;
  if (isOwnedAnew(slot, span))
    born = span.lower;
  if (born)
    ownership.push_back(getTurnAt(slot.op, /*isBirth=*/true, *born));
  for (const solver::Segment &segment : slot.live) {
    if (segment.lower > span.lower && segment.lower < span.upper) {
      born = segment.lower;
      ownership.push_back(getTurnAt(slot.op, /*isBirth=*/true, *born));
    }
    if (segment.upper > span.lower && segment.upper < span.upper)
      ownership.push_back({slot.op, /*isBirth=*/false,
                           timeline.getOp(segment.upper - 1),
                           /*isAfter=*/true});
  }
  int64_t last = span.upper - 1;
  bool isKept = !span.successors.empty() &&
                llvm::all_of(span.successors, [&](unsigned successor) {
                  const Span &next = timeline.getSpans()[successor];
                  return slot.isLive(next.lower) && !isOwnedAnew(slot, next);
                });
  // Control leaves a span from its last operation, which accesses nothing. A
  // birth there is at the same place.
  if (slot.isLive(last) && !isKept && born != last)
    ownership.push_back(getTurnAt(slot.op, /*isBirth=*/false, last));
}

/// By the accesses, not by the planner's word: a live range that is too short
/// leaves reads out that are not undefined at all.
void TurnFinder::addUndefinedReads(SlotOp slot) {
  BufferUses found = uses.getUses(slot.getResult());
  if (found.refusal)
    return;
  LiveRange live = computeLiveRange(timeline, slot, found);
  llvm::SmallDenseSet<int64_t> seen;
  for (const Access &access : found.accesses) {
    int64_t tick = timeline.getPosition(access.op).tick;
    if (access.reads && !isLiveAt(live, tick) && seen.insert(tick).second)
      turns.undefinedReads.push_back(getTurnAt(slot, /*isBirth=*/true, tick));
  }
}

FailureOr<SlotTurns> TurnFinder::run() {
  if (failed(collectSlots()))
    return failure();
  function.walk([&](SlotOp slot) {
    if (!slot.getState())
      addUndefinedReads(slot);
  });
  for (const LiveSlot &slot : slots) {
    for (const Span &span : timeline.getSpans()) {
      addTurns(slot, span);
      addOwnership(slot, span);
    }
  }
  // Whatever was in the bytes before, a birth comes last.
  for (std::vector<SlotTurn> *list : {&turns.contents, &turns.ownership})
    llvm::stable_sort(*list, [](const SlotTurn &a, const SlotTurn &b) {
      return a.isBirth < b.isBirth;
    });
  return std::move(turns);
}

FailureOr<SlotTurns> mplan::findSlotTurns(FunctionOpInterface function) {
  FailureOr<Timeline> timeline = Timeline::compute(function);
  if (failed(timeline))
    return failure();
  return TurnFinder(function, std::move(*timeline)).run();
}
