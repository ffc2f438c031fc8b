//===- Fit.h - Placing buffers into gaps ------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classic greedy methods: the items one after the other, each into a gap
// between those placed before that are in its way. Time and memory grow with
// the number of conflicts, which may be quadratic.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_FIT_H
#define MPLAN_LIB_SOLVER_FIT_H

#include "Model.h"

namespace mplan::solver::detail {

enum class Fit {
  First, ///< The lowest gap.
  Best,  ///< The gap that leaves the least of itself; of those the lowest. The
         ///< room above everything in the way counts as the worst.
};

/// Places every item, the fixed ones first, the others in the given order.
/// Takes one step of `steps` for each conflict looked at. Returns the offsets
/// by item.
std::vector<Bytes> placeByFit(const Model &model, const Conflicts &conflicts,
                              const std::vector<int> &order, Fit fit,
                              int64_t &steps);

/// Places every item again by first fit, the lowest first. No item comes to
/// lie higher than before.
std::vector<Bytes> settle(const Model &model, const Conflicts &conflicts,
                          const std::vector<Bytes> &offsets, int64_t &steps);

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_FIT_H
