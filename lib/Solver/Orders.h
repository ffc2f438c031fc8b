//===- Orders.h - In which order to place buffers ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy methods place the items of a model one after the other. No order is
// the best for all problems, so each method runs with several.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_ORDERS_H
#define MPLAN_LIB_SOLVER_ORDERS_H

#include "Model.h"

namespace mplan::solver::detail {

/// What an item is sorted by, the largest first if not said otherwise.
enum class Key {
  Size,
  Area,      ///< Size times the number of cliques.
  Cliques,   ///< The number of cliques that it lives in.
  Conflicts, ///< The number of items that it conflicts with.
  Start,     ///< The first clique, the earliest first.
  End,       ///< The last clique, the latest first.
};

/// Sorted by the first key, ties by the second, then by index.
struct Order {
  const char *name; ///< For people: "size".
  Key first, second;
};

/// Every order that does not need the conflicts, the most promising first.
extern const std::vector<Order> cheapOrders;

/// By conflicts.
extern const Order byConflicts;

/// The items in this order. `conflicts` may be null if the order does not use
/// them.
std::vector<int> sortItems(const Model &model, const Order &order,
                           const Conflicts *conflicts = nullptr);

/// About this order: what the items are sorted by is off by up to an eighth,
/// by chance. The same seed gives the same order.
std::vector<int> sortItemsRoughly(const Model &model, const Order &order,
                                  uint64_t seed);

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_ORDERS_H
