//===- Schedule.h - Ops in an order of few live bytes -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function under the pass `mplan-schedule`.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SCHEDULE_H
#define MPLAN_TRANSFORMS_SCHEDULE_H

#include "mplan/Transforms/Footprint.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>

namespace mplan {

struct ScheduleOptions {
  /// How much work may be done for a block: see `BlockOrderOptions::budget`.
  int64_t budget = 50'000'000;

  /// Count the bytes of what a function returns. Where several orders are
  /// planned, that is as the settings say.
  bool countReturned = false;

  /// If more than 1: so many orders of each block are planned, and the one with
  /// the smallest arenas wins.
  size_t keep = 1;

  /// How it will be planned. Inputs that die in the arena count in any case.
  PlanSettings plan;

  /// For tests: any order that computes the same, by chance with this seed,
  /// whatever it needs.
  std::optional<uint64_t> shuffle;

  /// Emit a remark about each block with tensors.
  bool remarks = false;
};

/// Brings the ops of each block on tensors, the inner ones first, into an order
/// with fewer bytes alive at once, where one is found: see
/// Analysis/BlockOrder.h for what is counted and for finding orders without
/// applying them. No block gets a higher peak, counted like that; or, where
/// several orders are planned, the program no larger footprint.
void scheduleBlocks(mlir::ModuleOp module, const ScheduleOptions &options = {});

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SCHEDULE_H
