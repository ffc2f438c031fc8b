//===- Obstacles.cpp - Fixed buffers in the way of others -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The segment tree of fixed items.
//
//===----------------------------------------------------------------------===//

#include "Obstacles.h"

#include <algorithm>
#include <limits>

using namespace mplan::solver;
using namespace mplan::solver::detail;

static constexpr int none = std::numeric_limits<int>::max();

template <typename Visit>
void Obstacles::forEachNode(size_t node, int begin, int end, Span span,
                            Visit &&visit) {
  if (span.last <= begin || end <= span.first)
    return;
  if (span.first <= begin && end <= span.last) {
    visit(nodes[node]);
  } else {
    const int middle = begin + (end - begin) / 2;
    forEachNode(2 * node, begin, middle, span, visit);
    forEachNode(2 * node + 1, middle, end, span, visit);
  }
  update(node);
}

int Obstacles::lowestOf(const Node &node) const {
  return node.list.empty() ? none : node.list.back();
}

void Obstacles::update(size_t node) {
  nodes[node].lowestOfAll = lowestOf(nodes[node]);
  if (2 * node >= nodes.size())
    return;
  nodes[node].lowestOfAll =
      std::min({nodes[node].lowestOfAll, nodes[2 * node].lowestOfAll,
                nodes[2 * node + 1].lowestOfAll});
}

Obstacles::Obstacles(const Model &model) : model(model) {
  for (int item = 0; item < model.size(); ++item)
    if (model[item].isFixed())
      byOffset.push_back(item);
  if (byOffset.empty())
    return;
  std::sort(byOffset.begin(), byOffset.end(), [&](int a, int b) {
    return model[a].fixed != model[b].fixed ? model[a].fixed < model[b].fixed
                                            : a < b;
  });
  place.assign(model.size(), -1);
  while (width < model.cliques())
    width *= 2;
  nodes.resize(2 * size_t(width), {{}, none});
  // The highest first, so that the lowest comes last in each list.
  for (int i = static_cast<int>(byOffset.size()) - 1; i >= 0; --i) {
    place[byOffset[i]] = i;
    for (const Span &span : model.spans(byOffset[i]))
      forEachNode(1, 0, width, span,
                  [&](Node &node) { node.list.push_back(i); });
  }
}

void Obstacles::remove(int item) {
  place[item] = -1;
  for (const Span &span : model.spans(item))
    forEachNode(1, 0, width, span, [&](Node &node) {
      while (!node.list.empty() && place[byOffset[node.list.back()]] < 0)
        node.list.pop_back();
    });
}

void Obstacles::findLowest(size_t node, int begin, int end, Span span,
                           int &lowest) const {
  if (span.last <= begin || end <= span.first ||
      nodes[node].lowestOfAll >= lowest)
    return;
  if (span.first <= begin && end <= span.last) {
    lowest = nodes[node].lowestOfAll;
    return;
  }
  lowest = std::min(lowest, lowestOf(nodes[node]));
  const int middle = begin + (end - begin) / 2;
  findLowest(2 * node, begin, middle, span, lowest);
  findLowest(2 * node + 1, middle, end, span, lowest);
}

int Obstacles::findLowest(int first, int last) const {
  if (byOffset.empty())
    return -1;
  int lowest = none;
  findLowest(1, 0, width, {first, last}, lowest);
  return lowest == none ? -1 : byOffset[lowest];
}

int Obstacles::findLowest(int item) const {
  if (byOffset.empty())
    return -1;
  int lowest = none;
  for (const Span &span : model.spans(item))
    findLowest(1, 0, width, span, lowest);
  return lowest == none ? -1 : byOffset[lowest];
}
