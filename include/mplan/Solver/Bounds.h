//===- Bounds.h - How low can a plan be? ------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Heights that no plan of a problem can be below. A plan that reaches one is
// proved minimal.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_SOLVER_BOUNDS_H
#define MPLAN_SOLVER_BOUNDS_H

#include "mplan/Solver/Problem.h"

namespace mplan::solver {

/// The largest sum of sizes alive at one tick, and where that is.
struct Peak {
  Bytes bytes = 0;

  /// The first tick with that sum; 0 where no buffer has bytes.
  Tick tick = 0;

  /// The buffers alive then that have bytes, in order of their index.
  std::vector<size_t> buffers;
};

/// The peak of a problem that passes `check`. O(n log n).
Peak peak(const Problem &problem);

/// The best lower bound on the height of any plan that we know how to compute
/// fast, at least `peak(problem).bytes`. The capacity is of no influence.
/// Expects a problem that passes `check`. Besides the peak it counts
///  * the padding that alignment forces: at any tick, buffers whose offsets
///    are all multiples of A need their sizes rounded up to A, except for
///    the topmost; tried for every alignment A that occurs (if those are many,
///    for the largest ones), and for their greatest common divisor;
///  * fixed buffers: each of the others has a lowest offset that the fixed ones
///    in its way leave to it, and at any tick those that are kept at or above
///    some offset are stacked on it.
Bytes lowerBound(const Problem &problem);

} // namespace mplan::solver

#endif // MPLAN_SOLVER_BOUNDS_H
