//===- Coalesce.h - One buffer where control flow joins several -*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_COALESCE_H
#define MPLAN_TRANSFORMS_COALESCE_H

#include "mplan/Analysis/JoinedBuffers.h"

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

/// What the pass `mplan-coalesce` does: joins what control flow joins, and
/// gives loops buffers of their own. Never fails: what cannot be done is left
/// as it is, marked for `mplan-allocate` to refuse.
void coalesceBuffers(mlir::ModuleOp module);

/// The same for one function. `analysis` must not have met a cycle of calls.
void coalesceBuffers(mlir::FunctionOpInterface function,
                     BufferUseAnalysis &analysis);

/// Makes all names of a group views of `buffer`, which reaches all of them, and
/// passes that on wherever one was passed on to a join. Adds to `dead` what the
/// caller is to erase: other allocations, releases, copies within the group.
/// Joins of the group stay, without a use.
void replaceByBuffer(const JoinGraph &graph, llvm::ArrayRef<unsigned> group,
                     mlir::Value buffer,
                     llvm::SetVector<mlir::Operation *> &dead);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_COALESCE_H
