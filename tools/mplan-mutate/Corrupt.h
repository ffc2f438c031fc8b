//===- Corrupt.h - Ways for a plan to be wrong ------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each imitates a mistake: in the plan itself, in the live ranges that it was
// made from, or in what the planner knew of the program. The latter are made
// by corrupting a copy of the program and planning that.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_CORRUPT_H
#define MPLAN_TOOLS_MUTATE_CORRUPT_H

#include "Conflicts.h"
#include "Plan.h"
#include "Random.h"

namespace mplan::mutate {

enum class Kind : unsigned {
  // Of the plan.
  Move,
  Overlap,
  Swap,
  // Of live ranges.
  End,
  Start,
  Segment,
  // Of the planner's view of the program.
  Alias,
  Loop,
  Local,
  Branch,
  Call,
  Access,
  // Of what the proof asks, too.
  SharedView,
  SharedEffect,
  SharedRegion,
};

struct KindInfo {
  Kind kind;
  llvm::StringRef name, description;
  /// Would the proof be misled as well? Then there is no use in asking it.
  bool isShared;
  /// Is it tried on programs whose loops hand on buffers (see Subject.h)?
  bool wantsCarrying;
};

/// All kinds, in the order of the enum.
llvm::ArrayRef<KindInfo> getKinds();

/// What corruptions start from: the program, the planner's plan for it (none if
/// it refuses the program), and what conflicts in it.
struct Origin {
  mlir::ModuleOp module;
  const std::vector<Site> &sites;
  const std::optional<Plan> &plan;
  const Conflicts &conflicts;
};

/// A plan that is wrong in the way of `kind`; whether that does any harm is not
/// known. Nothing if the program has no place for such a mistake, or if the
/// planner finds out.
std::optional<Plan> corrupt(Kind kind, const Origin &origin,
                            gen::Random &random);

/// Corruptions of a plan, and of its live ranges.
std::optional<Plan> corruptPlan(Kind kind, const Origin &origin,
                                gen::Random &random);
std::optional<Plan> corruptRanges(Kind kind, const Origin &origin,
                                  gen::Random &random);

/// Changes `module`, a copy of the program, so that it shows what a planner
/// would see that makes a mistake of `kind`. False if there is no place for
/// it.
bool corruptView(Kind kind, mlir::ModuleOp module, gen::Random &random);

/// True if loops of `module` hand on other buffers than they began with.
bool handsOnBuffers(mlir::ModuleOp module);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_CORRUPT_H
