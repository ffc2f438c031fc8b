//===- Interface.h - The entry's buffers in the arena -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `io=arena` buffers of the entry stand for its arguments: its caller
// fills them before, and reads them after. To plans and to the oracle these are
// buffers like all others if a copy fills them and a copy reads them; to the
// proof they are what the caller touches, and there is no copy.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_MUTATE_INTERFACE_H
#define MPLAN_TOOLS_MUTATE_INTERFACE_H

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include <map>

namespace mplan::mutate {

/// A buffer that stands for an argument of the entry.
struct InterfaceBuffer {
  mlir::Operation *allocation;
  Role role;
  unsigned argument;
};

/// Gives `entry` a buffer for each memref argument, with copies that fill and
/// read it. Roles are those that `mplan-io-to-arena` would give; inputs die
/// with the last read, or are kept. Fails with a diagnostic where that does.
mlir::FailureOr<std::vector<InterfaceBuffer>>
copyInterface(mlir::func::FuncOp entry, bool inputsDie);

/// What each label of such an allocation stands for (see Instrument.h).
using Interface = std::map<int64_t, InterfaceBuffer>;

/// Has the slots in `withSlots` say their role, and removes the copies.
void declareInterface(mlir::ModuleOp withSlots, const Interface &interface);

} // namespace mplan::mutate

#endif // MPLAN_TOOLS_MUTATE_INTERFACE_H
