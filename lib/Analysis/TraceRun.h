//===- TraceRun.h - What is noted of rows that are read ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whoever runs through all rows of a graph, in whatever order, finds out how
// high rings are and how long the input is needed.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_TRACERUN_H
#define MPLAN_LIB_ANALYSIS_TRACERUN_H

#include "mplan/Analysis/StreamTrace.h"

#include <algorithm>

namespace mplan {

/// A run through all rows of `graph`, noted in `trace`, whose order is given.
class TraceRun {
protected:
  TraceRun(const StreamGraph &graph, StreamTrace &trace)
      : graph(graph), trace(trace) {
    for (const StreamRing &ring : graph.rings)
      written.push_back(ring.top);
    trace.heights.assign(graph.rings.size(), 1);
    trace.readsNewest.clear();
    for (const StreamSite &site : graph.sites) {
      trace.readsNewest.emplace_back(site.reads.size(), true);
      // Also where only padding is read, and the op never runs.
      for (const RingRead &read : site.reads)
        trace.heights[read.ring] =
            std::max(trace.heights[read.ring], read.rows.size());
    }
    trace.inputNeeded.assign(graph.numRows, graph.numInputRows);
  }

  /// Row `t` of `site` is computed now; all that it reads is there.
  void noteReads(unsigned site, int64_t t) {
    const std::vector<RingRead> &reads = graph.sites[site].reads;
    for (size_t i = 0; i != reads.size(); ++i) {
      const auto &[ring, rows] = reads[i];
      trace.heights[ring] =
          std::max(trace.heights[ring], written[ring] - rows.first(t));
      if (rows.last(t) + 1 != written[ring])
        trace.readsNewest[site][i] = false;
    }
    if (numMade == 0)
      return;
    int64_t &needed = trace.inputNeeded[numMade - 1];
    for (const RowRange &rows : graph.sites[site].inputReads)
      needed = std::min(needed, rows.first(t));
  }

  /// All rows were computed.
  void finish() {
    for (int64_t t = graph.numRows - 1; t > 0; --t)
      trace.inputNeeded[t - 1] =
          std::min(trace.inputNeeded[t - 1], trace.inputNeeded[t]);
    trace.bytes = 0;
    for (size_t i = 0; i != graph.rings.size(); ++i)
      trace.bytes += trace.heights[i] * graph.rings[i].rowBytes;
  }

  const StreamGraph &graph;
  StreamTrace &trace;
  std::vector<int64_t> written; ///< Of each ring, with the padding above.
  int64_t numMade = 0;          ///< Rows of the result.
};

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_TRACERUN_H
