//===- EmitStream.h - The loops that compute a segment ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_STREAM_EMITSTREAM_H
#define MPLAN_LIB_TRANSFORMS_STREAM_EMITSTREAM_H

#include "mplan/Analysis/StreamSegment.h"

#include "mlir/IR/PatternMatch.h"

namespace mplan {

/// Replaces the result of `segment` by that of loops which compute its rows as
/// `trace` says, and erases the ops that nobody needs any more.
void emitStream(mlir::RewriterBase &rewriter, const StreamSegment &segment,
                const StreamTrace &trace);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_STREAM_EMITSTREAM_H
