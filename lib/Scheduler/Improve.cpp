//===- Improve.cpp - Local search around the peak -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Improve.h"
#include "Part.h"

#include <algorithm>
#include <tuple>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

namespace {
/// How good an order is: the peak, then how many steps have it.
struct Quality {
  Bytes peak = 0;
  int times = 0;
  size_t position = 0; ///< The first of them.

  bool operator<(const Quality &other) const {
    return std::tie(peak, times) < std::tie(other.peak, other.times);
  }
};

class Mover {
public:
  Mover(const Model &model, std::vector<size_t> &order, int64_t &budget)
      : model(model), order(order), budget(budget), positions(order.size()),
        producers(model.numValues(), -1) {
    for (int step = 0; step < model.numSteps(); ++step)
      for (int result : model.results[step])
        producers[result] = step;
  }

  void run() {
    quality = assess(order);
    while (budget > 0 && improve())
      ;
  }

private:
  /// Fills in `positions`.
  Quality assess(const std::vector<size_t> &steps) {
    budget -= static_cast<int64_t>(steps.size());
    for (size_t i = 0; i < steps.size(); ++i)
      positions[steps[i]] = i;
    pending.resize(model.numValues());
    for (int value = 0; value < model.numValues(); ++value)
      pending[value] = model.consumers[value].size();
    Quality result;
    Bytes live = model.atStart;
    for (size_t i = 0; i < steps.size(); ++i) {
      const int step = static_cast<int>(steps[i]);
      const Bytes peak =
          live + model.made[step] -
          model.getSaved(step, [&](int value) { return pending[value] == 1; });
      live += model.left[step];
      for (int operand : model.operands[step])
        if (--pending[operand] == 0 && !model.kept[operand])
          live -= model.size[operand];
      if (peak > result.peak)
        result = {peak, 0, i};
      result.times += peak == result.peak;
    }
    return result;
  }

  bool improve() {
    assess(order); // For the positions.
    const size_t peak = quality.position;
    std::vector<int> alive;
    for (int value = 0; value < model.numValues(); ++value) {
      if (model.size[value] == 0 || model.isDeadResult(value))
        continue;
      if (producers[value] >= 0 && positions[producers[value]] > peak)
        continue;
      const size_t last = findLastReader(value);
      if (model.kept[value] || (last != none && last >= peak))
        alive.push_back(value);
    }
    std::stable_sort(alive.begin(), alive.end(), [&](int a, int b) {
      return model.size[a] > model.size[b];
    });
    for (int value : alive) {
      if (budget <= 0)
        return false;
      if (accept(moveReadersBefore(value, peak)) ||
          accept(moveProducerAfter(value, peak)))
        return true;
    }
    return false;
  }

  size_t findLastReader(int value) const {
    size_t last = none;
    for (int reader : model.consumers[value])
      if (last == none || positions[reader] > last)
        last = positions[reader];
    return last;
  }

  bool accept(std::vector<size_t> moved) {
    if (moved.empty())
      return false;
    const Quality found = assess(moved);
    if (found < quality) {
      quality = found;
      order = std::move(moved);
      return true;
    }
    assess(order); // The positions again.
    return false;
  }

  std::vector<size_t> moveReadersBefore(int value, size_t peak) {
    const size_t last = findLastReader(value);
    if (model.kept[value] || last == none || last <= peak)
      return {};
    // What of [peak, last] is a reader, or needed by one.
    std::vector<bool> isMoved(order.size(), false);
    for (int reader : model.consumers[value])
      if (positions[reader] > peak)
        isMoved[positions[reader]] = true;
    for (size_t i = last + 1; i-- > peak;)
      if (isMoved[i])
        for (int before : model.predecessors[static_cast<int>(order[i])])
          if (positions[before] >= peak)
            isMoved[positions[before]] = true;
    if (isMoved[peak])
      return {};
    return partition(peak, last, isMoved, true);
  }

  std::vector<size_t> moveProducerAfter(int value, size_t peak) {
    if (producers[value] < 0)
      return {};
    const size_t first = positions[producers[value]];
    std::vector<bool> isMoved(order.size(), false);
    isMoved[first] = true;
    for (size_t i = first; i <= peak; ++i)
      if (isMoved[i])
        for (int next : model.successors[static_cast<int>(order[i])])
          if (positions[next] <= peak)
            isMoved[positions[next]] = true;
    if (isMoved[peak])
      return {};
    return partition(first, peak, isMoved, false);
  }

  /// The order with those of [first, last] that are marked as `isFirst` in
  /// front of the others.
  std::vector<size_t> partition(size_t first, size_t last,
                                const std::vector<bool> &isMoved,
                                bool isFirst) const {
    std::vector<size_t> moved(order.begin(), order.begin() + first);
    for (bool front : {true, false})
      for (size_t i = first; i <= last; ++i)
        if ((isMoved[i] == isFirst) == front)
          moved.push_back(order[i]);
    moved.insert(moved.end(), order.begin() + last + 1, order.end());
    return moved;
  }

  const Model &model;
  std::vector<size_t> &order;
  int64_t &budget;
  Quality quality;
  std::vector<size_t> positions; ///< By step.
  std::vector<int> producers;    ///< By value.
  std::vector<int> pending;
};
} // namespace

void detail::moveFromPeak(const Model &model, std::vector<size_t> &order,
                          int64_t &budget) {
  if (!order.empty())
    Mover(model, order, budget).run();
}

//===----------------------------------------------------------------------===//
// Stretches
//===----------------------------------------------------------------------===//

void detail::reorderAtPeak(const Problem &problem, std::vector<size_t> &order,
                           const OrderPart &orderPart, int64_t &budget) {
  const size_t smallest = 16;
  size_t length = smallest;
  while (budget > 0) {
    const std::optional<Peak> peak = measure(problem, order);
    budget -= static_cast<int64_t>(order.size());
    const size_t half = length / 2;
    const size_t begin = peak->position > half ? peak->position - half : 0;
    const size_t end = std::min(order.size(), peak->position + half + 1);
    const Problem part = makePart(problem, order, begin, end);
    const std::vector<size_t> found = orderPart(part, budget);
    if (!found.empty()) {
      const std::vector<size_t> old(order.begin() + begin, order.begin() + end);
      for (size_t i = 0; i < found.size(); ++i)
        order[begin + i] = old[found[i]];
      length = smallest;
    } else if (begin == 0 && end == order.size()) {
      return;
    } else {
      length *= 2;
    }
  }
}
