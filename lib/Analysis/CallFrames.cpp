//===- CallFrames.cpp - One function's buffers, for the solver ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From a function to a problem, and from a problem without a solution to words.
//
//===----------------------------------------------------------------------===//

#include "CallFrames.h"

#include "mplan/Solver/Bounds.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;

//===----------------------------------------------------------------------===//
// The problem
//===----------------------------------------------------------------------===//

int64_t mplan::getFrontBytes(const Allocation &allocation, int64_t redZone) {
  uint64_t bytes = llvm::alignTo(redZone, allocation.alignment);
  return std::min<uint64_t>(bytes, INT64_MAX);
}

solver::Buffer mplan::makeBuffer(const Allocation &allocation,
                                 int64_t redZone) {
  solver::Buffer buffer;
  int64_t front = getFrontBytes(allocation, redZone);
  // More bytes than can be counted are too many for the solver as well.
  if (llvm::AddOverflow(front, redZone, buffer.size) ||
      llvm::AddOverflow(buffer.size, allocation.bytes, buffer.size))
    buffer.size = INT64_MAX;
  buffer.alignment = allocation.alignment;
  if (allocation.fixedOffset)
    buffer.fixedOffset = *allocation.fixedOffset - front;
  return buffer;
}

solver::Problem mplan::makeFrameProblem(const PlannedFunctions &functions,
                                        const PlannedFunction &planned,
                                        size_t arena, int64_t base,
                                        int64_t Frame::*calleeBytes,
                                        int64_t redZone) {
  solver::Problem problem;
  bool isUnplanned = calleeBytes == &Frame::unplannedLive;
  for (const PlannedSlot &slot : planned.slots) {
    const Allocation &allocation = slot.allocation;
    if (slot.arena != arena || (allocation.live.empty() && !isUnplanned))
      continue;
    solver::Buffer buffer = makeBuffer(allocation, redZone);
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
    block.fixedOffset = base;
    block.segments = std::move(segments);
    block.name = cast<FunctionOpInterface>(callee).getName().str();
    problem.buffers.push_back(std::move(block));
  }
  if (base > 0) {
    solver::Buffer below;
    below.size = base;
    below.fixedOffset = 0;
    below.segments = {{0, planned.timeline.getNumTicks()}};
    problem.buffers.push_back(std::move(below));
  }
  return problem;
}

//===----------------------------------------------------------------------===//
// The error
//===----------------------------------------------------------------------===//

namespace {
/// Words for a frame that does not fit.
class NoFit {
public:
  explicit NoFit(const FailedFrame &frame) : frame(frame) {
    for (const PlannedSlot &slot : frame.planned.slots)
      if (slot.arena == frame.arena && !slot.allocation.live.empty())
        allocations.push_back(slot.allocation.op);
  }

  LogicalResult emitContradiction(const solver::ProblemError &error);
  LogicalResult emitOverCapacity(const solver::SolveOptions &options);

private:
  InFlightDiagnostic begin() {
    FunctionOpInterface function = frame.planned.function;
    InFlightDiagnostic diag = emitError(function.getLoc(), "the buffers of '");
    diag << function.getName() << "' ";
    return diag;
  }
  void attachNote(InFlightDiagnostic &diag, const solver::Problem &problem,
                  size_t buffer, const Twine &what);
  void attachRedZones(InFlightDiagnostic &diag);

  const FailedFrame &frame;
  /// The problem's first buffers.
  SmallVector<Operation *> allocations;
};
} // namespace

void NoFit::attachNote(InFlightDiagnostic &diag, const solver::Problem &problem,
                       size_t buffer, const Twine &what) {
  int64_t bytes = problem.buffers[buffer].size;
  StringRef callee = problem.buffers[buffer].name;
  FunctionOpInterface function = frame.planned.function;
  if (buffer < allocations.size())
    diag.attachNote(allocations[buffer]->getLoc())
        << bytes << " bytes here " << what;
  else if (!callee.empty())
    diag.attachNote(function.getLoc())
        << bytes << " bytes of '" << callee << "', which it calls, " << what;
  else
    diag.attachNote(function.getLoc())
        << bytes
        << " bytes of state and of entries that may run at the same time "
        << what;
}

void NoFit::attachRedZones(InFlightDiagnostic &diag) {
  FunctionOpInterface function = frame.planned.function;
  if (int64_t bytes = frame.plannedArena.redZone)
    diag.attachNote(function.getLoc())
        << "red zones of " << bytes << " bytes on either side are part of each";
}

LogicalResult NoFit::emitContradiction(const solver::ProblemError &error) {
  InFlightDiagnostic diag = begin();
  diag << "cannot be placed as asked: " << error.message;
  attachRedZones(diag);
  for (size_t buffer : {error.buffer, error.other}) {
    if (buffer >= frame.problem.buffers.size())
      continue;
    const solver::Buffer &concerned = frame.problem.buffers[buffer];
    std::string what;
    llvm::raw_string_ostream os(what);
    if (concerned.fixedOffset)
      os << "are to lie in [" << *concerned.fixedOffset << ", "
         << *concerned.fixedOffset + concerned.size << "), and ";
    os << "are alive at ticks ";
    llvm::interleaveComma(
        concerned.segments, os, [&](const solver::Segment &segment) {
          os << '[' << segment.lower << ", " << segment.upper << ')';
        });
    attachNote(diag, frame.problem, buffer, what);
  }
  return diag;
}

LogicalResult NoFit::emitOverCapacity(const solver::SolveOptions &options) {
  constexpr size_t maxNotes = 8;
  // What it would take, whatever the capacity.
  solver::Problem unlimited = frame.problem;
  unlimited.capacity.reset();
  solver::Solution lowest = solver::solve(unlimited, options);
  solver::Peak peak = solver::peak(frame.peakProblem);
  int64_t alive = peak.bytes + frame.peakBelow;
  int64_t capacity = *frame.problem.capacity;

  InFlightDiagnostic diag = begin();
  ArenaOp arena = frame.plannedArena.op;
  diag << "do not fit in the " << capacity << " bytes of @"
       << arena.getSymName() << ": the lowest plan found takes "
       << lowest.height << ", and " << alive << " are alive at tick "
       << peak.tick;
  if (alive > capacity)
    diag << ", so that no placement can fit";
  else
    diag << "; less than " << lowest.lowerBound << " is impossible";
  diag << "; raise the capacity, or make less memory needed at once";
  attachRedZones(diag);

  Operation *peakOp = frame.planned.timeline.getOp(peak.tick);
  diag.attachNote(peakOp->getLoc())
      << "this is tick " << peak.tick << ", where most is alive";
  llvm::sort(peak.buffers, [&](size_t a, size_t b) {
    return std::make_pair(frame.peakProblem.buffers[b].size, a) <
           std::make_pair(frame.peakProblem.buffers[a].size, b);
  });
  ArrayRef<size_t> largest = ArrayRef(peak.buffers).take_front(maxNotes);
  for (size_t buffer : largest)
    attachNote(diag, frame.peakProblem, buffer, "are alive there");
  if (size_t more = peak.buffers.size() - largest.size())
    diag.attachNote(peakOp->getLoc())
        << "so are " << more << " more, which are not larger";
  if (frame.peakBelow > 0)
    diag.attachNote(arena.getLoc())
        << "so are " << frame.peakBelow
        << " bytes of state and of entries that may run at the same time";
  return diag;
}

LogicalResult mplan::emitNoFit(const FailedFrame &frame,
                               const solver::SolveOptions &options) {
  NoFit words(frame);
  if (std::optional<solver::ProblemError> error = solver::check(frame.problem))
    return words.emitContradiction(*error);
  return words.emitOverCapacity(options);
}
