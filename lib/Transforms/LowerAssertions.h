//===- LowerAssertions.h - What becomes of cf.assert ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_LOWERASSERTIONS_H
#define MPLAN_LIB_TRANSFORMS_LOWERASSERTIONS_H

#include "mplan/Transforms/LowerToLLVM.h"

namespace mplan {

/// Fails, with an error, where the functions that a failed assertion calls are
/// something else in `module`.
mlir::LogicalResult checkAssertions(mlir::ModuleOp module,
                                    AssertionLowering lowering);

/// Turns every `cf.assert` into a branch. Cannot fail after a check.
void lowerAssertions(mlir::ModuleOp module, AssertionLowering lowering);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_LOWERASSERTIONS_H
