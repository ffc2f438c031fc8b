//===- Improve.h - Local search around the peak -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For problems too large to search whole: two ways from an order to a better
// one, both at its peak.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_IMPROVE_H
#define MPLAN_LIB_SCHEDULER_IMPROVE_H

#include "Model.h"

#include <functional>

namespace mplan::scheduler::detail {

/// Moves what keeps a value alive at the peak: its readers, with all that they
/// need, before the peak, or its producer, with all that needs it, after. Goes
/// on as long as that lowers the peak or the number of steps that have it.
void moveFromPeak(const Model &model, std::vector<size_t> &order,
                  int64_t &budget);

/// Finds an order of a small problem whose peak is below that of the given one;
/// empty if there is none or none is found. Takes what it needs of the budget.
using OrderPart =
    std::function<std::vector<size_t>(const Problem &part, int64_t &budget)>;

/// Orders a stretch around the peak anew, as large a one as it takes, over and
/// over.
void reorderAtPeak(const Problem &problem, std::vector<size_t> &order,
                   const OrderPart &orderPart, int64_t &budget);

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_IMPROVE_H
