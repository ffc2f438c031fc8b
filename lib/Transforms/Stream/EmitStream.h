//===- EmitStream.h - The loops that compute a segment ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_STREAM_EMITSTREAM_H
#define MPLAN_LIB_TRANSFORMS_STREAM_EMITSTREAM_H

#include "mplan/Analysis/StreamCuts.h"

#include "mlir/IR/PatternMatch.h"

namespace mplan {

/// Replaces the result of the segment of `cut` by that of loops which compute
/// its rows as the trace says, and erases the ops that nobody needs any more.
/// Returns the buffer without shape that its input lies in, if it shares one:
/// to be given as `wanted` to the segment before, which then makes it.
mlir::Value emitStream(mlir::RewriterBase &rewriter, const StreamCut &cut,
                       mlir::Value wanted);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_STREAM_EMITSTREAM_H
