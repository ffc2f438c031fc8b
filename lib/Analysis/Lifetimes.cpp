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

#include "mplan/IR/Mplan.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mplan;

namespace {
/// What is known of the buffer in one span.
struct SpanState {
  std::vector<BufferEvent> events; ///< By tick, births first.
  bool neededAtStart = false;
  bool neededAtEnd = false;
  bool writtenAtStart = false;

  /// Whether the contents are needed at the span's start.
  bool transferBackward(bool needed) const {
    for (const BufferEvent &event : llvm::reverse(events))
      needed = before(event, needed);
    return needed;
  }
  /// Whether something may have been written by the span's end.
  bool transferForward(bool written) const {
    for (const BufferEvent &event : events)
      written = isWrittenAfter(event, written);
    return written;
  }
  static bool isWrittenAfter(const BufferEvent &event, bool written) {
    return event.writes || (written && !event.isBirth);
  }
  static bool before(const BufferEvent &event, bool needed) {
    if (event.isBirth)
      return false;
    return event.reads || (needed && !event.overwrites);
  }
};

/// The live range of one buffer.
class LifetimeBuilder {
public:
  explicit LifetimeBuilder(const Timeline &timeline) : timeline(timeline) {}

  LiveRange run(ArrayRef<BufferEvent> events) {
    sortEvents(events);
    findNeeded();
    findWritten();
    return buildSegments();
  }

private:
  void sortEvents(ArrayRef<BufferEvent> events);
  void findNeeded();
  void findWritten();
  LiveRange buildSegments();
  void addSegments(const Span &span, const SpanState &state, LiveRange &range);

  const Timeline &timeline;
  llvm::MapVector<unsigned, SpanState> states;
};
} // namespace

void LifetimeBuilder::sortEvents(ArrayRef<BufferEvent> events) {
  for (const BufferEvent &event : events)
    states[event.position.span].events.push_back(event);
  for (auto &[index, state] : states) {
    llvm::sort(state.events, [](const BufferEvent &a, const BufferEvent &b) {
      return std::make_pair(a.position.tick, !a.isBirth) <
             std::make_pair(b.position.tick, !b.isBirth);
    });
    std::vector<BufferEvent> merged;
    for (const BufferEvent &event : state.events) {
      if (merged.empty() ||
          merged.back().position.tick != event.position.tick ||
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
      addSegment(range, tick, event.position.tick);
    tick = event.position.tick;
    written = SpanState::isWrittenAfter(event, written);
    if (!event.isBirth) {
      // Even a write that nobody reads takes the bytes. Not so a read of what
      // was never written, as of the window of a pooling: any bytes will do.
      if (written)
        addSegment(range, event.position.tick, event.position.tick + 1);
      tick = event.position.tick + 1;
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

bool mplan::isLiveAt(const LiveRange &live, int64_t tick) {
  auto it = llvm::partition_point(live, [&](const solver::Segment &segment) {
    return segment.upper <= tick;
  });
  return it != live.end() && it->lower <= tick;
}

LiveRange mplan::computeLiveRange(const Timeline &timeline,
                                  ArrayRef<BufferEvent> events) {
  return LifetimeBuilder(timeline).run(events);
}

BufferEvent mplan::getEvent(const Timeline &timeline, const Access &access) {
  BufferEvent event;
  event.position = timeline.getPosition(access.op);
  event.reads = access.reads;
  event.writes = access.writes;
  event.overwrites = access.overwrites &&
                     timeline.getOp(event.position.tick) == access.op &&
                     !getEnclosingParallelOp(access.op);
  return event;
}

/// The accesses of whoever calls the entry in whose first block `allocation`
/// stands.
static void addCallerEvents(const Timeline &timeline, Operation *allocation,
                            Role role, std::vector<BufferEvent> &events) {
  if (isFilledBefore(role)) {
    // All inputs are filled before the first operation. The data has to be
    // somewhere then, even if nobody reads it: the first operation counts as a
    // reader.
    Position start = timeline.getStart(allocation->getParentRegion()->front());
    events.push_back({start, /*isBirth=*/true, /*reads=*/false,
                      /*writes=*/true});
    events.push_back({start, /*isBirth=*/false, /*reads=*/true});
  }
  if (isReadAfter(role))
    for (Block &block : *allocation->getParentRegion())
      if (!block.empty() && block.back().hasTrait<OpTrait::ReturnLike>())
        events.push_back({timeline.getPosition(&block.back()),
                          /*isBirth=*/false, /*reads=*/true});
}

LiveRange mplan::computeLiveRange(const Timeline &timeline,
                                  Operation *allocation,
                                  const BufferUses &uses) {
  std::vector<BufferEvent> events;
  auto addBirth = [&](Position position) {
    BufferEvent event;
    event.position = position;
    event.isBirth = true;
    events.push_back(event);
  };
  std::optional<Role> role = getRole(allocation);
  if (!role || !isFilledBefore(*role))
    addBirth(timeline.getPosition(allocation));
  if (role)
    addCallerEvents(timeline, allocation, *role, events);
  if (!isa<FunctionOpInterface>(uses.home->getParentOp()))
    addBirth(timeline.getStart(uses.home->front()));
  for (const Access &access : uses.accesses)
    events.push_back(getEvent(timeline, access));
  return computeLiveRange(timeline, events);
}
