//===- Skyline.h - Filling the lowest spot ----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A plan is built from the bottom up. The skyline is the height that each
// clique has reached, a row of level stretches. The lowest of them, a valley,
// is where the next buffer goes: the best ranked one that fits in whole. If
// none does, the valley is given up up to its lower wall.
//
//     height
//       ^      +-----+  next: the best ranked of those that live
//       | +----+     |  within the valley [3, 5), at its height
//       | |    |     +---+
//       | |    |         |
//       +-+----+---------+--> clique
//         0    1     3   5
//
// Time is near-linear in the number of spans, whatever the conflicts.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_SKYLINE_H
#define MPLAN_LIB_SOLVER_SKYLINE_H

#include "Obstacles.h"
#include "SpanTree.h"

namespace mplan::solver::detail {

/// Which buffers may go into a valley.
enum class Choice {
  Any,   ///< Any that fits.
  AtPeak ///< Only those that live at its peak: the clique that has the most
         ///< bytes still to be placed. What keeps all of these out is
         ///< given up by itself, not the whole valley.
};

/// Keeps what all runs on a model have in common. The model must outlive it.
class SkylineMethod {
public:
  explicit SkylineMethod(const Model &model)
      : model(model), tree(model), obstacles(model) {}

  /// Places every item; those that come first in `order` have the best rank.
  /// An item of several spans needs them all at the height of the valley. It
  /// may wait `patience` times for the valleys of its other spans to be filled
  /// up; then it is placed above the highest of them, with holes below.
  /// Returns the offsets by item.
  std::vector<Bytes> place(const std::vector<int> &order, Choice choice,
                           int patience, int64_t &steps);

private:
  const Model &model;
  SpanTree tree;
  const Obstacles obstacles;
};

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_SKYLINE_H
