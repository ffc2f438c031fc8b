//===- Schedule.h - From a problem to an order ------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one function that most callers need. What it tries, in which order and
// why that is right, is told in lib/Scheduler/README.md.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SCHEDULER_SCHEDULE_H
#define MPLAN_SCHEDULER_SCHEDULE_H

#include "mplan/Scheduler/Problem.h"

namespace mplan::scheduler {

/// Every method is on by default and makes orders better, or equal, for time.
struct ScheduleOptions {
  /// Run the ready step that is best by some rule, over and over; several
  /// rules, forwards and backwards.
  bool lists = true;

  /// Search all orders, and prove the best one to be it.
  bool exact = true;

  /// Move steps out of the peak of the best order, and order the steps around
  /// it anew.
  bool improve = true;

  /// How much work may be done before the best order so far is returned. Unit:
  /// about one step looked at (some ten nanoseconds). Counted, not timed, so
  /// that the same problem has the same order on every machine. The given order
  /// and the lists are always looked at.
  int64_t budget = 50'000'000;

  /// How many different orders to return, if that many are met.
  size_t keep = 1;
};

/// What is known of an answer.
enum class Status {
  Optimal,  ///< The peak equals a proven lower bound.
  Feasible, ///< No order found has less; not proved minimal.
  Invalid,  ///< No answer: `Schedule::error` says why. There are no orders.
};

/// The name of a status in lower case, for reports: "optimal", "feasible",
/// "invalid".
const char *toString(Status status);

/// Each step once.
struct Order {
  std::vector<size_t> steps;
  Bytes peak = 0;
};

struct Schedule {
  Status status = Status::Invalid;

  /// The peak of the given order.
  Bytes given = 0;

  /// No order has less.
  Bytes lowerBound = 0;

  /// All different, the best first. That is the given order where none found
  /// has less. At least one unless the status is Invalid.
  std::vector<Order> orders = {};

  /// How many states (sets of steps that have run) the exact search went
  /// through.
  int64_t states = 0;

  /// Why the status is Invalid; else empty.
  std::string error = {};

  bool ok() const { return status != Status::Invalid; }
  Bytes peak() const { return orders.empty() ? 0 : orders.front().peak; }
};

/// Finds an order with a low peak, never above that of the given order. The
/// same problem and options always give the same answer.
///
/// Status Invalid if the problem does not pass `check` (`error` is then the
/// message). Every order returned has been run by `measure`.
Schedule schedule(const Problem &problem, const ScheduleOptions &options = {});

/// Some order in which the steps can run, whatever its peak: by chance, the
/// same for the same seed. To test with that a problem forbids all that it
/// must. Expects a problem that passes `check`.
std::vector<size_t> shuffledOrder(const Problem &problem, uint64_t seed);

} // namespace mplan::scheduler

#endif // MPLAN_SCHEDULER_SCHEDULE_H
