//===- Walk.cpp - Running steps forwards and taking them back -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Walk.h"

#include <algorithm>
#include <limits>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

//===----------------------------------------------------------------------===//
// Chunks
//===----------------------------------------------------------------------===//

Chunks::Chunks(const Model &model) {
  for (int step = 0; step < model.numSteps(); ++step)
    members.push_back({step});
  connect(model);
}

Chunks::Chunks(const Model &model, std::vector<std::vector<int>> members)
    : members(std::move(members)) {
  connect(model);
}

void Chunks::connect(const Model &model) {
  chunkOf.resize(model.numSteps());
  for (int chunk = 0; chunk < size(); ++chunk)
    for (int step : members[chunk])
      chunkOf[step] = chunk;
  std::vector<std::pair<int, int>> before, after, reads;
  for (int step = 0; step < model.numSteps(); ++step) {
    for (int operand : model.operands[step])
      reads.emplace_back(chunkOf[step], operand);
    for (int next : model.successors[step])
      if (chunkOf[step] != chunkOf[next]) {
        before.emplace_back(chunkOf[next], chunkOf[step]);
        after.emplace_back(chunkOf[step], chunkOf[next]);
      }
  }
  operands = Lists(size(), std::move(reads));
  predecessors = Lists(size(), std::move(before));
  successors = Lists(size(), std::move(after));
}

//===----------------------------------------------------------------------===//
// Walk
//===----------------------------------------------------------------------===//

Walk::Walk(const Model &model, const Chunks &chunks)
    : model(model), chunks(chunks), live(model.atStart),
      positionInReady(chunks.size(), -1), hasRun(model.numSteps(), false),
      costs(chunks.size()), stale(chunks.size(), true), done(chunks.size()) {
  for (int value = 0; value < model.numValues(); ++value)
    pendingReaders.push_back(model.consumers[value].size());
  pendingChunks.resize(model.numValues(), 0);
  for (int chunk = 0; chunk < chunks.size(); ++chunk)
    for (int operand : chunks.operands[chunk])
      ++pendingChunks[operand];
  for (int chunk = 0; chunk < chunks.size(); ++chunk) {
    waitsFor.push_back(chunks.predecessors[chunk].size());
    if (waitsFor.back() == 0)
      makeReady(chunk);
  }
}

void Walk::makeReady(int chunk) {
  positionInReady[chunk] = static_cast<int>(ready.size());
  ready.push_back(chunk);
}

void Walk::makeUnready(int chunk) {
  const int position = positionInReady[chunk];
  ready[position] = ready.back();
  positionInReady[ready[position]] = position;
  ready.pop_back();
  positionInReady[chunk] = -1;
}

/// With one chunk of readers to go, a value dies in that one: its cost changes.
void Walk::markLastChunk(int value) {
  for (int step : model.consumers[value])
    if (!hasRun[step]) {
      stale[chunks.chunkOf[step]] = true;
      return;
    }
}

void Walk::computeCost(int chunk) {
  stale[chunk] = false;
  Bytes now = 0, peak = std::numeric_limits<Bytes>::min();
  const std::vector<int> &members = chunks.members[chunk];
  for (int step : members) {
    const Bytes saved = model.getSaved(
        step, [&](int operand) { return pendingReaders[operand] == 1; });
    peak = std::max(peak, now + model.made[step] - saved);
    now += model.left[step];
    for (int operand : model.operands[step])
      if (--pendingReaders[operand] == 0 && !model.kept[operand])
        now -= model.size[operand];
  }
  for (int step : members)
    for (int operand : model.operands[step])
      ++pendingReaders[operand];
  costs[chunk] = {peak, now};
}

void Walk::advance(int chunk) {
  makeUnready(chunk);
  for (int step : chunks.members[chunk]) {
    hasRun[step] = true;
    live += model.left[step];
    for (int operand : model.operands[step])
      if (--pendingReaders[operand] == 0 && !model.kept[operand])
        live -= model.size[operand];
  }
  for (int operand : chunks.operands[chunk])
    if (--pendingChunks[operand] == 1)
      markLastChunk(operand);
  done.set(chunk);
  trail.push_back(chunk);
  for (int next : chunks.successors[chunk])
    if (--waitsFor[next] == 0)
      makeReady(next);
}

void Walk::retreat() {
  const int chunk = trail.back();
  trail.pop_back();
  done.reset(chunk);
  for (int next : chunks.successors[chunk])
    if (waitsFor[next]++ == 0)
      makeUnready(next);
  // The other one of two is not the last one any more.
  for (int operand : chunks.operands[chunk])
    if (++pendingChunks[operand] == 2)
      markLastChunk(operand);
  for (int step : chunks.members[chunk]) {
    hasRun[step] = false;
    live -= model.left[step];
    for (int operand : model.operands[step])
      if (++pendingReaders[operand] == 1 && !model.kept[operand])
        live += model.size[operand];
  }
  stale[chunk] = true;
  makeReady(chunk);
}

std::vector<size_t> Walk::getSteps() const {
  std::vector<size_t> steps;
  for (int chunk : trail)
    steps.insert(steps.end(), chunks.members[chunk].begin(),
                 chunks.members[chunk].end());
  return steps;
}
