//===- StreamTrace.cpp - Rows computed as they are needed -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring that several sites read is owned by one of them, and the others take
// what they find. The one that is furthest inside is asked first: where a
// branch joins what it left, that is the branch.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/StreamTrace.h"

#include "TraceRun.h"

#include <algorithm>

using namespace mplan;

namespace {
/// Runs through all rows, with the owners as `trace` says.
class Run : TraceRun {
public:
  Run(const StreamGraph &graph, StreamTrace &trace) : TraceRun(graph, trace) {}

  /// The ring of which a row was not there; nothing if all were.
  std::optional<unsigned> run() {
    for (; numMade != graph.numRows; ++numMade)
      if (!compute(graph.rings.size(), numMade))
        return missing;
    finish();
    return std::nullopt;
  }

private:
  bool compute(unsigned site, int64_t t) {
    const std::vector<RingRead> &reads = graph.sites[site].reads;
    for (unsigned ring : trace.driven[site])
      for (const RingRead &read : reads)
        if (read.ring == ring && !bring(ring, read.rows.last(t) + 1))
          return false;
    for (const RingRead &read : reads)
      if (read.rows.last(t) >= written[read.ring]) {
        missing = read.ring;
        return false;
      }
    noteReads(site, t);
    return true;
  }

  /// Makes rows of `ring` until there are `end`.
  bool bring(unsigned ring, int64_t end) {
    const StreamRing &rows = graph.rings[ring];
    for (int64_t &row = written[ring]; row < end; ++row)
      if (row >= rows.top && row < rows.top + rows.numRows &&
          !compute(ring, row - rows.top))
        return false;
    return true;
  }

  unsigned missing = 0;
};
} // namespace

/// The sites that read each ring, each once.
static std::vector<std::vector<unsigned>>
findReaders(const StreamGraph &graph) {
  std::vector<std::vector<unsigned>> readers(graph.rings.size());
  for (unsigned site = 0; site != graph.sites.size(); ++site)
    for (const RingRead &read : graph.sites[site].reads)
      if (readers[read.ring].empty() || readers[read.ring].back() != site)
        readers[read.ring].push_back(site);
  return readers;
}

/// Gives each ring the owner that is the `choices`-th of its readers, those
/// furthest inside first.
static void chooseDrivers(const std::vector<std::vector<unsigned>> &readers,
                          const std::vector<size_t> &choices,
                          StreamTrace &trace) {
  const unsigned numRings = readers.size();
  std::vector<int> depths(numRings + 1);
  trace.drivers.assign(numRings, numRings);
  trace.driven.assign(numRings + 1, {});
  for (unsigned ring = numRings; ring-- != 0;) {
    std::vector<unsigned> order = readers[ring];
    std::stable_sort(order.begin(), order.end(), [&](unsigned a, unsigned b) {
      return depths[a] > depths[b];
    });
    const unsigned driver = order[choices[ring]];
    trace.drivers[ring] = driver;
    depths[ring] = depths[driver] + 1;
    trace.driven[driver].insert(trace.driven[driver].begin(), ring);
  }
  // What others read, too, is brought up before them.
  std::vector<bool> isAwaited(numRings);
  for (unsigned site = 0; site <= numRings; ++site) {
    std::vector<unsigned> &driven = trace.driven[site];
    std::stable_partition(driven.begin(), driven.end(),
                          [&](unsigned ring) { return isAwaited[ring]; });
    if (site != numRings)
      isAwaited[site] = readers[site].size() > 1 ||
                        (!driven.empty() && isAwaited[driven.front()]);
  }
}

std::optional<StreamTrace> mplan::tracePull(const StreamGraph &graph) {
  StreamTrace trace;
  std::vector<std::vector<unsigned>> readers = findReaders(graph);
  std::vector<size_t> choices(graph.rings.size());
  for (;;) {
    chooseDrivers(readers, choices, trace);
    std::optional<unsigned> missing = Run(graph, trace).run();
    if (!missing)
      break;
    if (++choices[*missing] == readers[*missing].size())
      return std::nullopt;
  }
  return trace;
}

std::optional<StreamTrace>
mplan::traceStream(const StreamGraph &graph, std::optional<StreamOrder> order) {
  std::optional<StreamTrace> pulled, pushed;
  if (order != StreamOrder::Push && !graph.isFed)
    pulled = tracePull(graph);
  if (order != StreamOrder::Pull)
    pushed = tracePush(graph);
  return !pulled || (pushed && pushed->bytes < pulled->bytes) ? pushed : pulled;
}

int64_t mplan::getSharedDistance(const StreamGraph &graph,
                                 const StreamTrace &trace, int64_t inputRow,
                                 int64_t resultRow) {
  int64_t distance = graph.numInputRows * inputRow;
  for (int64_t t = 0; t != graph.numRows; ++t)
    if (trace.inputNeeded[t] != graph.numInputRows)
      distance = std::min(distance, trace.inputNeeded[t] * inputRow -
                                        (t + 1) * resultRow);
  return distance;
}
