//===- Bounds.cpp - How low can a plan be? --------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lower bounds by sweeps over the ticks.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Bounds.h"

#include "Model.h"

#include <algorithm>
#include <map>
#include <numeric>

using namespace mplan::solver;
using namespace mplan::solver::detail;

/// The beginnings and ends of all buffers that have bytes, in order; their ids
/// are the buffers' indices.
static std::vector<Event> eventsOf(const Problem &problem) {
  std::vector<Event> events;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    if (problem.buffers[i].size == 0)
      continue;
    for (const Segment &segment : problem.buffers[i].segments) {
      events.push_back({segment.lower, true, i});
      events.push_back({segment.upper, false, i});
    }
  }
  std::sort(events.begin(), events.end());
  return events;
}

static bool isAliveAt(const Buffer &buffer, Tick tick) {
  for (const Segment &segment : buffer.segments)
    if (segment.lower <= tick && tick < segment.upper)
      return true;
  return false;
}

Peak mplan::solver::peak(const Problem &problem) {
  Peak peak;
  Bytes live = 0;
  for (const Event &event : eventsOf(problem)) {
    const Bytes size = problem.buffers[event.id].size;
    live += event.begins ? size : -size;
    // Within a tick the sum only grows after its ends are done, so that the
    // largest value seen is that of a whole tick.
    if (live > peak.bytes) {
      peak.bytes = live;
      peak.tick = event.tick;
    }
  }
  if (peak.bytes == 0)
    return peak;
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    if (problem.buffers[i].size > 0 && isAliveAt(problem.buffers[i], peak.tick))
      peak.buffers.push_back(i);
  return peak;
}

/// The bound from the buffers whose offsets are all multiples of `alignment`:
/// stacked, each but the topmost takes its size rounded up. The topmost is at
/// best the one that loses most by rounding.
static Bytes alignedBound(const Problem &problem,
                          const std::vector<Event> &events, Bytes alignment) {
  // Unsigned: the padding of the topmost may exceed the range of Bytes.
  uint64_t rounded = 0, bound = 0;
  std::map<Bytes, size_t> paddings; // How many alive have this padding.
  for (const Event &event : events) {
    const Buffer &buffer = problem.buffers[event.id];
    if (buffer.alignment % alignment != 0)
      continue;
    const Bytes rest = buffer.size % alignment;
    const Bytes padding = rest == 0 ? 0 : alignment - rest;
    const uint64_t size = uint64_t(buffer.size) + uint64_t(padding);
    if (event.begins) {
      rounded += size;
      ++paddings[padding];
      bound = std::max(bound, rounded - uint64_t(paddings.rbegin()->first));
    } else {
      rounded -= size;
      auto it = paddings.find(padding);
      if (--it->second == 0)
        paddings.erase(it);
    }
  }
  return static_cast<Bytes>(bound);
}

/// The best of `alignedBound` over the alignments that occur.
static Bytes paddedBound(const Problem &problem) {
  // Each costs a sweep.
  constexpr size_t maxAlignments = 16;
  std::vector<Bytes> alignments;
  Bytes common = 0;
  bool pads = false;
  for (const Buffer &buffer : problem.buffers) {
    if (buffer.size == 0)
      continue;
    common = std::gcd(common, buffer.alignment);
    pads |= buffer.size % buffer.alignment != 0;
    alignments.push_back(buffer.alignment);
  }
  std::sort(alignments.begin(), alignments.end(), std::greater<>());
  alignments.erase(std::unique(alignments.begin(), alignments.end()),
                   alignments.end());
  if (alignments.size() > maxAlignments)
    alignments.resize(maxAlignments);
  if (common > 0)
    alignments.push_back(common);

  Bytes bound = 0;
  if (!pads)
    return bound; // Every size is a multiple of its alignment.
  const std::vector<Event> events = eventsOf(problem);
  for (Bytes alignment : alignments)
    if (alignment > 1)
      bound = std::max(bound, alignedBound(problem, events, alignment));
  return bound;
}

static bool conflict(const Buffer &a, const Buffer &b) {
  auto x = a.segments.begin(), y = b.segments.begin();
  while (x != a.segments.end() && y != b.segments.end()) {
    if (x->lower < y->upper && y->lower < x->upper)
      return true;
    if (x->upper < y->upper)
      ++x;
    else
      ++y;
  }
  return false;
}

/// For each buffer the lowest offset that the fixed ones leave to it; for those
/// that have no bytes 0.
static std::vector<Bytes> lowestOffsets(const Problem &problem) {
  std::vector<Bytes> lowest(problem.buffers.size(), 0);
  std::vector<size_t> fixed;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    if (problem.buffers[i].size == 0 || !problem.buffers[i].fixedOffset)
      continue;
    lowest[i] = *problem.buffers[i].fixedOffset;
    fixed.push_back(i);
  }
  std::sort(fixed.begin(), fixed.end(),
            [&](size_t a, size_t b) { return lowest[a] < lowest[b]; });
  // Looking at every pair is worth it only while those are few.
  constexpr size_t maxPairs = 20'000'000;
  if (fixed.empty() || fixed.size() > maxPairs / problem.buffers.size())
    return lowest;

  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &buffer = problem.buffers[i];
    if (buffer.size == 0 || buffer.fixedOffset)
      continue;
    Bytes &place = lowest[i];
    for (size_t other : fixed) {
      const Bytes end = lowest[other] + problem.buffers[other].size;
      if (end <= place || !conflict(buffer, problem.buffers[other]))
        continue;
      if (lowest[other] - place >= buffer.size)
        break;
      place = alignUp(end, buffer.alignment);
    }
  }
  return lowest;
}

/// The bound from fixed buffers: those that they keep at or above some offset
/// are stacked on it.
static Bytes fixedBound(const Problem &problem) {
  const std::vector<Bytes> lowest = lowestOffsets(problem);
  std::vector<Bytes> floors = lowest;
  std::sort(floors.begin(), floors.end());
  floors.erase(std::unique(floors.begin(), floors.end()), floors.end());

  Bytes bound = 0;
  for (size_t i = 0; i < lowest.size(); ++i)
    if (problem.buffers[i].size > 0)
      bound = std::max(bound, lowest[i] + problem.buffers[i].size);

  // Each floor costs a sweep; that of 0 is the peak. If there are many, some
  // will do.
  constexpr size_t maxFloors = 32;
  const size_t stride = floors.size() / maxFloors + 1;
  if (floors.size() < 2)
    return bound;
  const std::vector<Event> events = eventsOf(problem);
  for (size_t f = 0; f < floors.size(); f += stride) {
    Bytes live = 0;
    for (const Event &event : events) {
      if (lowest[event.id] < floors[f])
        continue;
      const Bytes size = problem.buffers[event.id].size;
      live += event.begins ? size : -size;
      if (event.begins)
        bound = std::max(bound, floors[f] + live);
    }
  }
  return bound;
}

Bytes mplan::solver::lowerBound(const Problem &problem) {
  return std::max(
      {peak(problem).bytes, paddedBound(problem), fixedBound(problem)});
}
