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
// callee needs at one tick count together. Entries that may run at the same
// time have a peak each, which count together; state is always alive.
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

/// The most that one group of entries needs at one tick (see EntryGroups.h).
struct GroupPeak {
  int64_t bytes = 0;
  /// Where it is: an entry, the calls that lead there, and the tick. Empty if
  /// no buffer is ever needed. Of several equals, the first.
  std::vector<ProgramPoint> path;
  /// Those needed there, by offset.
  std::vector<PlacedBuffer> alive;
};

/// A buffer that keeps its contents between calls; a slot of several.
struct StateSlot {
  SlotOp slot;
  int64_t size; ///< In bytes.
};

/// What runs at each tick of a function, and how many bytes of an arena its own
/// buffers need then: callees' and state are not among them.
struct FunctionNeed {
  mlir::FunctionOpInterface function;
  std::vector<int64_t> bytes;
  std::vector<mlir::Operation *> ops; ///< Null at a closing tick.
};

/// One arena's plan. Sizes are in bytes.
struct ArenaSummary {
  ArenaOp arena;
  int64_t footprint = 0;  ///< The arena's size.
  int64_t peak = 0;       ///< The most alive at once: of all groups, and state.
  int64_t buffers = 0;    ///< How many buffers.
  int64_t constants = 0;  ///< Constants of the module, the same in each arena.
  int64_t stateBytes = 0; ///< The first bytes, which hold state.
  /// What the same buffers need without a plan: the sum of all, and the
  /// largest sum allocated at one tick. Known where the arena says so.
  std::optional<int64_t> unplannedTotal, unplannedLive;
  /// Of the entries that do not run at the same time, then of each of those
  /// marked `mplan.concurrent`.
  std::vector<GroupPeak> groups;
  std::vector<StateSlot> state; ///< By offset.
  /// Inputs and outputs of entries, in the order of entries and arguments.
  std::vector<PlacedBuffer> interface;
  std::vector<FunctionNeed> functions; ///< That have buffers; callees first.

  int64_t getGap() const { return footprint - peak; }
  /// The group that needs most; of several equals, the first.
  const GroupPeak &getLargestGroup() const;
};

/// Sums up the plan of `module`, arena by arena. The live ranges are those that
/// the slots carry; where a slot carries none, they are computed again. Emits
/// an error and fails if an arena has no plan, if calls are recursive or
/// indirect, if a live range does not fit its function, or if an arena claims
/// another peak than its slots have.
mlir::FailureOr<std::vector<ArenaSummary>> summarizePlan(mlir::ModuleOp module);

} // namespace mplan

#endif // MPLAN_ANALYSIS_PLANSUMMARY_H
