//===- Fit.cpp - Placing buffers into gaps --------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First fit and best fit.
//
//===----------------------------------------------------------------------===//

#include "Fit.h"

#include <algorithm>
#include <numeric>

using namespace mplan::solver;
using namespace mplan::solver::detail;

/// The offset of an item among those that are placed, which are given in
/// ascending order as byte ranges and may overlap one another.
static Bytes findGap(const Item &item,
                     const std::vector<std::pair<Bytes, Bytes>> &placed,
                     Fit fit) {
  Bytes free = 0; // All below is taken or too small.
  Bytes best = -1, bestRest = 0;
  for (auto [offset, end] : placed) {
    const Bytes place = alignUp(free, item.alignment);
    const Bytes rest = offset - place - item.size;
    if (rest >= 0 && (best < 0 || rest < bestRest)) {
      best = place;
      bestRest = rest;
      if (fit == Fit::First)
        return best;
    }
    free = std::max(free, end);
  }
  return best >= 0 ? best : alignUp(free, item.alignment);
}

std::vector<Bytes> mplan::solver::detail::placeByFit(
    const Model &model, const Conflicts &conflicts,
    const std::vector<int> &order, Fit fit, int64_t &steps) {
  std::vector<Bytes> offsets(model.size(), -1);
  for (int item = 0; item < model.size(); ++item)
    if (model[item].isFixed())
      offsets[item] = model[item].fixed;
  std::vector<std::pair<Bytes, Bytes>> placed;
  for (int item : order) {
    if (model[item].isFixed())
      continue;
    placed.clear();
    for (int other : conflicts.of(item))
      if (offsets[other] >= 0)
        placed.push_back({offsets[other], offsets[other] + model[other].size});
    std::sort(placed.begin(), placed.end());
    offsets[item] = findGap(model[item], placed, fit);
    steps -= conflicts.of(item).size() + 1;
  }
  return offsets;
}

std::vector<Bytes>
mplan::solver::detail::settle(const Model &model, const Conflicts &conflicts,
                              const std::vector<Bytes> &offsets,
                              int64_t &steps) {
  std::vector<int> order(model.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return offsets[a] != offsets[b] ? offsets[a] < offsets[b] : a < b;
  });
  return placeByFit(model, conflicts, order, Fit::First, steps);
}
