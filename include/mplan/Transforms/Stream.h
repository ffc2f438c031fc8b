//===- Stream.h - Compute networks row by row -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_STREAM_H
#define MPLAN_TRANSFORMS_STREAM_H

#include "mplan/Analysis/StreamCuts.h"

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

struct StreamResult {
  int64_t numSegments = 0;
  std::string whyNot; ///< If there are none.
};

/// Rewrites the tensor functions of `module` so that segments of them are
/// computed row by row, each row once, with a few rows of what is between. Says
/// with `remarks` what is streamed, and why not further. Fails with an error,
/// and some streamed, should a trace not pass its check.
mlir::FailureOr<StreamResult>
stream(mlir::ModuleOp module, const StreamCosts &costs, bool remarks = false);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_STREAM_H
