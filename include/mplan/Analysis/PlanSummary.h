//===- PlanSummary.h - A plan in numbers ------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads a planned module and says, for each arena, what the plan needs, where
// in the program the most is needed, and by whom. Where that is, is found over
// call paths: at a call, what the caller needs meanwhile and the most that the
// callee needs at one tick count together.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_PLANSUMMARY_H
#define MPLAN_ANALYSIS_PLANSUMMARY_H

#include "mplan/Analysis/Lifetimes.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <optional>
#include <vector>

namespace mplan {

/// A tick of a function, and what runs then.
struct ProgramPoint {
  mlir::FunctionOpInterface function;
  int64_t tick;
  mlir::Operation *op;
};

/// A slot, what it takes, and when it is needed in its function's ticks.
struct PlacedBuffer {
  SlotOp slot;
  mlir::FunctionOpInterface function;
  int64_t size; ///< In bytes.
  LiveRange live;
};

/// One arena's plan. Sizes are in bytes.
struct ArenaSummary {
  ArenaOp arena;
  int64_t footprint = 0; ///< The arena's size.
  int64_t peak = 0;      ///< The largest sum alive at one tick.
  int64_t buffers = 0;   ///< How many slots.
  int64_t constants = 0; ///< Constants of the module, the same in each arena.
  /// What the same buffers need without a plan: the sum of all, and the
  /// largest sum allocated at one tick. Known where the arena says so.
  std::optional<int64_t> unplannedTotal, unplannedLive;
  /// Where the peak is: an entry, the calls that lead there, and the tick.
  /// Empty if no buffer is ever needed. Of several equals, the first.
  std::vector<ProgramPoint> path;
  /// Those needed at the peak, by offset.
  std::vector<PlacedBuffer> alive;

  int64_t getGap() const { return footprint - peak; }
};

/// Sums up the plan of `module`, arena by arena. The live ranges are those that
/// the slots carry; where a slot carries none, they are computed again. Emits
/// an error and fails if an arena has no plan, if calls are recursive or
/// indirect, if a live range does not fit its function, or if an arena claims
/// another peak than its slots have.
mlir::FailureOr<std::vector<ArenaSummary>> summarizePlan(mlir::ModuleOp module);

} // namespace mplan

#endif // MPLAN_ANALYSIS_PLANSUMMARY_H
