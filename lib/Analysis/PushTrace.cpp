//===- PushTrace.cpp - Rows computed as they become possible --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A site that reads several rings follows one of them, and finds the others as
// far as they are. It is that which is last to come, or rows are left over at
// the end: the one that is made last is asked first.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/StreamTrace.h"

#include <algorithm>

using namespace mplan;

namespace {
/// Runs through all rows, with the followers as `trace` says.
class Run {
public:
  Run(const StreamGraph &graph, StreamTrace &trace)
      : graph(graph), trace(trace), made(graph.sites.size()) {
    for (const StreamRing &ring : graph.rings)
      written.push_back(ring.top);
    trace.heights.assign(graph.rings.size(), 1);
    trace.readsNewest.clear();
    for (const StreamSite &site : graph.sites)
      trace.readsNewest.emplace_back(site.reads.size(), true);
    trace.inputNeeded.assign(graph.numRows, graph.numInputRows);
  }

  /// False if a row of the input is read that is gone.
  bool run() {
    for (; inputRow != graph.numInputRows; ++inputRow)
      goOn(trace.followers.back());
    for (int64_t t = graph.numRows - 1; t > 0; --t)
      trace.inputNeeded[t - 1] =
          std::min(trace.inputNeeded[t - 1], trace.inputNeeded[t]);
    return isOk;
  }

  /// The first site of which rows were not computed.
  std::optional<unsigned> getUnfinished() const {
    for (unsigned site = 0; site != made.size(); ++site)
      if (made[site] != getNumRows(site))
        return site;
    return std::nullopt;
  }

private:
  int64_t getNumRows(unsigned site) const {
    return site == graph.rings.size() ? graph.numRows
                                      : graph.rings[site].numRows;
  }

  bool isPossible(unsigned site, int64_t t) const {
    return t < getNumRows(site) &&
           all(
               graph.sites[site].reads,
               [&](const RingRead &read) {
                 return read.rows.last(t) < written[read.ring];
               }) &&
           all(
               graph.sites[site].inputReads,
               [&](const RowRange &read) { return read.last(t) <= inputRow; });
  }

  template <typename Range, typename Predicate>
  static bool all(const Range &range, Predicate predicate) {
    return std::all_of(range.begin(), range.end(), predicate);
  }

  void goOn(const std::vector<unsigned> &followers) {
    for (unsigned site : followers)
      while (isPossible(site, made[site]))
        compute(site);
  }

  void compute(unsigned site) {
    const int64_t t = made[site]++;
    const std::vector<RingRead> &reads = graph.sites[site].reads;
    for (size_t i = 0; i != reads.size(); ++i) {
      const RingRead &read = reads[i];
      int64_t &height = trace.heights[read.ring];
      height = std::max(height, written[read.ring] - read.rows.first(t));
      if (read.rows.last(t) + 1 != written[read.ring])
        trace.readsNewest[site][i] = false;
    }
    for (const RowRange &read : graph.sites[site].inputReads) {
      const int64_t row = read.first(t);
      isOk &= !graph.isFed || row == inputRow;
      const int64_t numResults = made.back() - (site == graph.rings.size());
      if (numResults != 0)
        trace.inputNeeded[numResults - 1] =
            std::min(trace.inputNeeded[numResults - 1], row);
    }
    if (site == graph.rings.size())
      return;
    const StreamRing &ring = graph.rings[site];
    for (int64_t k = t + 1 == ring.numRows ? ring.bottom : 0; k >= 0; --k) {
      ++written[site];
      goOn(trace.followers[site]);
    }
  }

  const StreamGraph &graph;
  StreamTrace &trace;
  std::vector<int64_t> written; ///< Of each ring.
  std::vector<int64_t> made;    ///< By each site.
  int64_t inputRow = 0;
  bool isOk = true;
};
} // namespace

/// What each site can follow, that which is made last first.
static std::vector<std::vector<unsigned>>
findLeaders(const StreamGraph &graph) {
  std::vector<std::vector<unsigned>> leaders;
  for (const StreamSite &site : graph.sites) {
    std::vector<unsigned> &own = leaders.emplace_back();
    for (const RingRead &read : site.reads)
      own.push_back(read.ring);
    std::sort(own.rbegin(), own.rend());
    own.erase(std::unique(own.begin(), own.end()), own.end());
    if (!site.inputReads.empty())
      own.push_back(graph.rings.size());
  }
  return leaders;
}

std::optional<StreamTrace> mplan::tracePush(const StreamGraph &graph) {
  const std::vector<std::vector<unsigned>> leaders = findLeaders(graph);
  std::vector<size_t> choices(graph.sites.size());
  StreamTrace trace;
  trace.order = StreamOrder::Push;
  trace.driven.resize(graph.sites.size());
  for (;;) {
    trace.followers.assign(graph.sites.size(), {});
    for (unsigned site = 0; site != leaders.size(); ++site) {
      if (choices[site] == leaders[site].size())
        return std::nullopt;
      trace.followers[leaders[site][choices[site]]].push_back(site);
    }
    Run run(graph, trace);
    if (!run.run())
      return std::nullopt;
    std::optional<unsigned> unfinished = run.getUnfinished();
    if (!unfinished)
      break;
    ++choices[*unfinished];
  }
  for (size_t i = 0; i != graph.rings.size(); ++i)
    trace.bytes += trace.heights[i] * graph.rings[i].rowBytes;
  return trace;
}
