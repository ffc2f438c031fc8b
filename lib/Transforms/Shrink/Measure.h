//===- Measure.h - What a marked program will need --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINK_MEASURE_H
#define MPLAN_TRANSFORMS_SHRINK_MEASURE_H

#include "mplan/Transforms/Footprint.h"

namespace mplan {

/// Makes `module` a copy of `source`, which may be `module`. What planning
/// finds can depend on the order in which uses are listed; in a copy that is
/// the order of ops, and copies are what is measured.
void becomeCopy(mlir::ModuleOp module, mlir::ModuleOp source);

/// What `module` needs once the ops that carry `mplan.tile` are tiled. `module`
/// is used up; how many ops it then has is taken off `steps`. Fails without a
/// diagnostic if it cannot be tiled or planned.
mlir::FailureOr<Footprint>
measureTiled(mlir::OwningOpRef<mlir::ModuleOp> module,
             const PlanSettings &settings, int64_t &steps);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SHRINK_MEASURE_H
