//===- Bufferize.h - Tensors to memrefs -------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function under `mplan-bufferize`, for embedders that have hooks to give.
// What it needs and promises is told with the pass, in Passes.td.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_BUFFERIZE_H
#define MPLAN_TRANSFORMS_BUFFERIZE_H

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/IR/BuiltinOps.h"

namespace mplan {

struct BufferizeOptions {
  /// Alignment in bytes put on every allocation and constant; 0 puts none, so
  /// that the element type's own holds.
  unsigned bufferAlignment = 0;

  /// Makes an allocation: builder, location, type, dynamic extents, alignment.
  /// Default: `memref.alloc`.
  mlir::bufferization::BufferizationOptions::AllocationFn allocationFn;

  /// Memory space of a tensor that does not say one. Default: none.
  mlir::bufferization::BufferizationOptions::DefaultMemorySpaceFn memorySpaceFn;

  /// Runs over the tensor IR after results, loops and branches have been given
  /// their destinations and before bufferization proper.
  std::function<mlir::LogicalResult(mlir::ModuleOp)> beforeBufferization;
};

/// Bufferizes everything in `module`. On failure a diagnostic has been emitted
/// at the op that is to blame and the module must be thrown away, except for
/// what the checks at the start find: then it is untouched.
mlir::LogicalResult bufferize(mlir::ModuleOp module,
                              const BufferizeOptions &options = {});

} // namespace mplan

#endif // MPLAN_TRANSFORMS_BUFFERIZE_H
