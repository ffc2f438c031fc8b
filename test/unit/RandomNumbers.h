//===- RandomNumbers.h - Numbers by chance for the tests --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A random generator of our own, since those of the standard library give other
// numbers elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TEST_UNIT_RANDOMNUMBERS_H
#define MPLAN_TEST_UNIT_RANDOMNUMBERS_H

#include <cstdint>
#include <utility>
#include <vector>

namespace mplan::test {

/// SplitMix64.
class Random {
public:
  explicit Random(uint64_t seed) : state(seed) {}

  uint64_t next() {
    uint64_t x = state += 0x9E3779B97F4A7C15;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    return x ^ (x >> 31);
  }

  /// In [low, high].
  int64_t in(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(next() % uint64_t(high - low + 1));
  }

  bool oneIn(int64_t n) { return in(1, n) == 1; }

  template <typename T>
  void shuffle(std::vector<T> &values) {
    for (size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[in(0, i - 1)]);
  }

private:
  uint64_t state;
};

} // namespace mplan::test

#endif // MPLAN_TEST_UNIT_RANDOMNUMBERS_H
