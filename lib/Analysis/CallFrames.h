//===- CallFrames.h - One function's buffers, for the solver ----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a function takes of an arena while it runs is its *frame*. It begins at
// the *base* of the function's group: below lie the state, and the frames of
// groups that may run at the same time. A callee's frame is one block at the
// base, alive during the calls. Where nothing is to be shared there are no
// frames: one problem holds the buffers of all functions, alive together.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_CALLFRAMES_H
#define MPLAN_LIB_ANALYSIS_CALLFRAMES_H

#include "mplan/Analysis/CallOrder.h"
#include "mplan/Analysis/ModulePlan.h"

namespace mplan {

/// What a function takes of one arena while it runs, its callees included.
struct Frame {
  int64_t height = 0; ///< Above the base.
  int64_t peak = 0;
  int64_t unplannedLive = 0;
};

/// A function that something has to be planned for.
struct PlannedFunction {
  mlir::FunctionOpInterface function;
  Timeline timeline;
  std::vector<CallSite> calls;
  std::vector<PlannedSlot> slots;
  std::vector<Frame> frames; ///< By arena.
};

/// Callees first.
using PlannedFunctions = llvm::MapVector<mlir::Operation *, PlannedFunction>;

/// The bytes before `allocation` where `redZone` is asked for: rounded up to
/// its alignment, so that the first byte of the two can be aligned, too.
int64_t getFrontBytes(const Allocation &allocation, int64_t redZone);

/// `allocation` and its red zones as one buffer, which is never alive yet.
solver::Buffer makeBuffer(const Allocation &allocation, int64_t redZone);

/// The buffers of one function in one arena: the slots first (of those that are
/// never alive only with `unplannedLive`), then one block for each callee, of
/// its `calleeBytes`, then what is below `base`, if anything. Red zones are
/// what heights are made of, not peaks.
solver::Problem makeFrameProblem(const PlannedFunctions &functions,
                                 const PlannedFunction &planned, size_t arena,
                                 int64_t base, int64_t Frame::*calleeBytes,
                                 int64_t redZone = 0);

/// Gives each slot of all `functions` in one arena bytes that no other slot and
/// no state ever uses. Emits an error and fails where these are more than the
/// arena's capacity, or where fixed offsets make two slots overlap.
mlir::LogicalResult placeApart(PlannedFunctions &functions, size_t arena,
                               const PlannedArena &plannedArena,
                               const solver::SolveOptions &options);

/// What `emitNoFit` is told of one function in one arena.
struct FailedFrame {
  const PlannedFunction &planned;
  size_t arena;
  const PlannedArena &plannedArena;
  const solver::Problem &problem;     ///< Whose callee bytes are heights.
  const solver::Problem &peakProblem; ///< Whose callee bytes are peaks.
  int64_t peakBelow;                  ///< Bytes alive below the base.
};

/// Says why the buffers of one function have no place in an arena, and which
/// are to blame: those that contradict each other, or else the largest of those
/// alive where most is needed.
mlir::LogicalResult emitNoFit(const FailedFrame &frame,
                              const solver::SolveOptions &options);

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_CALLFRAMES_H
