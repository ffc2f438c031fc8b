//===- Part.cpp - Stretches of an order as problems of their own ----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Part.h"

#include <algorithm>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

Problem detail::makePart(const Problem &problem,
                         const std::vector<size_t> &order, size_t begin,
                         size_t end) {
  Problem part;
  std::vector<size_t> positions(order.size());
  for (size_t i = 0; i < order.size(); ++i)
    positions[order[i]] = i;
  auto isInside = [&](size_t step) {
    return positions[step] >= begin && positions[step] < end;
  };
  for (size_t i = begin; i < end; ++i)
    part.steps.push_back({problem.steps[order[i]].scratch});

  Bytes around = 0;
  std::vector<size_t> numbers(problem.values.size(), none);
  for (size_t i = 0; i < problem.values.size(); ++i) {
    const Value &value = problem.values[i];
    Value inside;
    inside.size = value.size;
    inside.kept = value.kept;
    bool isNeeded = value.kept;
    for (size_t reader : value.consumers) {
      if (isInside(reader))
        inside.consumers.push_back(positions[reader] - begin);
      else if (positions[reader] >= end)
        inside.kept = isNeeded = true;
    }
    const bool isMadeBefore =
        value.producer == none || positions[value.producer] < begin;
    if (!isMadeBefore) {
      if (!isInside(value.producer))
        continue;
      inside.producer = positions[value.producer] - begin;
    } else if (inside.consumers.empty()) {
      around += isNeeded ? value.size : 0;
      continue;
    }
    numbers[i] = part.values.size();
    part.values.push_back(std::move(inside));
  }
  if (around > 0) {
    part.values.emplace_back();
    part.values.back().size = around;
    part.values.back().kept = true;
  }
  for (const InPlace &pair : problem.inPlace)
    if (isInside(pair.step))
      part.inPlace.push_back({positions[pair.step] - begin,
                              numbers[pair.operand], numbers[pair.result]});
  for (const Precedence &edge : problem.precedences)
    if (isInside(edge.before) && isInside(edge.after))
      part.precedences.push_back(
          {positions[edge.before] - begin, positions[edge.after] - begin});
  return part;
}

std::vector<int> detail::findCuts(const Chunks &chunks) {
  const int count = chunks.size();
  // From a chunk all later ones are reached if each of those waits for one that
  // is not before the chunk.
  std::vector<bool> reachesAll(count);
  int earliest = count;
  for (int i = count; i-- > 0;) {
    reachesAll[i] = earliest >= i;
    const Lists::Range before = chunks.predecessors[i];
    earliest = std::min(earliest, before.empty() ? -1 : before.end()[-1]);
  }
  // All earlier ones reach it if each has a successor that is not after it.
  std::vector<int> cuts;
  int latest = 0;
  for (int i = 0; i < count; ++i) {
    if (latest <= i && reachesAll[i] && i + 1 < count)
      cuts.push_back(i + 1);
    const Lists::Range after = chunks.successors[i];
    latest = std::max(latest, after.empty() ? count : *after.begin());
  }
  cuts.push_back(count);
  return cuts;
}
