//===- BoundsTest.cpp - How low can a plan be? ----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The peak against a sum for each tick, and what alignments and fixed buffers
// add to it. That no bound is too high is tested with the solver.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Bounds.h"
#include "Random.h"

#include <gtest/gtest.h>

#include <limits>

using namespace mplan::solver;
using namespace mplan::solver::test;

TEST(Peak, TellsWhereAndWho) {
  Problem problem;
  problem.buffers.push_back({4, 1, {{0, 2}, {5, 9}}});
  problem.buffers.push_back({3, 1, {{1, 6}}});
  problem.buffers.push_back({0, 1, {{0, 9}}});
  problem.buffers.push_back({1, 1, {{6, 7}, {8, 9}}});
  const Peak top = peak(problem);
  EXPECT_EQ(top.bytes, 7);
  EXPECT_EQ(top.tick, 1);
  EXPECT_EQ(top.buffers, (std::vector<size_t>{0, 1}));
}

TEST(Peak, OfNothing) {
  Problem problem;
  EXPECT_EQ(peak(problem).bytes, 0);
  EXPECT_EQ(lowerBound(problem), 0);
  problem.buffers.push_back({0, 1, {{3, 9}}});
  EXPECT_EQ(peak(problem).bytes, 0);
  EXPECT_TRUE(peak(problem).buffers.empty());
  EXPECT_EQ(lowerBound(problem), 0);
}

TEST(Peak, IsTheLargestSumOverTicks) {
  Random random(1);
  for (const Shape &shape : allShapes()) {
    for (int i = 0; i < 200; ++i) {
      const Problem problem = makeProblem(random, shape);
      Peak expected;
      for (Tick tick = -30; tick < 60; ++tick) {
        Peak here;
        here.tick = tick;
        for (size_t b = 0; b < problem.buffers.size(); ++b) {
          const Buffer &buffer = problem.buffers[b];
          for (const Segment &segment : buffer.segments)
            if (segment.lower <= tick && tick < segment.upper &&
                buffer.size > 0) {
              here.bytes += buffer.size;
              here.buffers.push_back(b);
            }
        }
        if (here.bytes > expected.bytes)
          expected = here;
      }
      const Peak top = peak(problem);
      EXPECT_EQ(top.bytes, expected.bytes);
      EXPECT_EQ(top.tick, expected.tick);
      EXPECT_EQ(top.buffers, expected.buffers);
      EXPECT_GE(lowerBound(problem), top.bytes);
    }
  }
}

/// The bound for buffers that are all alive at once.
static Bytes boundOf(std::vector<std::pair<Bytes, Bytes>> sizesAndAlignments) {
  Problem problem;
  for (auto [size, alignment] : sizesAndAlignments)
    problem.buffers.push_back({size, alignment, {{0, 1}}});
  return lowerBound(problem);
}

TEST(Bounds, AlignmentPadsAllButOne) {
  // 8 + 8 + 5: the topmost is not padded.
  EXPECT_EQ(boundOf({{5, 4}, {5, 4}, {5, 4}}), 21);
  // The topmost is the one with the most padding: 8 + 8 + 5, not 8 + 5 + 8.
  EXPECT_EQ(boundOf({{8, 4}, {5, 4}, {8, 4}}), 21);
  EXPECT_EQ(boundOf({{8, 4}, {8, 4}}), 16);
}

TEST(Bounds, MixedAlignments) {
  // Every offset is a multiple of 4, the common divisor of 8 and 12.
  EXPECT_EQ(boundOf({{5, 8}, {5, 12}, {1, 12}}), 8 + 8 + 1);
  // One byte fits anywhere; those of 16 by themselves need 16 + 16 + 1.
  EXPECT_EQ(boundOf({{1, 16}, {1, 16}, {1, 16}, {1, 1}}), 33);
  // The plain sum is the better bound here.
  EXPECT_EQ(boundOf({{1, 4}, {30, 1}, {1, 4}}), 32);
}

TEST(Bounds, PaddingDoesNotOverflow) {
  const Bytes max = std::numeric_limits<Bytes>::max();
  Problem problem;
  problem.buffers.push_back({5, 4, {{0, 1}}, max - 7});
  EXPECT_EQ(lowerBound(problem), max - 2);
}

TEST(Bounds, FixedBuffers) {
  Problem problem;
  problem.buffers.push_back({4, 1, {{0, 4}}, 6});
  EXPECT_EQ(lowerBound(problem), 10);
  // It fits below.
  problem.buffers.push_back({6, 1, {{0, 4}}});
  EXPECT_EQ(lowerBound(problem), 10);
  // It does not.
  problem.buffers.push_back({7, 1, {{2, 3}}});
  EXPECT_EQ(lowerBound(problem), 17);
  // In the gap of the fixed one it does.
  problem.buffers[0].segments = {{0, 2}, {3, 4}};
  EXPECT_EQ(lowerBound(problem), 13);
  // Aligned, it has to go beyond the fixed one again.
  problem.buffers[0].segments = {{0, 4}};
  problem.buffers[1].segments = {{0, 1}};
  problem.buffers[2] = {4, 4, {{2, 3}}};
  problem.buffers.push_back({4, 4, {{2, 3}}, 0});
  EXPECT_EQ(lowerBound(problem), 16);
}

TEST(Bounds, BuffersKeptAboveAFixedOneAreStacked) {
  // Both have to be above the fixed one, at different times; together they are
  // alive later.
  Problem problem;
  problem.buffers.push_back({100, 1, {{0, 1}, {2, 3}}, 0, "frame"});
  problem.buffers.push_back({8, 1, {{0, 2}, {4, 5}}});
  problem.buffers.push_back({8, 1, {{2, 3}, {4, 5}}});
  EXPECT_EQ(peak(problem).bytes, 108);
  EXPECT_EQ(lowerBound(problem), 116);
}
