//===- Bound.cpp - How low can the peak be? -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bound.h"

#include <algorithm>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

namespace {
class Bound {
public:
  explicit Bound(const Model &model)
      : model(model), steps(model.numSteps()),
        isSmall(steps <= maxStepsWithAncestors), alive(steps, 0) {
    if (isSmall)
      ancestors = findAncestors(model);
  }

  Bytes find() {
    producers.assign(model.numValues(), -1);
    for (int step = 0; step < steps; ++step)
      for (int result : model.results[step])
        producers[result] = step;
    Bytes atEnd = 0;
    for (int value = 0; value < model.numValues(); ++value) {
      atEnd += model.kept[value] ? model.size[value] : 0;
      if (isSmall)
        countWhereAlive(value);
      else
        countWhereUsed(value);
    }
    Bytes bound = std::max(model.atStart, atEnd);
    for (int step = 0; step < steps; ++step)
      bound = std::max(bound, alive[step] + model.made[step] -
                                  model.left[step] - getMostSaved(step));
    return bound;
  }

private:
  bool isBefore(int step, int other) const {
    return ancestors[other].test(step);
  }

  void countWhereUsed(int value) {
    for (int reader : model.consumers[value])
      alive[reader] += model.size[value];
    if (producers[value] >= 0 && !model.isDeadResult(value))
      alive[producers[value]] += model.size[value];
  }

  /// The steps that come in every order from the producer to the last reader.
  void countWhereAlive(int value) {
    const int producer = producers[value];
    const Lists::Range readers = model.consumers[value];
    if (model.isDeadResult(value) || model.size[value] == 0)
      return;
    Bits needed(steps);
    for (int reader : readers) {
      needed.add(ancestors[reader]);
      needed.set(reader);
    }
    for (int step = std::max(producer, 0); step < steps; ++step)
      if ((model.kept[value] || needed.test(step)) &&
          (producer < 0 || step == producer || isBefore(producer, step)))
        alive[step] += model.size[value];
  }

  /// What the step saves if all its operands die that can.
  Bytes getMostSaved(int step) const {
    auto canDie = [&](int operand) {
      if (isSmall)
        for (int reader : model.consumers[operand])
          if (isBefore(step, reader))
            return false;
      return true;
    };
    return model.getSaved(step, canDie);
  }

  const Model &model;
  const int steps;
  const bool isSmall;
  std::vector<Bytes> alive; ///< By step: values that are, for sure.
  std::vector<int> producers;
  std::vector<Bits> ancestors;
};
} // namespace

Bytes detail::findBound(const Model &model) { return Bound(model).find(); }
