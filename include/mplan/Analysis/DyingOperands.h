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

/// True if `op`, on tensors or buffers, reads each element of `input` at the
/// point at which it writes the element of `init` in the same place, and at no
/// other: both can be in the same bytes. That is known of linalg ops, and of
/// those that say it by `MemoryPlanningOpInterface`.
bool canOverwrite(mlir::DestinationStyleOpInterface op, mlir::OpOperand &input,
                  mlir::OpOperand &init);

/// The operand of `op`, on tensors, whose bytes its init number `number` may
/// take, or null: the init can overwrite it, and it dies there.
mlir::OpOperand *findDyingOperand(mlir::DestinationStyleOpInterface op,
                                  unsigned number);

} // namespace mplan

#endif // MPLAN_ANALYSIS_DYINGOPERANDS_H
