//===- Privatize.h - Buffers made in parallel loops -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_PRIVATIZE_H
#define MPLAN_TRANSFORMS_PRIVATIZE_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

struct PrivatizeOptions {
  /// Make the loops sequential, instead of one part for each iteration.
  bool sequential = false;
};

/// Makes buffers that are made in parallel loops fit for planning: what the
/// pass `mplan-privatize` does. Fails, with an error, on recursion, where a
/// loop cannot be made sequential, and where the parts of all iterations have
/// more than INT64_MAX bytes. Then some loops may have been rewritten; the
/// program means the same at any time.
llvm::LogicalResult privatizeBuffers(mlir::ModuleOp module,
                                     const PrivatizeOptions &options = {});

} // namespace mplan

#endif // MPLAN_TRANSFORMS_PRIVATIZE_H
