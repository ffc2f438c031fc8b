//===- Judge.h - What the proof and the poison run say of a plan -*- C++
//-*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// And what comes out when the program runs by the plan as it is. All of these
// see the program with slots, and nothing of how the plan was made.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_JUDGE_H
#define MPLAN_TOOLS_MUTATE_JUDGE_H

#include "Subject.h"

namespace mplan::mutate {

/// What `mplan-verify` says.
struct ProofVerdict {
  bool accepted = true;
  /// Rejected since some buffer is overwritten while it is needed, and not for
  /// some figure that does not fit another.
  bool foundViolation = false;
  std::string message; ///< The first error.
};

/// Of `subject`'s module with slots: what it touches by itself, and what the
/// entry's caller does.
ProofVerdict askProof(const Subject &subject, mlir::ModuleOp withSlots);

/// What becomes of the program when it runs, compared with what it computes on
/// a heap.
enum class RunVerdict { Same, Different, Crashed, Hung, Failed };

/// Runs the program, poisoned or as it is, in a process of its own: one that
/// reads garbage may do anything.
RunVerdict runPlanned(const Subject &subject, mlir::ModuleOp withSlots,
                      bool poison);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_JUDGE_H
