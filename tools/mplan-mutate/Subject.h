//===- Subject.h - A program that plans are tried on ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Just before it would be planned, with the plan that it gets, what it does to
// its buffers, and what it computes. Made once, used for many plans.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_SUBJECT_H
#define MPLAN_TOOLS_MUTATE_SUBJECT_H

#include "Interface.h"
#include "Plan.h"
#include "Program.h"
#include "Signature.h"

namespace mplan::mutate {

/// The passes that come before planning.
constexpr llvm::StringLiteral kUsualPasses =
    "mplan-bufferize,mplan-out-params,mplan-coalesce,mplan-privatize";
/// The same, but buffers that loops hand on stay as they are: more than the
/// planner takes, which a planner gone wrong might take.
constexpr llvm::StringLiteral kCarryingPasses =
    "mplan-bufferize,mplan-out-params,mplan-privatize";

struct SubjectOptions {
  unsigned inputs = 2; ///< How many, that the program is called with in a row.
  bool wholeTrace = false;
  /// Buffers of the entry stand for its arguments; inputs die, or are kept.
  bool ioInArena = false;
  bool inputsDie = false;
};

struct Subject {
  mlir::OwningOpRef<mlir::ModuleOp> module; ///< Without slots, ops labelled.
  std::vector<Site> sites;
  Interface interface; ///< The sites that stand for arguments.
  /// The planner's; none if it refuses the program, and then why.
  std::optional<Plan> plan;
  std::string refusal;

  equiv::Signature signature;
  equiv::ResultUpdates updates;
  std::vector<std::vector<equiv::Bytes>> inputs;
  /// Shapes of the results, of each input.
  std::vector<llvm::SmallVector<llvm::SmallVector<int64_t>>> shapes;
  std::vector<equiv::Outcome> outcomes; ///< On the heap.
  std::vector<Trace> traces;
};

/// Runs `passes` on `program`, which is on tensors or memrefs and is taken, and
/// plans a copy. Fails with a diagnostic.
mlir::FailureOr<Subject> makeSubject(mlir::OwningOpRef<mlir::ModuleOp> program,
                                     llvm::StringRef passes,
                                     const SubjectOptions &options);

/// Runs the program on a heap: outcomes and traces. Fails with a diagnostic.
llvm::LogicalResult trace(Subject &subject, const SubjectOptions &options);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_SUBJECT_H
