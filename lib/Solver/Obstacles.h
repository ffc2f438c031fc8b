//===- Obstacles.h - Fixed buffers in the way of others ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The fixed items of a model in a segment tree over its cliques. An item is in
// the list of each node that its spans consist of; each node knows the lowest
// item of its own list and the lowest of all lists below it.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_OBSTACLES_H
#define MPLAN_LIB_SOLVER_OBSTACLES_H

#include "Model.h"

namespace mplan::solver::detail {

class Obstacles {
public:
  /// Starts with all fixed items of the model, which must outlive this.
  explicit Obstacles(const Model &model);

  /// The obstacle of the lowest offset that lives in a clique of [first, last),
  /// or -1.
  int findLowest(int first, int last) const;

  /// The same for all cliques of an item.
  int findLowest(int item) const;

  void remove(int item);

private:
  /// Obstacles are compared by their place in `byOffset`: less is lower.
  struct Node {
    std::vector<int> list; ///< The lowest last.
    int lowestOfAll;       ///< In its list and those below it.
  };

  /// Calls `visit` for the nodes that make up [first, last), then `update` for
  /// those and all above them, children first.
  template <typename Visit>
  void forEachNode(size_t node, int begin, int end, Span span, Visit &&visit);
  void update(size_t node);
  void findLowest(size_t node, int begin, int end, Span span,
                  int &lowest) const;
  int lowestOf(const Node &node) const;

  const Model &model;
  std::vector<int> byOffset; ///< Items.
  std::vector<int> place;    ///< Of an item in `byOffset`, -1 once removed.
  std::vector<Node> nodes;   ///< The children of k are 2k and 2k + 1.
  int width = 1;             ///< Cliques, rounded up to a power of two.
};

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_OBSTACLES_H
