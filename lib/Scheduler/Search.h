//===- Search.h - Is there an order with this peak? -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Depth first through the states that can be reached with no more than some
// number of bytes alive. States from which the end cannot be reached are
// remembered, so each is looked at once: dynamic programming over the downsets
// of the graph under a budget of bytes (Ahn et al., SERENITY, 2020). What keeps
// their number small is that most of the time one need not choose (see
// `runForFree`).
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_SEARCH_H
#define MPLAN_LIB_SCHEDULER_SEARCH_H

#include "Walk.h"

namespace mplan::scheduler::detail {

/// A set of states, kept exactly: a proof does not rest on hashes.
class StateSet {
public:
  /// Expects every state to have so many words.
  explicit StateSet(size_t words) : words(words) {}

  bool contains(const Bits &state) const;
  /// Returns false if there is no room for it.
  bool insert(const Bits &state);
  void clear();

private:
  std::pair<size_t, bool> find(const Bits &state) const;
  void grow();

  size_t words;
  size_t count = 0;
  std::vector<uint64_t> pool;
  std::vector<uint32_t> table; ///< Number of a state plus one; 0: free.
};

class Search {
public:
  enum class Answer { Found, Impossible, Unknown };

  Search(const Model &model, const Chunks &chunks);

  /// Is there an order with a peak of at most `limit`? Takes one of `budget`
  /// for each chunk looked at, and gives up when that is spent. Remembers dead
  /// ends: expects a limit no higher than the one before, or `forget`.
  Answer run(Bytes limit, int64_t &budget);
  void forget() { dead.clear(); }

  /// Where there is a choice, tries the chunks in an order by chance, the same
  /// for the same seed; 0: the most promising first.
  void shake(uint64_t newSeed) { seed = newSeed; }

  /// After Found: the steps in that order.
  const std::vector<size_t> &getOrder() const { return order; }

  /// States from which there was a choice, of all runs.
  int64_t getStates() const { return states; }

private:
  struct Frame {
    size_t begin;    ///< In `choices`.
    size_t next;     ///< The one to try next.
    size_t advances; ///< Chunks run to get here from the frame before.
  };

  bool enter(size_t advances);
  size_t runForFree();
  bool runChainForFree(int chunk);
  void leave(bool isDead);
  void retreat(size_t count);
  void sortChoices(size_t begin);

  const Chunks &chunks;
  Walk walk;
  StateSet dead;
  Bytes limit = 0;
  int64_t *budget = nullptr;
  int64_t states = 0;
  uint64_t seed = 0;
  std::vector<Frame> frames;
  std::vector<int> choices;
  std::vector<size_t> order;
};

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_SEARCH_H
