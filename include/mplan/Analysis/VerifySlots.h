//===- VerifySlots.h - Proof that a plan is right ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides from the IR with slots alone whether any write clobbers a slot whose
// contents are still needed. Shares nothing with the planner: not its live
// ranges, its timeline, its aliases, nor its solver.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_VERIFYSLOTS_H
#define MPLAN_ANALYSIS_VERIFYSLOTS_H

#include "mlir/IR/BuiltinOps.h"

#include <functional>

namespace mplan {

struct VerifySlotsOptions {
  /// True if `op` may write its operand `written` while it still reads its
  /// operand `read`, although the two are slots that share bytes: if it reads
  /// each byte before it writes it. Never asked of one slot in place of
  /// itself, which is always accepted. By default no op may.
  std::function<bool(mlir::Operation *op, mlir::Value read,
                     mlir::Value written)>
      isInPlaceSafe;
};

/// Proves the plan of `module`. On failure errors have been emitted at the
/// writes that clobber, with notes at the slots and at the read that needs
/// them. The module is never changed.
mlir::LogicalResult verifySlots(mlir::ModuleOp module,
                                const VerifySlotsOptions &options = {});

} // namespace mplan

#endif // MPLAN_ANALYSIS_VERIFYSLOTS_H
