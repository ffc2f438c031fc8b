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

void SpanTree::find(size_t node, const Box &box, Best &best,
                    int64_t &steps) const {
  --steps;
  const Node &bounds = nodes[node];
  if (bounds.bestRank >= best.rank || bounds.maxFirst < box.minFirst ||
      bounds.minFirst > box.maxFirst || bounds.maxLast < box.minLast ||
      bounds.minLast > box.maxLast)
    return;
  if (isLeaf(node)) {
    auto [begin, end] = leafPoints[node - nodes.size() / 2];
    for (int i = begin; i < end; ++i) {
      const Point &point = points[i];
      if (point.present && point.first >= box.minFirst &&
          point.first <= box.maxFirst && point.last >= box.minLast &&
          point.last <= box.maxLast && ranks[point.item] < best.rank)
        best = {ranks[point.item], point.item};
    }
    return;
  }
  // The child with the better rank first: more of the other is cut off.
  size_t near = 2 * node, far = near + 1;
  if (nodes[far].bestRank < nodes[near].bestRank)
    std::swap(near, far);
  find(near, box, best, steps);
  find(far, box, best, steps);
}

int SpanTree::findBest(const Span &within, int64_t &steps) const {
  Best best = {none, -1};
  find(1, {within.first, within.last, within.first, within.last}, best, steps);
  return best.item;
}

int SpanTree::findBest(const Span &within, int clique, int64_t &steps) const {
  Best best = {none, -1};
  find(1, {within.first, clique, clique + 1, within.last}, best, steps);
  return best.item;
}

void SpanTree::findLastEnd(size_t node, const Span &within, int &end,
                           int64_t &steps) const {
  --steps;
  const Node &bounds = nodes[node];
  if (bounds.maxFirst < within.first || bounds.minLast > within.last ||
      bounds.maxLast <= end)
    return;
  if (isLeaf(node)) {
    auto [from, to] = leafPoints[node - nodes.size() / 2];
    for (int i = from; i < to; ++i)
      if (points[i].present && points[i].first >= within.first &&
          points[i].last <= within.last)
        end = std::max(end, points[i].last);
    return;
  }
  findLastEnd(2 * node + 1, within, end, steps);
  findLastEnd(2 * node, within, end, steps);
}

int SpanTree::findLastEnd(const Span &within, int64_t &steps) const {
  int end = within.first;
  findLastEnd(1, within, end, steps);
  return end;
}

void SpanTree::findFirstStart(size_t node, const Span &within, int &start,
                              int64_t &steps) const {
  --steps;
  const Node &bounds = nodes[node];
  if (bounds.maxFirst < within.first || bounds.minLast > within.last ||
      bounds.minFirst >= start)
    return;
  if (isLeaf(node)) {
    auto [from, to] = leafPoints[node - nodes.size() / 2];
    for (int i = from; i < to; ++i)
      if (points[i].present && points[i].first >= within.first &&
          points[i].last <= within.last)
        start = std::min(start, points[i].first);
    return;
  }
  findFirstStart(2 * node, within, start, steps);
  findFirstStart(2 * node + 1, within, start, steps);
}

int SpanTree::findFirstStart(const Span &within, int64_t &steps) const {
  int start = within.last;
  findFirstStart(1, within, start, steps);
  return start;
}
