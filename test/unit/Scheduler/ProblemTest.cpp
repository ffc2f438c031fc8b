//===- ProblemTest.cpp - The rules of a problem, and its measure ----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is no problem is refused with its reason, and bytes are counted as a
// slow count by the definition counts them.
//
//===----------------------------------------------------------------------===//

#include "mplan/Scheduler/Problem.h"
#include "Random.h"

#include <gtest/gtest.h>

using namespace mplan::scheduler;
using namespace mplan::scheduler::test;

/// The one of the header.
static Problem makeExample() {
  Problem problem;
  problem.steps.resize(6);
  problem.values = {{1, 0, {1, 3}}, {4, 1, {2}}, {1, 2, {5}},
                    {4, 3, {4}},    {1, 4, {5}}, {1, 5, {}, true}};
  return problem;
}

TEST(Measure, ExampleOfTheHeader) {
  const Problem problem = makeExample();
  EXPECT_EQ(measure(problem, {0, 1, 2, 3, 4, 5})->bytes, 6);
  EXPECT_EQ(measure(problem, {0, 1, 2, 3, 4, 5})->position, 2u);
  EXPECT_EQ(measure(problem, {0, 1, 3, 2, 4, 5})->bytes, 9);
  EXPECT_EQ(measure(problem, {0, 1, 3, 2, 4, 5})->position, 2u);
}

TEST(Measure, WhatIsNoOrder) {
  const Problem problem = makeExample();
  EXPECT_FALSE(measure(problem, {}));
  EXPECT_FALSE(measure(problem, {0, 1, 2, 3, 4}));
  EXPECT_FALSE(measure(problem, {0, 1, 2, 3, 4, 4}));
  EXPECT_FALSE(measure(problem, {0, 1, 2, 3, 4, 6}));
  EXPECT_FALSE(measure(problem, {1, 0, 2, 3, 4, 5}));
  Problem other = makeExample();
  other.precedences.push_back({2, 3});
  EXPECT_FALSE(measure(other, {0, 3, 4, 1, 2, 5}));
  EXPECT_TRUE(measure(problem, {0, 3, 4, 1, 2, 5}));
}

TEST(Measure, NoStep) {
  Problem problem;
  EXPECT_EQ(measure(problem, {})->bytes, 0);
  problem.values = {{8, none, {}, true}, {4, none, {}, false}};
  EXPECT_EQ(measure(problem, {})->bytes, 8);
}

TEST(Measure, InPlace) {
  // b over a; a dies there, and the two share the lesser of their bytes.
  Problem problem;
  problem.steps.resize(2);
  problem.values = {{8, 0, {1}}, {6, 1, {}, true}};
  EXPECT_EQ(measure(problem, {0, 1})->bytes, 14);
  problem.inPlace.push_back({1, 0, 1});
  EXPECT_EQ(measure(problem, {0, 1})->bytes, 8);
  problem.values[1].size = 10;
  EXPECT_EQ(measure(problem, {0, 1})->bytes, 10);
  problem.values[0].kept = true;
  EXPECT_EQ(measure(problem, {0, 1})->bytes, 18);
}

/// By the definition, step after step.
static Bytes measureSlowly(const Problem &problem,
                           const std::vector<size_t> &order) {
  auto positionOf = [&](size_t step) {
    return std::find(order.begin(), order.end(), step) - order.begin();
  };
  Bytes peak = 0;
  for (int64_t i = 0; i < int64_t(order.size()); ++i) {
    Bytes bytes = problem.steps[order[i]].scratch;
    std::vector<bool> dies(problem.values.size(), false);
    for (size_t v = 0; v < problem.values.size(); ++v) {
      const Value &value = problem.values[v];
      const int64_t made =
          value.producer == none ? -1 : positionOf(value.producer);
      int64_t last = made;
      for (size_t reader : value.consumers)
        last = std::max<int64_t>(last, positionOf(reader));
      if (made <= i && (i <= last || value.kept))
        bytes += value.size;
      dies[v] = !value.kept && last == i && made < i;
    }
    for (size_t v = 0; v < problem.values.size(); ++v) {
      Bytes saved = 0;
      for (const InPlace &pair : problem.inPlace)
        if (pair.step == order[i] && pair.result == v && dies[pair.operand])
          saved = std::max(saved, std::min(problem.values[v].size,
                                           problem.values[pair.operand].size));
      bytes -= saved;
    }
    peak = std::max(peak, bytes);
  }
  return peak;
}

TEST(Measure, AgreesWithASlowCount) {
  Random random(1);
  for (const Shape &shape : allShapes())
    for (int i = 0; i < 100; ++i) {
      const Problem problem = makeProblem(random, shape);
      ASSERT_FALSE(check(problem)) << check(problem)->message;
      const std::vector<size_t> order = givenOrder(problem);
      EXPECT_EQ(measure(problem, order)->bytes, measureSlowly(problem, order));
    }
}

static void expectError(const Problem &problem, ProblemError::Kind kind,
                        const char *message) {
  const std::optional<ProblemError> error = check(problem);
  ASSERT_TRUE(error) << message;
  EXPECT_EQ(error->kind, kind);
  EXPECT_EQ(error->message, message);
}

TEST(Check, EveryRule) {
  EXPECT_FALSE(check(Problem()));
  EXPECT_FALSE(check(makeExample()));

  Problem problem = makeExample();
  problem.values[1].size = -4;
  expectError(problem, ProblemError::NegativeSize,
              "value 1: the size is negative: -4");

  problem = makeExample();
  problem.steps[2] = {-1, "conv"};
  expectError(problem, ProblemError::NegativeScratch,
              "step 2 ('conv'): the scratch is negative: -1");

  problem = makeExample();
  problem.values[3].producer = 6;
  expectError(problem, ProblemError::NoSuchStep, "value 3 names step 6 of 6");

  problem = makeExample();
  problem.precedences.push_back({0, 7});
  expectError(problem, ProblemError::NoSuchStep,
              "a precedence names step 7 of 6");

  problem = makeExample();
  problem.inPlace.push_back({5, 2, 6});
  expectError(problem, ProblemError::NoSuchValue,
              "an in-place pair names value 6 of 6");

  problem = makeExample();
  problem.values[3].consumers.push_back(3);
  expectError(problem, ProblemError::WrongOrder,
              "step 3 needs step 3, which does not come before it");

  problem = makeExample();
  problem.precedences.push_back({4, 2});
  expectError(problem, ProblemError::WrongOrder,
              "step 2 needs step 4, which does not come before it");

  problem = makeExample();
  problem.inPlace.push_back({5, 0, 5});
  expectError(problem, ProblemError::NotAnOperand,
              "step 5 does not read value 0");

  problem = makeExample();
  problem.inPlace.push_back({5, 2, 4});
  expectError(problem, ProblemError::NotAResult,
              "step 5 does not make value 4");

  problem = makeExample();
  problem.values.push_back({1, 5, {}, true, "y"});
  problem.inPlace = {{5, 2, 5}, {5, 4, 5}, {5, 2, 6}};
  expectError(problem, ProblemError::GivenTwice,
              "step 5 gives value 2 to both value 5 and value 6 ('y')");

  problem = makeExample();
  problem.values[0].size = Bytes(1) << 62;
  problem.values[1].size = 1;
  expectError(problem, ProblemError::TooLarge,
              "value 1: the bytes up to here add up to more than 2^62");
}
