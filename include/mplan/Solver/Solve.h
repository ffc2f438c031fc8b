//===- Solve.h - From a problem to a plan -----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one function that most callers need. What it tries, and in which order,
// is told in lib/Solver/README.md.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SOLVER_SOLVE_H
#define MPLAN_SOLVER_SOLVE_H

#include "mplan/Solver/Problem.h"

#include <array>
#include <string_view>

namespace mplan::solver {

/// Every method is on by default and makes plans lower, or equal, for time.
struct SolveOptions {
  /// Fill the lowest spot into which a whole buffer fits, over and over. The
  /// one method whose time is near-linear whatever the problem, hence also the
  /// one that is used where all are off.
  bool skyline = true;

  /// The same, but first for the buffers that live when most bytes are still to
  /// be placed.
  bool peakSkyline = true;

  /// How many more times to run the skylines that are on, with orders that are
  /// shaken by chance (the same at each call). A problem of less than 1,000
  /// buffers is shaken as many times more often.
  int shakes = 20;

  /// Take the buffers in a fixed order, each to the lowest gap between those
  /// in its way that holds it.
  bool firstFit = true;

  /// The same, but to the smallest gap that holds it.
  bool bestFit = true;

  /// Let the buffers of each plan fall once more, the lowest first.
  bool settle = true;

  /// How much work may be done before the best plan so far is returned. Unit:
  /// about one buffer looked at (some ten nanoseconds). Counted, not timed, so
  /// that the same problem has the same plan on every machine. The first
  /// method always runs to its end, so that there is a plan.
  int64_t steps = 200'000'000;
};

/// Finds a low plan. The same problem and options always give the same answer;
/// neither the order of the buffers nor the distances between ticks matter to
/// its height.
///
/// Status Invalid if the problem does not pass `check` (`error` is then the
/// description); Infeasible if the lower bound exceeds the capacity. Else the
/// offsets are those of the lowest plan found, which `validate` has accepted:
/// Optimal if it reaches the lower bound, Feasible if it is within the
/// capacity or there is none, NotFound if it exceeds the capacity.
Solution solve(const Problem &problem, const SolveOptions &options = {});

/// The options that place by one method alone, neither shaken nor settled, or
/// by all (the default). `placement` is one of `placementNames`; nothing for
/// any other.
std::optional<SolveOptions> getPlacementOptions(std::string_view placement);

/// "all", then the methods, by the names that they have in `SolveOptions`.
inline constexpr std::array<std::string_view, 5> placementNames = {
    "all", "skyline", "peak-skyline", "first-fit", "best-fit"};

} // namespace mplan::solver

#endif // MPLAN_SOLVER_SOLVE_H
