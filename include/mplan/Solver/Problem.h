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
//     offset
//       ^      +---------+      a: size 2, segments [0, 3)
//       |      |    b    |      b: size 2, segments [2, 7)
//       |  +---+-+---+---+-+    c: size 2, segments [4, 8)
//       |  |  a  |   |  c  |
//       +--+-----+---+-----+--> tick      height 4
//
// Three verbs go together, and every caller should see them in this order:
// `check` the problem, `solve` it (Solve.h), `validate` the answer
// (Validate.h). `solve` does the other two itself.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SOLVER_PROBLEM_H
#define MPLAN_SOLVER_PROBLEM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mplan::solver {

/// A size, an alignment or an offset.
using Bytes = int64_t;

/// A point on the timeline; only the order matters, and it may be negative.
using Tick = int64_t;

/// The half-open stretch of ticks [lower, upper).
struct Segment {
  Tick lower = 0;
  Tick upper = 0;
};

/// One buffer. It is alive in each of its segments, and holds nothing of value
/// between them: others may use its bytes then. Two buffers *conflict* if some
/// segment of one intersects some segment of the other and both have bytes.
struct Buffer {
  /// Not negative. A buffer of size 0 conflicts with nothing.
  Bytes size = 0;

  /// The offset is a multiple of it. At least 1; it need not be a power of two.
  Bytes alignment = 1;

  /// At least one; none is empty; they ascend and do not touch (the lower end
  /// of one is greater than the upper end of the one before).
  std::vector<Segment> segments;

  /// Where the buffer must lie, if that is given: not negative, and a multiple
  /// of the alignment.
  std::optional<Bytes> fixedOffset = std::nullopt;

  /// For messages and CSV; may be empty, and need not be unique.
  std::string name = {};
};

/// Buffers are known by their index. Their order is of no importance.
struct Problem {
  std::vector<Buffer> buffers;

  /// No byte at or above it may be used. Not negative.
  std::optional<Bytes> capacity = std::nullopt;
};

/// What a solver knows of its answer.
enum class Status {
  Optimal,    ///< The height equals a proven lower bound.
  Feasible,   ///< A plan within the capacity, if any; not proved minimal.
  Infeasible, ///< Proved: no plan fits the capacity. There are no offsets.
  NotFound,   ///< No plan within the capacity found, nor proved impossible.
              ///< The offsets are those of the lowest plan found.
  Invalid,    ///< No answer: `Solution::error` says why. There are no offsets.
};

/// The name of a status in lower case, for reports: "optimal", "feasible",
/// "infeasible", "not found", "invalid".
const char *toString(Status status);

/// Offsets by buffer index, and how good they are.
struct Solution {
  Status status = Status::NotFound;

  /// One for each buffer, or empty where the status says that there are none.
  std::vector<Bytes> offsets = {};

  /// Largest offset + size of the buffers that have bytes; 0 if none has.
  Bytes height = 0;

  /// No plan is lower, whatever the capacity.
  Bytes lowerBound = 0;

  /// How it was found, for people: "skyline by area".
  std::string method = {};

  /// Why the status is Invalid; else empty.
  std::string error = {};

  /// Is there a plan, and within the capacity if there is one?
  bool ok() const {
    return status == Status::Optimal || status == Status::Feasible;
  }
};

/// A rule of `Buffer` or `Problem` that is broken.
struct ProblemError {
  enum Kind {
    NegativeSize,
    BadAlignment,      ///< Less than 1.
    NoSegment,         ///< Never alive.
    EmptySegment,      ///< lower >= upper.
    UnorderedSegments, ///< Out of order, overlapping or touching.
    NegativeFixedOffset,
    MisalignedFixedOffset, ///< Not a multiple of the alignment.
    FixedOverlap,          ///< Two fixed buffers that conflict share a byte.
    TooLarge,              ///< Stacked, the buffers exceed 2^63 - 1 bytes.
    NegativeCapacity,      ///< Concerns no buffer.
  };
  Kind kind;

  /// The buffer at fault, and for FixedOverlap the other one, which has a
  /// higher index. `none` where no buffer is meant.
  size_t buffer = none;
  size_t other = none;

  /// What is wrong, with its numbers, in lower case and without a full stop.
  /// It does not name the buffer: see `describe`.
  std::string message;

  static constexpr size_t none = ~size_t(0);
};

/// Returns the first broken rule: buffers in order of their index, and for
/// each in order of `ProblemError::Kind`; then what concerns several of them.
/// O(n log n) time in the number of segments.
std::optional<ProblemError> check(const Problem &problem);

/// The error's message, with the names of the buffers: "buffer 3 ('x'): ...".
std::string describe(const Problem &problem, const ProblemError &error);

/// "buffer 3 ('x')", or "buffer 3" where the name is empty.
std::string describeBuffer(const Problem &problem, size_t buffer);

} // namespace mplan::solver

#endif // MPLAN_SOLVER_PROBLEM_H
