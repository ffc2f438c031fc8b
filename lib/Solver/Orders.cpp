//===- Orders.cpp - In which order to place buffers -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sorts the items of a model.
//
//===----------------------------------------------------------------------===//

#include "Orders.h"

#include <algorithm>
#include <numeric>

using namespace mplan::solver;
using namespace mplan::solver::detail;

const std::vector<Order> mplan::solver::detail::cheapOrders = {
    {"cliques", Key::Cliques, Key::Size}, {"area", Key::Area, Key::Size},
    {"size", Key::Size, Key::Cliques},    {"end", Key::End, Key::Cliques},
    {"start", Key::Start, Key::Size},
};

const Order mplan::solver::detail::byConflicts = {"conflicts", Key::Conflicts,
                                                  Key::Size};

/// Larger comes first. A double, since areas do not fit 64 bits; each value
/// is rounded once, by the same rule everywhere, so that the order is the same
/// on every machine.
static double valueOf(const Model &model, int item, Key key,
                      const Conflicts *conflicts) {
  switch (key) {
  case Key::Size:
    return static_cast<double>(model[item].size);
  case Key::Area:
    return static_cast<double>(model[item].size) * model.numCliquesOf(item);
  case Key::Cliques:
    return model.numCliquesOf(item);
  case Key::Conflicts:
    return conflicts->of(item).size();
  case Key::Start:
    return -model.spans(item).front().first;
  case Key::End:
    return model.spans(item).back().last;
  }
  return 0;
}

namespace {
struct Values {
  double first, second;
};
} // namespace

static std::vector<int> sortByValues(const std::vector<Values> &values) {
  std::vector<int> items(values.size());
  std::iota(items.begin(), items.end(), 0);
  std::sort(items.begin(), items.end(), [&](int a, int b) {
    if (values[a].first != values[b].first)
      return values[a].first > values[b].first;
    if (values[a].second != values[b].second)
      return values[a].second > values[b].second;
    return a < b;
  });
  return items;
}

std::vector<int> mplan::solver::detail::sortItems(const Model &model,
                                                  const Order &order,
                                                  const Conflicts *conflicts) {
  std::vector<Values> values(model.size());
  for (int item = 0; item < model.size(); ++item)
    values[item] = {valueOf(model, item, order.first, conflicts),
                    valueOf(model, item, order.second, conflicts)};
  return sortByValues(values);
}

/// SplitMix64: the standard library's distributions differ between machines.
static uint64_t nextRandom(uint64_t &state) {
  uint64_t x = state += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

std::vector<int> mplan::solver::detail::sortItemsRoughly(const Model &model,
                                                         const Order &order,
                                                         uint64_t seed) {
  std::vector<Values> values(model.size());
  for (int item = 0; item < model.size(); ++item) {
    // In [7/8, 9/8), exactly.
    const double factor =
        0.875 + 0.25 * static_cast<double>(nextRandom(seed) >> 40) / (1 << 24);
    values[item] = {factor * valueOf(model, item, order.first, nullptr),
                    valueOf(model, item, order.second, nullptr)};
  }
  return sortByValues(values);
}
