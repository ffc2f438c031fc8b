//===- PlaceApart.cpp - A place of its own for every buffer ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Plans as if all buffers of all functions were alive at one tick: the solver
// then lays them side by side, keeps to alignments and fixed offsets, and fills
// the gaps that these leave.
//
//===----------------------------------------------------------------------===//

#include "CallFrames.h"

using namespace mlir;
using namespace mplan;

/// Says which buffers the broken rule concerns.
static LogicalResult emitContradiction(const solver::ProblemError &error,
                                       ArrayRef<PlannedSlot *> slots,
                                       const PlannedArena &plannedArena) {
  ArenaOp arena = plannedArena.op;
  auto getLoc = [&](size_t buffer) {
    // Behind the slots comes state, of an arena that is declared or not.
    if (buffer < slots.size())
      return slots[buffer]->allocation.op->getLoc();
    return arena ? arena.getLoc() : slots.front()->allocation.op->getLoc();
  };
  InFlightDiagnostic diag = emitError(getLoc(error.buffer))
                            << "cannot be placed apart from all others: "
                            << error.message;
  if (error.other != solver::ProblemError::none)
    diag.attachNote(getLoc(error.other)) << "the other one is here";
  return diag;
}

LogicalResult mplan::placeApart(PlannedFunctions &functions, size_t arena,
                                const PlannedArena &plannedArena,
                                const solver::SolveOptions &options) {
  solver::Problem problem;
  SmallVector<PlannedSlot *> slots;
  for (auto &[op, planned] : functions) {
    for (PlannedSlot &slot : planned.slots) {
      if (slot.arena != arena)
        continue;
      slots.push_back(&slot);
      problem.buffers.push_back(
          makeBuffer(slot.allocation, plannedArena.redZone));
      problem.buffers.back().segments = {{0, 1}};
    }
  }
  if (slots.empty())
    return success();
  solver::Buffer &state = problem.buffers.emplace_back();
  state.size = plannedArena.stateBytes;
  state.fixedOffset = 0;
  state.segments = {{0, 1}};

  if (ArenaOp op = plannedArena.op)
    if (op.getCapacity())
      problem.capacity = *op.getCapacity();
  if (std::optional<solver::ProblemError> error = solver::check(problem))
    return emitContradiction(*error, slots, plannedArena);
  solver::Solution solution = solver::solve(problem, options);
  if (!solution.ok()) {
    ArenaOp op = plannedArena.op;
    return emitError(op.getLoc(), "the buffers in @")
           << op.getSymName() << " do not fit in its capacity of "
           << *problem.capacity << " bytes where none may share bytes: they "
           << "take at least " << solution.lowerBound
           << "; raise the capacity, or let them share ('reuse=dead')";
  }
  for (auto [index, slot] : llvm::enumerate(slots))
    slot->offset = solution.offsets[index] +
                   getFrontBytes(slot->allocation, plannedArena.redZone);
  return success();
}
