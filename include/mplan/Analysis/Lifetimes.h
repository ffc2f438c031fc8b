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

/// True if `tick` is in one of the segments of `live`.
bool isLiveAt(const LiveRange &live, int64_t tick);

/// What happens to a buffer at one place of a timeline.
struct BufferEvent {
  Position position;
  /// Just before the tick: the contents are others from here on, undefined
  /// ones, or with `writes` such as have arrived from elsewhere.
  bool isBirth = false;
  bool reads = false;
  bool writes = false;
  bool overwrites = false;
};

/// The live range of a buffer to which `events` happen, in any order. Two
/// events of one tick are one: it reads before it writes.
LiveRange computeLiveRange(const Timeline &timeline,
                           llvm::ArrayRef<BufferEvent> events);

/// The event that `access` is. Inside a larger operation it may run any number
/// of times, and in a parallel loop another iteration may write or read at the
/// same time: there it overwrites nothing for sure.
BufferEvent getEvent(const Timeline &timeline, const Access &access);

/// The live range of the buffer that `allocation` makes, whose uses are `uses`,
/// in ticks of the function of `timeline`. The contents are undefined where the
/// allocation stands, and where control enters the region that holds all of
/// the buffer's aliases: nothing is alive across these points. One with a role
/// is filled before its function begins or read after it returns.
LiveRange computeLiveRange(const Timeline &timeline,
                           mlir::Operation *allocation, const BufferUses &uses);

} // namespace mplan

#endif // MPLAN_ANALYSIS_LIFETIMES_H
