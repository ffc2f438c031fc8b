//===- Instrument.h - Make a program say what it touches --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the recorder, in the LLVM dialect: there each access of memory is an
// op, in the order in which it happens.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_INSTRUMENT_H
#define MPLAN_TOOLS_MUTATE_INSTRUMENT_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan::mutate {

/// Numbers the operations of `module` in their locations, so that they are
/// known again in copies of it and in what it is lowered to.
void labelOps(mlir::ModuleOp module);

/// The number that `op`, or what it came from, was given; -1 if none.
int64_t getLabel(mlir::Operation *op);

/// Puts calls of the recorder before all accesses of memory in `module`, which
/// is in the LLVM dialect, and in place of malloc. `siteOfLabel` knows the
/// labels of allocations. An error on what cannot be followed: an allocation
/// without a number, an op that uses a pointer in another way.
mlir::LogicalResult
instrument(mlir::ModuleOp module,
           const llvm::DenseMap<int64_t, unsigned> &siteOfLabel);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_INSTRUMENT_H
