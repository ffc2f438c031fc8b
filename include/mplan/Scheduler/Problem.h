//===- Problem.h - The ordering problem -------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that make values of others, to be run in an order in which the bytes
// alive at once are as few as can be.
//
//            +--> [1: b, 4 bytes] --> [2: c, 1] --+
//   [0: a, 1]                                     +--> [5: f, 1]
//            +--> [3: d, 4 bytes] --> [4: e, 1] --+
//
// In the order 0 1 2 3 4 5 at most 6 bytes are alive (in step 2: a, b and c),
// in the order 0 1 3 2 4 5 there are 9 (in step 3: a, b and d).
//
// Three verbs go together: `check` the problem, `schedule` it (Schedule.h),
// `measure` the answer. `schedule` does the other two itself.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SCHEDULER_PROBLEM_H
#define MPLAN_SCHEDULER_PROBLEM_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mplan::scheduler {

/// A number of bytes.
using Bytes = int64_t;

/// No step, no value.
inline constexpr size_t none = ~size_t(0);

/// Something that takes bytes from the step that makes it to the last one that
/// reads it, both included; a result that nobody reads, in its own step.
struct Value {
  /// Not negative.
  Bytes size = 0;

  /// The step that makes it, or `none`: it is there before the first step, and
  /// dies with its last reader like any other (or, if nobody reads it and it is
  /// not kept, is of no account).
  size_t producer = none;

  /// The steps that read it, in any order; more than once is as good as once.
  std::vector<size_t> consumers = {};

  /// It is needed after the last step.
  bool kept = false;

  /// For messages; may be empty, and need not be unique.
  std::string name = {};
};

/// Something to be done.
struct Step {
  /// Bytes that it takes beside the values, while it runs. Not negative.
  Bytes scratch = 0;

  /// For messages; may be empty, and need not be unique.
  std::string name = {};
};

/// `step` may write `result` over `operand`, if that dies there: during the
/// step the two then take the bytes of the larger one alone. If several
/// operands may be given up for one result, the largest that dies is.
struct InPlace {
  size_t step = none;
  size_t operand = none; ///< A value that the step reads.
  size_t result = none;  ///< A value that it makes.
};

/// `before` runs before `after`, for reasons other than values.
struct Precedence {
  size_t before = none;
  size_t after = none;
};

/// Steps and values are known by their index. The order in which the steps are
/// numbered is one in which they can run: the *given* order.
struct Problem {
  std::vector<Step> steps;
  std::vector<Value> values;
  std::vector<InPlace> inPlace = {};
  std::vector<Precedence> precedences = {};
};

/// A rule of a problem that is broken.
struct ProblemError {
  enum Kind {
    NegativeSize,
    NegativeScratch,
    NoSuchStep,
    NoSuchValue,
    WrongOrder,   ///< A step needs another that does not have a lower number.
    NotAnOperand, ///< In-place: the step does not read the value.
    NotAResult,   ///< In-place: the step does not make the value.
    GivenTwice,   ///< In-place: one step may give an operand to two results.
    TooLarge,     ///< All bytes together exceed 2^62.
  };
  Kind kind;

  /// What is wrong, with the indices and names concerned, in lower case and
  /// without a full stop.
  std::string message;
};

/// Returns the first broken rule: of the steps, then of the values, the pairs
/// and the precedences, each in order of their index. O(n log n).
std::optional<ProblemError> check(const Problem &problem);

/// "step 3 ('conv')", or "step 3" where the name is empty.
std::string describeStep(const Problem &problem, size_t step);
std::string describeValue(const Problem &problem, size_t value);

/// The numbering of the steps.
std::vector<size_t> givenOrder(const Problem &problem);

/// The bytes alive while a step runs: what it reads and all others that are
/// needed later, its results, its scratch; less what it writes in place.
struct Peak {
  Bytes bytes = 0;

  /// The first position of the order at which so many are alive; 0 if there is
  /// no step.
  size_t position = 0;
};

/// Runs the steps in `order` and returns the most bytes that are alive in one
/// of them (before the first, if there is none); nothing if that is not an
/// order in which they can run. Shares no code with the search. Expects a
/// problem that passes `check`. O(n log n).
std::optional<Peak> measure(const Problem &problem,
                            const std::vector<size_t> &order);

} // namespace mplan::scheduler

#endif // MPLAN_SCHEDULER_PROBLEM_H
