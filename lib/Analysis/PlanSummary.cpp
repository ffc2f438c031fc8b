//===- PlanSummary.cpp - A plan in numbers --------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Adds up live ranges tick by tick, callees before their callers.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/PlanSummary.h"

#include "mplan/Analysis/EntryGroups.h"
#include "mplan/Analysis/Timeline.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/MapVector.h"

#include <map>
#include <numeric>

using namespace mlir;
using namespace mplan;

namespace {

/// The most that one function needs of one arena, callees included.
struct Peak {
  int64_t bytes = 0;
  int64_t tick = 0;
  FunctionOpInterface callee; ///< Null if no callee adds to it.
};

/// What is known of one function.
struct FunctionPlan {
  FunctionOpInterface function;
  Timeline timeline;
  llvm::MapVector<Operation *, std::vector<PlacedBuffer>>
      buffers;                                       ///< By arena.
  std::multimap<int64_t, FunctionOpInterface> calls; ///< By tick.
  size_t group = 0;
};

class Summarizer {
public:
  explicit Summarizer(ModuleOp module)
      : module(module), layout(module), uses(symbols) {}

  FailureOr<std::vector<ArenaSummary>> run();

private:
  LogicalResult addFunction(FunctionOpInterface function,
                            ArrayRef<CallSite> calls);
  FailureOr<LiveRange> getLiveRange(SlotOp slot, const Timeline &timeline);
  FailureOr<ArenaSummary> summarize(ArenaOp arena);
  GroupPeak findPeak(ArenaOp arena, size_t group,
                     const llvm::DenseMap<Operation *, Peak> &peaks);
  void addState(ArenaSummary &summary);
  int64_t countConstants();

  ModuleOp module;
  DataLayout layout;
  SymbolTableCollection symbols;
  BufferUseAnalysis uses;
  llvm::MapVector<Operation *, FunctionPlan> plans; ///< Callees first.
  size_t numGroups = 1;
};

} // namespace

/// In the ticks of `timeline`, which is of the function that holds `slot`.
FailureOr<LiveRange> Summarizer::getLiveRange(SlotOp slot,
                                              const Timeline &timeline) {
  std::optional<ArrayRef<int64_t>> ticks = slot.getLive();
  if (!ticks) {
    BufferUses slotUses = uses.getUses(slot.getResult());
    if (slotUses.refusal) {
      InFlightDiagnostic diagnostic =
          slot.emitOpError("has no live range and none can be computed: it ")
          << slotUses.refusal->reason;
      diagnostic.attachNote(slotUses.refusal->op->getLoc()) << "here";
      return failure();
    }
    return computeLiveRange(timeline, slot, slotUses);
  }
  LiveRange live;
  for (size_t i = 0; i + 1 < ticks->size(); i += 2)
    live.push_back({(*ticks)[i], (*ticks)[i + 1]});
  if (!live.empty() &&
      (live.front().lower < 0 || live.back().upper > timeline.getNumTicks()))
    return slot.emitOpError("is live in [")
           << live.front().lower << ", " << live.back().upper
           << "), but its function has the ticks [0, " << timeline.getNumTicks()
           << ")";
  return live;
}

LogicalResult Summarizer::addFunction(FunctionOpInterface function,
                                      ArrayRef<CallSite> calls) {
  FailureOr<Timeline> timeline = Timeline::compute(function);
  if (failed(timeline))
    return failure();
  FunctionPlan plan{function, std::move(*timeline), {}, {}, 0};
  for (const CallSite &site : calls)
    plan.calls.insert({plan.timeline.getPosition(site.call).tick, site.callee});

  WalkResult result = function.walk([&](SlotOp slot) {
    if (slot.getState())
      return WalkResult::advance();
    FailureOr<LiveRange> live = getLiveRange(slot, plan.timeline);
    if (failed(live))
      return WalkResult::interrupt();
    // The slot's verifier has shown that it has a size and an arena.
    plan.buffers[slot.getArenaOp(symbols)].push_back(
        {slot, function, *getBufferBytes(slot.getType(), layout),
         std::move(*live)});
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  plans.insert({function, std::move(plan)});
  return success();
}

/// Without callees.
static FunctionNeed getNeed(const FunctionPlan &plan, Operation *arena) {
  const int64_t numTicks = plan.timeline.getNumTicks();
  FunctionNeed need{plan.function, std::vector<int64_t>(numTicks + 1), {}};
  auto it = plan.buffers.find(arena);
  if (it != plan.buffers.end()) {
    for (const PlacedBuffer &buffer : it->second) {
      for (const solver::Segment &segment : buffer.live) {
        need.bytes[segment.lower] += buffer.size;
        need.bytes[segment.upper] -= buffer.size;
      }
    }
  }
  need.bytes.pop_back();
  std::partial_sum(need.bytes.begin(), need.bytes.end(), need.bytes.begin());
  for (int64_t tick = 0; tick < numTicks; ++tick)
    need.ops.push_back(
        plan.timeline.isClosing(tick) ? nullptr : plan.timeline.getOp(tick));
  return need;
}

/// The peaks of the callees must be known already.
static Peak getPeak(const FunctionPlan &plan, const FunctionNeed &need,
                    const llvm::DenseMap<Operation *, Peak> &calleePeaks) {
  Peak peak;
  auto next = plan.calls.begin();
  for (int64_t tick = 0; tick < plan.timeline.getNumTicks(); ++tick) {
    const int64_t own = need.bytes[tick];
    if (own > peak.bytes)
      peak = {own, tick, {}};
    for (; next != plan.calls.end() && next->first == tick; ++next) {
      int64_t both = own + calleePeaks.lookup(next->second).bytes;
      if (both > peak.bytes)
        peak = {both, tick, next->second};
    }
  }
  return peak;
}

const GroupPeak &ArenaSummary::getLargestGroup() const {
  return *std::max_element(
      groups.begin(), groups.end(),
      [](const GroupPeak &a, const GroupPeak &b) { return a.bytes < b.bytes; });
}

/// The most that a function of `group` needs; `peaks` are those of functions.
GroupPeak Summarizer::findPeak(ArenaOp arena, size_t group,
                               const llvm::DenseMap<Operation *, Peak> &peaks) {
  GroupPeak most;
  // In the order of the module, so that of equals an entry that stands first is
  // taken, and a caller before its callee.
  FunctionOpInterface at;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    auto *it = plans.find(function);
    if (it == plans.end() || it->second.group != group)
      continue;
    Peak peak = peaks.lookup(function);
    bool isEntry = function.isPublic();
    if (peak.bytes > most.bytes ||
        (peak.bytes == most.bytes && at && isEntry && !at.isPublic())) {
      most.bytes = peak.bytes;
      at = function;
    }
  }
  while (at) {
    Peak peak = peaks.lookup(at);
    const FunctionPlan &plan = plans.find(at)->second;
    most.path.push_back({at, peak.tick, plan.timeline.getOp(peak.tick)});
    auto it = plan.buffers.find(arena);
    if (it != plan.buffers.end())
      for (const PlacedBuffer &buffer : it->second)
        if (isLiveAt(buffer.live, peak.tick))
          most.alive.push_back(buffer);
    at = peak.callee;
  }
  llvm::sort(most.alive, [](PlacedBuffer &a, PlacedBuffer &b) {
    return std::make_pair(a.slot.getOffset(), a.slot.getId()) <
           std::make_pair(b.slot.getOffset(), b.slot.getId());
  });
  return most;
}

/// Each buffer of state once, whatever the number of its slots.
void Summarizer::addState(ArenaSummary &summary) {
  llvm::SmallDenseSet<StringAttr> seen;
  module.walk([&](SlotOp slot) {
    if (!slot.getState() || slot.getArenaOp(symbols) != summary.arena ||
        !seen.insert(slot.getStateAttr()).second)
      return;
    int64_t bytes = *getBufferBytes(slot.getType(), layout);
    summary.state.push_back({slot, bytes});
    summary.peak += bytes;
  });
  summary.buffers += summary.state.size();
  llvm::sort(summary.state, [](StateSlot &a, StateSlot &b) {
    return std::make_pair(a.slot.getOffset(), a.slot.getId()) <
           std::make_pair(b.slot.getOffset(), b.slot.getId());
  });
}

FailureOr<ArenaSummary> Summarizer::summarize(ArenaOp arena) {
  ArenaSummary summary;
  summary.arena = arena;
  summary.footprint = *arena.getSize();
  summary.stateBytes = arena.getStateBytes();
  if (std::optional<ArrayRef<int64_t>> unplanned = arena.getUnplanned()) {
    summary.unplannedTotal = (*unplanned)[0];
    summary.unplannedLive = (*unplanned)[1];
  }

  llvm::DenseMap<Operation *, Peak> peaks;
  for (auto &[function, plan] : plans) {
    FunctionNeed need = getNeed(plan, arena);
    peaks[function] = getPeak(plan, need, peaks);
    auto it = plan.buffers.find(arena);
    if (it == plan.buffers.end())
      continue;
    summary.buffers += it->second.size();
    summary.functions.push_back(std::move(need));
  }
  for (auto function : module.getOps<FunctionOpInterface>()) {
    auto *plan = plans.find(function);
    if (plan == plans.end())
      continue;
    auto it = plan->second.buffers.find(arena);
    if (it != plan->second.buffers.end())
      llvm::copy_if(it->second, std::back_inserter(summary.interface),
                    [](const PlacedBuffer &buffer) {
                      return SlotOp(buffer.slot).getRole().has_value();
                    });
  }
  addState(summary);
  for (size_t group = 0; group != numGroups; ++group) {
    summary.groups.push_back(findPeak(arena, group, peaks));
    summary.peak += summary.groups.back().bytes;
  }

  if (std::optional<int64_t> claimed = arena.getPeak();
      claimed && *claimed != summary.peak)
    return arena.emitOpError("claims a peak of ")
           << *claimed << " bytes, but the live ranges of its slots have "
           << summary.peak << ": the plan was changed after 'mplan-allocate'";
  return summary;
}

int64_t Summarizer::countConstants() {
  int64_t bytes = 0;
  for (auto global : module.getOps<memref::GlobalOp>())
    if (global.getConstant() && !global.isExternal() &&
        !global.isUninitialized())
      bytes += getBufferBytes(global.getType(), layout).value_or(0);
  return bytes;
}

FailureOr<std::vector<ArenaSummary>> Summarizer::run() {
  for (ArenaOp arena : module.getOps<ArenaOp>())
    if (!arena.getSize())
      return arena.emitOpError("has no plan to sum up: run 'mplan-allocate' "
                               "first");
  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order))
    return failure();
  for (auto &[function, calls] : *order) {
    // As for the planner: where nothing lies in an arena there is nothing to
    // follow, and nothing that could not be followed.
    bool hasSlots = function
                        ->walk([](SlotOp slot) {
                          return slot.getState() ? WalkResult::advance()
                                                 : WalkResult::interrupt();
                        })
                        .wasInterrupted();
    bool callsPlanned = llvm::any_of(calls, [&](const CallSite &site) {
      return plans.contains(site.callee);
    });
    if ((hasSlots || callsPlanned) &&
        failed(addFunction(cast<FunctionOpInterface>(function), calls)))
      return failure();
  }
  FailureOr<EntryGroups> groups =
      EntryGroups::compute(module, *order, [&](Operation *function) {
        auto *it = plans.find(function);
        return it != plans.end() && !it->second.buffers.empty();
      });
  if (failed(groups))
    return failure();
  numGroups = groups->size();
  for (auto &[function, plan] : plans)
    plan.group = groups->getGroup(function);
  int64_t constants = countConstants();
  std::vector<ArenaSummary> summaries;
  for (ArenaOp arena : module.getOps<ArenaOp>()) {
    FailureOr<ArenaSummary> summary = summarize(arena);
    if (failed(summary))
      return failure();
    summary->constants = constants;
    summaries.push_back(std::move(*summary));
  }
  return summaries;
}

FailureOr<std::vector<ArenaSummary>> mplan::summarizePlan(ModuleOp module) {
  return Summarizer(module).run();
}
