//===- Corrupt.cpp - Ways for a plan to be wrong --------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. What the planner says of a copy is carried over to the
// program by the numbers in the locations of operations.
//
//===----------------------------------------------------------------------===//

#include "Corrupt.h"
#include "Instrument.h"

#include "mplan/Analysis/Timeline.h"
#include "mplan/Transforms/Allocate.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;

static constexpr KindInfo kinds[] = {
    {Kind::Move, "move", "a buffer is moved", false, false},
    {Kind::Overlap, "overlap", "a buffer is moved over a part of another",
     false, false},
    {Kind::Swap, "swap", "two buffers are exchanged", false, false},
    {Kind::End, "end", "a live range ends too early", false, false},
    {Kind::Start, "start", "a live range begins too late", false, false},
    {Kind::Segment, "segment", "a part of a live range is missing", false,
     false},
    {Kind::Alias, "alias", "an alias is not known to be one", false, false},
    {Kind::Loop, "loop", "a loop is taken to run once", false, false},
    {Kind::Local, "local", "a buffer that a loop hands on is taken for local",
     false, true},
    {Kind::Branch, "branch", "a branch is forgotten", false, false},
    {Kind::Call, "call", "a call is forgotten", false, false},
    {Kind::Access, "access", "a read or a write is forgotten", false, false},
    {Kind::SharedView, "view*", "a view does not say so", true, false},
    {Kind::SharedEffect, "effect*", "an operation hides a read or a write",
     true, false},
    {Kind::SharedRegion, "region*",
     "an operation does not say how its regions run", true, false},
};

ArrayRef<KindInfo> mplan::mutate::getKinds() { return kinds; }

//===----------------------------------------------------------------------===//
// Ticks of a copy and ticks of the program
//===----------------------------------------------------------------------===//

namespace {
/// An operation of the program, by its number, and whether it is where that
/// one closes.
using Step = std::pair<int64_t, bool>;

/// The steps of a module's functions, by tick; functions by name.
using Steps = llvm::DenseMap<StringAttr, std::vector<Step>>;
} // namespace

static FailureOr<Steps> findSteps(ModuleOp module) {
  Steps result;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    FailureOr<Timeline> timeline = Timeline::compute(function);
    if (failed(timeline))
      return failure();
    std::vector<Step> &steps = result[function.getNameAttr()];
    for (int64_t tick = 0; tick != timeline->getNumTicks(); ++tick)
      steps.push_back(
          {getLabel(timeline->getOp(tick)), timeline->isClosing(tick)});
  }
  return result;
}

/// Live ranges in ticks of the copy become such in ticks of the program: from
/// the first step in a segment that the program has to the last.
static void translate(Plan &plan, const std::vector<Site> &sites,
                      const Steps &program, const Steps &copy) {
  for (auto [site, placed] : llvm::zip_equal(sites, plan)) {
    auto name = site.op->getParentOfType<FunctionOpInterface>().getNameAttr();
    auto from = copy.find(name), to = program.find(name);
    if (from == copy.end() || to == program.end())
      continue;
    std::map<Step, int64_t> ticks;
    for (auto [tick, step] : llvm::enumerate(to->second))
      ticks[step] = tick;
    LiveRange live;
    for (const solver::Segment &segment : placed.live) {
      std::optional<solver::Segment> translated;
      for (int64_t tick = segment.lower; tick < segment.upper; ++tick) {
        auto it = ticks.find(from->second[tick]);
        if (it == ticks.end())
          continue;
        if (!translated)
          translated = {it->second, it->second + 1};
        translated->upper = std::max(translated->upper, it->second + 1);
      }
      if (!translated)
        continue;
      if (!live.empty() && live.back().upper >= translated->lower)
        live.back().upper = std::max(live.back().upper, translated->upper);
      else
        live.push_back(*translated);
    }
    placed.live = std::move(live);
  }
}

//===----------------------------------------------------------------------===//
// Corrupting
//===----------------------------------------------------------------------===//

/// Plans a copy that is corrupted.
static std::optional<Plan> planCorrupted(Kind kind, const Origin &origin,
                                         gen::Random &random) {
  OwningOpRef<ModuleOp> copy = ModuleOp(origin.module).clone();
  ScopedDiagnosticHandler quiet(copy->getContext(),
                                [](Diagnostic &) { return success(); });
  if (!corruptView(kind, *copy, random) || failed(verify(*copy)))
    return std::nullopt;
  FailureOr<Steps> steps = findSteps(*copy);
  FailureOr<Steps> program = findSteps(origin.module);
  if (failed(steps) || failed(program) || failed(allocateBuffers(*copy)))
    return std::nullopt;
  Plan plan = readPlan(*copy, origin.sites);
  translate(plan, origin.sites, *program, *steps);
  // The planner's own plan may be right by luck. Then another planner with the
  // same knowledge might do worse.
  if (origin.plan) {
    Plan judged = *origin.plan;
    for (auto [to, from] : llvm::zip_equal(judged, plan))
      to.offset = from.offset;
    if (origin.conflicts.isRight(judged))
      origin.conflicts.placeWrong(*origin.plan, plan, random);
  }
  return plan;
}

std::optional<Plan> mplan::mutate::corrupt(Kind kind, const Origin &origin,
                                           gen::Random &random) {
  if (kind >= Kind::Alias)
    return planCorrupted(kind, origin, random);
  if (!origin.plan || origin.sites.empty())
    return std::nullopt;
  return kind >= Kind::End ? corruptRanges(kind, origin, random)
                           : corruptPlan(kind, origin, random);
}
