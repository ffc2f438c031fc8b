//===- TensorUses.h - What an op does with tensors --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Questions about one operation on tensors, as it will be once bufferized. An
// op without `BufferizableOpInterface`, and a call, reads all of its operands,
// and makes all of its results anew.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_TENSORUSES_H
#define MPLAN_LIB_ANALYSIS_TENSORUSES_H

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"

namespace mplan {

inline bool isTensor(mlir::Value value) {
  return llvm::isa<mlir::TensorType>(value.getType());
}

/// The op by its interface, or null: there are only the rules above.
mlir::bufferization::BufferizableOpInterface
getBufferizable(mlir::Operation *op);

/// Does the op only lend the bytes of its operand to a result, or to `result`?
bool isView(mlir::OpOperand &operand,
            const mlir::bufferization::AnalysisState &state);
bool isViewAs(mlir::OpOperand &operand, mlir::OpResult result,
              const mlir::bufferization::AnalysisState &state);

/// Is the result a view of some operand?
bool isView(mlir::OpResult result,
            const mlir::bufferization::AnalysisState &state);

/// Does the op look at the contents of the operand, or change them?
bool usesContents(mlir::OpOperand &operand,
                  const mlir::bufferization::AnalysisState &state);

/// May the op change the contents of the operand?
bool isWritten(mlir::OpOperand &operand,
               const mlir::bufferization::AnalysisState &state);

/// Does a result need no bytes of the plan? A constant has its own, and what
/// has no contents yet needs none.
bool hasNoBytes(mlir::OpResult result,
                const mlir::bufferization::AnalysisState &state);

/// Is it a tensor whose contents are those of a memref?
bool isMadeOfMemory(mlir::OpResult result);

/// How an op stands to memory that is not in tensors, in ascending order.
enum class Access { None, Reads, Writes };

/// `Reads` also if it could be undefined where it does not run now (a division,
/// say): it must stay between the same writes, as one of them may be a check.
Access getAccess(mlir::Operation &op);

/// The global that the op loads or stores as a whole, where that is all the
/// memory it touches; null for other ops.
mlir::StringAttr getGlobal(mlir::Operation &op);

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_TENSORUSES_H
