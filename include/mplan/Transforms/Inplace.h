//===- Inplace.h - Results over operands that die ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_INPLACE_H
#define MPLAN_TRANSFORMS_INPLACE_H

#include "mlir/IR/Operation.h"

namespace mplan {

/// What the pass `mplan-inplace` does: elementwise ops below `root` write their
/// results over an operand that is not needed afterwards.
void reuseDyingOperands(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_INPLACE_H
