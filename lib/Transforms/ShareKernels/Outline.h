//===- Outline.h - An op as a function of its own ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_SHAREKERNELS_OUTLINE_H
#define MPLAN_LIB_TRANSFORMS_SHAREKERNELS_OUTLINE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mplan {

/// An op without results, and a function that does what it does. The function
/// is in no module, and owned by the kernel.
struct Kernel {
  mlir::Operation *op;
  mlir::OwningOpRef<mlir::func::FuncOp> function;
  /// Of the function, in order.
  llvm::SmallVector<mlir::Value> arguments;
};

/// The function of `op`, which has no results: a loop or an op on memrefs. Its
/// arguments are
///
/// * the buffers that it touches, each once, as bare pointers: views of them
///   are made within. `llvm.noalias` is on those that share no byte with any
///   other;
/// * numbers, each once; but a constant once for each place where it is used,
///   since where one program has the same number twice another has two numbers.
///   Constants of index type, which are sizes and bounds, are no arguments.
///
/// Fails without a message where a buffer cannot be a bare pointer.
llvm::FailureOr<Kernel> outline(mlir::Operation *op);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_SHAREKERNELS_OUTLINE_H
