//===- Poison.h - Make wrong plans show -------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A debugging aid: a program whose plan is right computes the same with it, one
// whose plan is wrong does not.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_POISON_H
#define MPLAN_TRANSFORMS_POISON_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

struct PoisonOptions {
  /// Calls of AddressSanitizer's runtime take the place of the patterns.
  bool asan = false;
};

/// Fills the bytes of each slot with a pattern where its plan says that it
/// begins or ceases to be needed, and guards its red zones in between. On
/// failure a diagnostic has been emitted and the IR is as it was.
llvm::LogicalResult poisonSlots(mlir::ModuleOp module,
                                const PoisonOptions &options = {});

} // namespace mplan

#endif // MPLAN_TRANSFORMS_POISON_H
