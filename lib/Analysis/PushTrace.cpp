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

#include "TraceRun.h"

#include <algorithm>

using namespace mplan;

namespace {
/// Runs through all rows, with the followers as `trace` says.
class Run : TraceRun {
public:
  Run(const StreamGraph &graph, StreamTrace &trace) : TraceRun(graph, trace) {}

  /// False if a row of the input is read that is gone.
  bool run() {
    for (; inputRow != graph.numInputRows; ++inputRow)
      goOn(trace.followers.back());
    finish();
    return isOk;
  }

  /// The first site of which rows were not computed.
  std::optional<unsigned> getUnfinished() const {
    for (unsigned site = 0; site != graph.sites.size(); ++site)
      if (hasNext(site))
        return site;
    return std::nullopt;
  }

private:
  /// The row of `site` that is computed next.
  int64_t getNext(unsigned site) const {
    return site == graph.rings.size() ? numMade
                                      : written[site] - graph.rings[site].top;
  }

  bool hasNext(unsigned site) const {
    return getNext(site) < (site == graph.rings.size()
                                ? graph.numRows
                                : graph.rings[site].numRows);
  }

  bool isPossible(unsigned site) const {
    if (!hasNext(site))
      return false;
    const int64_t t = getNext(site);
    for (const RingRead &read : graph.sites[site].reads)
      if (read.rows.last(t) >= written[read.ring])
        return false;
    for (const RowRange &rows : graph.sites[site].inputReads)
      if (rows.last(t) > inputRow)
        return false;
    return true;
  }

  void goOn(const std::vector<unsigned> &followers) {
    for (unsigned site : followers)
      while (isPossible(site))
        compute(site, getNext(site));
  }

  void compute(unsigned site, int64_t t) {
    noteReads(site, t);
    for (const RowRange &rows : graph.sites[site].inputReads)
      isOk &= !graph.isFed || rows.first(t) == inputRow;
    if (site == graph.rings.size()) {
      ++numMade;
      return;
    }
    const StreamRing &ring = graph.rings[site];
    for (int64_t k = t + 1 == ring.numRows ? ring.bottom : 0; k >= 0; --k) {
      ++written[site];
      goOn(trace.followers[site]);
    }
  }

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
  return trace;
}
