//===- Problem.cpp - The rules of a problem, and its measure --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks that a problem keeps the rules that the search relies on, and counts
// the bytes of an order. Independent of the search, which it judges.
//
//===----------------------------------------------------------------------===//

#include "mplan/Scheduler/Problem.h"

#include <algorithm>
#include <numeric>
#include <tuple>

using namespace mplan::scheduler;

static std::string describe(const char *what, size_t index,
                            const std::string &name) {
  std::string text = what + (" " + std::to_string(index));
  if (!name.empty())
    text += " ('" + name + "')";
  return text;
}

std::string mplan::scheduler::describeStep(const Problem &problem,
                                           size_t step) {
  return describe("step", step, problem.steps[step].name);
}

std::string mplan::scheduler::describeValue(const Problem &problem,
                                            size_t value) {
  return describe("value", value, problem.values[value].name);
}

std::vector<size_t> mplan::scheduler::givenOrder(const Problem &problem) {
  std::vector<size_t> order(problem.steps.size());
  std::iota(order.begin(), order.end(), size_t(0));
  return order;
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

namespace {
class Checker {
public:
  explicit Checker(const Problem &problem) : problem(problem) {}

  std::optional<ProblemError> run() {
    for (size_t i = 0; i < problem.steps.size() && !error; ++i)
      checkStep(i);
    for (size_t i = 0; i < problem.values.size() && !error; ++i)
      checkValue(i);
    checkPairs();
    for (const Precedence &edge : problem.precedences)
      if (!error && isStep(edge.before, "a precedence") &&
          isStep(edge.after, "a precedence"))
        checkOrder(edge.before, edge.after);
    return error;
  }

private:
  void fail(ProblemError::Kind kind, std::string message) {
    if (!error)
      error = ProblemError{kind, std::move(message)};
  }

  void add(Bytes bytes, const std::string &whose) {
    const Bytes most = Bytes(1) << 62;
    if (bytes > most - total)
      fail(ProblemError::TooLarge,
           whose + ": the bytes up to here add up to more than 2^62");
    else
      total += bytes;
  }

  bool isStep(size_t step, const std::string &whose) {
    if (step < problem.steps.size())
      return true;
    fail(ProblemError::NoSuchStep, whose + " names step " +
                                       std::to_string(step) + " of " +
                                       std::to_string(problem.steps.size()));
    return false;
  }

  bool isValue(size_t value) {
    if (value < problem.values.size())
      return true;
    fail(ProblemError::NoSuchValue, "an in-place pair names value " +
                                        std::to_string(value) + " of " +
                                        std::to_string(problem.values.size()));
    return false;
  }

  void checkOrder(size_t before, size_t after) {
    if (before >= after)
      fail(ProblemError::WrongOrder, describeStep(problem, after) + " needs " +
                                         describeStep(problem, before) +
                                         ", which does not come before it");
  }

  void checkStep(size_t i) {
    const Bytes scratch = problem.steps[i].scratch;
    if (scratch < 0)
      fail(ProblemError::NegativeScratch,
           describeStep(problem, i) +
               ": the scratch is negative: " + std::to_string(scratch));
    else
      add(scratch, describeStep(problem, i));
  }

  void checkValue(size_t i) {
    const Value &value = problem.values[i];
    const std::string name = describeValue(problem, i);
    if (value.size < 0)
      fail(ProblemError::NegativeSize,
           name + ": the size is negative: " + std::to_string(value.size));
    else
      add(value.size, name);
    const bool isMade = value.producer != none;
    if (isMade && !isStep(value.producer, name))
      return;
    for (size_t consumer : value.consumers)
      if (isStep(consumer, name) && isMade)
        checkOrder(value.producer, consumer);
  }

  void checkPairs() {
    // Which result an operand of a step is given to.
    std::vector<InPlace> seen;
    for (const InPlace &pair : problem.inPlace) {
      if (error || !isStep(pair.step, "an in-place pair") ||
          !isValue(pair.operand) || !isValue(pair.result))
        return;
      const std::vector<size_t> &readers =
          problem.values[pair.operand].consumers;
      if (std::find(readers.begin(), readers.end(), pair.step) == readers.end())
        fail(ProblemError::NotAnOperand,
             describeStep(problem, pair.step) + " does not read " +
                 describeValue(problem, pair.operand));
      if (problem.values[pair.result].producer != pair.step)
        fail(ProblemError::NotAResult, describeStep(problem, pair.step) +
                                           " does not make " +
                                           describeValue(problem, pair.result));
      seen.push_back(pair);
    }
    std::sort(seen.begin(), seen.end(), [](const InPlace &a, const InPlace &b) {
      return std::tie(a.step, a.operand, a.result) <
             std::tie(b.step, b.operand, b.result);
    });
    for (size_t i = 1; i < seen.size(); ++i)
      if (seen[i].step == seen[i - 1].step &&
          seen[i].operand == seen[i - 1].operand &&
          seen[i].result != seen[i - 1].result)
        fail(ProblemError::GivenTwice,
             describeStep(problem, seen[i].step) + " gives " +
                 describeValue(problem, seen[i].operand) + " to both " +
                 describeValue(problem, seen[i - 1].result) + " and " +
                 describeValue(problem, seen[i].result));
  }

  const Problem &problem;
  std::optional<ProblemError> error;
  Bytes total = 0;
};
} // namespace

std::optional<ProblemError> mplan::scheduler::check(const Problem &problem) {
  return Checker(problem).run();
}

//===----------------------------------------------------------------------===//
// Measure
//===----------------------------------------------------------------------===//

/// The position of each step in `order`; empty if that is no order of the steps
/// or does not heed what they need.
static std::vector<size_t> findPositions(const Problem &problem,
                                         const std::vector<size_t> &order) {
  std::vector<size_t> positions(problem.steps.size(), none);
  if (order.size() != problem.steps.size())
    return {};
  for (size_t i = 0; i < order.size(); ++i) {
    if (order[i] >= order.size() || positions[order[i]] != none)
      return {};
    positions[order[i]] = i;
  }
  for (const Value &value : problem.values)
    for (size_t consumer : value.consumers)
      if (value.producer != none &&
          positions[value.producer] >= positions[consumer])
        return {};
  for (const Precedence &edge : problem.precedences)
    if (positions[edge.before] >= positions[edge.after])
      return {};
  return positions;
}

std::optional<Peak>
mplan::scheduler::measure(const Problem &problem,
                          const std::vector<size_t> &order) {
  const std::vector<size_t> positions = findPositions(problem, order);
  const size_t count = problem.steps.size();
  if (positions.size() != count)
    return std::nullopt;

  // What each position adds to the one before it, and the last reader of each
  // value.
  std::vector<Bytes> change(count + 1, 0);
  std::vector<size_t> lastReader(problem.values.size(), none);
  Bytes atStart = 0;
  for (size_t i = 0; i < problem.values.size(); ++i) {
    const Value &value = problem.values[i];
    const bool isMade = value.producer != none;
    if (!isMade && value.consumers.empty() && !value.kept)
      continue;
    const size_t first = isMade ? positions[value.producer] : 0;
    size_t last = first;
    for (size_t consumer : value.consumers)
      last = std::max(last, positions[consumer]);
    if (!isMade)
      atStart += value.size;
    change[first] += value.size;
    if (value.kept)
      continue;
    change[last + (count > 0 ? 1 : 0)] -= value.size;
    if (!value.consumers.empty())
      lastReader[i] = order[last];
  }

  // What each result saves by lying where an operand lay.
  std::vector<Bytes> saved(problem.values.size(), 0);
  for (const InPlace &pair : problem.inPlace)
    if (lastReader[pair.operand] == pair.step)
      saved[pair.result] = std::max(saved[pair.result],
                                    std::min(problem.values[pair.operand].size,
                                             problem.values[pair.result].size));
  std::vector<Bytes> extra(count, 0);
  for (size_t i = 0; i < count; ++i)
    extra[positions[i]] = problem.steps[i].scratch;
  for (size_t i = 0; i < problem.values.size(); ++i)
    if (saved[i] != 0)
      extra[positions[problem.values[i].producer]] -= saved[i];

  Peak peak;
  peak.bytes = count == 0 ? atStart : -1;
  Bytes alive = 0;
  for (size_t i = 0; i < count; ++i) {
    alive += change[i];
    if (alive + extra[i] > peak.bytes)
      peak = {alive + extra[i], i};
  }
  return peak;
}
