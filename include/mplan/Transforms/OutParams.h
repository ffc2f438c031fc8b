//===- OutParams.h - Buffers that functions return --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_OUTPARAMS_H
#define MPLAN_TRANSFORMS_OUTPARAMS_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

/// What the pass `mplan-out-params` does: functions that return buffers which
/// they allocated get arguments to write to instead. On failure a diagnostic
/// has been emitted and the module must be thrown away.
mlir::LogicalResult turnResultsIntoArguments(mlir::ModuleOp module);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_OUTPARAMS_H
