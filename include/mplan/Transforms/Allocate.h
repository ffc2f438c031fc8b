//===- Allocate.h - Give every allocation an offset -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_ALLOCATE_H
#define MPLAN_TRANSFORMS_ALLOCATE_H

#include "mplan/Analysis/ModulePlan.h"

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

/// Plans `module` and writes the plan into it: what the pass `mplan-allocate`
/// does. On failure errors have been emitted and the module is unchanged.
mlir::LogicalResult allocateBuffers(mlir::ModuleOp module,
                                    const AllocateOptions &options = {});

/// Replaces the allocation that `planned` is of by a slot of `arena` with the
/// number `id`, at the offset and with the live range that it has there.
void replaceBySlot(const PlannedSlot &planned, ArenaOp arena, int64_t id);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_ALLOCATE_H
