//===- StreamCuts.h - What to compute row by row ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A network that runs through its rows from the first op to the last needs
// rings for tensors with many channels, where a few rows are most of them. So
// it is cut: at a cut one tensor exists as a whole, and between two cuts rows
// are streamed. A segment needs both of its ends and its rings, the network the
// most that a segment needs; dynamic programming over all cuts finds the least.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_STREAMCUTS_H
#define MPLAN_ANALYSIS_STREAMCUTS_H

#include "mplan/Analysis/StreamSegment.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mplan {

/// What of a function's arguments and results lies in the arena.
struct StreamCosts {
  bool countIo = false;    ///< They do.
  bool inputsKept = false; ///< And arguments until it returns.
  bool uncut = false;      ///< As few cuts as can be, whatever they need.
  std::optional<StreamOrder> order = {}; ///< Else that which needs less.
  /// The argument comes so many rows at a time, and never exists as a whole.
  int64_t fedRows = 0;
};

/// A buffer without shape in which the result of a segment lies, in elements.
struct SharedBuffer {
  int64_t size = 0;
  bool holdsInput = false; ///< Or it is larger for the sake of what follows.
  SharedRows rows = {};
};

struct StreamCut {
  std::unique_ptr<StreamSegment> segment;
  StreamTrace trace;
  std::optional<SharedBuffer> buffer = {}; ///< Else the result has its own.
  int64_t fedRows = 0; ///< The input comes so many at a time; 0: is a whole.
};

/// The segments of `function` that are worth being streamed, in order: those
/// that hold more than one op which reads a window or a sum. With them the
/// network needs least, as far as one sees before bufferization. `why` says of
/// each why it is not longer; if there are none, why there are none.
std::vector<StreamCut> findStreamCuts(mlir::FunctionOpInterface function,
                                      const StreamCosts &costs,
                                      std::vector<std::string> &why);

} // namespace mplan

#endif // MPLAN_ANALYSIS_STREAMCUTS_H
