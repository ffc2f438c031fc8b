//===- ScheduleTest.cpp - From a problem to an order ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small problems are solved to the optimum that trying every order gives; for
// all others answers are orders, no worse than the given one, and the same each
// time.
//
//===----------------------------------------------------------------------===//

#include "mplan/Scheduler/Schedule.h"
#include "Random.h"

#include <gtest/gtest.h>

using namespace mplan::scheduler;
using namespace mplan::scheduler::test;

/// Tries every order that goes on from `order`.
static void tryAll(const Problem &problem, std::vector<size_t> &order,
                   std::vector<bool> &hasRun, Bytes &best) {
  if (order.size() == problem.steps.size()) {
    best = std::min(best, measure(problem, order)->bytes);
    return;
  }
  for (size_t step = 0; step < hasRun.size(); ++step) {
    bool isReady = !hasRun[step];
    for (const Value &value : problem.values)
      if (isReady && value.producer != none && !hasRun[value.producer])
        for (size_t reader : value.consumers)
          isReady &= reader != step;
    for (const Precedence &edge : problem.precedences)
      isReady &= edge.after != step || hasRun[edge.before];
    if (!isReady)
      continue;
    hasRun[step] = true;
    order.push_back(step);
    tryAll(problem, order, hasRun, best);
    order.pop_back();
    hasRun[step] = false;
  }
}

static Bytes findOptimum(const Problem &problem) {
  std::vector<size_t> order;
  std::vector<bool> hasRun(problem.steps.size(), false);
  Bytes best = measure(problem, givenOrder(problem))->bytes;
  tryAll(problem, order, hasRun, best);
  return best;
}

/// What any answer must keep to.
static void expectSound(const Problem &problem, const Schedule &schedule,
                        const ScheduleOptions &options) {
  ASSERT_TRUE(schedule.ok()) << schedule.error;
  EXPECT_EQ(schedule.given, measure(problem, givenOrder(problem))->bytes);
  EXPECT_LE(schedule.peak(), schedule.given);
  EXPECT_LE(schedule.lowerBound, schedule.peak());
  EXPECT_EQ(schedule.status == Status::Optimal,
            schedule.lowerBound == schedule.peak());
  ASSERT_FALSE(schedule.orders.empty());
  EXPECT_LE(schedule.orders.size(), std::max<size_t>(options.keep, 1));
  if (schedule.peak() == schedule.given) {
    EXPECT_EQ(schedule.orders.front().steps, givenOrder(problem));
  }
  for (size_t i = 0; i < schedule.orders.size(); ++i) {
    const std::optional<Peak> peak = measure(problem, schedule.orders[i].steps);
    ASSERT_TRUE(peak);
    EXPECT_EQ(peak->bytes, schedule.orders[i].peak);
    for (size_t j = 0; j < i; ++j) {
      EXPECT_NE(schedule.orders[i].steps, schedule.orders[j].steps);
      EXPECT_LE(schedule.orders[j].peak, schedule.orders[i].peak);
    }
  }
}

TEST(Schedule, NoStep) {
  Problem problem;
  problem.values.push_back({8, none, {}, true});
  const Schedule answer = schedule(problem);
  EXPECT_EQ(answer.status, Status::Optimal);
  EXPECT_EQ(answer.peak(), 8);
  EXPECT_TRUE(answer.orders.front().steps.empty());
}

TEST(Schedule, RefusesWhatIsNoProblem) {
  Problem problem;
  problem.values.push_back({-8, none, {}, true});
  const Schedule answer = schedule(problem);
  EXPECT_EQ(answer.status, Status::Invalid);
  EXPECT_FALSE(answer.ok());
  EXPECT_TRUE(answer.orders.empty());
  EXPECT_EQ(answer.error, "value 0: the size is negative: -8");
}

/// Two branches, each high in the middle, are run one after the other.
TEST(Schedule, OneBranchAfterTheOther) {
  Problem problem;
  problem.steps.resize(6);
  problem.values = {{1, 0, {1, 2}}, {4, 1, {3}}, {4, 2, {4}},
                    {1, 3, {5}},    {1, 4, {5}}, {1, 5, {}, true}};
  const Schedule answer = schedule(problem);
  EXPECT_EQ(answer.given, 9);
  EXPECT_EQ(answer.peak(), 6);
  EXPECT_EQ(answer.status, Status::Optimal);
  EXPECT_EQ(answer.orders.front().steps,
            (std::vector<size_t>{0, 1, 3, 2, 4, 5}));
}

TEST(Schedule, EqualsTheBestOfAllOrders) {
  Random random(1);
  int better = 0, below = 0;
  for (Shape shape : allShapes())
    for (size_t steps : {5, 7, 9}) {
      shape.steps = steps;
      for (int i = 0; i < (steps == 9 ? 5 : 40); ++i) {
        const Problem problem = makeProblem(random, shape);
        const Schedule answer = schedule(problem);
        expectSound(problem, answer, {});
        EXPECT_EQ(answer.status, Status::Optimal);
        EXPECT_EQ(answer.peak(), findOptimum(problem));
        better += answer.peak() < answer.given;
        below += answer.states > 0;
      }
    }
  EXPECT_GT(better, 200); // Most orders by chance are good already.
  EXPECT_GT(below, 100);  // Nor are all solved without search.
}

/// With fewer methods, or with none, answers stay sound.
TEST(Schedule, EveryCombinationOfSwitches) {
  Random random(2);
  for (Shape shape : allShapes()) {
    shape.steps = 24;
    shape.reach = 6;
    for (int i = 0; i < 4; ++i) {
      const Problem problem = makeProblem(random, shape);
      const Bytes best = schedule(problem).peak();
      for (int bits = 0; bits < 8; ++bits)
        for (int64_t budget : {0, 1, 50, 1000, 1000000}) {
          ScheduleOptions options;
          options.lists = bits & 1;
          options.exact = bits & 2;
          options.improve = bits & 4;
          options.budget = budget;
          options.keep = bits + 1;
          const Schedule answer = schedule(problem, options);
          expectSound(problem, answer, options);
          EXPECT_LE(answer.lowerBound, best);
        }
    }
  }
}

/// When the search has no budget left, there is still what it found, and a
/// bound.
TEST(Schedule, StopsWhenTheBudgetIsSpent) {
  Random random(3);
  Shape shape;
  shape.steps = 300;
  shape.reach = 60;
  shape.operands = 3;
  shape.size = 1000;
  const Problem problem = makeProblem(random, shape);
  ScheduleOptions options;
  options.budget = 100'000;
  const Schedule early = schedule(problem, options);
  expectSound(problem, early, options);
  EXPECT_EQ(early.status, Status::Feasible);
  options.budget = 3'000'000;
  const Schedule late = schedule(problem, options);
  expectSound(problem, late, options);
  EXPECT_LE(late.peak(), early.peak());
  EXPECT_GT(late.states, early.states);
}

/// Local search finds what the rules do not, without any exact search of the
/// whole.
TEST(Schedule, LocalSearchHelps) {
  Random random(4);
  Shape shape;
  shape.steps = 150;
  shape.reach = 40;
  shape.operands = 3;
  shape.size = 1000;
  int better = 0;
  for (int i = 0; i < 10; ++i) {
    const Problem problem = makeProblem(random, shape);
    ScheduleOptions options;
    options.exact = false;
    options.improve = false;
    const Bytes before = schedule(problem, options).peak();
    options.improve = true;
    const Bytes after = schedule(problem, options).peak();
    EXPECT_LE(after, before);
    better += after < before;
  }
  EXPECT_GT(better, 3);
}

TEST(Schedule, SameAnswerTwice) {
  Random random(5);
  Shape shape;
  shape.steps = 80;
  shape.reach = 20;
  ScheduleOptions options;
  options.budget = 500'000;
  options.keep = 4;
  for (int i = 0; i < 10; ++i) {
    const Problem problem = makeProblem(random, shape);
    const Schedule first = schedule(problem, options);
    const Schedule second = schedule(problem, options);
    EXPECT_EQ(first.states, second.states);
    EXPECT_EQ(first.lowerBound, second.lowerBound);
    ASSERT_EQ(first.orders.size(), second.orders.size());
    for (size_t j = 0; j < first.orders.size(); ++j)
      EXPECT_EQ(first.orders[j].steps, second.orders[j].steps);
  }
}

/// An order by chance is an order, and chance has its way.
TEST(Schedule, ShuffledOrders) {
  Random random(8);
  for (Shape shape : allShapes()) {
    shape.steps = 20;
    shape.reach = 20;
    const Problem problem = makeProblem(random, shape);
    const std::vector<size_t> first = shuffledOrder(problem, 1);
    EXPECT_TRUE(measure(problem, first));
    EXPECT_EQ(first, shuffledOrder(problem, 1));
    EXPECT_NE(first, shuffledOrder(problem, 2));
  }
}

/// Several orders to choose from, where there are.
TEST(Schedule, KeepsSeveral) {
  Problem problem; // Four branches alike.
  problem.steps.resize(9);
  for (size_t i = 0; i < 4; ++i) {
    problem.values.push_back({4, i, {4 + i}});
    problem.values.push_back({1, 4 + i, {8}});
  }
  ScheduleOptions options;
  options.keep = 5;
  const Schedule answer = schedule(problem, options);
  expectSound(problem, answer, options);
  EXPECT_EQ(answer.given, 17);
  EXPECT_EQ(answer.peak(), 8);
  EXPECT_EQ(answer.orders.size(), 5u);
}

/// Cells in a row, each of which takes some search, are solved one by one: more
/// states than their sum are out of the question.
TEST(Schedule, CellsInARow) {
  Random random(6);
  Problem problem;
  size_t entry = none; // The value that joins a cell to the one before.
  const int cells = 60;
  for (int cell = 0; cell < cells; ++cell) {
    const size_t first = problem.steps.size();
    std::vector<size_t> ends;
    for (int branch = 0; branch < 6; ++branch) {
      const size_t step = problem.steps.size();
      problem.steps.resize(step + 2);
      if (entry != none)
        problem.values[entry].consumers.push_back(step);
      problem.values.push_back({random.in(50, 99), step, {step + 1}});
      problem.values.push_back({random.in(10, 49), step + 1, {}});
      ends.push_back(problem.values.size() - 1);
    }
    const size_t join = problem.steps.size();
    problem.steps.resize(join + 1);
    for (size_t end : ends)
      problem.values[end].consumers.push_back(join);
    problem.values.push_back({random.in(1, 9), join, {}});
    entry = problem.values.size() - 1;
    ASSERT_EQ(problem.steps.size(), first + 13);
  }
  problem.values[entry].kept = true;
  const Schedule answer = schedule(problem);
  expectSound(problem, answer, {});
  EXPECT_EQ(answer.status, Status::Optimal);
  EXPECT_LT(answer.states, 64 * cells);
}

/// Time and memory that are quadratic with a large factor would be felt.
TEST(Schedule, TenThousandSteps) {
  Random random(7);
  Shape shape;
  shape.steps = 10000;
  shape.size = 1000;
  shape.operands = 3;
  shape.inPlace = true;
  for (int64_t reach : {8, 200, 20000}) {
    shape.reach = reach;
    const Problem problem = makeProblem(random, shape);
    const Schedule answer = schedule(problem);
    expectSound(problem, answer, {});
    EXPECT_LT(answer.peak(), answer.given);
  }
}
