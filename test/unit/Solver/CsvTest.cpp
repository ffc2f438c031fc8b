//===- CsvTest.cpp - Problems and plans as text ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is written is read back, and no text crashes the reader. The messages
// are tested through mplan-solve.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Csv.h"
#include "Random.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace mplan::solver;
using namespace mplan::solver::test;

static void expectEqual(const Problem &a, const Problem &b) {
  ASSERT_EQ(a.buffers.size(), b.buffers.size());
  for (size_t i = 0; i < a.buffers.size(); ++i) {
    const Buffer &x = a.buffers[i], &y = b.buffers[i];
    EXPECT_EQ(x.size, y.size);
    EXPECT_EQ(x.alignment, y.alignment);
    EXPECT_EQ(x.fixedOffset, y.fixedOffset);
    EXPECT_EQ(x.name.empty() ? std::to_string(i) : x.name, y.name);
    ASSERT_EQ(x.segments.size(), y.segments.size());
    for (size_t s = 0; s < x.segments.size(); ++s) {
      EXPECT_EQ(x.segments[s].lower, y.segments[s].lower);
      EXPECT_EQ(x.segments[s].upper, y.segments[s].upper);
    }
  }
}

static Problem read(std::string_view text) {
  CsvError error;
  std::optional<Problem> problem = parseCsv(text, error);
  EXPECT_TRUE(problem) << describe("text", error);
  return problem.value_or(Problem());
}

TEST(Csv, WritesOnlyTheColumnsThatAreNeeded) {
  Problem problem;
  problem.buffers.push_back({4, 1, {{0, 3}}, std::nullopt, "x"});
  problem.buffers.push_back({4, 1, {{-2, 3}}});
  EXPECT_EQ(formatCsv(problem), "id,lower,upper,size\nx,0,3,4\n1,-2,3,4\n");
  EXPECT_EQ(formatCsv(problem, {8, 0}),
            "id,lower,upper,size,offset\nx,0,3,4,8\n1,-2,3,4,0\n");
  problem.buffers[0].fixedOffset = 16;
  problem.buffers[1].alignment = 8;
  problem.buffers[1].segments = {{-2, 3}, {5, 6}, {9, 11}};
  EXPECT_EQ(formatCsv(problem), "id,lower,upper,size,alignment,gaps,offset\n"
                                "x,0,3,4,1,,16\n1,-2,11,4,8,3-5 6-9,\n");
}

TEST(Csv, NamesOfAllKinds) {
  Problem problem;
  for (const char *name : {"plain", "a,b", "say \"x\"", " blank ", "two\nlines",
                           "cr\r", "\"", "%3 = f(x)", "\t"})
    problem.buffers.push_back({4, 1, {{0, 3}}, std::nullopt, name});
  expectEqual(problem, read(formatCsv(problem)));
}

TEST(Csv, ReadsBackWhatItWrites) {
  Random random(1);
  for (const Shape &shape : allShapes())
    for (int i = 0; i < 100; ++i) {
      const Problem problem = makeProblem(random, shape);
      expectEqual(problem, read(formatCsv(problem)));
    }
}

TEST(Csv, ExtremeValues) {
  const char *text = "id,lower,upper,size,offset\n"
                     "x,-9223372036854775808,9223372036854775807,"
                     "9223372036854775807,0\n";
  const Problem problem = read(text);
  ASSERT_EQ(problem.buffers.size(), 1u);
  EXPECT_EQ(formatCsv(problem), text);
}

TEST(Csv, InclusiveEnds) {
  // `end` is the last tick, in gaps as well.
  const Problem problem = read("buffer,start,end,size,gaps\nx,0,9,4,2-3 5-5\n");
  ASSERT_EQ(problem.buffers.size(), 1u);
  EXPECT_EQ(formatCsv(problem), "id,lower,upper,size,gaps\nx,0,10,4,2-4 5-6\n");
}

TEST(Csv, GapsAtTheEdgesAndTouching) {
  const Problem problem =
      read("lower,upper,size,gaps\n0,20,4,0-2 5-7 7-9 18-20\n");
  ASSERT_EQ(problem.buffers.size(), 1u);
  EXPECT_EQ(formatCsv(problem), "id,lower,upper,size,gaps\n0,2,18,4,5-9\n");
}

TEST(Csv, ReadsAPlan) {
  CsvError error;
  std::vector<Bytes> plan;
  std::optional<Problem> problem =
      parseCsv("lower,upper,size,alignment,offset\n0,2,4,8,3\n0,2,4,1,-5\n",
               error, &plan);
  ASSERT_TRUE(problem) << describe("text", error);
  EXPECT_EQ(plan, (std::vector<Bytes>{3, -5}));
  EXPECT_FALSE(problem->buffers[0].fixedOffset);
  EXPECT_FALSE(problem->buffers[1].fixedOffset);
}

/// Whatever is read passes the check, and errors lie within the text.
TEST(Csv, CorruptedTextIsReadOrRefused) {
  Random random(2);
  Shape shape = allShapes().back();
  shape.buffers = 5;
  const std::string alphabet = "0123456789-,\n\r\" @:agpslowernd\t\xEF\xBB";
  int refused = 0, accepted = 0;
  for (int i = 0; i < 20000; ++i) {
    std::string text = formatCsv(makeProblem(random, shape));
    for (int64_t k = random.in(1, 2); k > 0 && !text.empty(); --k) {
      const size_t at = random.in(0, text.size() - 1);
      const char c = alphabet[random.in(0, alphabet.size() - 1)];
      switch (random.in(0, 3)) {
      case 0:
        text[at] = c;
        break;
      case 1:
        text.insert(at, 1, c);
        break;
      case 2:
        text.erase(at, random.in(1, 3));
        break;
      default:
        text.resize(at);
        break;
      }
    }
    CsvError error;
    std::vector<Bytes> plan;
    std::optional<Problem> problem =
        parseCsv(text, error, random.oneIn(2) ? &plan : nullptr);
    if (problem) {
      ++accepted;
      EXPECT_FALSE(check(*problem)) << text;
      continue;
    }
    ++refused;
    EXPECT_FALSE(error.message.empty());
    EXPECT_GE(error.line, 1u);
    EXPECT_LE(error.line, 1u + std::count(text.begin(), text.end(), '\n'));
    EXPECT_GE(error.column, 1u);
    EXPECT_LE(error.column, text.size() + 1);
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 500);
}
