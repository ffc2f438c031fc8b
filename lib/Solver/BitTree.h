//===- BitTree.h - An ordered set of small integers -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A set of integers below a limit, with neighbours in a few steps: words of 64
// bits, and above each level of words one that tells which of them are empty.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SOLVER_BITTREE_H
#define MPLAN_LIB_SOLVER_BITTREE_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace mplan::solver::detail {

class BitTree {
public:
  /// The empty set, for integers in [0, limit).
  explicit BitTree(int limit) {
    do {
      limit = (limit + 63) / 64;
      levels.emplace_back(limit, 0);
    } while (limit > 1);
  }

  bool contains(int value) const {
    return levels[0][value / 64] >> (value % 64) & 1;
  }

  void insert(int value) {
    for (auto &level : levels) {
      level[value / 64] |= uint64_t(1) << (value % 64);
      value /= 64;
    }
  }

  void erase(int value) {
    for (auto &level : levels) {
      level[value / 64] &= ~(uint64_t(1) << (value % 64));
      if (level[value / 64] != 0)
        return;
      value /= 64;
    }
  }

  /// The smallest member that is at least `value`, or -1.
  int next(int value) const {
    for (size_t level = 0; level < levels.size(); ++level) {
      if (size_t(value / 64) >= levels[level].size())
        return -1;
      const uint64_t word = levels[level][value / 64] >> (value % 64);
      if (word != 0)
        return descend(level, value + __builtin_ctzll(word), false);
      value = value / 64 + 1;
    }
    return -1;
  }

  /// The largest member that is at most `value`, or -1.
  int previous(int value) const {
    for (size_t level = 0; level < levels.size() && value >= 0; ++level) {
      const uint64_t word = levels[level][value / 64] << (63 - value % 64);
      if (word != 0)
        return descend(level, value - __builtin_clzll(word), true);
      value = value / 64 - 1;
    }
    return -1;
  }

private:
  /// The smallest or largest member below a bit that is set in a level.
  int descend(size_t level, int value, bool largest) const {
    while (level > 0) {
      const uint64_t word = levels[--level][value];
      value = value * 64 +
              (largest ? 63 - __builtin_clzll(word) : __builtin_ctzll(word));
    }
    return value;
  }

  std::vector<std::vector<uint64_t>> levels;
};

} // namespace mplan::solver::detail

#endif // MPLAN_LIB_SOLVER_BITTREE_H
