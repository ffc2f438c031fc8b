//===- CheckTrace.cpp - A trace of rows, replayed -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Does what the program will do: each ring is an array of as many rows as the
// trace says, in which a row is the number that it holds; a new row moves the
// others up. Shares nothing with what makes traces.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/StreamTrace.h"

using namespace mplan;

/// value / by, rounded down, counted out.
static int64_t divide(int64_t value, int64_t by) {
  int64_t times = value / by;
  while (times * by > value)
    --times;
  return times;
}

static int64_t first(const RowRange &rows, int64_t t) {
  return divide(rows.scale * t + rows.lo, rows.div);
}

static int64_t last(const RowRange &rows, int64_t t) {
  return divide(rows.scale * t + rows.hi, rows.div);
}

namespace {
class Replay {
public:
  Replay(const StreamGraph &graph, const StreamTrace &trace,
         std::optional<SharedRows> shared)
      : graph(graph), trace(trace), shared(shared) {
    for (size_t i = 0; i != graph.rings.size(); ++i) {
      // Before the first row there is padding, as much as it takes.
      const StreamRing &ring = graph.rings[i];
      std::vector<int64_t> &rows = memory.emplace_back();
      for (int64_t k = 0; k != trace.heights[i]; ++k)
        rows.push_back(ring.top - trace.heights[i] + k);
      next.push_back(ring.top);
      computed.emplace_back(ring.numRows);
    }
  }

  std::string pull() {
    for (; numMade != graph.numRows && error.empty(); ++numMade)
      visit(graph.rings.size(), numMade);
    return error;
  }

  std::string push() {
    for (; inputRow != graph.numInputRows && error.empty(); ++inputRow)
      goOn(trace.followers.back());
    for (size_t ring = 0; ring != computed.size(); ++ring)
      for (size_t row = 0; row != computed[ring].size(); ++row)
        if (!computed[ring][row])
          fail(ring, graph.rings[ring].top + row, "is never computed");
    if (numMade != graph.numRows && error.empty())
      error =
          "row " + std::to_string(numMade) + " of the result is never computed";
    return error;
  }

private:
  void readInput(int64_t row) {
    if (row < 0 || row >= graph.numInputRows) {
      error = "row " + std::to_string(row) + " of the input does not exist";
    } else if (graph.isFed && row != inputRow) {
      error = "row " + std::to_string(row) + " of the input is read when row " +
              std::to_string(inputRow) + " is there";
    } else if (shared) {
      const int64_t from = shared->inputAt + row * shared->inputRow;
      const int64_t made = shared->resultAt + numMade * shared->resultRow;
      if (numMade != 0 && from < made &&
          from + shared->inputRow > shared->resultAt)
        error = "row " + std::to_string(row) +
                " of the input is read and was overwritten";
    }
  }

  void fail(unsigned ring, int64_t row, const char *what) {
    if (error.empty())
      error = "row " + std::to_string(row) + " of ring " +
              std::to_string(ring) + " " + what;
  }

  bool isPossible(unsigned site) const {
    const bool isRing = site != graph.rings.size();
    const int64_t t = isRing ? next[site] - graph.rings[site].top : numMade;
    if (t >= (isRing ? graph.rings[site].numRows : graph.numRows))
      return false;
    for (const RingRead &read : graph.sites[site].reads)
      if (last(read.rows, t) >= next[read.ring])
        return false;
    for (const RowRange &read : graph.sites[site].inputReads)
      if (last(read, t) > inputRow)
        return false;
    return true;
  }

  /// Has `followers` compute all that is possible now.
  void goOn(const std::vector<unsigned> &followers) {
    for (unsigned site : followers)
      while (error.empty() && isPossible(site)) {
        if (site == graph.rings.size()) {
          visit(site, numMade);
          ++numMade;
          continue;
        }
        const StreamRing &ring = graph.rings[site];
        do {
          shift(site);
          goOn(trace.followers[site]);
        } while (next[site] >= ring.top + ring.numRows &&
                 next[site] != ring.size() && error.empty());
      }
  }

  /// The next row of `ring`.
  void shift(unsigned ring) {
    const StreamRing &rows = graph.rings[ring];
    const int64_t row = next[ring]++;
    memory[ring].erase(memory[ring].begin());
    if (row >= rows.size())
      return fail(ring, row, "does not exist");
    if (row >= rows.top && row - rows.top < rows.numRows) {
      if (computed[ring][row - rows.top])
        return fail(ring, row, "is computed twice");
      computed[ring][row - rows.top] = true;
      visit(ring, row - rows.top);
    }
    memory[ring].push_back(row);
  }

  void visit(unsigned site, int64_t t) {
    for (unsigned ring : trace.driven[site]) {
      int64_t end = 0;
      for (const RingRead &read : graph.sites[site].reads)
        if (read.ring == ring)
          end = std::max(end, last(read.rows, t) + 1);
      while (next[ring] < end && error.empty())
        shift(ring);
    }
    for (const RingRead &read : graph.sites[site].reads) {
      const int64_t oldest = next[read.ring] - trace.heights[read.ring];
      for (int64_t row = first(read.rows, t);
           row <= last(read.rows, t) && error.empty(); ++row) {
        const int64_t place = row - oldest;
        if (row < 0 || place < 0 ||
            place >= int64_t(memory[read.ring].size()) ||
            memory[read.ring][place] != row)
          fail(read.ring, row, "is read and not there");
      }
    }
    for (const RowRange &read : graph.sites[site].inputReads)
      for (int64_t row = first(read, t); row <= last(read, t) && error.empty();
           ++row)
        readInput(row);
  }

  const StreamGraph &graph;
  const StreamTrace &trace;
  std::optional<SharedRows> shared;
  int64_t numMade = 0;  ///< Rows of the result.
  int64_t inputRow = 0; ///< Pushing: the last one that is there.
  std::vector<std::vector<int64_t>> memory;
  std::vector<int64_t> next;
  std::vector<std::vector<bool>> computed;
  std::string error;
};
} // namespace

std::string mplan::checkTrace(const StreamGraph &graph,
                              const StreamTrace &trace,
                              std::optional<SharedRows> shared) {
  Replay replay(graph, trace, shared);
  return trace.order == StreamOrder::Push ? replay.push() : replay.pull();
}
