//===- Lifetimes.h - When the contents of a buffer are needed ---*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is alive at a tick if, on some path, it was written before or there
// and what it holds is read there or after: from a first write to a last read,
// dead between a last read and a complete overwrite, not alive in a branch that
// never reads it, alive through a whole loop that reads what an earlier
// iteration wrote. Classic liveness intersected with reaching writes, over the
// spans of a timeline.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_LIFETIMES_H
#define MPLAN_ANALYSIS_LIFETIMES_H

#include "mplan/Analysis/BufferUses.h"
#include "mplan/Analysis/Timeline.h"
#include "mplan/Solver/Problem.h"

namespace mplan {

/// Half-open segments of ticks; they ascend and do not touch.
using LiveRange = std::vector<solver::Segment>;

/// The live range of the buffer that `allocation` makes, whose uses are `uses`,
/// in ticks of the function of `timeline`. The contents are undefined where the
/// allocation stands, and where control enters the region that holds all of
/// the buffer's aliases: nothing is alive across these points.
LiveRange computeLiveRange(const Timeline &timeline,
                           mlir::Operation *allocation, const BufferUses &uses);

} // namespace mplan

#endif // MPLAN_ANALYSIS_LIFETIMES_H
