//===- Reference.h - The unplanned side -------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's own way from linalg on tensors to code that runs, with every
// buffer on the heap. It shares no code with mplan's passes, so that it can
// stand witness.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_REFERENCE_H
#define MPLAN_TOOLS_EQUIV_REFERENCE_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan::equiv {

/// ml_program.global and its loads and stores to memref.global with whole
/// copies in and out. Upstream's bufferization of them stores buffers before
/// they are written and overlooks stores between a load and its use.
mlir::LogicalResult lowerState(mlir::ModuleOp module);

/// Bufferizes `module` and lowers it to the LLVM dialect. No tensor argument of
/// a public function is written unless marked writable; loops may return
/// allocations; results are returned. With `copyBeforeWrite` each op writes
/// into a new copy of its destination, so that nothing rests on upstream's
/// analysis of what may be written in place. Errors are reported where they
/// occur.
mlir::LogicalResult lowerReference(mlir::ModuleOp module, bool copyBeforeWrite);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_REFERENCE_H
