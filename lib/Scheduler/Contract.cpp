//===- Contract.cpp - Steps that need not be parted -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Contract.h"

#include <algorithm>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

/// The bytes of the step's operands for which `dies`.
template <typename Dies>
static Bytes getFreed(const Model &model, int step, Dies dies) {
  Bytes freed = 0;
  for (int operand : model.operands[step])
    if (!model.kept[operand] && dies(operand))
      freed += model.size[operand];
  return freed;
}

//===----------------------------------------------------------------------===//
// Right before the only step that waits for it
//===----------------------------------------------------------------------===//

/// May `step` always run right before `next`, the only one that waits for it?
///
/// Take any order and move it there. What it leaves is at least all of what it
/// reads, so while it waits, no more bytes are alive than before: its results
/// are not there, and its operands are at worst still there, though others
/// cannot die any more in between (nor be written over). And its own peak,
/// reckoned from what is alive after it, is not above that of `next`.
static bool runsRightBefore(const Model &model, int step, int next) {
  auto always = [](int) { return true; };
  const Bytes freed = getFreed(model, step, always);
  if (model.left[step] < freed)
    return false;
  // Grows with what dies: no operand saves more than its size.
  const Bytes above = model.made[step] - model.left[step] + freed -
                      model.getSaved(step, always);
  return above <= model.made[next] - model.getSaved(next, always);
}

/// For each step the one that it runs right before, or -1.
static std::vector<int> findNext(const Model &model) {
  std::vector<int> next(model.numSteps(), -1);
  for (int step = 0; step < model.numSteps(); ++step) {
    const Lists::Range successors = model.successors[step];
    if (successors.size() == 1 &&
        runsRightBefore(model, step, *successors.begin()))
      next[step] = *successors.begin();
  }
  return next;
}

/// The chunks that this makes, in order of their last step.
static std::vector<std::vector<int>> gatherBefore(const Model &model) {
  const std::vector<int> next = findNext(model);
  std::vector<std::vector<int>> chunks, before(model.numSteps());
  for (int step = 0; step < model.numSteps(); ++step) {
    // Those before it have lower numbers, hence are complete.
    before[step].push_back(step);
    if (next[step] >= 0)
      before[next[step]].insert(before[next[step]].end(), before[step].begin(),
                                before[step].end());
    else
      chunks.push_back(std::move(before[step]));
  }
  return chunks;
}

//===----------------------------------------------------------------------===//
// Right after what it waits for
//===----------------------------------------------------------------------===//

namespace {
/// Chunks that grow at their ends.
class AfterContraction {
public:
  AfterContraction(const Model &model, std::vector<std::vector<int>> parts)
      : model(model), parts(std::move(parts)), ancestors(findAncestors(model)),
        owner(model.numSteps(), -1) {}

  std::vector<std::vector<int>> run() {
    for (std::vector<int> &part : parts)
      if (!append(part))
        start(part);
    std::vector<std::vector<int>> chunks;
    for (Growing &chunk : growing)
      chunks.push_back(std::move(chunk.members));
    return chunks;
  }

private:
  struct Growing {
    std::vector<int> members;
    Bits hasRun; ///< When it has: itself and all before it.
    /// At least so much is its peak above what is alive after it.
    Bytes slack;
  };

  /// Are all readers of the value in `set`? Then it dies with the last of them.
  bool diesIn(int value, const Bits &set) const {
    for (int reader : model.consumers[value])
      if (!set.test(reader))
        return false;
    return true;
  }

  void start(const std::vector<int> &part) {
    const int last = part.back();
    Growing chunk{part, Bits(model.numSteps()), 0};
    for (int step : part) {
      chunk.hasRun.add(ancestors[step]);
      chunk.hasRun.set(step);
      owner[step] = static_cast<int>(growing.size());
    }
    auto dies = [&](int value) { return diesIn(value, chunk.hasRun); };
    chunk.slack = model.made[last] - model.left[last] +
                  getFreed(model, last, dies) - model.getSaved(last, dies);
    growing.push_back(std::move(chunk));
  }

  /// Appends `part` to the chunk that it waits for, if once that has run, it
  /// can run, leaves no more alive than before, and has no higher peak than the
  /// chunk had. Then it may always run there: see `Search::runChainForFree`.
  /// What dies is counted only if it does so in any order.
  bool append(const std::vector<int> &part) {
    int latest = -1;
    for (int step : part)
      for (int before : model.predecessors[step])
        if (owner[before] >= 0)
          latest = std::max(latest, before);
    if (latest < 0)
      return false;
    Growing &chunk = growing[owner[latest]];
    Bits hasRun = chunk.hasRun;
    Bytes now = 0;
    for (int step : part) {
      for (int before : model.predecessors[step])
        if (!hasRun.test(before))
          return false;
      hasRun.set(step);
      auto dies = [&](int value) { return diesIn(value, hasRun); };
      if (now + model.made[step] - model.getSaved(step, dies) > chunk.slack)
        return false;
      now += model.left[step] - getFreed(model, step, dies);
    }
    if (now > 0)
      return false;
    for (int step : part)
      owner[step] = owner[latest];
    chunk.members.insert(chunk.members.end(), part.begin(), part.end());
    chunk.hasRun = std::move(hasRun);
    chunk.slack -= now;
    return true;
  }

  const Model &model;
  std::vector<std::vector<int>> parts;
  std::vector<Bits> ancestors;
  std::vector<Growing> growing;
  std::vector<int> owner; ///< By step.
};
} // namespace

Chunks detail::contract(const Model &model) {
  std::vector<std::vector<int>> chunks = gatherBefore(model);
  if (model.numSteps() <= maxStepsWithAncestors)
    chunks = AfterContraction(model, std::move(chunks)).run();
  return Chunks(model, std::move(chunks));
}
