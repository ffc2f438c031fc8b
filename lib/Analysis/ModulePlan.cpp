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

#include "CallFrames.h"
#include "mplan/Analysis/EntryGroups.h"
#include "mplan/Solver/Bounds.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;

namespace {
class Planner {
public:
  Planner(ModuleOp module, const AllocateOptions &options)
      : module(module), options(options), analysis(symbols), bounds(symbols) {}

  FailureOr<ModulePlan> run();

private:
  LogicalResult collect(const CallOrder &order);
  FailureOr<size_t> findArena(Operation *op, MemRefType type,
                              FlatSymbolRefAttr name);
  LogicalResult placeState();
  LogicalResult checkCalls(PlannedFunction &planned);
  LogicalResult solveGroup(const EntryGroups &groups, size_t group);
  LogicalResult solveFrame(PlannedFunction &planned, size_t arena);
  LogicalResult sumFrame(PlannedFunction &planned, size_t arena);

  /// What the groups that are solved already take of an arena, and state.
  struct Below {
    int64_t height = 0; ///< Where the next group's frames begin.
    int64_t peak = 0;
    int64_t unplannedLive = 0;
  };

  ModuleOp module;
  const AllocateOptions &options;
  SymbolTableCollection symbols;
  BufferUseAnalysis analysis;
  SizeBounds bounds;
  ModulePlan plan;
  PlannedFunctions functions;
  std::vector<Below> below; ///< By arena.
};
} // namespace

/// The arena, by index, that the buffer of `op` goes to: the one that it names,
/// or the first declared one of its memory space, or one to be made.
FailureOr<size_t> Planner::findArena(Operation *op, MemRefType type,
                                     FlatSymbolRefAttr name) {
  Attribute memorySpace = type.getMemorySpace();
  for (auto [index, arena] : llvm::enumerate(plan.arenas)) {
    if (name && (!arena.op || arena.op.getSymNameAttr() != name.getAttr()))
      continue;
    if (isSameMemorySpace(arena.memorySpace, memorySpace))
      return index;
    if (name)
      return op->emitError("is to lie in ")
             << name << ", whose memory space is not that of " << type;
  }
  if (name)
    return op->emitError("is to lie in ")
           << name << ", which is not an 'mplan.arena' of this module";
  plan.arenas.emplace_back().memorySpace = memorySpace;
  plan.arenas.back().redZone = options.redZone;
  return plan.arenas.size() - 1;
}

LogicalResult Planner::collect(const CallOrder &order) {
  for (auto arena : module.getOps<ArenaOp>()) {
    plan.arenas.push_back({arena, arena.getMemorySpaceAttr()});
    plan.arenas.back().redZone =
        std::max(options.redZone, arena.getRedZoneBytes());
  }
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
      FailureOr<size_t> arena =
          findArena(allocation.op, allocation.getType(), allocation.arena);
      if (failed(arena)) {
        isOk = false;
        continue;
      }
      int64_t front = getFrontBytes(allocation, plan.arenas[*arena].redZone);
      if (allocation.fixedOffset && *allocation.fixedOffset < front) {
        allocation.op->emitError("is to lie at byte ")
            << *allocation.fixedOffset
            << ", which leaves no room for the red zone of " << front
            << " bytes before it";
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

/// State lies in the first bytes, the most aligned first, so that least is lost
/// between two.
LogicalResult Planner::placeState() {
  FailureOr<std::vector<StateBuffer>> state = findState(module);
  if (failed(state))
    return failure();
  std::vector<StateBuffer *> order;
  for (StateBuffer &buffer : *state) {
    FailureOr<size_t> arena =
        findArena(buffer.global, buffer.global.getType(), buffer.arena);
    if (failed(arena))
      return failure();
    buffer.arenaIndex = *arena;
    order.push_back(&buffer);
  }
  // Of equals the first: all are of one vector.
  llvm::sort(order, [](const StateBuffer *a, const StateBuffer *b) {
    return std::make_pair(b->alignment, a) < std::make_pair(a->alignment, b);
  });
  for (StateBuffer *buffer : order) {
    PlannedArena &arena = plan.arenas[buffer->arenaIndex];
    uint64_t offset =
        llvm::alignTo(uint64_t(arena.stateBytes) + uint64_t(arena.redZone),
                      buffer->alignment);
    if (offset > uint64_t(INT64_MAX) ||
        llvm::AddOverflow(int64_t(offset), buffer->bytes, arena.stateBytes) ||
        llvm::AddOverflow(arena.stateBytes, arena.redZone, arena.stateBytes))
      return buffer->global.emitError("has no place: the state before it takes "
                                      "all bytes that there can be");
    buffer->offset = offset;
    arena.alignment = std::max(arena.alignment, buffer->alignment);
    arena.unplannedTotal += buffer->bytes;
    arena.peak += buffer->bytes;
    arena.unplannedLive += buffer->bytes;
  }
  for (PlannedArena &arena : plan.arenas) {
    arena.size = arena.stateBytes;
    if (!arena.op || !arena.op.getCapacity() ||
        arena.stateBytes <= int64_t(*arena.op.getCapacity()))
      continue;
    InFlightDiagnostic diag = arena.op.emitError("the state of ")
                              << arena.stateBytes
                              << " bytes does not fit in the capacity of "
                              << *arena.op.getCapacity();
    for (StateBuffer &buffer : *state)
      if (&plan.arenas[buffer.arenaIndex] == &arena)
        diag.attachNote(buffer.global.getLoc())
            << buffer.bytes << " bytes here are state";
    return diag;
  }
  plan.state = std::move(*state);
  return success();
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

/// Places the slots of one function above those of its callees, where no byte
/// is needed twice at once.
LogicalResult Planner::solveFrame(PlannedFunction &planned, size_t arena) {
  PlannedArena &total = plan.arenas[arena];
  int64_t base = below[arena].height;
  solver::Problem problem = makeFrameProblem(functions, planned, arena, base,
                                             &Frame::height, total.redZone);
  if (total.op && total.op.getCapacity())
    problem.capacity = *total.op.getCapacity();
  solver::Problem peakProblem =
      makeFrameProblem(functions, planned, arena, /*base=*/0, &Frame::peak);
  solver::Solution solution = solver::solve(problem, options.solver);
  if (!solution.ok())
    return emitNoFit(
        {planned, arena, total, problem, peakProblem, below[arena].peak},
        options.solver);
  size_t next = 0;
  for (PlannedSlot &slot : planned.slots) {
    if (slot.arena != arena)
      continue;
    const Allocation &allocation = slot.allocation;
    // One that is never touched may lie anywhere.
    int64_t begin = allocation.live.empty()
                        ? int64_t(llvm::alignTo(base, allocation.alignment))
                        : solution.offsets[next++];
    slot.offset = allocation.fixedOffset.value_or(
        begin + getFrontBytes(allocation, total.redZone));
  }
  return success();
}

/// Sums up what the slots of one function, which have their offsets, mean for
/// its frame and for the arena.
LogicalResult Planner::sumFrame(PlannedFunction &planned, size_t arena) {
  PlannedArena &total = plan.arenas[arena];
  Frame &frame = planned.frames[arena];
  int64_t base = below[arena].height;
  // What has a plan has a peak, which is no higher.
  frame.peak = solver::peak(makeFrameProblem(functions, planned, arena,
                                             /*base=*/0, &Frame::peak))
                   .bytes;
  frame.unplannedLive = getPeakOrLargest(makeFrameProblem(
      functions, planned, arena, /*base=*/0, &Frame::unplannedLive));
  int64_t top = base;
  for (const CallSite &site : planned.calls)
    top = std::max(top, base + functions[site.callee].frames[arena].height);
  for (const PlannedSlot &slot : planned.slots) {
    if (slot.arena != arena)
      continue;
    const Allocation &allocation = slot.allocation;
    int64_t end;
    if (llvm::AddOverflow(slot.offset, allocation.bytes, end) ||
        llvm::AddOverflow(end, total.redZone, end))
      return allocation.op->emitError("has no place: its ")
             << allocation.bytes << " bytes at offset " << slot.offset
             << " end beyond 64 bits";
    // Not by the solver, which knows nothing of what is never touched.
    if (total.op && total.op.getCapacity() &&
        end > int64_t(*total.op.getCapacity()))
      return allocation.op->emitError("has no place: its ")
             << allocation.bytes << " bytes, which are never touched, end at "
             << end << ", beyond the capacity of @" << total.op.getSymName()
             << ", " << *total.op.getCapacity() << "; remove it";
    top = std::max(top, end);
    total.alignment = std::max(total.alignment, allocation.alignment);
    total.unplannedTotal = addBytes(total.unplannedTotal, allocation.bytes);
  }
  frame.height = top - base;
  total.size = std::max(total.size, top);
  total.peak = std::max(total.peak, below[arena].peak + frame.peak);
  total.unplannedLive =
      std::max(total.unplannedLive,
               addBytes(below[arena].unplannedLive, frame.unplannedLive));
  return success();
}

/// Plans the functions of one group, above the groups before it.
LogicalResult Planner::solveGroup(const EntryGroups &groups, size_t group) {
  // Where nothing is shared, no frame lies above another: offsets are known.
  bool isPlaced = options.reuse == Reuse::None;
  for (auto [index, arena] : llvm::enumerate(plan.arenas))
    below[index] = {isPlaced ? 0 : arena.size, arena.peak, arena.unplannedLive};
  for (auto &[op, planned] : functions) {
    if (groups.getGroup(op) != group)
      continue;
    if (failed(checkCalls(planned)))
      return failure();
    for (size_t arena = 0; arena != plan.arenas.size(); ++arena)
      if ((!isPlaced && failed(solveFrame(planned, arena))) ||
          failed(sumFrame(planned, arena)))
        return failure();
  }
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
  FailureOr<EntryGroups> groups =
      EntryGroups::compute(module, *order, [&](Operation *function) {
        auto *it = functions.find(function);
        return it != functions.end() && !it->second.slots.empty();
      });
  if (failed(groups) || (options.stateInArena && failed(placeState())))
    return failure();
  if (plan.arenas.empty())
    plan.arenas.emplace_back();
  below.resize(plan.arenas.size());
  for (auto &[op, planned] : functions)
    planned.frames.resize(plan.arenas.size());
  if (options.reuse == Reuse::None)
    for (auto [index, arena] : llvm::enumerate(plan.arenas))
      if (failed(placeApart(functions, index, arena, options.solver)))
        return failure();
  for (size_t group = 0; group != groups->size(); ++group)
    if (failed(solveGroup(*groups, group)))
      return failure();
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
