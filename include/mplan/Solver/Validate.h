//===- Validate.h - Is a plan right? ----------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The judge of every solver. It shares no code with them: it reads a problem
// and offsets, and sweeps over the ticks with the set of live byte ranges.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SOLVER_VALIDATE_H
#define MPLAN_SOLVER_VALIDATE_H

#include "mplan/Solver/Problem.h"

namespace mplan::solver {

/// What is wrong with a plan.
struct Violation {
  enum Kind {
    OffsetCount,    ///< Not one offset a buffer: `got` of them, `limit` wanted.
    NegativeOffset, ///< `got` is the offset of `first`.
    Misaligned,     ///< `got` is the offset of `first`, `limit` its alignment.
    MovedFixed,     ///< `got` is the offset of `first`, `limit` the fixed one.
    OverCapacity,   ///< `got` is the end of `first`, `limit` the capacity, or
                    ///< 2^63 - 1 where the end would be beyond that.
    Overlap,        ///< `first` and `second` are both alive at `tick` and share
                    ///< the bytes from `got` up to but not including `limit`.
    WrongHeight,    ///< The height is stated as `got` and really is `limit`.
    BelowBound,     ///< The height `got` is below the stated bound `limit`.
    WrongStatus,    ///< The status does not agree with height `got`, bound or
                    ///< capacity `limit`.
  };
  Kind kind;

  /// Buffer indices, `none` where the kind speaks of none. `first` < `second`.
  size_t first = none;
  size_t second = none;

  /// The first tick at which two buffers overlap.
  Tick tick = 0;

  Bytes got = 0;
  Bytes limit = 0;

  static constexpr size_t none = ~size_t(0);
};

/// Returns the first violation: faults of single buffers in order of the
/// index, and of each in order of `Violation::Kind`; then the overlap at the
/// lowest tick (which of several pairs at that tick is fixed, but not
/// specified). Expects a problem that passes `check`; the offsets may be
/// anything. O(n log n) time in the number of segments.
std::optional<Violation> validate(const Problem &problem,
                                  const std::vector<Bytes> &offsets);

/// The same for all that a solution claims: after the offsets, its height,
/// that the bound does not exceed it, and its status. Solutions that have no
/// offsets by their status are taken as valid.
std::optional<Violation> validate(const Problem &problem,
                                  const Solution &solution);

/// The violation in words, lower case and without a full stop, with the names
/// of the buffers.
std::string describe(const Problem &problem, const Violation &violation);

} // namespace mplan::solver

#endif // MPLAN_SOLVER_VALIDATE_H
