//===- ModulePlan.cpp - A plan for a whole module -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the allocations, turns each function's into a problem for the
// solver, callees first, and adds up what that means for the arenas.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/ModulePlan.h"

#include "mplan/Analysis/CallOrder.h"
#include "mplan/Solver/Bounds.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;

namespace {
/// What a function takes of one arena while it runs, its callees included.
struct Frame {
  int64_t height = 0;
  int64_t peak = 0;
  int64_t unplannedLive = 0;
};

/// A function that something has to be planned for.
struct PlannedFunction {
  FunctionOpInterface function;
  Timeline timeline;
  std::vector<CallSite> calls;
  std::vector<PlannedSlot> slots;
  std::vector<Frame> frames; ///< By arena.
};

class Planner {
public:
  Planner(ModuleOp module, const AllocateOptions &options)
      : module(module), options(options), analysis(symbols), bounds(symbols) {}

  FailureOr<ModulePlan> run();

private:
  LogicalResult collect(const CallOrder &order);
  FailureOr<size_t> findArena(const Allocation &allocation);
  LogicalResult checkCalls(PlannedFunction &planned);
  LogicalResult solveFrame(PlannedFunction &planned, size_t arena);
  LogicalResult emitNoFit(PlannedFunction &planned, size_t arena,
                          const solver::Problem &problem,
                          const solver::Solution &solution);
  solver::Problem makeProblem(const PlannedFunction &planned, size_t arena,
                              int64_t Frame::*calleeBytes) const;

  ModuleOp module;
  const AllocateOptions &options;
  SymbolTableCollection symbols;
  BufferUseAnalysis analysis;
  SizeBounds bounds;
  ModulePlan plan;
  llvm::MapVector<Operation *, PlannedFunction> functions; ///< Callees first.
};
} // namespace

/// The arena, by index, that an allocation goes to: the one that it names, or
/// the first declared one of its memory space, or one to be made.
FailureOr<size_t> Planner::findArena(const Allocation &allocation) {
  Attribute memorySpace = allocation.getType().getMemorySpace();
  for (auto [index, arena] : llvm::enumerate(plan.arenas)) {
    if (allocation.arena &&
        (!arena.op || arena.op.getSymNameAttr() != allocation.arena.getAttr()))
      continue;
    if (isSameMemorySpace(arena.memorySpace, memorySpace))
      return index;
    if (allocation.arena)
      return allocation.op->emitError("is to lie in ")
             << allocation.arena << ", whose memory space is not that of "
             << allocation.getType();
  }
  if (allocation.arena)
    return allocation.op->emitError("is to lie in ")
           << allocation.arena
           << ", which is not an 'mplan.arena' of this module";
  plan.arenas.emplace_back().memorySpace = memorySpace;
  return plan.arenas.size() - 1;
}

LogicalResult Planner::collect(const CallOrder &order) {
  for (auto arena : module.getOps<ArenaOp>())
    plan.arenas.push_back({arena, arena.getMemorySpaceAttr()});
  bool isOk = true;
  for (auto &[op, calls] : order) {
    FunctionOpInterface function = cast<FunctionOpInterface>(op);
    auto isPlannedCall = [&](const CallSite &site) {
      return functions.contains(site.callee);
    };
    std::vector<CallSite> plannedCalls;
    llvm::copy_if(calls, std::back_inserter(plannedCalls), isPlannedCall);
    bool allocates = function.getFunctionBody()
                         .walk([](Operation *nested) {
                           return allocatesBuffer(nested)
                                      ? WalkResult::interrupt()
                                      : WalkResult::advance();
                         })
                         .wasInterrupted();
    if (plannedCalls.empty() && !allocates)
      continue;
    FailureOr<Timeline> timeline = Timeline::compute(function);
    if (failed(timeline)) {
      isOk = false;
      continue;
    }
    FailureOr<std::vector<Allocation>> allocations = findAllocations(
        function, *timeline, analysis, bounds, options.onUnbounded);
    if (failed(allocations)) {
      isOk = false;
      continue;
    }
    PlannedFunction planned = {
        function, std::move(*timeline), std::move(plannedCalls), {}, {}};
    for (Allocation &allocation : *allocations) {
      FailureOr<size_t> arena = findArena(allocation);
      if (failed(arena)) {
        isOk = false;
        continue;
      }
      planned.slots.push_back({std::move(allocation), *arena});
    }
    functions.insert({op, std::move(planned)});
  }
  return success(isOk);
}

/// A callee has one frame: it cannot run several times at once, as it might in
/// the body of an operation that does not say how often and when that runs.
LogicalResult Planner::checkCalls(PlannedFunction &planned) {
  const Timeline &timeline = planned.timeline;
  for (CallSite &site : planned.calls) {
    Operation *around = getEnclosingParallelOp(site.call);
    Operation *step = timeline.getOp(timeline.getPosition(site.call).tick);
    if (!around && step != site.call)
      around = step;
    const std::vector<Frame> &frames = functions[site.callee].frames;
    if (!around || llvm::all_of(frames, [](const Frame &frame) {
          return frame.height == 0;
        }))
      continue;
    InFlightDiagnostic diag =
        site.call->emitError("calls '")
        << site.callee.getName()
        << "', which allocates, where it may run several times at once: its "
           "buffers would be shared; pass it buffers of their own, or make "
           "the loop sequential ('mplan-privatize{parallel=sequential}')";
    diag.attachNote(around->getLoc())
        << "'" << around->getName() << "' around it";
    return diag;
  }
  return success();
}

/// The buffers of one function in one arena, the slots first, and then one
/// block for each callee.
solver::Problem Planner::makeProblem(const PlannedFunction &planned,
                                     size_t arena,
                                     int64_t Frame::*calleeBytes) const {
  solver::Problem problem;
  bool isUnplanned = calleeBytes == &Frame::unplannedLive;
  for (const PlannedSlot &slot : planned.slots) {
    const Allocation &allocation = slot.allocation;
    if (slot.arena != arena || (allocation.live.empty() && !isUnplanned))
      continue;
    solver::Buffer buffer;
    buffer.size = allocation.bytes;
    buffer.alignment = allocation.alignment;
    buffer.fixedOffset = allocation.fixedOffset;
    buffer.segments =
        isUnplanned ? LiveRange{allocation.held} : allocation.live;
    problem.buffers.push_back(std::move(buffer));
  }
  llvm::MapVector<Operation *, LiveRange> callTicks;
  for (const CallSite &site : planned.calls) {
    int64_t tick = planned.timeline.getPosition(site.call).tick;
    callTicks[site.callee].push_back({tick, tick + 1});
  }
  for (auto &[callee, ticks] : callTicks) {
    int64_t bytes = functions.find(callee)->second.frames[arena].*calleeBytes;
    llvm::sort(ticks, [](const solver::Segment &a, const solver::Segment &b) {
      return a.lower < b.lower;
    });
    LiveRange segments;
    for (const solver::Segment &segment : ticks) {
      if (!segments.empty() && segments.back().upper >= segment.lower)
        segments.back().upper = segment.upper;
      else
        segments.push_back(segment);
    }
    solver::Buffer block;
    block.size = bytes;
    block.fixedOffset = 0;
    block.segments = std::move(segments);
    block.name = cast<FunctionOpInterface>(callee).getName().str();
    problem.buffers.push_back(std::move(block));
  }
  return problem;
}

/// Says why the buffers of one function have no place in an arena, and which
/// are to blame: those that contradict each other, or else those alive where
/// most is needed.
LogicalResult Planner::emitNoFit(PlannedFunction &planned, size_t arena,
                                 const solver::Problem &problem,
                                 const solver::Solution &solution) {
  SmallVector<Operation *> allocations; // the problem's first buffers
  for (const PlannedSlot &slot : planned.slots)
    if (slot.arena == arena && !slot.allocation.live.empty())
      allocations.push_back(slot.allocation.op);
  InFlightDiagnostic diag =
      emitError(planned.function.getLoc(), "the buffers of '")
      << planned.function.getName() << "' ";
  auto attachNote = [&](size_t buffer, const Twine &what) {
    if (buffer < allocations.size())
      diag.attachNote(allocations[buffer]->getLoc())
          << problem.buffers[buffer].size << " bytes here " << what;
    else if (buffer < problem.buffers.size())
      diag.attachNote(planned.function->getLoc())
          << problem.buffers[buffer].size << " bytes of '"
          << problem.buffers[buffer].name << "', which it calls, " << what;
  };

  if (std::optional<solver::ProblemError> error = solver::check(problem)) {
    diag << "cannot be placed as asked: " << error->message;
    attachNote(error->buffer, "are concerned");
    attachNote(error->other, "are concerned");
    return diag;
  }
  diag << "do not fit in the " << *problem.capacity << " bytes of @"
       << plan.arenas[arena].op.getSymName() << ": ";
  if (solution.status == solver::Status::Infeasible)
    diag << "at least " << solution.lowerBound << " are needed";
  else
    diag << "the lowest plan found takes " << solution.height
         << ", and less than " << solution.lowerBound << " is impossible";
  diag << "; raise the capacity, or make less memory needed at once";
  solver::Peak peak = solver::peak(problem);
  for (size_t buffer : peak.buffers)
    attachNote(buffer, "are needed at tick " + Twine(peak.tick) +
                           ", where most is needed");
  return diag;
}

/// A sum of bytes, or else the largest number: without a plan a program may
/// need more than can be counted.
static int64_t addBytes(int64_t a, int64_t b) {
  int64_t sum;
  return llvm::AddOverflow(a, b, sum) ? std::numeric_limits<int64_t>::max()
                                      : sum;
}

/// The peak, or the largest number where all bytes together cannot be counted.
static int64_t getPeakOrLargest(const solver::Problem &problem) {
  int64_t all = 0;
  for (const solver::Buffer &buffer : problem.buffers)
    all = addBytes(all, buffer.size);
  return all == std::numeric_limits<int64_t>::max()
             ? all
             : solver::peak(problem).bytes;
}

LogicalResult Planner::solveFrame(PlannedFunction &planned, size_t arena) {
  PlannedArena &total = plan.arenas[arena];
  Frame &frame = planned.frames[arena];
  solver::Problem problem = makeProblem(planned, arena, &Frame::height);
  if (total.op && total.op.getCapacity())
    problem.capacity = *total.op.getCapacity();
  solver::Solution solution = solver::solve(problem, options.solver);
  if (!solution.ok())
    return emitNoFit(planned, arena, problem, solution);
  frame.height = solution.height;
  // What has a plan has a peak, which is no higher.
  frame.peak = solver::peak(makeProblem(planned, arena, &Frame::peak)).bytes;
  frame.unplannedLive =
      getPeakOrLargest(makeProblem(planned, arena, &Frame::unplannedLive));

  size_t next = 0;
  for (PlannedSlot &slot : planned.slots) {
    if (slot.arena != arena)
      continue;
    const Allocation &allocation = slot.allocation;
    // One that is never touched may lie anywhere.
    slot.offset = allocation.live.empty() ? allocation.fixedOffset.value_or(0)
                                          : solution.offsets[next++];
    frame.height = std::max(frame.height, slot.offset + allocation.bytes);
    total.alignment = std::max(total.alignment, allocation.alignment);
    total.unplannedTotal = addBytes(total.unplannedTotal, allocation.bytes);
  }
  total.size = std::max(total.size, frame.height);
  total.peak = std::max(total.peak, frame.peak);
  total.unplannedLive = std::max(total.unplannedLive, frame.unplannedLive);
  return success();
}

FailureOr<ModulePlan> Planner::run() {
  // Their live ranges are unknown: new buffers could clobber them.
  WalkResult oldSlots = module.walk([](SlotOp slot) {
    slot.emitError("is planned already: a module is planned in one go");
    return WalkResult::interrupt();
  });
  if (oldSlots.wasInterrupted())
    return failure();

  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order) || failed(collect(*order)))
    return failure();
  if (plan.arenas.empty())
    plan.arenas.emplace_back();
  for (auto &[op, planned] : functions) {
    planned.frames.resize(plan.arenas.size());
    if (failed(checkCalls(planned)))
      return failure();
    for (size_t arena = 0; arena != plan.arenas.size(); ++arena)
      if (failed(solveFrame(planned, arena)))
        return failure();
  }
  // In the order of the module, not of the calls.
  for (auto function : module.getOps<FunctionOpInterface>()) {
    auto *it = functions.find(function);
    if (it != functions.end())
      llvm::move(it->second.slots, std::back_inserter(plan.slots));
  }
  return std::move(plan);
}

FailureOr<ModulePlan> mplan::computeModulePlan(ModuleOp module,
                                               const AllocateOptions &options) {
  return Planner(module, options).run();
}
