//===- Problem.h - The allocation problem and its solution ------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic storage allocation with everything known in advance: buffers with
// lifetimes and sizes, to be given offsets so that no two buffers alive at one
// tick share a byte, and the highest byte used is as low as can be.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SOLVER_PROBLEM_H
#define MPLAN_SOLVER_PROBLEM_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mplan::solver {

/// A size, an alignment or an offset.
using Bytes = int64_t;

/// A point on the timeline; only the order matters.
using Tick = int64_t;

/// The half-open stretch of ticks [lower, upper).
struct Segment {
  Tick lower = 0;
  Tick upper = 0;
};

/// One buffer. It is alive in each of its segments, which ascend, are not
/// empty and do not touch each other (`lower` of one > `upper` of the last).
struct Buffer {
  Bytes size = 0;
  Bytes alignment = 1; ///< The offset is a multiple of it. At least 1.
  std::vector<Segment> segments;
  std::optional<Bytes> fixedOffset; ///< Where it must lie, if that is given.
  std::string name = {};            ///< For messages and CSV; may be empty.
};

/// Buffers are known by their index.
struct Problem {
  std::vector<Buffer> buffers;
  std::optional<Bytes> capacity; ///< No byte at or above it may be used.
};

/// What a solver knows of its answer.
enum class Status {
  Optimal,    ///< The height equals a proven lower bound.
  Feasible,   ///< A plan within the capacity, if any; not proved minimal.
  Infeasible, ///< Proved: no plan fits. There are no offsets.
  NotFound,   ///< No plan within the capacity found, nor proved impossible.
};

/// Offsets by buffer index, and how good they are.
struct Solution {
  Status status = Status::NotFound;
  std::vector<Bytes> offsets; ///< Where there are any, one for each buffer.
  Bytes height = 0;           ///< Largest offset + size.
  Bytes lowerBound = 0;       ///< No plan is lower, whatever the capacity.
  std::string method;         ///< How it was found, for people.
};

} // namespace mplan::solver

#endif // MPLAN_SOLVER_PROBLEM_H
