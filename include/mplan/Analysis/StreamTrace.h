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

#include <cstdint>
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

/// The rows scale * t + lo to scale * t + hi of a ring, read for row t.
struct RingRead {
  unsigned ring;
  int64_t scale, lo, hi;
};

/// The rows scale * t + lo to scale * t + hi of the input, read for row t.
struct InputRead {
  int64_t scale, lo, hi;
};

/// What computes the rows of one tensor: a ring, or the result.
struct StreamSite {
  std::vector<RingRead> reads;
  std::vector<InputRead> inputReads = {};
};

/// Site i computes the rows of ring i, and reads rings before it alone; the
/// last site, of which there is one more, computes those of the result.
struct StreamGraph {
  std::vector<StreamRing> rings;
  std::vector<StreamSite> sites;
  int64_t numRows = 0;      ///< Of the result.
  int64_t numInputRows = 0; ///< Of the input, which is there as a whole.
};

/// In which order rows are computed. A site, before it computes a row, has its
/// own rings brought to the last row that it reads of them.
struct StreamTrace {
  std::vector<int64_t> heights;              ///< In rows, of each ring.
  std::vector<unsigned> drivers;             ///< The site that owns each ring.
  std::vector<std::vector<unsigned>> driven; ///< The rings that each site owns.
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

/// The trace with which the rings of `graph` are small. Nothing if no site that
/// reads a ring is always ahead of the others which do.
std::optional<StreamTrace> traceStream(const StreamGraph &graph);

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
