//===- Random.h - The generator's numbers -----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// SplitMix64, whose stream is fixed by its definition: the standard library's
// distributions differ between versions. No two draws in one expression: their
// order would be the compiler's choice.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_RANDOM_H
#define MPLAN_TOOLS_GEN_RANDOM_H

#include <cassert>
#include <cstddef>
#include <cstdint>

namespace mplan::gen {

class Random {
public:
  /// The state is a hash of the seed: seeds that follow each other must not
  /// give streams that follow each other.
  explicit Random(uint64_t seed) : state(seed) { state = next(); }

  uint64_t next() {
    uint64_t z = state += 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
  }

  /// In [0, bound).
  size_t below(size_t bound) {
    assert(bound > 0 && "nothing to draw from");
    return next() % bound;
  }

  /// In [low, high], both included.
  int64_t between(int64_t low, int64_t high) {
    return low + int64_t(below(high - low + 1));
  }

  /// True this many times out of a hundred.
  bool chance(unsigned percent) { return below(100) < percent; }

  /// One of the elements.
  template <typename Range>
  auto &pick(Range &&range) {
    return range[below(range.size())];
  }

private:
  uint64_t state;
};

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_RANDOM_H
