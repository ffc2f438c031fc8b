//===- Search.cpp - Is there an order with this peak? ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Search.h"

#include <algorithm>
#include <tuple>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

/// So many words of states are remembered at most: 256 MiB.
static constexpr size_t maxPool = size_t(1) << 25;

/// How many steps of a chain are looked at for one that may run for free.
static constexpr size_t maxChain = 16;

//===----------------------------------------------------------------------===//
// StateSet
//===----------------------------------------------------------------------===//

static size_t hash(const uint64_t *words, size_t count) {
  uint64_t x = 0x9E3779B97F4A7C15;
  for (size_t i = 0; i < count; ++i) {
    x = (x ^ words[i]) * 0xBF58476D1CE4E5B9;
    x ^= x >> 29;
  }
  x *= 0x94D049BB133111EB;
  return x ^ (x >> 32);
}

/// Where the state is in the table or could be put, and whether it is there.
std::pair<size_t, bool> StateSet::find(const Bits &state) const {
  const uint64_t *data = state.getWords().data();
  const size_t mask = table.size() - 1;
  for (size_t at = hash(data, words) & mask;; at = (at + 1) & mask) {
    if (table[at] == 0)
      return {at, false};
    if (std::equal(data, data + words, &pool[(table[at] - 1) * words]))
      return {at, true};
  }
}

bool StateSet::contains(const Bits &state) const {
  return !table.empty() && find(state).second;
}

void StateSet::grow() {
  table.assign(std::max<size_t>(1024, table.size() * 2), 0);
  const size_t mask = table.size() - 1;
  for (size_t i = 0; i < count; ++i) {
    size_t at = hash(&pool[i * words], words) & mask;
    while (table[at] != 0)
      at = (at + 1) & mask;
    table[at] = static_cast<uint32_t>(i + 1);
  }
}

bool StateSet::insert(const Bits &state) {
  if (pool.size() + words > maxPool)
    return false;
  if (2 * (count + 1) > table.size())
    grow();
  const auto [at, isThere] = find(state);
  if (isThere)
    return true;
  pool.insert(pool.end(), state.getWords().begin(), state.getWords().end());
  table[at] = static_cast<uint32_t>(++count);
  return true;
}

void StateSet::clear() {
  count = 0;
  pool.clear();
  table.clear();
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

Search::Search(const Model &model, const Chunks &chunks)
    : chunks(chunks), walk(model, chunks), dead((chunks.size() + 63) / 64) {}

void Search::retreat(size_t count) {
  for (; count > 0; --count)
    walk.retreat();
}

/// Runs `chunk` and those that it makes ready, one after the other, if that is
/// within the limit and at last leaves no more bytes alive than before. The
/// chain then may run at once, whatever else could:
///
/// Take any order from here on, pull the chain to its front and leave all else
/// as it is. Let A be the state that it begins in, B the one after the chain,
/// and X a state on the way of that order. The bytes alive, L, are those of
/// values made less those of values done with; the first is additive and the
/// second supermodular in the state, so L is submodular:
///   L(X + B) <= L(X) + L(B) - L(X & B).
/// X & B is a state between A and B. In a chain each step waits for the one
/// before, so those are the beginnings of the chain, all of which have at least
/// L(A) >= L(B): it is the first that comes down to L(A). So L(X + B) <= L(X).
/// And what a step saves in place, it saves as well when more has run before
/// it.
bool Search::runChainForFree(int chunk) {
  const Bytes before = walk.getLive();
  size_t length = 0;
  while (length < maxChain) {
    walk.advance(chunk);
    ++length;
    if (walk.getLive() <= before)
      return true;
    // Those that are ready since then; the least of them.
    int next = -1;
    for (int made : chunks.successors[chunk]) {
      --*budget;
      if (!walk.isReady(made) ||
          walk.getLive() + walk.getCost(made).peak > limit)
        continue;
      if (next < 0 || walk.getCost(made).net < walk.getCost(next).net)
        next = made;
    }
    if (next < 0)
      break;
    chunk = next;
  }
  retreat(length);
  return false;
}

/// Runs what may run at once; returns how many chunks.
size_t Search::runForFree() {
  const size_t before = walk.getTrail().size();
  bool isChanged = true;
  while (isChanged && *budget > 0) {
    isChanged = false;
    // First those that need no look ahead.
    for (bool chains : {false, true}) {
      for (size_t i = 0; i < walk.getReady().size() && !isChanged; ++i) {
        const int chunk = walk.getReady()[i];
        const Cost &cost = walk.getCost(chunk);
        --*budget;
        if (walk.getLive() + cost.peak > limit)
          continue;
        if (cost.net <= 0) {
          walk.advance(chunk);
          isChanged = true;
        } else if (chains) {
          isChanged = runChainForFree(chunk);
        }
      }
      if (isChanged)
        break;
    }
  }
  return walk.getTrail().size() - before;
}

void Search::sortChoices(size_t begin) {
  // What leaves the least alive first; of equals what takes the least.
  auto isBetter = [this](int a, int b) {
    const Cost &left = walk.getCost(a), &right = walk.getCost(b);
    return std::tie(left.net, left.peak, a) <
           std::tie(right.net, right.peak, b);
  };
  auto isLuckier = [this](int a, int b) {
    const uint64_t words[] = {seed, uint64_t(a)},
                   others[] = {seed, uint64_t(b)};
    return hash(words, 2) < hash(others, 2);
  };
  if (seed == 0)
    std::sort(choices.begin() + begin, choices.end(), isBetter);
  else
    std::sort(choices.begin() + begin, choices.end(), isLuckier);
}

/// Makes a frame of the state that `advances` chunks since the last one led to.
/// Returns false, and goes back, if the end cannot be reached from it.
bool Search::enter(size_t advances) {
  advances += runForFree();
  if (dead.contains(walk.getDone())) {
    retreat(advances);
    return false;
  }
  const size_t begin = choices.size();
  for (int chunk : walk.getReady()) {
    --*budget;
    if (walk.getLive() + walk.getCost(chunk).peak <= limit)
      choices.push_back(chunk);
  }
  sortChoices(begin);
  frames.push_back({begin, begin, advances});
  ++states;
  return true;
}

void Search::leave(bool isDead) {
  if (isDead && !dead.insert(walk.getDone()))
    *budget = 0; // It cannot be remembered, so the search would not end.
  choices.resize(frames.back().begin);
  retreat(frames.back().advances);
  frames.pop_back();
}

Search::Answer Search::run(Bytes newLimit, int64_t &newBudget) {
  limit = newLimit;
  budget = &newBudget;
  Answer answer = Answer::Impossible;
  if (walk.getLive() <= limit)
    enter(0);
  while (!frames.empty()) {
    if (walk.isAtEnd()) {
      answer = Answer::Found;
      order = walk.getSteps();
      break;
    }
    if (newBudget <= 0) {
      answer = Answer::Unknown;
      break;
    }
    Frame &frame = frames.back();
    if (frame.next == choices.size()) {
      leave(/*isDead=*/true);
      continue;
    }
    walk.advance(choices[frame.next++]);
    enter(1);
  }
  while (!frames.empty())
    leave(/*isDead=*/false);
  return answer;
}
