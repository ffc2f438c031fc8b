//===- SpanTree.cpp - The best buffer that fits into a valley -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shape of the tree depends on the spans alone, so that it is built once
// for all orders.
//
//===----------------------------------------------------------------------===//

#include "SpanTree.h"

#include <algorithm>
#include <limits>

using namespace mplan::solver;
using namespace mplan::solver::detail;

static constexpr int none = std::numeric_limits<int>::max();

SpanTree::SpanTree(const Model &model) {
  for (int item = 0; item < model.size(); ++item)
    if (!model[item].isFixed())
      for (const Span &span : model.spans(item))
        points.push_back({span.first, span.last, item, false});

  // Enough leaves that none has more points than a cache line or two.
  constexpr size_t maxLeafPoints = 8;
  size_t numLeaves = 1;
  while (numLeaves * maxLeafPoints < points.size())
    numLeaves *= 2;
  nodes.resize(2 * numLeaves);
  leafPoints.resize(numLeaves);
  leafOf.resize(points.size());
  build(1, 0, static_cast<int>(points.size()), 0);

  pointsOf.resize(model.size());
  for (size_t i = 0; i < points.size(); ++i)
    pointsOf[points[i].item].push_back(static_cast<int>(i));
}

/// Cuts the points in two, by their first and by their last clique in turn.
void SpanTree::build(size_t node, int begin, int end, int depth) {
  if (isLeaf(node)) {
    leafPoints[node - nodes.size() / 2] = {begin, end};
    std::fill(leafOf.begin() + begin, leafOf.begin() + end, node);
    return;
  }
  const int middle = begin + (end - begin) / 2;
  std::nth_element(points.begin() + begin, points.begin() + middle,
                   points.begin() + end, [&](const Point &a, const Point &b) {
                     const int x = depth % 2 ? a.last : a.first;
                     const int y = depth % 2 ? b.last : b.first;
                     return x != y ? x < y : a.item < b.item;
                   });
  build(2 * node, begin, middle, depth + 1);
  build(2 * node + 1, middle, end, depth + 1);
}

void SpanTree::updateLeaf(size_t node) {
  Node bounds = {none, -1, none, -1, none};
  auto [begin, end] = leafPoints[node - nodes.size() / 2];
  for (int i = begin; i < end; ++i) {
    const Point &point = points[i];
    if (!point.present)
      continue;
    bounds.minFirst = std::min(bounds.minFirst, point.first);
    bounds.maxFirst = std::max(bounds.maxFirst, point.first);
    bounds.minLast = std::min(bounds.minLast, point.last);
    bounds.maxLast = std::max(bounds.maxLast, point.last);
    bounds.bestRank = std::min(bounds.bestRank, ranks[point.item]);
  }
  nodes[node] = bounds;
}

bool SpanTree::updateInner(size_t node) {
  const Node &a = nodes[2 * node], &b = nodes[2 * node + 1];
  const Node bounds = {
      std::min(a.minFirst, b.minFirst), std::max(a.maxFirst, b.maxFirst),
      std::min(a.minLast, b.minLast), std::max(a.maxLast, b.maxLast),
      std::min(a.bestRank, b.bestRank)};
  Node &old = nodes[node];
  const bool same =
      old.minFirst == bounds.minFirst && old.maxFirst == bounds.maxFirst &&
      old.minLast == bounds.minLast && old.maxLast == bounds.maxLast &&
      old.bestRank == bounds.bestRank;
  old = bounds;
  return !same;
}

void SpanTree::reset(const std::vector<int> &newRanks) {
  ranks = newRanks;
  for (Point &point : points)
    point.present = true;
  for (size_t node = nodes.size() - 1; node > 0; --node) {
    if (isLeaf(node))
      updateLeaf(node);
    else
      updateInner(node);
  }
}

void SpanTree::setPresent(int item, bool present) {
  for (int i : pointsOf[item]) {
    points[i].present = present;
    size_t node = leafOf[i];
    updateLeaf(node);
    do
      node /= 2;
    while (node > 0 && updateInner(node));
  }
}

void SpanTree::find(size_t node, int first, int last, int &bestRank,
                    int &bestItem, int64_t &steps) const {
  --steps;
  const Node &bounds = nodes[node];
  if (bounds.bestRank >= bestRank || bounds.maxFirst < first ||
      bounds.minLast > last)
    return;
  if (isLeaf(node)) {
    auto [begin, end] = leafPoints[node - nodes.size() / 2];
    for (int i = begin; i < end; ++i) {
      const Point &point = points[i];
      if (point.present && point.first >= first && point.last <= last &&
          ranks[point.item] < bestRank) {
        bestRank = ranks[point.item];
        bestItem = point.item;
      }
    }
    return;
  }
  // The child with the better rank first: more of the other is cut off.
  size_t near = 2 * node, far = near + 1;
  if (nodes[far].bestRank < nodes[near].bestRank)
    std::swap(near, far);
  find(near, first, last, bestRank, bestItem, steps);
  find(far, first, last, bestRank, bestItem, steps);
}

int SpanTree::findBest(int first, int last, int64_t &steps) const {
  int bestRank = none, bestItem = -1;
  find(1, first, last, bestRank, bestItem, steps);
  return bestItem;
}
