//===- ExpandSums.h - Sums over rows that were made one ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_STREAM_EXPANDSUMS_H
#define MPLAN_LIB_TRANSFORMS_STREAM_EXPANDSUMS_H

#include "mlir/IR/Operation.h"

namespace mplan {

/// Has every sum below `root` over a list that several dimensions of a tensor
/// were made run through those dimensions, in the same order.
void expandFlattenedSums(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_STREAM_EXPANDSUMS_H
