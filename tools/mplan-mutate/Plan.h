//===- Plan.h - A plan apart from the program -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a plan says, by allocation, so that it can be changed and put back into
// the program. Sites are the allocations of a program, in its order.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_PLAN_H
#define MPLAN_TOOLS_MUTATE_PLAN_H

#include "Replay.h"

#include "mplan/Analysis/Lifetimes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

namespace mplan::mutate {

/// An allocation of the program that has no slots yet.
struct Site {
  mlir::Operation *op;
  int64_t label;         ///< Of the op (see Instrument.h).
  int64_t bytes = 0;     ///< The most that it can take.
  int64_t alignment = 1; ///< In bytes.
  unsigned arena = 0;    ///< One for each memory space.
};

/// What a plan says of a site.
struct Placed {
  int64_t offset = 0;
  LiveRange live; ///< In ticks of the program without slots.
};

using Plan = std::vector<Placed>; ///< By site.

/// The allocations of `module`, whose ops are labelled. Their sizes are those
/// of the slots in `planned`, a planned copy, or if that is null their types'.
/// Fails, without a diagnostic, if a size is unknown.
mlir::FailureOr<std::vector<Site>> findSites(mlir::ModuleOp module,
                                             mlir::ModuleOp planned);

/// The plan that the slots of `planned` make, a copy of the program that has
/// been planned, perhaps after it was changed: sites that it has no slot for
/// are at offset 0 and never live. Ticks are as they are there.
Plan readPlan(mlir::ModuleOp planned, llvm::ArrayRef<Site> sites);

/// A copy of `module`, whose sites are `sites`, with slots for all of them, by
/// `plan`. Its arenas are as large as need be: a wrong plan is wrong for what
/// it says of buffers, and not since the figures do not add up.
mlir::OwningOpRef<mlir::ModuleOp>
writePlan(mlir::ModuleOp module, llvm::ArrayRef<Site> sites, const Plan &plan);

/// Where `plan` puts the sites.
std::vector<Place> getPlaces(llvm::ArrayRef<Site> sites, const Plan &plan);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_PLAN_H
