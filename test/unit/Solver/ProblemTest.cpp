//===- ProblemTest.cpp - The rules of a problem ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule broken once, with its message.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Problem.h"

#include <gtest/gtest.h>

#include <limits>

using namespace mplan::solver;

static const Bytes maxBytes = std::numeric_limits<Bytes>::max();

/// The problem of one buffer.
static Problem one(Buffer buffer) { return {{std::move(buffer)}}; }

static void expectError(const Problem &problem, ProblemError::Kind kind,
                        const std::string &text) {
  std::optional<ProblemError> error = check(problem);
  ASSERT_TRUE(error) << "expected: " << text;
  EXPECT_EQ(error->kind, kind);
  EXPECT_EQ(describe(problem, *error), text);
}

TEST(Problem, AcceptsWhatIsRight) {
  Problem problem;
  EXPECT_FALSE(check(problem));
  problem.buffers.push_back({0, 1, {{-5, -3}}});
  problem.buffers.push_back({7, 12, {{-5, -3}, {-2, 9}}, 24, "x"});
  problem.buffers.push_back({7, 8, {{-3, -2}}, 24, "in a gap of x"});
  problem.capacity = 0;
  EXPECT_FALSE(check(problem));
}

TEST(Problem, NegativeSize) {
  expectError(one({-4, 1, {{0, 1}}, std::nullopt, "x"}),
              ProblemError::NegativeSize,
              "buffer 0 ('x'): the size is negative: -4");
}

TEST(Problem, BadAlignment) {
  expectError(one({4, 0, {{0, 1}}}), ProblemError::BadAlignment,
              "buffer 0: the alignment must be at least 1, got 0");
  expectError(one({4, -8, {{0, 1}}}), ProblemError::BadAlignment,
              "buffer 0: the alignment must be at least 1, got -8");
}

TEST(Problem, NoSegment) {
  expectError(one({4, 1, {}}), ProblemError::NoSegment,
              "buffer 0: it has no segment: never alive");
}

TEST(Problem, EmptySegment) {
  expectError(one({4, 1, {{0, 1}, {3, 3}}}), ProblemError::EmptySegment,
              "buffer 0: the segment [3, 3) is empty");
  expectError(one({4, 1, {{2, -2}}}), ProblemError::EmptySegment,
              "buffer 0: the segment [2, -2) is empty");
}

TEST(Problem, UnorderedSegments) {
  expectError(one({4, 1, {{4, 6}, {0, 1}}}), ProblemError::UnorderedSegments,
              "buffer 0: the segment [0, 1) must begin after the end of the "
              "one before it, [4, 6)");
  expectError(one({4, 1, {{0, 3}, {2, 5}}}), ProblemError::UnorderedSegments,
              "buffer 0: the segment [2, 5) must begin after the end of the "
              "one before it, [0, 3)");
  // Touching ones are one segment.
  expectError(one({4, 1, {{0, 3}, {3, 5}}}), ProblemError::UnorderedSegments,
              "buffer 0: the segment [3, 5) must begin after the end of the "
              "one before it, [0, 3)");
}

TEST(Problem, NegativeFixedOffset) {
  expectError(one({4, 1, {{0, 3}}, -4}), ProblemError::NegativeFixedOffset,
              "buffer 0: the fixed offset is negative: -4");
}

TEST(Problem, MisalignedFixedOffset) {
  expectError(one({4, 16, {{0, 3}}, 24}), ProblemError::MisalignedFixedOffset,
              "buffer 0: the fixed offset 24 is not a multiple of the "
              "alignment 16");
}

TEST(Problem, FixedOverlap) {
  Problem problem;
  problem.buffers.push_back({8, 1, {{0, 9}}});
  problem.buffers.push_back({8, 1, {{0, 2}, {6, 9}}, 12, "x"});
  problem.buffers.push_back({8, 1, {{2, 6}}, 12, "in its gap"});
  problem.buffers.push_back({8, 1, {{3, 7}}, 4, "y"});
  problem.buffers.push_back({8, 1, {{8, 9}}, 19, "z"});
  expectError(problem, ProblemError::FixedOverlap,
              "buffer 1 ('x') and buffer 4 ('z'): both are fixed and alive at "
              "tick 8, and share the bytes [19, 20)");
  problem.buffers[4].size = 0;
  EXPECT_FALSE(check(problem));
}

TEST(Problem, TooLarge) {
  Problem problem;
  problem.buffers.push_back({maxBytes - 7, 1, {{0, 1}}});
  EXPECT_FALSE(check(problem));
  problem.buffers.push_back({7, 1, {{0, 1}}});
  EXPECT_FALSE(check(problem));
  problem.buffers[1].size = 8;
  const char *text = "buffer 1: the sizes and alignments up to this buffer add "
                     "up to more than 2^63 - 1 bytes";
  expectError(problem, ProblemError::TooLarge, text);
  // Padding counts.
  problem.buffers[1] = {7, 2, {{0, 1}}};
  expectError(problem, ProblemError::TooLarge, text);
  problem.buffers[1] = {0, maxBytes, {{0, 1}}};
  expectError(problem, ProblemError::TooLarge, text);
}

TEST(Problem, TooLargeFixed) {
  expectError(one({8, 1, {{0, 1}}, maxBytes - 7}), ProblemError::TooLarge,
              "buffer 0: the fixed offset 9223372036854775800 plus the size 8 "
              "exceeds 2^63 - 1");
  EXPECT_FALSE(check(one({7, 1, {{0, 1}}, maxBytes - 7})));
  // Others may have to lie above the highest fixed one.
  Problem problem = one({8, 1, {{0, 1}}, maxBytes - 15});
  problem.buffers.insert(problem.buffers.begin(), {8, 1, {{0, 1}}});
  expectError(problem, ProblemError::TooLarge,
              "buffer 0: the sizes and alignments up to this buffer add up to "
              "more than 2^63 - 1 bytes");
}

TEST(Problem, NegativeCapacity) {
  Problem problem = one({4, 1, {{0, 1}}});
  problem.capacity = -1;
  expectError(problem, ProblemError::NegativeCapacity,
              "the capacity is negative: -1");
}

TEST(Problem, FirstBufferAtFaultIsNamed) {
  Problem problem;
  problem.buffers.push_back({4, 1, {{0, 1}}});
  problem.buffers.push_back({4, 1, {}, std::nullopt, "a"});
  problem.buffers.push_back({-4, 1, {{0, 1}}, std::nullopt, "b"});
  std::optional<ProblemError> error = check(problem);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->kind, ProblemError::NoSegment);
  EXPECT_EQ(error->buffer, 1u);
  EXPECT_EQ(error->other, ProblemError::none);
}
