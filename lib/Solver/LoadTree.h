//===- LoadTree.h - The bytes still to be placed ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number for each clique, in a segment tree: adds to a stretch of them and
// finds the largest of a stretch, both in logarithmic time.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_LOADTREE_H
#define MPLAN_LIB_SOLVER_LOADTREE_H

#include "Model.h"

namespace mplan::solver::detail {

class LoadTree {
public:
  /// All are 0. There is at least one clique.
  explicit LoadTree(int numCliques) {
    while (width < numCliques)
      width *= 2;
    nodes.resize(2 * size_t(width));
    for (int clique = 0; clique < width; ++clique)
      nodes[width + clique].where = clique;
    for (int node = width - 1; node > 0; --node)
      nodes[node].where = nodes[2 * node].where;
  }

  void add(const Span &span, Bytes bytes) { add(1, 0, width, span, bytes); }

  /// The clique of the stretch with the largest number, of several the first.
  int findLargest(const Span &span) const {
    Best best;
    find(1, 0, width, span, 0, best);
    return best.clique;
  }

private:
  struct Node {
    Bytes added = 0;   ///< To all cliques below.
    Bytes largest = 0; ///< Of the numbers below, with `added`.
    int where = 0;     ///< The first clique that has it.
  };
  struct Best {
    Bytes load = -1;
    int clique = -1;
  };

  void add(size_t node, int begin, int end, const Span &span, Bytes bytes) {
    if (span.last <= begin || end <= span.first)
      return;
    if (span.first <= begin && end <= span.last) {
      nodes[node].added += bytes;
      nodes[node].largest += bytes;
      return;
    }
    const int middle = begin + (end - begin) / 2;
    add(2 * node, begin, middle, span, bytes);
    add(2 * node + 1, middle, end, span, bytes);
    const Node &left = nodes[2 * node], &right = nodes[2 * node + 1];
    const Node &larger = left.largest >= right.largest ? left : right;
    nodes[node].largest = nodes[node].added + larger.largest;
    nodes[node].where = larger.where;
  }

  /// `above` is what was added to the ancestors.
  void find(size_t node, int begin, int end, const Span &span, Bytes above,
            Best &best) const {
    if (span.last <= begin || end <= span.first ||
        above + nodes[node].largest <= best.load)
      return;
    if (span.first <= begin && end <= span.last) {
      best = {above + nodes[node].largest, nodes[node].where};
      return;
    }
    const int middle = begin + (end - begin) / 2;
    above += nodes[node].added;
    find(2 * node, begin, middle, span, above, best);
    find(2 * node + 1, middle, end, span, above, best);
  }

  std::vector<Node> nodes; ///< The children of k are 2k and 2k + 1.
  int width = 1;           ///< Cliques, rounded up to a power of two.
};

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_LOADTREE_H
