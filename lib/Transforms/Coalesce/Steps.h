//===- Steps.h - The steps of joining buffers -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_COALESCE_STEPS_H
#define MPLAN_LIB_TRANSFORMS_COALESCE_STEPS_H

#include "mplan/Analysis/JoinedBuffers.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

namespace mplan {

/// A view of all of `buffer`, right after it, of type `type`, which must be one
/// that it can be viewed as.
mlir::Value viewAs(mlir::Value buffer, mlir::Type type);

/// Copies between buffers of one shape, by an operation that needs no function
/// of a run-time library.
mlir::Operation *createCopy(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value source, mlir::Value target);

/// Gives each of `variables` a storage, to which whatever defines it is copied.
/// Adds the copies to `copies`.
void copyCarried(const JoinGraph &graph, llvm::ArrayRef<JoinVariable> variables,
                 mlir::DominanceInfo &dominance,
                 llvm::SetVector<mlir::Operation *> &copies);

/// Makes one buffer of what an elementwise op reads and writes if the one is
/// not needed after it, nor the other before, and elements have the same width.
/// (Of one type, that was done on tensors.)
void overwriteCasts(mlir::FunctionOpInterface function,
                    BufferUseAnalysis &analysis);

/// Erases those of `joins` that nobody uses, and what they were passed.
void eraseDeadJoins(llvm::ArrayRef<mlir::Value> joins);

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_COALESCE_STEPS_H
