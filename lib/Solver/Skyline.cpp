//===- Skyline.cpp - Filling the lowest spot ------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps fixed buffers free, the obstacles: as long as the skyline has not
// reached one, it is nowhere above the bottom of it. So an item that does not
// fit below the lowest obstacle in its way waits for that; a valley is not
// raised above an obstacle; and when the lowest valley has reached an obstacle,
// all its cliques have, and it becomes part of the skyline.
//
//===----------------------------------------------------------------------===//

#include "Skyline.h"

#include "BitTree.h"
#include "LoadTree.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <limits>
#include <queue>

using namespace mplan::solver;
using namespace mplan::solver::detail;

namespace {
/// A level stretch of the skyline, as wide as can be.
struct Valley {
  int first, last; ///< Cliques [first, last).
  Bytes height;
};

class Heights {
public:
  explicit Heights(int numCliques)
      : numCliques(numCliques), starts(numCliques), heights(numCliques, 0) {
    starts.insert(0);
    heap.push({0, 0});
  }

  /// The lowest stretch, of several the first.
  Valley lowest() {
    while (!isCurrent(heap.top()))
      heap.pop();
    return valleyFrom(heap.top().second);
  }

  Valley at(int clique) const { return valleyFrom(starts.previous(clique)); }

  /// The lower one of the stretches beside a valley, or the largest height
  /// there is if it spans everything.
  Bytes lowerWall(const Valley &valley) const {
    Bytes wall = std::numeric_limits<Bytes>::max();
    if (valley.first > 0)
      wall = heights[starts.previous(valley.first - 1)];
    if (valley.last < numCliques)
      wall = std::min(wall, heights[valley.last]);
    return wall;
  }

  void set(const Span &span, Bytes height);

private:
  using Entry = std::pair<Bytes, int>; ///< Height and first clique.

  bool isCurrent(const Entry &entry) const {
    return starts.contains(entry.second) &&
           heights[entry.second] == entry.first;
  }
  int endOf(int start) const {
    const int next = starts.next(start + 1);
    return next < 0 ? numCliques : next;
  }
  Valley valleyFrom(int start) const {
    return {start, endOf(start), heights[start]};
  }
  void cut(int clique);

  int numCliques;
  BitTree starts;             ///< First cliques of the stretches.
  std::vector<Bytes> heights; ///< By first clique.
  /// Every stretch, and entries that were one once.
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
};
} // namespace

/// Makes a stretch begin here.
void Heights::cut(int clique) {
  if (clique == numCliques || starts.contains(clique))
    return;
  heights[clique] = heights[starts.previous(clique)];
  starts.insert(clique);
  heap.push({heights[clique], clique});
}

void Heights::set(const Span &span, Bytes height) {
  cut(span.last);
  cut(span.first);
  for (int start = starts.next(span.first + 1); start >= 0 && start < span.last;
       start = starts.next(start + 1))
    starts.erase(start);
  heights[span.first] = height;
  // Neighbours of the same height are one stretch.
  if (span.last < numCliques && heights[span.last] == height)
    starts.erase(span.last);
  if (span.first > 0 && heights[starts.previous(span.first - 1)] == height)
    starts.erase(span.first);
  else
    heap.push({height, span.first});
}

namespace {
/// One run.
class Run {
public:
  Run(const Model &model, SpanTree &tree, const Obstacles &all, Choice choice,
      int patience, int64_t &steps)
      : model(model), choice(choice), tree(tree), obstacles(all),
        heights(model.cliques()), loads(model.cliques()),
        patience(model.size(), patience), blocked(model.size()), steps(steps),
        offsets(model.size(), -1) {}

  std::vector<Bytes> run();

private:
  void wakeUp(Bytes height);
  bool absorbObstacle(const Valley &valley);
  void tryToPlace(int item, const Valley &valley);
  int choose(const Valley &valley, Span &hopeless);
  void raise(const Valley &valley, const Span &hopeless);
  std::optional<Bytes> findHigherSpan(int item, Bytes height) const;
  Bytes findHighest(int item) const;

  const Model &model;
  const Choice choice;
  SpanTree &tree;      ///< The items that can be placed now.
  Obstacles obstacles; ///< Those that the skyline has not reached.
  Heights heights;
  LoadTree loads; ///< The bytes still to be placed, for Choice::AtPeak.

  /// Items that wait for the lowest valley to reach a height.
  using Waiting = std::pair<Bytes, int>;
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting;
  std::vector<int> patience; ///< By item, how many times it may still wait.

  /// By obstacle, the items that wait for it to be reached.
  std::vector<std::vector<int>> blocked;

  int64_t &steps;
  std::vector<Bytes> offsets; ///< By item, -1 if not yet placed.
};
} // namespace

void Run::wakeUp(Bytes height) {
  while (!waiting.empty() && waiting.top().first <= height) {
    tree.add(waiting.top().second);
    waiting.pop();
  }
}

/// Makes the obstacle at the bottom of the valley part of the skyline.
bool Run::absorbObstacle(const Valley &valley) {
  const int obstacle = obstacles.findLowest(valley.first, valley.last);
  if (obstacle < 0 || model[obstacle].fixed > valley.height)
    return false;
  obstacles.remove(obstacle);
  for (const Span &span : model.spans(obstacle))
    heights.set(span, model[obstacle].fixed + model[obstacle].size);
  for (int item : blocked[obstacle])
    tree.add(item);
  blocked[obstacle].clear();
  return true;
}

/// A height above the given one, which is the lowest there is, that some
/// clique of the item has reached.
std::optional<Bytes> Run::findHigherSpan(int item, Bytes height) const {
  for (const Span &span : model.spans(item)) {
    const Valley valley = heights.at(span.first);
    if (valley.height > height)
      return valley.height;
    // Stretches are as wide as can be: the next one differs.
    if (valley.last < span.last)
      return heights.at(valley.last).height;
  }
  return std::nullopt;
}

Bytes Run::findHighest(int item) const {
  Bytes height = 0;
  for (const Span &span : model.spans(item)) {
    for (int clique = span.first; clique < span.last;) {
      const Valley valley = heights.at(clique);
      height = std::max(height, valley.height);
      clique = valley.last;
    }
  }
  return height;
}

void Run::tryToPlace(int item, const Valley &valley) {
  Bytes bottom = valley.height;
  if (model.spans(item).size() > 1) {
    if (std::optional<Bytes> higher = findHigherSpan(item, bottom)) {
      if (patience[item] > 0) {
        --patience[item];
        tree.remove(item);
        waiting.push({*higher, item});
        return;
      }
      bottom = findHighest(item);
    }
  }
  const Bytes offset = alignUp(bottom, model[item].alignment);
  const Bytes end = offset + model[item].size;
  const int obstacle = obstacles.findLowest(item);
  tree.remove(item);
  if (obstacle >= 0 && model[obstacle].fixed < end) {
    blocked[obstacle].push_back(item);
    return;
  }
  offsets[item] = offset;
  for (const Span &span : model.spans(item)) {
    heights.set(span, end);
    if (choice == Choice::AtPeak)
      loads.add(span, -model[item].size);
  }
}

/// The item to place in the valley, or -1: then `hopeless` is the stretch of it
/// in which nothing can be placed.
int Run::choose(const Valley &valley, Span &hopeless) {
  const Span all = {valley.first, valley.last};
  hopeless = all;
  if (choice == Choice::Any)
    return tree.findBest(all, steps);
  const int peak = loads.findLargest(all);
  const int item = tree.findBest(all, peak, steps);
  if (item < 0) {
    hopeless.first = tree.findLastEnd({all.first, peak}, steps);
    hopeless.last = tree.findFirstStart({peak + 1, all.last}, steps);
  }
  return item;
}

/// Gives the hopeless part of the valley up, as far as it stays so: to the
/// lower wall, to the next obstacle, or to where a waiting item gets a chance.
void Run::raise(const Valley &valley, const Span &hopeless) {
  // Without walls nothing present covers the part, and what covers it later
  // waits for some height or for an obstacle, which may lie beside the part.
  const bool walled = valley.first > 0 || valley.last < model.cliques();
  Bytes height = heights.lowerWall(valley);
  const int obstacle = walled
                           ? obstacles.findLowest(hopeless.first, hopeless.last)
                           : obstacles.findLowest(valley.first, valley.last);
  if (obstacle >= 0)
    height = std::min(height, model[obstacle].fixed);
  if (!waiting.empty())
    height = std::min(height, waiting.top().first);
  heights.set(hopeless, height);
}

std::vector<Bytes> Run::run() {
  int left = 0;
  for (int item = 0; item < model.size(); ++item) {
    if (model[item].isFixed()) {
      offsets[item] = model[item].fixed;
      continue;
    }
    ++left;
    if (choice == Choice::AtPeak)
      for (const Span &span : model.spans(item))
        loads.add(span, model[item].size);
  }
  // What each round costs besides queries: changes to heap and trees.
  constexpr int64_t roundSteps = 16;
  while (left > 0) {
    steps -= roundSteps;
    const Valley valley = heights.lowest();
    wakeUp(valley.height);
    if (absorbObstacle(valley))
      continue;
    Span hopeless;
    const int item = choose(valley, hopeless);
    if (item < 0) {
      raise(valley, hopeless);
      continue;
    }
    tryToPlace(item, valley);
    if (offsets[item] >= 0)
      --left;
  }
  return offsets;
}

std::vector<Bytes> SkylineMethod::place(const std::vector<int> &order,
                                        Choice choice, int patience,
                                        int64_t &steps) {
  std::vector<int> ranks(model.size());
  for (size_t i = 0; i < order.size(); ++i)
    ranks[order[i]] = static_cast<int>(i);
  tree.reset(ranks);
  if (model.cliques() == 0)
    return {};
  return Run(model, tree, obstacles, choice, patience, steps).run();
}
