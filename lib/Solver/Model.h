//===- Model.h - A problem as the solvers see it ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Ticks are of no importance to a plan, only who is alive together. So the
// timeline is reduced to its maximal cliques: the moments at which something
// begins to live before the next thing ends. Two buffers conflict if and only
// if they share a clique.
//
//     tick    0 1 2 3 4 5 6 7 8          clique   0 1
//     a       [---------)                a        [-)        [0, 1)
//     b           [---------------)      b        [---)      [0, 2)
//     c               [---)              c        [-)        [0, 1)
//     d                       [---)      d          [-)      [1, 2)
//
// Buffers of size 0 conflict with nothing and are left out. The others are
// sorted by what they are, so that no method can depend on the order in which
// they came: only equal ones stay in it, and it does not matter which is which.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_MODEL_H
#define MPLAN_LIB_SOLVER_MODEL_H

#include "mplan/Solver/Problem.h"

namespace mplan::solver::detail {

/// Something begins or ends to live.
struct Event {
  Tick tick;
  bool begins;
  size_t id; ///< What it is: the maker's own number for it.

  bool operator<(const Event &other) const {
    if (tick != other.tick)
      return tick < other.tick;
    if (begins != other.begins)
      return other.begins; // Ends make room for beginnings.
    return id < other.id;
  }
};

/// The half-open stretch of cliques [first, last).
struct Span {
  int first = 0;
  int last = 0;
};

/// A buffer, known in the model by its own index.
struct Item {
  Bytes size = 0;
  Bytes alignment = 1;
  Bytes fixed = -1;  ///< Its fixed offset, or -1.
  size_t buffer = 0; ///< Its index in the problem.

  bool isFixed() const { return fixed >= 0; }
};

/// Rounds an offset up to a multiple of an alignment.
inline Bytes alignUp(Bytes offset, Bytes alignment) {
  const Bytes rest = offset % alignment;
  return rest == 0 ? offset : offset + (alignment - rest);
}

/// Immutable. Expects a problem that passes `check`, with fewer than 2^31
/// segments.
class Model {
public:
  explicit Model(const Problem &problem);

  int size() const { return static_cast<int>(items.size()); }
  int cliques() const { return numCliques; }
  const Item &operator[](int item) const { return items[item]; }

  /// The spans of an item, ascending, not empty and not touching.
  struct Spans {
    const Span *from, *to;
    const Span *begin() const { return from; }
    const Span *end() const { return to; }
    int size() const { return static_cast<int>(to - from); }
    const Span &front() const { return *from; }
    const Span &back() const { return to[-1]; }
  };
  Spans spans(int item) const {
    return {allSpans.data() + firstSpan[item],
            allSpans.data() + firstSpan[item + 1]};
  }

  /// The number of cliques in which the item lives.
  int numCliquesOf(int item) const;

  /// At most this many pairs of items conflict; exact where every item has
  /// one span.
  int64_t maxConflicts() const { return numMeetings; }

private:
  void sortItems(const std::vector<Span> &unsorted,
                 const std::vector<int> &firstUnsorted);

  std::vector<Item> items;
  std::vector<Span> allSpans;
  std::vector<int> firstSpan; ///< By item; one more at the end.
  int numCliques = 0;
  int64_t numMeetings = 0;
};

/// For each item those that conflict with it. Takes memory for each pair of
/// them: see `Model::maxConflicts`.
class Conflicts {
public:
  explicit Conflicts(const Model &model);

  struct Range {
    const int *from, *to;
    const int *begin() const { return from; }
    const int *end() const { return to; }
    int size() const { return static_cast<int>(to - from); }
  };
  /// Ascending, each once.
  Range of(int item) const {
    return {others.data() + first[item], others.data() + last[item]};
  }

private:
  std::vector<int> others;
  std::vector<size_t> first, last;
};

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_MODEL_H
