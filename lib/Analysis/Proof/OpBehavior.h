//===- OpBehavior.h - What one op does to its buffers -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads off the interfaces of an op which buffers it reads and writes, which
// of its results are the same memory as which operand, and which operands it
// may keep hold of. Knows nothing of slots or of control flow. Whatever an
// interface does not say is taken for the worst.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_OPBEHAVIOR_H
#define MPLAN_LIB_ANALYSIS_PROOF_OPBEHAVIOR_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

namespace mplan::proof {

struct OpBehavior {
  /// The buffer `value` is read, or written, or first read and then written.
  struct Access {
    mlir::Value value;
    bool read = false, write = false;
    /// Every element of `value` is written, on every execution.
    bool full = false;
  };
  /// `result` is memory of `source`; if `whole`, it is every element of it.
  struct View {
    mlir::Value result, source;
    bool whole = false;
  };
  /// `result` is memory of one of `sources`, or none of them if `orOther`.
  struct Merge {
    mlir::Value result;
    llvm::SmallVector<mlir::Value> sources;
    bool orOther = false;
  };

  llvm::SmallVector<Access, 3> accesses;
  llvm::SmallVector<View, 1> views;
  llvm::SmallVector<Merge, 0> merges;
  /// Operands that may be read and written by unknown code from here on.
  llvm::SmallVector<mlir::Value, 0> escapes;

  void addAccess(mlir::Value value, bool read, bool write, bool full = false);
};

/// True if `value` is a memref, ranked or not.
bool isBuffer(mlir::Value value);

/// The operands of `op` that are buffers, each once.
llvm::SmallVector<mlir::Value> getBufferOperands(mlir::Operation *op);

/// True if `op` may go on after control has left it: what it accesses may be
/// accessed at any later time.
bool isAsynchronous(mlir::Operation *op);

/// True for a value with which a buffer begins, and which is all of it.
using BufferTest = llvm::function_ref<bool(mlir::Value)>;

/// What `op` does at the point where it stands; its regions are left out.
/// Operands in `forwarded` only go on to a successor. Not for calls and slots.
OpBehavior getBehavior(mlir::Operation *op,
                       llvm::ArrayRef<mlir::Value> forwarded,
                       BufferTest isSlot);

/// What a call of code that is not there does: the buffers passed are read
/// and written and, but for those marked `mplan.keeps`, not kept; a buffer
/// returned may be one of them.
OpBehavior getExternalCallBehavior(mlir::Operation *call,
                                   mlir::Operation *callee);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_OPBEHAVIOR_H
