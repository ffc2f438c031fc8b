//===- Lifetimes.cpp - When the contents of a buffer are needed -----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three passes over the spans that matter to one buffer: backwards for what is
// needed, forwards for what may have been written, then the segments. Spans
// that the buffer never reaches are never looked at, so that the cost follows
// the length of the live range.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/Lifetimes.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mplan;

namespace {
/// What happens to the buffer at one tick of a span.
struct Event {
  int64_t tick;
  bool isBirth; ///< Just before the tick: the contents become undefined.
  bool reads = false;
  bool writes = false;
  bool overwrites = false;
};

/// What is known of the buffer in one span.
struct SpanState {
  std::vector<Event> events; ///< By tick, births first.
  bool neededAtStart = false;
  bool neededAtEnd = false;
  bool writtenAtStart = false;

  /// Whether the contents are needed at the span's start.
  bool transferBackward(bool needed) const {
    for (const Event &event : llvm::reverse(events))
      needed = before(event, needed);
    return needed;
  }
  /// Whether something may have been written by the span's end.
  bool transferForward(bool written) const {
    for (const Event &event : events)
      written = !event.isBirth && (written || event.writes);
    return written;
  }
  static bool before(const Event &event, bool needed) {
    if (event.isBirth)
      return false;
    return event.reads || (needed && !event.overwrites);
  }
};

/// The live range of one buffer.
class LifetimeBuilder {
public:
  explicit LifetimeBuilder(const Timeline &timeline) : timeline(timeline) {}

  LiveRange run(Operation *allocation, const BufferUses &uses) {
    collectEvents(allocation, uses);
    findNeeded();
    findWritten();
    return buildSegments();
  }

private:
  void collectEvents(Operation *allocation, const BufferUses &uses);
  void findNeeded();
  void findWritten();
  LiveRange buildSegments();
  void addSegments(const Span &span, const SpanState &state, LiveRange &range);

  const Timeline &timeline;
  llvm::MapVector<unsigned, SpanState> states;
};
} // namespace

void LifetimeBuilder::collectEvents(Operation *allocation,
                                    const BufferUses &uses) {
  Position birth = timeline.getPosition(allocation);
  states[birth.span].events.push_back({birth.tick, /*isBirth=*/true});
  if (!isa<FunctionOpInterface>(uses.home->getParentOp())) {
    unsigned entry = timeline.getEntrySpan(*uses.home);
    states[entry].events.push_back(
        {timeline.getSpans()[entry].lower, /*isBirth=*/true});
  }
  for (const Access &access : uses.accesses) {
    Position position = timeline.getPosition(access.op);
    // Inside a larger operation it may run any number of times; in a parallel
    // loop, another iteration may write or read at the same time.
    bool overwrites = access.overwrites &&
                      timeline.getOp(position.tick) == access.op &&
                      !getEnclosingParallelOp(access.op);
    states[position.span].events.push_back({position.tick, /*isBirth=*/false,
                                            access.reads, access.writes,
                                            overwrites});
  }
  // Two accesses of one operation are one event: it reads before it writes.
  for (auto &[index, state] : states) {
    llvm::sort(state.events, [](const Event &a, const Event &b) {
      return std::make_pair(a.tick, !a.isBirth) <
             std::make_pair(b.tick, !b.isBirth);
    });
    std::vector<Event> merged;
    for (const Event &event : state.events) {
      if (merged.empty() || merged.back().tick != event.tick ||
          merged.back().isBirth != event.isBirth) {
        merged.push_back(event);
        continue;
      }
      merged.back().reads |= event.reads;
      merged.back().writes |= event.writes;
      merged.back().overwrites |= event.overwrites;
    }
    state.events = std::move(merged);
  }
}

void LifetimeBuilder::findNeeded() {
  SmallVector<unsigned> worklist;
  auto setNeededAtStart = [&](unsigned index, SpanState &state) {
    if (state.neededAtStart)
      return;
    state.neededAtStart = true;
    worklist.push_back(index);
  };
  for (auto &[index, state] : states)
    if (state.transferBackward(false))
      setNeededAtStart(index, state);
  while (!worklist.empty()) {
    unsigned index = worklist.pop_back_val();
    for (unsigned predecessor : timeline.getSpans()[index].predecessors) {
      SpanState &state = states[predecessor];
      state.neededAtEnd = true;
      if (state.transferBackward(true))
        setNeededAtStart(predecessor, state);
    }
  }
}

void LifetimeBuilder::findWritten() {
  SmallVector<unsigned> worklist;
  for (auto &[index, state] : states)
    if (state.transferForward(false))
      worklist.push_back(index);
  while (!worklist.empty()) {
    unsigned index = worklist.pop_back_val();
    for (unsigned successor : timeline.getSpans()[index].successors) {
      // Where nothing is needed it does not matter what was written.
      auto *it = states.find(successor);
      if (it == states.end() || !it->second.neededAtStart ||
          it->second.writtenAtStart)
        continue;
      it->second.writtenAtStart = true;
      if (it->second.transferForward(true))
        worklist.push_back(successor);
    }
  }
}

/// Adds [lower, upper) at the end of `range`.
static void addSegment(LiveRange &range, int64_t lower, int64_t upper) {
  if (lower >= upper)
    return;
  if (!range.empty() && range.back().upper >= lower)
    range.back().upper = std::max(range.back().upper, upper);
  else
    range.push_back({lower, upper});
}

void LifetimeBuilder::addSegments(const Span &span, const SpanState &state,
                                  LiveRange &range) {
  // neededAfter[i]: whether the contents are needed after event i.
  SmallVector<bool> neededAfter(state.events.size());
  bool needed = state.neededAtEnd;
  for (size_t i = state.events.size(); i-- > 0;) {
    neededAfter[i] = needed;
    needed = SpanState::before(state.events[i], needed);
  }
  // Between two events the answer does not change.
  bool written = state.writtenAtStart;
  int64_t tick = span.lower;
  for (auto [event, isNeeded] : llvm::zip_equal(state.events, neededAfter)) {
    if (written && needed)
      addSegment(range, tick, event.tick);
    tick = event.tick;
    written = !event.isBirth && (written || event.writes);
    if (!event.isBirth) {
      // Even a write that nobody reads takes the bytes. Not so a read of what
      // was never written, as of the window of a pooling: any bytes will do.
      if (written)
        addSegment(range, event.tick, event.tick + 1);
      tick = event.tick + 1;
    }
    needed = isNeeded;
  }
  if (written && needed)
    addSegment(range, tick, span.upper);
}

LiveRange LifetimeBuilder::buildSegments() {
  SmallVector<unsigned> order;
  for (auto &[index, state] : states)
    order.push_back(index);
  // Spans ascend with their ticks.
  llvm::sort(order);
  LiveRange range;
  for (unsigned index : order)
    addSegments(timeline.getSpans()[index], states[index], range);
  return range;
}

LiveRange mplan::computeLiveRange(const Timeline &timeline,
                                  Operation *allocation,
                                  const BufferUses &uses) {
  return LifetimeBuilder(timeline).run(allocation, uses);
}
