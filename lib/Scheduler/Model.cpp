//===- Model.cpp - A problem as the search sees it ------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Model.h"

#include <algorithm>
#include <tuple>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

Lists::Lists(int count, std::vector<std::pair<int, int>> pairs)
    : first(count + 1, 0) {
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  numbers.reserve(pairs.size());
  for (const auto &[index, number] : pairs) {
    ++first[index + 1];
    numbers.push_back(number);
  }
  for (int i = 0; i < count; ++i)
    first[i + 1] += first[i];
}

Model::Model(const Problem &problem) {
  const int steps = static_cast<int>(problem.steps.size());
  const int values = static_cast<int>(problem.values.size());
  std::vector<std::pair<int, int>> reads, makes, readers, before, after;
  auto addEdge = [&](size_t from, size_t to) {
    before.emplace_back(to, from);
    after.emplace_back(from, to);
  };
  for (int v = 0; v < values; ++v) {
    const Value &value = problem.values[v];
    size.push_back(value.size);
    kept.push_back(value.kept);
    if (value.producer != none)
      makes.emplace_back(value.producer, v);
    else if (value.kept || !value.consumers.empty())
      atStart += value.size;
    for (size_t consumer : value.consumers) {
      reads.emplace_back(consumer, v);
      readers.emplace_back(v, consumer);
      if (value.producer != none)
        addEdge(value.producer, consumer);
    }
  }
  for (const Precedence &edge : problem.precedences)
    addEdge(edge.before, edge.after);
  operands = Lists(steps, std::move(reads));
  results = Lists(steps, std::move(makes));
  consumers = Lists(values, std::move(readers));
  predecessors = Lists(steps, std::move(before));
  successors = Lists(steps, std::move(after));

  for (int step = 0; step < steps; ++step) {
    made.push_back(problem.steps[step].scratch);
    left.push_back(0);
    for (int result : results[step]) {
      made.back() += size[result];
      if (!isDeadResult(result))
        left.back() += size[result];
    }
  }
  candidates.resize(steps);
  for (const InPlace &pair : problem.inPlace)
    if (!kept[pair.operand]) // Else it never dies.
      candidates[pair.step].push_back(
          {static_cast<int>(pair.result), static_cast<int>(pair.operand),
           std::min(size[pair.operand], size[pair.result])});
  for (std::vector<Candidate> &list : candidates)
    std::sort(
        list.begin(), list.end(), [](const Candidate &a, const Candidate &b) {
          return std::tie(a.result, a.operand) < std::tie(b.result, b.operand);
        });
}

std::vector<Bits> detail::findAncestors(const Model &model) {
  std::vector<Bits> ancestors(model.numSteps(), Bits(model.numSteps()));
  // The numbering is an order in which they can run.
  for (int step = 0; step < model.numSteps(); ++step)
    for (int before : model.predecessors[step]) {
      ancestors[step].add(ancestors[before]);
      ancestors[step].set(before);
    }
  return ancestors;
}
