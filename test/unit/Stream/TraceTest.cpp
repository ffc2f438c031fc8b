//===- TraceTest.cpp - Rows computed as they are needed -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/StreamTrace.h"

#include "gtest/gtest.h"
#include <random>

using namespace mplan;

namespace {
/// Builds graphs ring by ring.
class Builder {
public:
  /// A ring of `rows` rows between `top` and `bottom` of padding, of which a
  /// row is computed from `reads`.
  unsigned ring(int64_t rows, int64_t top, int64_t bottom,
                std::vector<RingRead> reads = {}) {
    graph.rings.push_back({rows, top, bottom, 1});
    graph.sites.push_back({std::move(reads)});
    return graph.rings.size() - 1;
  }

  StreamGraph finish(int64_t rows, std::vector<RingRead> reads) {
    graph.sites.push_back({std::move(reads)});
    graph.numRows = rows;
    return graph;
  }

private:
  StreamGraph graph;
};
} // namespace

/// The heights of the rings, after the checker had a look.
static std::vector<int64_t> getHeights(const StreamGraph &graph) {
  std::optional<StreamTrace> trace = traceStream(graph);
  if (!trace)
    return {};
  EXPECT_EQ(checkTrace(graph, *trace), "");
  return trace->heights;
}

/// Convolutions after each other, of `kernel` rows each; the input is there.
static StreamGraph makeChain(int count, int64_t rows, int64_t kernel,
                             int64_t stride = 1, int64_t dilation = 1) {
  Builder builder;
  const int64_t span = dilation * (kernel - 1) + 1, pad = span / 2;
  unsigned last = builder.ring(rows, pad, pad);
  for (int i = 1; i < count; ++i) {
    rows = (rows + 2 * pad - span) / stride + 1;
    last = builder.ring(rows, pad, pad, {{last, stride, 0, span - 1}});
  }
  rows = (rows + 2 * pad - span) / stride + 1;
  return builder.finish(rows, {{last, stride, 0, span - 1}});
}

TEST(StreamTrace, Chains) {
  using Heights = std::vector<int64_t>;
  EXPECT_EQ(getHeights(makeChain(2, 16, 3)), Heights({3, 3}));
  EXPECT_EQ(getHeights(makeChain(5, 16, 3)), Heights({3, 3, 3, 3, 3}));
  EXPECT_EQ(getHeights(makeChain(3, 33, 3, 2)), Heights({3, 3, 3}));
  EXPECT_EQ(getHeights(makeChain(2, 16, 3, 1, 2)), Heights({5, 5}));
  EXPECT_EQ(getHeights(makeChain(2, 16, 3, 1, 3)), Heights({7, 7}));
  // A stride beyond the kernel skips rows.
  EXPECT_EQ(getHeights(makeChain(2, 17, 1, 3)), Heights({1, 1}));
  // One row in, and fewer rows than the kernel has.
  EXPECT_EQ(getHeights(makeChain(2, 1, 3)), Heights({3, 3}));
  EXPECT_EQ(getHeights(makeChain(2, 2, 5)), Heights({5, 5}));
}

TEST(StreamTrace, PaddingOnOneSide) {
  for (auto [top, bottom] : {std::pair(2, 0), std::pair(0, 2), std::pair(5, 0),
                             std::pair(0, 5), std::pair(7, 7)}) {
    Builder builder;
    unsigned ring = builder.ring(4, top, bottom);
    StreamGraph graph = builder.finish(4 + top + bottom - 2, {{ring, 1, 0, 2}});
    // What is above is there from the beginning, as far as it is needed.
    std::vector<int64_t> heights = getHeights(graph);
    ASSERT_EQ(heights.size(), 1u);
    EXPECT_EQ(heights[0], std::max<int64_t>(3, top));
  }
}

TEST(StreamTrace, NeverRead) {
  // Only a row of padding is read of the second: the first is never asked for.
  Builder builder;
  unsigned x = builder.ring(8, 1, 1);
  unsigned y = builder.ring(8, 1, 1, {{x, 1, 0, 2}});
  EXPECT_EQ(getHeights(builder.finish(1, {{y, 1, 0, 0}})),
            std::vector<int64_t>({3, 1}));
}

TEST(StreamTrace, Residual) {
  Builder builder;
  unsigned x = builder.ring(16, 1, 1);
  unsigned inside = builder.ring(16, 1, 1, {{x, 1, 0, 2}});
  StreamGraph graph = builder.finish(16, {{inside, 1, 0, 2}, {x, 1, 1, 1}});
  EXPECT_EQ(getHeights(graph), std::vector<int64_t>({3, 3}));
  // The branch that is ahead owns what both read.
  EXPECT_EQ(traceStream(graph)->drivers[x], inside);
}

TEST(StreamTrace, StridedShortcut) {
  // As in ResNet: a convolution of 3x3 by steps of 2, then one of 3x3, beside
  // one of 1x1 by steps of 2.
  Builder builder;
  unsigned x = builder.ring(32, 0, 1);
  unsigned inside = builder.ring(16, 1, 1, {{x, 2, 0, 2}});
  StreamGraph graph = builder.finish(16, {{inside, 1, 0, 2}, {x, 2, 0, 0}});
  EXPECT_EQ(getHeights(graph), std::vector<int64_t>({5, 3}));
}

TEST(StreamTrace, BranchesOfUnequalDepth) {
  // Two and one convolution beside each other, and x itself.
  Builder builder;
  unsigned x = builder.ring(16, 2, 2);
  unsigned a = builder.ring(16, 1, 1, {{x, 1, 1, 3}});
  unsigned b = builder.ring(16, 1, 1, {{a, 1, 0, 2}});
  unsigned c = builder.ring(16, 2, 2, {{x, 1, 1, 3}});
  StreamGraph graph =
      builder.finish(16, {{b, 1, 0, 2}, {c, 1, 1, 3}, {x, 1, 2, 2}});
  EXPECT_FALSE(getHeights(graph).empty());
}

TEST(StreamTrace, Upsampling) {
  // Each row is there for several, and for no longer.
  Builder builder;
  unsigned x = builder.ring(6, 0, 0);
  unsigned y = builder.ring(12, 1, 1, {{x, {1, 0, 0, 2}}});
  StreamGraph graph = builder.finish(12, {{y, {1, 0, 2}}});
  EXPECT_EQ(getHeights(graph), std::vector<int64_t>({1, 3}));
  // One after the middle of a row is of the next one.
  Builder middle;
  x = middle.ring(6, 0, 0);
  y = middle.ring(9, 1, 1, {{x, {1, 2, 2, 3}}, {x, {1, 0, 0, 2}}});
  EXPECT_EQ(getHeights(middle.finish(9, {{y, {1, 0, 2}}})),
            std::vector<int64_t>({2, 3}));
  // Two rows where one is there; what is above the first.
  StreamTrace trace = *traceStream(graph);
  graph.sites[y].reads = {{x, {1, -1, -1, 2}}};
  EXPECT_EQ(checkTrace(graph, trace), "row -1 of ring 0 is read and not there");
  graph.sites[y].reads = {{x, {1, 0, 2, 2}}};
  EXPECT_EQ(checkTrace(graph, trace), "row 0 of ring 0 is read and not there");
}

TEST(RowRange, DividesDown) {
  RowRange rows = RowRange{1, -3, -3, 2}.at(2, 1);
  EXPECT_EQ(rows.first(0), -1);
  EXPECT_EQ(rows.first(1), 0);
  EXPECT_EQ(rows.below(3).first(0), 2);
  EXPECT_EQ((RowRange{2, -2, 4, 3}.size()), 3);
  EXPECT_EQ((RowRange{2, -2, 4, 3}.last(1)), 2);
}

TEST(StreamTrace, NobodyIsAhead) {
  // Of two that read the same two tensors, each is ahead in one.
  Builder builder;
  unsigned x = builder.ring(16, 2, 2), y = builder.ring(16, 2, 2);
  unsigned a = builder.ring(16, 1, 1, {{x, 1, 0, 4}, {y, 1, 2, 2}});
  unsigned b = builder.ring(16, 1, 1, {{x, 1, 2, 2}, {y, 1, 0, 4}});
  StreamGraph graph = builder.finish(16, {{a, 1, 0, 2}, {b, 1, 0, 2}});
  EXPECT_FALSE(traceStream(graph).has_value());
}

/// What the checker says of a result that begins `distance` elements after the
/// input, with rows of 6 and 4.
static std::string checkShared(const StreamGraph &graph, int64_t distance) {
  return checkTrace(graph, *traceStream(graph),
                    SharedRows{100, 6, 100 + distance, 4});
}

TEST(StreamTrace, SharedRows) {
  // Windows of 3 rows without padding: row t + 1 is needed after row t.
  Builder builder;
  StreamGraph graph = builder.finish(8, {});
  graph.sites.back().inputReads = {{1, 0, 2}};
  graph.numInputRows = 10;
  StreamTrace trace = *traceStream(graph);
  EXPECT_EQ(trace.inputNeeded, std::vector<int64_t>({1, 2, 3, 4, 5, 6, 7, 10}));
  EXPECT_EQ(getSharedDistance(graph, trace, 6, 4), 2);
  EXPECT_EQ(checkShared(graph, 2), "");
  EXPECT_EQ(checkShared(graph, 3), "row 1 of the input is read and was "
                                   "overwritten");
  // Longer rows of the result run into those of the input at the end.
  EXPECT_EQ(getSharedDistance(graph, trace, 6, 8), 7 * 6 - 7 * 8);
  // Through a ring, in steps of two: a row is needed until it is in the ring.
  Builder other;
  unsigned ring = other.ring(16, 1, 1);
  graph = other.finish(8, {{ring, 2, 0, 2}});
  graph.sites[ring].inputReads = {{1, 0, 0}};
  graph.numInputRows = 16;
  trace = *traceStream(graph);
  EXPECT_EQ(trace.inputNeeded,
            std::vector<int64_t>({2, 4, 6, 8, 10, 12, 14, 16}));
  EXPECT_EQ(getSharedDistance(graph, trace, 6, 4), 8);
  EXPECT_EQ(checkShared(graph, 8), "");
  EXPECT_NE(checkShared(graph, 9), "");
}

TEST(CheckTrace, SaysWhatIsWrong) {
  StreamGraph graph = makeChain(2, 8, 3);
  StreamTrace trace = *traceStream(graph);
  StreamTrace small = trace;
  --small.heights[1];
  EXPECT_EQ(checkTrace(graph, small), "row 0 of ring 1 is read and not there");
  // What nobody brings up.
  StreamTrace unowned = trace;
  unowned.driven[1].clear();
  EXPECT_EQ(checkTrace(graph, unowned),
            "row 1 of ring 0 is read and not there");
  // More than there is.
  StreamGraph longer = graph;
  ++longer.numRows;
  EXPECT_EQ(checkTrace(longer, trace), "row 10 of ring 1 does not exist");
  graph.sites[0].inputReads = {{1, 0, 1}};
  graph.numInputRows = 8;
  EXPECT_EQ(checkTrace(graph, trace), "row 8 of the input does not exist");
}

/// Rings of the same rate, each read by random later sites.
static StreamGraph makeRandom(std::mt19937 &random) {
  auto draw = [&](int64_t lo, int64_t hi) {
    return std::uniform_int_distribution<int64_t>(lo, hi)(random);
  };
  Builder builder;
  const int64_t rows = draw(1, 12), numRings = draw(1, 6);
  std::vector<int64_t> pads;
  auto drawReads = [&](unsigned ring) {
    const int64_t reach = draw(0, pads[ring]);
    return RingRead{ring, {1, pads[ring] - reach, pads[ring] + reach}};
  };
  std::vector<bool> isRead;
  for (int64_t i = 0; i != numRings; ++i) {
    std::vector<RingRead> reads;
    for (unsigned ring = 0; ring != pads.size(); ++ring)
      if (draw(0, 2) == 0) {
        reads.push_back(drawReads(ring));
        isRead[ring] = true;
      }
    pads.push_back(draw(0, 3));
    isRead.push_back(false);
    builder.ring(rows, pads.back(), pads.back(), reads);
  }
  std::vector<RingRead> reads;
  for (unsigned ring = 0; ring != pads.size(); ++ring)
    if (!isRead[ring] || draw(0, 3) == 0)
      reads.push_back(drawReads(ring));
  return builder.finish(rows, reads);
}

TEST(StreamTrace, Random) {
  std::mt19937 random(1);
  int numTraced = 0, numSmaller = 0, numBroken = 0;
  for (int i = 0; i != 3000; ++i) {
    StreamGraph graph = makeRandom(random);
    std::optional<StreamTrace> trace = traceStream(graph);
    if (!trace)
      continue;
    ++numTraced;
    ASSERT_EQ(checkTrace(graph, *trace), "") << "graph " << i;
    for (int64_t &height : trace->heights) {
      if (height == 1)
        continue;
      --height;
      ++numSmaller;
      numBroken += !checkTrace(graph, *trace).empty();
      ++height;
    }
  }
  EXPECT_GT(numTraced, 2000);
  // Heights are exact, but for padding that nobody reads.
  EXPECT_GT(numBroken, numSmaller * 9 / 10);
}
