//===- ContractTest.cpp - What may be taken together or apart -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chunks and cuts make problems smaller where that is safe. (That no optimum is
// lost, ScheduleTest shows against all orders.)
//
//===----------------------------------------------------------------------===//

#include "Contract.h"
#include "Part.h"
#include "Random.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;
using namespace mplan::scheduler::test;

/// What needs nothing runs right before its only user.
TEST(Contract, SourceBeforeItsUser) {
  Problem problem; // 0: fill, 1: x, 2: conv(x, fill)
  problem.steps.resize(3);
  problem.values = {{8, 0, {2}}, {4, 1, {2}}, {8, 2, {}, true}};
  problem.inPlace = {{2, 0, 2}};
  const Model model(problem);
  const Chunks chunks = contract(model);
  ASSERT_EQ(chunks.size(), 1);
  EXPECT_EQ(chunks.members[0], (std::vector<int>{0, 1, 2}));
}

/// A step that leaves less than it reads, with two to choose from, stays apart.
TEST(Contract, BranchesStayApart) {
  Problem problem; // 0 -> 1, 0 -> 2, (1, 2) -> 3
  problem.steps.resize(4);
  problem.values = {{8, 0, {1, 2}}, {2, 1, {3}}, {2, 2, {3}}, {9, 3, {}, true}};
  EXPECT_EQ(contract(Model(problem)).size(), 4);
}

/// A chain that goes down runs right after what begins it.
TEST(Contract, ChainDownhill) {
  Problem problem; // 0 makes 9 with a scratch of 9, then 9 -> 5 -> 1.
  problem.steps.resize(3);
  problem.steps[0].scratch = 9;
  problem.values = {{9, 0, {1}}, {5, 1, {2}}, {1, 2, {}, true}};
  EXPECT_EQ(contract(Model(problem)).size(), 1);
  // Without the scratch, step 1 is the higher one: it could wait, but so can 0.
  problem.steps[0].scratch = 0;
  EXPECT_LT(contract(Model(problem)).size(), 3);
}

TEST(Contract, EachStepOnceInAnOrderThatIsNotWorse) {
  Random random(5);
  for (Shape shape : allShapes()) {
    shape.steps = 30;
    for (int i = 0; i < 50; ++i) {
      const Problem problem = makeProblem(random, shape);
      const Model model(problem);
      std::vector<size_t> order;
      for (const std::vector<int> &chunk : contract(model).members)
        order.insert(order.end(), chunk.begin(), chunk.end());
      const std::optional<Peak> peak = measure(problem, order);
      ASSERT_TRUE(peak);
      EXPECT_LE(peak->bytes, measure(problem, givenOrder(problem))->bytes);
    }
  }
}

/// Cells, one after the other, are cut where they meet.
TEST(Cuts, BetweenDiamonds) {
  Problem problem;
  for (size_t cell = 0; cell < 3; ++cell) {
    const size_t first = 3 * cell;
    // (first, first + 1) read the last of the cell before, first + 2 joins.
    if (cell > 0)
      problem.values.back().consumers = {first, first + 1};
    else
      problem.values.push_back({1, none, {0, 1}});
    problem.steps.resize(first + 3);
    problem.values.push_back({4, first, {first + 2}});
    problem.values.push_back({4, first + 1, {first + 2}});
    problem.values.push_back({1, first + 2, {}});
  }
  const Chunks chunks{Model(problem)};
  EXPECT_EQ(findCuts(chunks), (std::vector<int>{3, 6, 9}));
}

/// A cut is where every pair of steps across it is ordered through its step.
TEST(Cuts, AreWhereAllStepsAreOrdered) {
  Random random(6);
  int found = 0;
  for (const Shape &shape : allShapes())
    for (int i = 0; i < 50; ++i) {
      const Problem problem = makeProblem(random, shape);
      const Model model(problem);
      const std::vector<Bits> ancestors = findAncestors(model);
      std::vector<int> expected;
      for (int step = 0; step + 1 < model.numSteps(); ++step) {
        bool isCut = true;
        for (int other = 0; other < model.numSteps(); ++other)
          isCut &=
              other == step || (other < step ? ancestors[step].test(other)
                                             : ancestors[other].test(step));
        if (isCut)
          expected.push_back(step + 1);
      }
      expected.push_back(model.numSteps());
      EXPECT_EQ(findCuts(Chunks(model)), expected);
      found += expected.size() > 1;
    }
  EXPECT_GT(found, 50);
}

/// The peak of a stretch is the peak of the whole there.
TEST(Part, HasThePeakOfTheWhole) {
  Random random(7);
  for (Shape shape : allShapes()) {
    shape.steps = 20;
    for (int i = 0; i < 20; ++i) {
      const Problem problem = makeProblem(random, shape);
      const std::vector<size_t> order = givenOrder(problem);
      const Peak peak = *measure(problem, order);
      const size_t begin = random.in(0, peak.position);
      const size_t end = random.in(peak.position + 1, order.size());
      const Problem part = makePart(problem, order, begin, end);
      ASSERT_FALSE(check(part)) << check(part)->message;
      EXPECT_EQ(measure(part, givenOrder(part))->bytes, peak.bytes);
    }
  }
}
