//===- MergeConcats.h - One buffer for lists that grow ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_MERGECONCATS_H
#define MPLAN_TRANSFORMS_MERGECONCATS_H

#include "mlir/IR/Operation.h"

namespace mplan {

/// What the pass `mplan-merge-concats` does: a tensor that is put together from
/// the parts of another one and more is put together from that one, in place.
void mergeConcats(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_MERGECONCATS_H
