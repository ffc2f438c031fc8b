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
  int64_t lower, upper; ///< Bytes of the arena.
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

  FailureOr<std::vector<SlotTurn>> run();

private:
  LogicalResult collectSlots();
  bool isLiveIn(const LiveSlot &slot, const Span &span) const;
  void addTurns(const LiveSlot &slot, const Span &span);
  /// At `tick`: before its operation, or behind it if that is where it closes.
  void addTurnAt(const LiveSlot &slot, bool isBirth, int64_t tick) {
    turns.push_back({slot.op, isBirth, timeline.getOp(tick),
                     /*isAfter=*/timeline.isClosing(tick)});
  }

  FunctionOpInterface function;
  Timeline timeline;
  std::vector<LiveSlot> slots;
  std::vector<SlotTurn> turns;
};
} // namespace

LogicalResult TurnFinder::collectSlots() {
  SymbolTableCollection symbols;
  WalkResult result = function.walk([&](SlotOp op) {
    // The slot's verifier has shown that it has a size and an arena.
    int64_t bytes = *getBufferBytes(op.getType(), DataLayout::closest(op));
    int64_t offset = op.getOffset();
    LiveSlot slot{op, op.getArenaOp(symbols), offset, offset + bytes, {}};
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
           return slot.isLive(timeline.getSpans()[predecessor].upper - 1);
         });
}

void TurnFinder::addTurns(const LiveSlot &slot, const Span &span) {
  if (slot.isLive(span.lower)) {
    // The caller of an entry has filled its inputs before.
    std::optional<Role> role = SlotOp(slot.op).getRole();
    bool isFilled =
        role && isFilledBefore(*role) && &span == &timeline.getSpans().front();
    if (!isLiveIn(slot, span) && !isFilled)
      addTurnAt(slot, /*isBirth=*/true, span.lower);
  } else if (llvm::any_of(span.predecessors,
                          [&](unsigned predecessor) {
                            return slot.isLive(
                                timeline.getSpans()[predecessor].upper - 1);
                          }) &&
             llvm::none_of(slots, [&](const LiveSlot &other) {
               return slot.sharesBytes(other) && isLiveIn(other, span);
             })) {
    addTurnAt(slot, /*isBirth=*/false, span.lower);
  }
  for (const solver::Segment &segment : slot.live) {
    if (segment.lower > span.lower && segment.lower < span.upper)
      addTurnAt(slot, /*isBirth=*/true, segment.lower);
    if (segment.upper > span.lower && segment.upper < span.upper)
      turns.push_back({slot.op, /*isBirth=*/false,
                       timeline.getOp(segment.upper - 1), /*isAfter=*/true});
  }
}

FailureOr<std::vector<SlotTurn>> TurnFinder::run() {
  if (failed(collectSlots()))
    return failure();
  for (const LiveSlot &slot : slots)
    for (const Span &span : timeline.getSpans())
      addTurns(slot, span);
  // Whatever was in the bytes before, a birth comes last.
  llvm::stable_sort(turns, [](const SlotTurn &a, const SlotTurn &b) {
    return a.isBirth < b.isBirth;
  });
  return std::move(turns);
}

FailureOr<std::vector<SlotTurn>>
mplan::findSlotTurns(FunctionOpInterface function) {
  FailureOr<Timeline> timeline = Timeline::compute(function);
  if (failed(timeline))
    return failure();
  return TurnFinder(function, std::move(*timeline)).run();
}
