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

std::vector<int> mplan::solver::detail::sortItems(const Model &model,
                                                  const Order &order,
                                                  const Conflicts *conflicts) {
  struct Value {
    double first, second;
  };
  std::vector<Value> values(model.size());
  for (int item = 0; item < model.size(); ++item)
    values[item] = {valueOf(model, item, order.first, conflicts),
                    valueOf(model, item, order.second, conflicts)};
  std::vector<int> items(model.size());
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
