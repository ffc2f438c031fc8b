//===- CheckBounds.h - Check declared bounds at run time --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_CHECKBOUNDS_H
#define MPLAN_TRANSFORMS_CHECKBOUNDS_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

/// Has every function of `module` with a body assert, before anything else,
/// that its arguments are no larger than their `mplan.upper_bound` says: what
/// the pass `mplan-check-bounds` does. Cannot fail.
void checkBounds(mlir::ModuleOp module);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_CHECKBOUNDS_H
