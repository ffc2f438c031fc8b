//===- ValidateTest.cpp - The judge is judged -----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Wrong plans written by hand, one of each kind; then the sweep against the
// obvious quadratic check, on random plans.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Validate.h"
#include "Random.h"
#include "mplan/Solver/Solve.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

using namespace mplan::solver;
using namespace mplan::solver::test;

/// a at [0, 3), b at [2, 5), c in the gap of b and after it.
static Problem example() {
  return {{{8, 1, {{0, 3}}, std::nullopt, "a"},
           {8, 4, {{2, 5}, {7, 9}}, std::nullopt, "b"},
           {8, 1, {{5, 7}, {10, 12}}, 4, "c"}}};
}

static void expectViolation(const Problem &problem,
                            const std::vector<Bytes> &offsets,
                            Violation::Kind kind, const std::string &text) {
  std::optional<Violation> violation = validate(problem, offsets);
  ASSERT_TRUE(violation) << "expected: " << text;
  EXPECT_EQ(violation->kind, kind);
  EXPECT_EQ(describe(problem, *violation), text);
}

TEST(Validate, AcceptsWhatIsRight) {
  EXPECT_FALSE(validate(example(), {0, 8, 4}));
  EXPECT_FALSE(validate(example(), {8, 0, 4}));
  EXPECT_FALSE(validate(Problem(), std::vector<Bytes>()));
}

TEST(Validate, OffsetCount) {
  expectViolation(example(), {0, 8}, Violation::OffsetCount,
                  "there are 2 offsets for 3 buffers");
}

TEST(Validate, NegativeOffset) {
  expectViolation(example(), {-1, 8, 4}, Violation::NegativeOffset,
                  "buffer 0 ('a') has the negative offset -1");
}

TEST(Validate, Misaligned) {
  expectViolation(example(), {0, 10, 4}, Violation::Misaligned,
                  "buffer 1 ('b') has the offset 10, which is not a multiple "
                  "of its alignment 4");
}

TEST(Validate, MovedFixed) {
  expectViolation(example(), {0, 8, 5}, Violation::MovedFixed,
                  "buffer 2 ('c') has the offset 5, but is fixed at 4");
}

TEST(Validate, OverCapacity) {
  Problem problem = example();
  problem.capacity = 16;
  EXPECT_FALSE(validate(problem, {0, 8, 4}));
  problem.capacity = 15;
  expectViolation(problem, {0, 8, 4}, Violation::OverCapacity,
                  "buffer 1 ('b') ends at 16, above the capacity 15");
}

TEST(Validate, EndBeyondAllBytes) {
  const Bytes high = std::numeric_limits<Bytes>::max() - 7;
  expectViolation(example(), {high, 8, 4}, Violation::OverCapacity,
                  "buffer 0 ('a') ends at 9223372036854775807, above the "
                  "capacity 9223372036854775807");
}

TEST(Validate, Overlap) {
  expectViolation(example(), {3, 8, 4}, Violation::Overlap,
                  "buffer 0 ('a') and buffer 1 ('b') are both alive at tick 2 "
                  "and share the bytes [8, 11)");
  expectViolation(example(), {0, 0, 4}, Violation::Overlap,
                  "buffer 0 ('a') and buffer 1 ('b') are both alive at tick 2 "
                  "and share the bytes [0, 8)");
}

TEST(Validate, OverlapInALaterSegmentOnly) {
  Problem problem = example();
  problem.buffers[2].segments[1] = {8, 12};
  expectViolation(problem, {0, 8, 4}, Violation::Overlap,
                  "buffer 1 ('b') and buffer 2 ('c') are both alive at tick 8 "
                  "and share the bytes [8, 12)");
}

TEST(Validate, BuffersWithoutBytesMayLieAnywhere) {
  Problem problem = example();
  problem.buffers[0].size = 0;
  problem.capacity = 16;
  EXPECT_FALSE(validate(problem, {10, 8, 4}));
  EXPECT_FALSE(validate(problem, {100, 8, 4}));
}

TEST(Validate, ClaimsOfASolution) {
  const Problem problem = example();
  Problem limited = problem;
  auto kindOf = [](const Problem &problem, const Solution &solution) {
    std::optional<Violation> violation = validate(problem, solution);
    return violation ? std::optional(violation->kind) : std::nullopt;
  };
  const std::vector<Bytes> offsets = {0, 8, 4};
  using S = Status;
  EXPECT_EQ(kindOf(problem, {S::Optimal, offsets, 16, 16}), std::nullopt);
  EXPECT_EQ(kindOf(problem, {S::Feasible, offsets, 16, 15}), std::nullopt);
  EXPECT_EQ(kindOf(problem, {S::Optimal, offsets, 15, 15}),
            Violation::WrongHeight);
  EXPECT_EQ(kindOf(problem, {S::Optimal, offsets, 17, 17}),
            Violation::WrongHeight);
  EXPECT_EQ(kindOf(problem, {S::Optimal, offsets, 16, 17}),
            Violation::BelowBound);
  EXPECT_EQ(kindOf(problem, {S::Optimal, offsets, 16, 15}),
            Violation::WrongStatus);
  EXPECT_EQ(kindOf(problem, {S::Feasible, offsets, 16, 16}),
            Violation::WrongStatus);
  EXPECT_EQ(kindOf(problem, {S::NotFound, offsets, 16, 12}),
            Violation::WrongStatus);
  EXPECT_EQ(kindOf(problem, {S::Infeasible, {}, 0, 16}),
            Violation::WrongStatus);
  limited.capacity = 15;
  EXPECT_EQ(kindOf(limited, {S::NotFound, offsets, 16, 12}), std::nullopt);
  EXPECT_EQ(kindOf(limited, {S::Feasible, offsets, 16, 12}),
            Violation::OverCapacity);
  EXPECT_EQ(kindOf(limited, {S::Infeasible, {}, 0, 16}), std::nullopt);
  EXPECT_EQ(kindOf(limited, {S::Infeasible, {}, 0, 15}),
            Violation::WrongStatus);
}

/// The first tick at which both are alive, if there is one.
static std::optional<Tick> firstMeeting(const Buffer &a, const Buffer &b) {
  std::optional<Tick> first;
  for (const Segment &x : a.segments)
    for (const Segment &y : b.segments) {
      const Tick lower = std::max(x.lower, y.lower);
      if (lower < std::min(x.upper, y.upper) && (!first || lower < *first))
        first = lower;
    }
  return first;
}

static bool shareBytes(const Buffer &a, Bytes x, const Buffer &b, Bytes y) {
  return x < y + b.size && y < x + a.size && a.size > 0 && b.size > 0;
}

/// The first tick at which any two overlap: every pair looked at.
static std::optional<Tick> firstOverlap(const Problem &problem,
                                        const std::vector<Bytes> &offsets) {
  std::optional<Tick> first;
  for (size_t i = 0; i < offsets.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      const Buffer &a = problem.buffers[i], &b = problem.buffers[j];
      std::optional<Tick> tick = firstMeeting(a, b);
      if (tick && shareBytes(a, offsets[i], b, offsets[j]) &&
          (!first || *tick < *first))
        first = tick;
    }
  return first;
}

static void compareWithOracle(const Problem &problem,
                              const std::vector<Bytes> &offsets, int &wrong) {
  std::optional<Violation> violation = validate(problem, offsets);
  std::optional<Tick> tick = firstOverlap(problem, offsets);
  ASSERT_EQ(violation.has_value(), tick.has_value());
  if (!violation)
    return;
  ++wrong;
  ASSERT_EQ(violation->kind, Violation::Overlap);
  ASSERT_LT(violation->first, violation->second);
  EXPECT_EQ(violation->tick, *tick);
  // The pair that is named is one.
  const Buffer &a = problem.buffers[violation->first];
  const Buffer &b = problem.buffers[violation->second];
  const Bytes x = offsets[violation->first], y = offsets[violation->second];
  EXPECT_TRUE(shareBytes(a, x, b, y));
  EXPECT_EQ(firstMeeting(a, b), *tick);
  EXPECT_EQ(violation->got, std::max(x, y));
  EXPECT_EQ(violation->limit, std::min(x + a.size, y + b.size));
}

TEST(Validate, SweepAgreesWithOracleOnRandomOffsets) {
  Random random(1);
  int wrong = 0, total = 0;
  for (const Shape &shape : allShapes()) {
    for (int i = 0; i < 500; ++i, ++total) {
      Problem problem = makeProblem(random, shape);
      std::vector<Bytes> offsets;
      for (Buffer &buffer : problem.buffers) {
        buffer.fixedOffset = std::nullopt;
        offsets.push_back(buffer.alignment * random.in(0, 20));
      }
      compareWithOracle(problem, offsets, wrong);
    }
  }
  // Neither answer is rare.
  EXPECT_GT(wrong, total / 5);
  EXPECT_LT(wrong, total * 4 / 5);
}

TEST(Validate, SweepFindsWhatCorruptsAPlan) {
  Random random(2);
  int wrong = 0;
  Shape shape;
  shape.buffers = 40;
  shape.ticks = 40;
  shape.segments = 3;
  for (int i = 0; i < 300; ++i) {
    Problem problem = makeProblem(random, shape);
    std::vector<Bytes> offsets = solve(problem).offsets;
    ASSERT_FALSE(validate(problem, offsets));
    if (offsets.empty())
      continue;
    // Move one buffer.
    Bytes &offset = offsets[random.in(0, offsets.size() - 1)];
    offset = std::max<Bytes>(0, offset + random.in(-3, 3));
    compareWithOracle(problem, offsets, wrong);
  }
  EXPECT_GT(wrong, 50);
}
