//===- SolveTest.cpp - From a problem to a plan ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans are right whatever the options, between the lower bound and what an
// exhaustive search finds, and depend on nothing that is of no importance.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Solve.h"
#include "Random.h"
#include "mplan/Solver/Bounds.h"
#include "mplan/Solver/Validate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

using namespace mplan::solver;
using namespace mplan::solver::test;

/// Every combination of switches.
static std::vector<SolveOptions> allOptions() {
  std::vector<SolveOptions> all;
  for (int bits = 0; bits < 64; ++bits) {
    SolveOptions options;
    options.skyline = bits & 1;
    options.firstFit = bits & 2;
    options.bestFit = bits & 4;
    options.settle = bits & 8;
    options.peakSkyline = bits & 16;
    options.shakes = bits & 32 ? 2 : 0;
    all.push_back(options);
  }
  return all;
}

TEST(Solve, NoBuffers) {
  const Solution solution = solve(Problem());
  EXPECT_EQ(solution.status, Status::Optimal);
  EXPECT_EQ(solution.height, 0);
  EXPECT_TRUE(solution.offsets.empty());
  EXPECT_TRUE(solution.ok());
}

TEST(Solve, BuffersWithoutBytes) {
  Problem problem;
  problem.buffers.push_back({0, 8, {{0, 1}}});
  problem.buffers.push_back({0, 8, {{0, 1}}, 16});
  problem.capacity = 0;
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Optimal);
  EXPECT_EQ(solution.height, 0);
  EXPECT_EQ(solution.offsets, (std::vector<Bytes>{0, 16}));
}

TEST(Solve, RefusesWhatIsNoProblem) {
  Problem problem;
  problem.buffers.push_back({4, 0, {{0, 1}}, std::nullopt, "x"});
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Invalid);
  EXPECT_FALSE(solution.ok());
  EXPECT_TRUE(solution.offsets.empty());
  EXPECT_EQ(solution.error,
            "buffer 0 ('x'): the alignment must be at least 1, got 0");
}

TEST(Solve, ExampleOfTheReadme) {
  Problem problem;
  problem.buffers.push_back({/*size=*/64, /*alignment=*/16, {{0, 3}}});
  problem.buffers.push_back({/*size=*/32, /*alignment=*/4, {{2, 5}, {9, 12}}});
  const Solution plan = solve(problem);
  EXPECT_TRUE(plan.ok());
  EXPECT_EQ(plan.height, 96);
}

TEST(Solve, GapsAreUsed) {
  // b lives in the gap of a, c across it.
  Problem problem;
  problem.buffers.push_back({8, 1, {{0, 2}, {4, 6}}});
  problem.buffers.push_back({8, 1, {{2, 4}}});
  problem.buffers.push_back({4, 1, {{1, 5}}});
  const Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Optimal);
  EXPECT_EQ(solution.height, 12);
}

TEST(Solve, PacksAroundFixedBuffers) {
  Problem problem;
  problem.buffers.push_back({4, 1, {{0, 9}}, 8});
  problem.buffers.push_back({8, 1, {{0, 5}}});
  problem.buffers.push_back({6, 1, {{5, 9}}});
  problem.buffers.push_back({4, 1, {{3, 7}}});
  problem.capacity = 16;
  for (const SolveOptions &options : allOptions()) {
    const Solution solution = solve(problem, options);
    EXPECT_EQ(solution.status, Status::Optimal) << solution.method;
    EXPECT_EQ(solution.offsets, (std::vector<Bytes>{8, 0, 0, 12}));
  }
}

/// Both others would fit below the fixed one, but only one at a time: the
/// height is 11, and the bound, the sum, is 10.
static Problem gapProblem() {
  Problem problem;
  problem.buffers.push_back({4, 1, {{0, 1}}, 4});
  problem.buffers.push_back({3, 1, {{0, 1}}});
  problem.buffers.push_back({3, 1, {{0, 1}}});
  return problem;
}

TEST(Solve, Capacity) {
  Problem problem = gapProblem();
  const Bytes height = solve(problem).height;
  const Bytes bound = lowerBound(problem);
  ASSERT_EQ(height, 11);
  ASSERT_EQ(bound, 10);

  problem.capacity = height;
  Solution solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Feasible);
  EXPECT_TRUE(solution.ok());

  problem.capacity = height - 1;
  solution = solve(problem);
  EXPECT_EQ(solution.status, Status::NotFound);
  EXPECT_FALSE(solution.ok());
  EXPECT_EQ(solution.height, height);
  EXPECT_EQ(solution.offsets.size(), problem.buffers.size());

  problem.capacity = bound - 1;
  solution = solve(problem);
  EXPECT_EQ(solution.status, Status::Infeasible);
  EXPECT_FALSE(solution.ok());
  EXPECT_EQ(solution.lowerBound, bound);
  EXPECT_TRUE(solution.offsets.empty());
}

/// Can the buffers from `next` on be placed below `height`? Tries each offset.
static bool fits(const Problem &problem, Bytes height,
                 std::vector<Bytes> &offsets, size_t next) {
  if (next == problem.buffers.size())
    return true;
  const Buffer &buffer = problem.buffers[next];
  if (buffer.size == 0) {
    offsets[next] = buffer.fixedOffset.value_or(0);
    return fits(problem, height, offsets, next + 1);
  }
  auto meets = [&](const Buffer &other) {
    for (const Segment &x : buffer.segments)
      for (const Segment &y : other.segments)
        if (x.lower < y.upper && y.lower < x.upper)
          return true;
    return false;
  };
  for (Bytes offset = 0; offset + buffer.size <= height; ++offset) {
    if (offset % buffer.alignment != 0 ||
        (buffer.fixedOffset && *buffer.fixedOffset != offset))
      continue;
    bool free = true;
    for (size_t i = 0; i < next && free; ++i) {
      const Buffer &other = problem.buffers[i];
      free = other.size == 0 || offset >= offsets[i] + other.size ||
             offsets[i] >= offset + buffer.size || !meets(other);
    }
    offsets[next] = offset;
    if (free && fits(problem, height, offsets, next + 1))
      return true;
  }
  return false;
}

static Bytes findOptimum(const Problem &problem) {
  std::vector<Bytes> offsets(problem.buffers.size());
  Bytes height = 0;
  while (!fits(problem, height, offsets, 0))
    ++height;
  return height;
}

TEST(Solve, OptimumIsBetweenBoundAndHeight) {
  Random random(1);
  int optimal = 0, proved = 0, total = 0;
  for (Shape shape : allShapes()) {
    shape.buffers = 6;
    shape.size = 5;
    for (int i = 0; i < 150; ++i, ++total) {
      const Problem problem = makeProblem(random, shape);
      const Solution solution = solve(problem);
      ASSERT_TRUE(solution.ok()) << solution.error;
      const Bytes optimum = findOptimum(problem);
      EXPECT_LE(solution.lowerBound, optimum);
      EXPECT_GE(solution.height, optimum);
      optimal += solution.height == optimum;
      proved += solution.status == Status::Optimal;
    }
  }
  // Most of these are easy.
  EXPECT_GT(optimal, total * 95 / 100);
  EXPECT_GT(proved, total * 85 / 100);
}

TEST(Solve, EveryCombinationOfSwitchesGivesRightPlans) {
  Random random(2);
  for (Shape shape : allShapes()) {
    shape.buffers = 40;
    shape.ticks = 40;
    for (int i = 0; i < 10; ++i) {
      const Problem problem = makeProblem(random, shape);
      const Bytes best = solve(problem).height;
      for (const SolveOptions &options : allOptions()) {
        const Solution solution = solve(problem, options);
        ASSERT_TRUE(solution.ok()) << solution.error;
        EXPECT_FALSE(validate(problem, solution));
        EXPECT_GE(solution.height, best) << solution.method;
      }
    }
  }
}

TEST(Solve, SameAnswerTwice) {
  Random random(3);
  Shape shape = allShapes().back();
  shape.buffers = 60;
  for (int i = 0; i < 20; ++i) {
    const Problem problem = makeProblem(random, shape);
    EXPECT_EQ(solve(problem).offsets, solve(problem).offsets);
  }
}

TEST(Solve, OrderOfBuffersDoesNotMatter) {
  Random random(4);
  for (Shape shape : allShapes()) {
    shape.buffers = 40;
    shape.size = 4; // Many are alike but for their place.
    for (int i = 0; i < 10; ++i) {
      Problem problem = makeProblem(random, shape);
      for (const SolveOptions &options : allOptions()) {
        const Solution before = solve(problem, options);
        random.shuffle(problem.buffers);
        const Solution after = solve(problem, options);
        EXPECT_EQ(before.height, after.height);
        EXPECT_EQ(before.method, after.method);
      }
    }
  }
}

TEST(Solve, ShiftAndScaleOfTicksDoNotMatter) {
  Random random(5);
  for (Shape shape : allShapes()) {
    shape.buffers = 40;
    for (int i = 0; i < 40; ++i) {
      Problem problem = makeProblem(random, shape);
      const Solution before = solve(problem);
      for (Buffer &buffer : problem.buffers)
        for (Segment &segment : buffer.segments)
          segment = {segment.lower * 1000003 - 12345678901,
                     segment.upper * 1000003 - 12345678901};
      const Solution after = solve(problem);
      EXPECT_EQ(before.offsets, after.offsets);
      EXPECT_EQ(before.method, after.method);
    }
  }
}

TEST(Solve, ScaleOfBytesDoesNotMatter) {
  Random random(6);
  for (Shape shape : allShapes()) {
    shape.buffers = 40;
    for (int i = 0; i < 40; ++i) {
      Problem problem = makeProblem(random, shape);
      const Solution before = solve(problem);
      for (Buffer &buffer : problem.buffers) {
        buffer.size *= 64;
        buffer.alignment *= 64;
        if (buffer.fixedOffset)
          *buffer.fixedOffset *= 64;
      }
      const Solution after = solve(problem);
      EXPECT_EQ(before.height * 64, after.height);
      EXPECT_EQ(before.lowerBound * 64, after.lowerBound);
    }
  }
}

TEST(Solve, StopsWhenTheStepsAreDone) {
  Random random(7);
  Shape shape;
  shape.buffers = 400;
  shape.ticks = 400;
  shape.length = 100;
  Problem problem;
  while (problem.buffers.size() < 300)
    problem = makeProblem(random, shape);
  SolveOptions options;
  options.steps = 1;
  const Solution first = solve(problem, options);
  ASSERT_TRUE(first.ok());
  const Solution best = solve(problem);
  EXPECT_LT(best.height, first.height);
}

/// Quadratic time or memory would be felt: 5e9 pairs conflict.
TEST(Solve, ManyBuffersAliveTogether) {
  Random random(8);
  Problem problem;
  for (int i = 0; i < 100000; ++i)
    problem.buffers.push_back({random.in(1, 4096), 1, {{0, 1}}});
  EXPECT_EQ(solve(problem).status, Status::Optimal);
}

TEST(Solve, ManyBuffersWithGapsAlignmentsAndFixedOnes) {
  Random random(9);
  Problem problem;
  for (int i = 0; i < 20000; ++i) {
    const Tick lower = random.in(0, 20000);
    const Tick upper = lower + random.in(1, 10000);
    problem.buffers.push_back(
        {random.in(1, 4096), Bytes(1) << random.in(0, 6), {{lower, upper}}});
    if (random.oneIn(10))
      problem.buffers.back().segments.push_back(
          {upper + random.in(1, 1000), upper + random.in(1001, 2000)});
    // A row of fixed ones, none on another.
    if (i % 200 == 0)
      problem.buffers.back().fixedOffset = Bytes(8192) * (i / 100);
  }
  SolveOptions options;
  options.steps = 10'000'000;
  const Solution solution = solve(problem, options);
  ASSERT_TRUE(solution.ok()) << solution.error;
  EXPECT_LT(solution.height, solution.lowerBound * 11 / 10);
}

/// A placement by name is one method alone, and each is a plan.
TEST(Solve, PlacementsByName) {
  EXPECT_FALSE(getPlacementOptions("luck"));
  EXPECT_FALSE(getPlacementOptions(""));
  Random random(11);
  for (std::string_view name : placementNames) {
    const std::optional<SolveOptions> options = getPlacementOptions(name);
    ASSERT_TRUE(options) << name;
    const bool isAll = name == "all";
    EXPECT_EQ(options->skyline, isAll || name == "skyline");
    EXPECT_EQ(options->peakSkyline, isAll || name == "peak-skyline");
    EXPECT_EQ(options->firstFit, isAll || name == "first-fit");
    EXPECT_EQ(options->bestFit, isAll || name == "best-fit");
    EXPECT_EQ(options->settle, isAll);
    EXPECT_EQ(options->shakes > 0, isAll);
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE(solve(makeProblem(random, Shape()), *options).ok()) << name;
  }
}
