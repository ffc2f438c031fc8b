//===- StreamTrace.h - Rows computed as they are needed ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several ops can be computed row by row, each row once, as soon as another one
// needs it, so that of a tensor between them only the rows exist which somebody
// still reads: its ring. How many these are is found by running through all
// rows. Plain data: nothing here knows of IR.
//
// After Halide's sliding window and storage folding; rings of exact height with
// forks and joins.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_STREAMTRACE_H
#define MPLAN_ANALYSIS_STREAMTRACE_H

#include "mplan/Analysis/RowRange.h"

#include <optional>
#include <string>
#include <vector>

namespace mplan {

/// A tensor of which a few rows exist at once. Rows are counted with the
/// padding.
struct StreamRing {
  int64_t numRows = 0;         ///< That are computed.
  int64_t top = 0, bottom = 0; ///< Rows of padding, which are there unasked.
  int64_t rowBytes = 0;

  int64_t size() const { return top + numRows + bottom; }
};

/// Rows of a ring that are read for a row.
struct RingRead {
  unsigned ring;
  RowRange rows;
};

/// What computes the rows of one tensor: a ring, or the result.
struct StreamSite {
  std::vector<RingRead> reads;
  std::vector<RowRange> inputReads = {};
};

/// Site i computes the rows of ring i, and reads rings before it alone; the
/// last site, of which there is one more, computes those of the result.
struct StreamGraph {
  std::vector<StreamRing> rings;
  std::vector<StreamSite> sites;
  int64_t numRows = 0;      ///< Of the result.
  int64_t numInputRows = 0; ///< Of the input.
  /// The input comes row by row, each there until the next one. Else all of it
  /// is.
  bool isFed = false;
};

/// Who decides when a row is computed.
enum class StreamOrder {
  /// Who reads it: a site, before it computes a row, has the rings that it owns
  /// brought to the last row that it reads of them.
  Pull,
  /// What it reads: with each new row of a ring, padding too, or of the input,
  /// the sites that follow it compute all rows that are possible by then.
  Push
};

/// In which order rows are computed.
struct StreamTrace {
  StreamOrder order = StreamOrder::Pull;
  std::vector<int64_t> heights; ///< In rows, of each ring.
  /// Pulling: the site that owns each ring, and the rings that each site owns.
  std::vector<unsigned> drivers;
  std::vector<std::vector<unsigned>> driven;
  /// Pushing: the sites that follow each ring, and, last, the input.
  std::vector<std::vector<unsigned>> followers;
  /// Of each read: no row after the last one that is read was made by then.
  std::vector<std::vector<bool>> readsNewest;
  /// The first row of the input that is read after row t of the result was
  /// made; `numInputRows` if none is.
  std::vector<int64_t> inputNeeded;
  int64_t bytes = 0; ///< Of all rings.
};

/// Input and result in one buffer, each row of the result over rows of the
/// input that nobody needs any more: where both begin, and of how many elements
/// their rows are. After diagonal memory optimisation (Blacker et al., 2020).
struct SharedRows {
  int64_t inputAt, inputRow, resultAt, resultRow;
};

/// The trace by pulling with which the rings of `graph` are small. Nothing if
/// no site that reads a ring is always ahead of the others which do.
std::optional<StreamTrace> tracePull(const StreamGraph &graph);

/// The trace by pushing with which the rings of `graph` are small. Nothing if a
/// site reads neither a ring nor the input, or a row of an input that is fed
/// when that is not there.
std::optional<StreamTrace> tracePush(const StreamGraph &graph);

/// That in `order`; without, the one of the two which needs fewer bytes. A
/// graph that is fed has one by pushing alone.
std::optional<StreamTrace>
traceStream(const StreamGraph &graph,
            std::optional<StreamOrder> order = std::nullopt);

/// By how many elements the result may begin after the input at most, so that
/// no row of it is written where a row of the input is read later. Negative if
/// it must begin before.
int64_t getSharedDistance(const StreamGraph &graph, const StreamTrace &trace,
                          int64_t inputRow, int64_t resultRow);

/// Replays `trace` with a tag on every row, and says what is wrong: a row that
/// is not there when it is read, or computed twice or never. Empty if nothing
/// is. With `shared`, a row of the input that was overwritten is not there.
std::string checkTrace(const StreamGraph &graph, const StreamTrace &trace,
                       std::optional<SharedRows> shared = std::nullopt);

} // namespace mplan

#endif // MPLAN_ANALYSIS_STREAMTRACE_H
