//===- DyingOperands.h - Tensors that may be overwritten --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_DYINGOPERANDS_H
#define MPLAN_ANALYSIS_DYINGOPERANDS_H

#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace mplan {

/// True if nothing needs the contents of `tensor` once `op`, which uses it, has
/// run, and the buffer that it will be in is the function's own: made for this
/// value or for one that it updates or reshapes, not a constant, nor an
/// argument of the function, nor handed on to anybody.
bool diesAt(mlir::Value tensor, mlir::Operation *op);

/// The operand of `op`, on tensors, whose bytes its init number `number` may
/// take, or null: `op` reads each element of it at the point at which it writes
/// the element of the result that takes its place, and at no other, and it dies
/// there. That `op` does so is known of linalg ops, and of those that say it by
/// `MemoryPlanningOpInterface`.
mlir::OpOperand *findDyingOperand(mlir::DestinationStyleOpInterface op,
                                  unsigned number);

} // namespace mplan

#endif // MPLAN_ANALYSIS_DYINGOPERANDS_H
