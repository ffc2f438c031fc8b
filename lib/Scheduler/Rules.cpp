//===- Rules.cpp - Orders by simple rules ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rules.h"

#include <algorithm>
#include <array>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

/// The least comes first.
using Key = std::array<Bytes, 4>;

static Key getKey(const Cost &cost, Rule rule, int chunk, Bytes readySince) {
  switch (rule) {
  case Rule::LeastAfter:
    return {cost.net, cost.peak, chunk, 0};
  case Rule::LeastPeak:
    return {cost.peak, cost.net, chunk, 0};
  case Rule::FreesFirst:
    if (cost.net <= 0)
      return {0, cost.peak, cost.net, chunk};
    return {1, cost.net, cost.peak, chunk};
  case Rule::NewestFirst:
    return {-readySince, cost.net, cost.peak, chunk};
  }
  return {};
}

std::vector<size_t> detail::orderByRule(const Model &model,
                                        const Chunks &chunks, Rule rule) {
  Walk walk(model, chunks);
  std::vector<Bytes> readySince(chunks.size(), 0);
  while (!walk.isAtEnd()) {
    int best = -1;
    Key bestKey = {};
    for (int chunk : walk.getReady()) {
      const Key key =
          getKey(walk.getCost(chunk), rule, chunk, readySince[chunk]);
      if (best < 0 || key < bestKey) {
        best = chunk;
        bestKey = key;
      }
    }
    walk.advance(best);
    for (int next : chunks.successors[best])
      if (walk.isReady(next))
        readySince[next] = static_cast<Bytes>(walk.getTrail().size());
  }
  return walk.getSteps();
}

std::vector<size_t> detail::orderByChance(const Model &model, uint64_t seed) {
  const Chunks chunks(model);
  Walk walk(model, chunks);
  while (!walk.isAtEnd()) {
    seed += 0x9E3779B97F4A7C15; // SplitMix64
    uint64_t x = seed;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
    x ^= x >> 31;
    walk.advance(walk.getReady()[x % walk.getReady().size()]);
  }
  return walk.getSteps();
}

namespace {
/// A walk of single steps from the end to the start.
class BackwardWalk {
public:
  explicit BackwardWalk(const Model &model)
      : model(model), isAlive(model.kept), costs(model.numSteps()),
        stale(model.numSteps(), true) {
    for (int step = 0; step < model.numSteps(); ++step) {
      waitsFor.push_back(model.successors[step].size());
      if (waitsFor.back() == 0)
        ready.push_back(step);
    }
  }

  std::vector<size_t> run() {
    std::vector<size_t> order;
    while (!ready.empty()) {
      size_t best = 0;
      for (size_t i = 1; i < ready.size(); ++i)
        if (getKey(ready[i]) < getKey(ready[best]))
          best = i;
      const int step = ready[best];
      ready[best] = ready.back();
      ready.pop_back();
      order.push_back(step);
      takeBack(step);
    }
    std::reverse(order.begin(), order.end());
    return order;
  }

private:
  Key getKey(int step) {
    if (stale[step])
      computeCost(step);
    // Of equals the one that stood last.
    return {costs[step].net, costs[step].peak, -step, 0};
  }

  /// Both above what is alive after the step.
  void computeCost(int step) {
    stale[step] = false;
    Bytes before = -model.left[step];
    for (int operand : model.operands[step])
      if (!isAlive[operand])
        before += model.size[operand];
    const Bytes saved =
        model.getSaved(step, [&](int operand) { return !isAlive[operand]; });
    costs[step] = {before + model.made[step] - saved, before};
  }

  void takeBack(int step) {
    for (int operand : model.operands[step]) {
      if (isAlive[operand])
        continue;
      isAlive[operand] = true;
      for (int reader : model.consumers[operand])
        stale[reader] = true;
    }
    for (int before : model.predecessors[step])
      if (--waitsFor[before] == 0)
        ready.push_back(before);
  }

  const Model &model;
  std::vector<int> ready, waitsFor;
  std::vector<bool> isAlive; ///< By value: after the step taken back last.
  std::vector<Cost> costs;
  std::vector<bool> stale;
};
} // namespace

std::vector<size_t> detail::orderBackwards(const Model &model) {
  return BackwardWalk(model).run();
}
