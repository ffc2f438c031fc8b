//===- ModulePlan.h - A plan for a whole module -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every allocation of every function gets one offset, the same on every path of
// calls. Functions are planned callees first, each once: its buffers are packed
// from the arena's first byte on into its *frame*, and the frame of a callee is
// one block at offset 0 that is alive during the call. So a caller's buffer
// that is needed across a call lies above the frame of the callee, and
// functions that never run within one another share bytes.
//
// Entries that may run at the same time (`mplan.concurrent`) share none: each
// has its own part of the arena, one above the other. State, if the arena is to
// hold it, lies below all of them.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_MODULEPLAN_H
#define MPLAN_ANALYSIS_MODULEPLAN_H

#include "mplan/Analysis/Allocations.h"
#include "mplan/Analysis/StateBuffers.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Solver/Solve.h"

namespace mplan {

/// An arena and what its plan came to, in bytes.
struct PlannedArena {
  ArenaOp op;                  ///< Null if the module declares none.
  mlir::Attribute memorySpace; ///< Of the buffers in it.
  int64_t size = 0;            ///< The footprint.
  int64_t alignment = 1;       ///< Of its first byte.
  int64_t peak = 0;            ///< Largest sum alive at a tick, over calls.
  int64_t unplannedTotal = 0;  ///< Sum of all allocations.
  int64_t unplannedLive = 0;   ///< Largest sum that a heap would hold.
  int64_t stateBytes = 0;      ///< The first bytes, which hold state.
  int64_t redZone = 0;         ///< On either side of each buffer.
};

/// An allocation, and where it goes.
struct PlannedSlot {
  Allocation allocation;
  size_t arena = 0; ///< Index of its arena.
  int64_t offset = 0;
};

struct ModulePlan {
  std::vector<PlannedArena> arenas;
  std::vector<PlannedSlot> slots; ///< In the order of the module.
  std::vector<StateBuffer> state; ///< In the order of the module.
};

/// Whose bytes a buffer may lie in.
enum class Reuse {
  Dead, ///< Those of buffers that are not needed at the same time.
  None, ///< Nobody's: each has bytes of its own in its arena, over all calls.
};

struct AllocateOptions {
  solver::SolveOptions solver;
  /// What becomes of an allocation of dynamic size without a constant bound.
  OnUnbounded onUnbounded = OnUnbounded::Error;
  /// Mutable globals that are zero at first become bytes of an arena.
  bool stateInArena = false;
  Reuse reuse = Reuse::Dead;
  /// So many bytes on either side of each buffer are nobody's while it is
  /// alive; in an arena that asks for more itself, as many as that.
  int64_t redZone = 0;
};

/// Plans `module` without changing it. Emits errors and fails where an
/// allocation cannot be planned (see `findAllocations`), calls are recursive or
/// indirect, a parallel loop calls a function that allocates, entries that may
/// run at the same time run one function that allocates, there are slots
/// already, or a plan does not fit in its arena's capacity.
mlir::FailureOr<ModulePlan>
computeModulePlan(mlir::ModuleOp module, const AllocateOptions &options = {});

} // namespace mplan

#endif // MPLAN_ANALYSIS_MODULEPLAN_H
