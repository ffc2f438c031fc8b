//===- Part.h - Stretches of an order as problems of their own --*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps at positions [begin, end) of an order may be put in another order
// among themselves without regard to the rest: values that are alive around
// them, before them or after them are so whatever that order is.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_PART_H
#define MPLAN_LIB_SCHEDULER_PART_H

#include "Walk.h"

namespace mplan::scheduler::detail {

/// The problem of that stretch. Step i of it is step `order[begin + i]`, so
/// that its given order is that of `order`, and its peak is what the whole has
/// in the stretch. Expects an order that `measure` accepts.
Problem makePart(const Problem &problem, const std::vector<size_t> &order,
                 size_t begin, size_t end);

/// Ends of stretches of chunks that can be solved one by one without losing the
/// optimum: each stretch but the last ends in a chunk that in *every* order
/// comes after all chunks before it and before all chunks after it. Of such cut
/// points, where the graph is as narrow as a bottle's neck, networks are full.
/// Ascending; the last is the number of chunks. Expects chunks that are
/// numbered in an order in which they can run.
std::vector<int> findCuts(const Chunks &chunks);

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_PART_H
