//===- InPlace.h - One op, two slots, the same bytes ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whether an op may write one slot over another one that it reads.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_INPLACE_H
#define MPLAN_LIB_ANALYSIS_PROOF_INPLACE_H

#include "SlotTable.h"

namespace mplan::proof {

/// True if `op` reads each byte of its operand `read` for the last time before
/// it writes that byte through its operand `written`: the two are slots of the
/// same bytes, and the op touches the same element of both in each step, and
/// no element in two. Of a structured op that is seen; of another one it is
/// known if the op says it by `MemoryPlanningOpInterface`.
bool isInPlaceSafe(mlir::Operation *op, mlir::Value read, mlir::Value written,
                   const SlotTable &table);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_INPLACE_H
