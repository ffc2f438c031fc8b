//===- Model.h - A problem as the search sees it ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same as flat arrays, with each neighbour once.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_MODEL_H
#define MPLAN_LIB_SCHEDULER_MODEL_H

#include "mplan/Scheduler/Problem.h"

#include <algorithm>
#include <utility>

namespace mplan::scheduler::detail {

/// Lists of numbers, one for each index.
class Lists {
public:
  struct Range {
    const int *from, *to;
    const int *begin() const { return from; }
    const int *end() const { return to; }
    int size() const { return static_cast<int>(to - from); }
    bool empty() const { return from == to; }
  };

  Lists() = default;
  /// Of pairs (index, number): ascending, each once.
  Lists(int count, std::vector<std::pair<int, int>> pairs);

  Range operator[](int index) const {
    return {numbers.data() + first[index], numbers.data() + first[index + 1]};
  }
  int size() const { return static_cast<int>(first.size()) - 1; }

private:
  std::vector<int> numbers;
  std::vector<size_t> first = {0};
};

/// A value of a step that may lie where a result of it will.
struct Candidate {
  int result;
  int operand;
  Bytes bytes; ///< That both then share.
};

/// Immutable. Expects a problem that passes `check`, with fewer than 2^31 steps
/// and values.
struct Model {
  explicit Model(const Problem &problem);

  int numSteps() const { return operands.size(); }
  int numValues() const { return consumers.size(); }

  /// Is it of no use to anybody? Then it dies in the step that makes it.
  bool isDeadResult(int value) const {
    return !kept[value] && consumers[value].empty();
  }

  /// What the step saves in place, if those of its operands die for which
  /// `dies`. It grows with them, by no more than their sizes.
  template <typename Dies>
  Bytes getSaved(int step, Dies dies) const {
    Bytes saved = 0, best = 0;
    int result = -1;
    for (const Candidate &candidate : candidates[step]) {
      if (candidate.result != result) {
        saved += best;
        best = 0;
        result = candidate.result;
      }
      if (dies(candidate.operand))
        best = std::max(best, candidate.bytes);
    }
    return saved + best;
  }

  Lists operands, results;        ///< Values, by step.
  Lists consumers;                ///< Steps, by value.
  Lists predecessors, successors; ///< Steps, by step.
  std::vector<Bytes> size;        ///< By value.
  std::vector<bool> kept;         ///< By value.
  std::vector<Bytes> made;        ///< By step: its results and its scratch.
  std::vector<Bytes> left;        ///< By step: its results that are not dead.
  Bytes atStart = 0;              ///< Alive before the first step.

  /// Of a step, those for one result in a row.
  std::vector<std::vector<Candidate>> candidates;
};

/// A set of numbers below a limit.
class Bits {
public:
  explicit Bits(int count) : words((count + 63) / 64) {}
  bool test(int i) const { return words[i / 64] >> (i % 64) & 1; }
  void set(int i) { words[i / 64] |= uint64_t(1) << (i % 64); }
  void reset(int i) { words[i / 64] &= ~(uint64_t(1) << (i % 64)); }
  void add(const Bits &other) {
    for (size_t i = 0; i < words.size(); ++i)
      words[i] |= other.words[i];
  }
  const std::vector<uint64_t> &getWords() const { return words; }

private:
  std::vector<uint64_t> words;
};

/// By step, all that must run before it. Quadratic in memory: a bit a pair.
std::vector<Bits> findAncestors(const Model &model);

/// Up to so many steps `findAncestors` is affordable: 32 MiB.
inline constexpr int maxStepsWithAncestors = 1 << 14;

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_MODEL_H
