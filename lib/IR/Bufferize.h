//===- Bufferize.h - How our operations bufferize ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_IR_BUFFERIZE_H
#define MPLAN_LIB_IR_BUFFERIZE_H

#include "mlir/IR/MLIRContext.h"

namespace mplan {

/// Teaches One-Shot Bufferize the operations on tensors of the dialect.
void attachBufferizationModels(mlir::MLIRContext &context);

} // namespace mplan

#endif // MPLAN_LIB_IR_BUFFERIZE_H
