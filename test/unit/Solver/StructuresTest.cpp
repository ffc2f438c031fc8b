//===- StructuresTest.cpp - What the methods are built on -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The solver's inner data structures against obvious ones.
//
//===----------------------------------------------------------------------===//

#include "BitTree.h"
#include "LoadTree.h"
#include "Model.h"
#include "Obstacles.h"
#include "Random.h"
#include "SpanTree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

using namespace mplan::solver;
using namespace mplan::solver::detail;
using namespace mplan::solver::test;

TEST(BitTree, AgreesWithASet) {
  Random random(1);
  for (int limit : {1, 2, 63, 64, 65, 4096, 4097, 300000}) {
    BitTree tree(limit);
    std::set<int> expected;
    for (int i = 0; i < 2000; ++i) {
      // Crowded at both ends, so that borders of words are met.
      int value = static_cast<int>(random.in(0, limit - 1));
      if (random.oneIn(2))
        value = std::min<int>(value, random.in(0, 130));
      if (random.oneIn(3)) {
        tree.erase(value);
        expected.erase(value);
      } else {
        tree.insert(value);
        expected.insert(value);
      }
      const int asked = static_cast<int>(random.in(0, limit - 1));
      EXPECT_EQ(tree.contains(asked), expected.count(asked) == 1);
      auto after = expected.lower_bound(asked);
      EXPECT_EQ(tree.next(asked), after == expected.end() ? -1 : *after);
      auto before = expected.upper_bound(asked);
      EXPECT_EQ(tree.previous(asked),
                before == expected.begin() ? -1 : *std::prev(before));
    }
    EXPECT_EQ(tree.next(limit), -1);
    EXPECT_EQ(tree.previous(-1), -1);
  }
}

static Span randomSpan(Random &random, int limit) {
  const int first = static_cast<int>(random.in(0, limit - 1));
  return {first, static_cast<int>(random.in(first + 1, limit))};
}

TEST(LoadTree, AgreesWithAnArray) {
  Random random(2);
  for (int limit : {1, 2, 7, 64, 100}) {
    LoadTree tree(limit);
    std::vector<Bytes> expected(limit, 0);
    for (int i = 0; i < 1000; ++i) {
      const Span span = randomSpan(random, limit);
      // Loads are never negative.
      const Bytes least = *std::min_element(expected.begin() + span.first,
                                            expected.begin() + span.last);
      const Bytes bytes = random.in(-least, 5);
      tree.add(span, bytes);
      for (int c = span.first; c < span.last; ++c)
        expected[c] += bytes;
      const Span asked = randomSpan(random, limit);
      const auto largest = std::max_element(expected.begin() + asked.first,
                                            expected.begin() + asked.last);
      EXPECT_EQ(tree.findLargest(asked), largest - expected.begin());
    }
  }
}

static std::vector<Shape> largerShapes() {
  std::vector<Shape> shapes = allShapes();
  for (Shape &shape : shapes) {
    shape.buffers = 60;
    shape.ticks = 60;
    shape.length = 20;
  }
  return shapes;
}

TEST(Model, KeepsExactlyTheConflicts) {
  Random random(3);
  for (const Shape &shape : largerShapes()) {
    for (int i = 0; i < 20; ++i) {
      const Problem problem = makeProblem(random, shape);
      const Model model(problem);
      const Conflicts conflicts(model);
      EXPECT_EQ(model.size(),
                std::count_if(problem.buffers.begin(), problem.buffers.end(),
                              [](const Buffer &b) { return b.size > 0; }));
      int64_t pairs = 0;
      for (int a = 0; a < model.size(); ++a) {
        std::vector<int> expected;
        for (int b = 0; b < model.size(); ++b) {
          bool meet = false, share = false;
          for (const Segment &x : problem.buffers[model[a].buffer].segments)
            for (const Segment &y : problem.buffers[model[b].buffer].segments)
              meet |= x.lower < y.upper && y.lower < x.upper;
          for (const Span &x : model.spans(a))
            for (const Span &y : model.spans(b))
              share |= x.first < y.last && y.first < x.last;
          EXPECT_EQ(meet, share);
          if (meet && a != b)
            expected.push_back(b);
        }
        pairs += expected.size();
        EXPECT_EQ(
            std::vector<int>(conflicts.of(a).begin(), conflicts.of(a).end()),
            expected);
        // Every span has a clique, and no two touch.
        for (int s = 0; s < model.spans(a).size(); ++s) {
          const Span &span = model.spans(a).begin()[s];
          EXPECT_LT(span.first, span.last);
          if (s > 0) {
            EXPECT_GT(span.first, (&span)[-1].last);
          }
        }
      }
      if (shape.segments == 1)
        EXPECT_EQ(model.maxConflicts(), pairs / 2);
      else
        EXPECT_GE(model.maxConflicts(), pairs / 2);
    }
  }
}

TEST(Model, CliquesAreMaximal) {
  // Between the two, x, which ends when y begins; z is alive in both.
  Problem problem;
  problem.buffers.push_back({1, 1, {{0, 5}}, std::nullopt, "x"});
  problem.buffers.push_back({1, 1, {{5, 9}}, std::nullopt, "y"});
  problem.buffers.push_back({1, 1, {{3, 7}}, std::nullopt, "z"});
  EXPECT_EQ(Model(problem).cliques(), 2);
}

TEST(SpanTree, AgreesWithASearchOfAll) {
  Random random(4);
  for (const Shape &shape : largerShapes()) {
    for (int i = 0; i < 10; ++i) {
      const Problem problem = makeProblem(random, shape);
      const Model model(problem);
      if (model.size() == 0)
        continue;
      std::vector<int> ranks(model.size());
      std::iota(ranks.begin(), ranks.end(), 0);
      random.shuffle(ranks);
      SpanTree tree(model);
      tree.reset(ranks);
      std::vector<bool> present;
      for (int item = 0; item < model.size(); ++item)
        present.push_back(!model[item].isFixed());

      for (int step = 0; step < 200; ++step) {
        const int changed = static_cast<int>(random.in(0, model.size() - 1));
        if (!model[changed].isFixed()) {
          present[changed] = random.oneIn(2);
          if (present[changed])
            tree.add(changed);
          else
            tree.remove(changed);
        }
        const Span within = randomSpan(random, model.cliques());
        const int clique =
            static_cast<int>(random.in(within.first, within.last - 1));
        int best = -1, bestAt = -1, end = within.first, start = within.last;
        for (int item = 0; item < model.size(); ++item) {
          for (const Span &span : model.spans(item)) {
            if (!present[item] || span.first < within.first ||
                span.last > within.last)
              continue;
            end = std::max(end, span.last);
            start = std::min(start, span.first);
            if (best < 0 || ranks[item] < ranks[best])
              best = item;
            if (span.first <= clique && clique < span.last &&
                (bestAt < 0 || ranks[item] < ranks[bestAt]))
              bestAt = item;
          }
        }
        int64_t steps = 0;
        EXPECT_EQ(tree.findBest(within, steps), best);
        EXPECT_EQ(tree.findBest(within, clique, steps), bestAt);
        EXPECT_EQ(tree.findLastEnd(within, steps), end);
        EXPECT_EQ(tree.findFirstStart(within, steps), start);
        EXPECT_LE(steps, -4);
      }
    }
  }
}

TEST(Obstacles, AgreeWithASearchOfAll) {
  Random random(5);
  for (const Shape &shape : largerShapes()) {
    for (int i = 0; i < 10; ++i) {
      Problem problem = makeProblem(random, shape);
      // Many fixed ones, none on another.
      Bytes next = 0;
      for (Buffer &buffer : problem.buffers) {
        buffer.fixedOffset = std::nullopt;
        if (random.oneIn(2))
          continue;
        buffer.fixedOffset = alignUp(next, buffer.alignment);
        next = *buffer.fixedOffset + random.in(buffer.size, 20);
      }
      random.shuffle(problem.buffers);
      const Model model(problem);
      if (model.size() == 0)
        continue;
      Obstacles obstacles(model);
      std::vector<int> left;
      for (int item = 0; item < model.size(); ++item)
        if (model[item].isFixed())
          left.push_back(item);
      auto lowest = [&](auto &&meets) {
        int found = -1;
        for (int item : left)
          for (const Span &span : model.spans(item))
            if (meets(span) &&
                (found < 0 || model[item].fixed < model[found].fixed))
              found = item;
        return found;
      };
      for (;;) {
        const Span asked = randomSpan(random, model.cliques());
        EXPECT_EQ(obstacles.findLowest(asked.first, asked.last),
                  lowest([&](const Span &span) {
                    return span.first < asked.last && asked.first < span.last;
                  }));
        for (int item = 0; item < model.size(); ++item)
          EXPECT_EQ(obstacles.findLowest(item), lowest([&](const Span &span) {
                      for (const Span &other : model.spans(item))
                        if (span.first < other.last && other.first < span.last)
                          return true;
                      return false;
                    }));
        if (left.empty())
          break;
        std::swap(left[random.in(0, left.size() - 1)], left.back());
        obstacles.remove(left.back());
        left.pop_back();
      }
    }
  }
}
