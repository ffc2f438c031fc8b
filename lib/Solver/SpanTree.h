//===- SpanTree.h - The best buffer that fits into a valley -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A k-d tree over the spans of a model's items, as points (first, last). Each
// node knows the best rank and the bounds of the points below it that are
// still there.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_SPANTREE_H
#define MPLAN_LIB_SOLVER_SPANTREE_H

#include "Model.h"

namespace mplan::solver::detail {

class SpanTree {
public:
  /// Over the spans of all items that are not fixed. None is in it yet.
  explicit SpanTree(const Model &model);

  /// Puts all of them in, with the rank of their item. Ranks differ, and less
  /// is better.
  void reset(const std::vector<int> &ranks);

  /// Takes the spans of an item out, or puts them in again.
  void remove(int item) { setPresent(item, false); }
  void add(int item) { setPresent(item, true); }

  // Each query takes one step of `steps` for each node visited.

  /// The item of the best rank that has a span within this one, or -1.
  int findBest(const Span &within, int64_t &steps) const;

  /// The same, for spans that also have this clique.
  int findBest(const Span &within, int clique, int64_t &steps) const;

  /// Where the last of the spans within this one ends: `within.first` if there
  /// are none.
  int findLastEnd(const Span &within, int64_t &steps) const;

  /// Where the first of the spans within this one begins: `within.last` if
  /// there are none.
  int findFirstStart(const Span &within, int64_t &steps) const;

private:
  struct Point {
    int first, last, item;
    bool present;
  };
  struct Node {
    int minFirst, maxFirst, minLast, maxLast;
    int bestRank;
  };

  void build(size_t node, int begin, int end, int depth);
  void setPresent(int item, bool present);
  void updateLeaf(size_t node);
  bool updateInner(size_t node); ///< True if that changed it.
  /// What a query asks for: first clique in [minFirst, maxFirst], end in
  /// [minLast, maxLast].
  struct Box {
    int minFirst, maxFirst, minLast, maxLast;
  };
  struct Best {
    int rank, item;
  };
  void find(size_t node, const Box &box, Best &best, int64_t &steps) const;
  void findLastEnd(size_t node, const Span &within, int &end,
                   int64_t &steps) const;
  void findFirstStart(size_t node, const Span &within, int &start,
                      int64_t &steps) const;
  bool isLeaf(size_t node) const { return node >= nodes.size() / 2; }

  std::vector<Point> points; ///< Each leaf has a stretch of them.
  std::vector<Node> nodes;   ///< The children of k are 2k and 2k + 1.
  std::vector<std::pair<int, int>> leafPoints; ///< By leaf, from 0.
  std::vector<std::vector<int>> pointsOf;      ///< By item.
  std::vector<size_t> leafOf;                  ///< By point.
  std::vector<int> ranks;                      ///< By item.
};

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_SPANTREE_H
