//===- FoldBatchNorm.h - Norms become weights -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_FOLDBATCHNORM_H
#define MPLAN_TRANSFORMS_FOLDBATCHNORM_H

#include "mlir/IR/Operation.h"

namespace mplan {

/// What the pass `mplan-fold-batch-norm` does: what is computed of a
/// convolution's result by multiplying and adding constants of the channel is
/// computed by its weights and its bias. Returns for how many it did so. Float
/// results differ in the last bits; where that cannot be said, nothing changes.
int64_t foldBatchNorms(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_FOLDBATCHNORM_H
