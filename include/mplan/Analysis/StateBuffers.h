//===- StateBuffers.h - What a program keeps between calls ------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the globals that can become bytes of an arena: written by the program,
// zero at first, and seen by nobody else.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_STATEBUFFERS_H
#define MPLAN_ANALYSIS_STATEBUFFERS_H

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <vector>

namespace mplan {

/// A global that is to lie in an arena.
struct StateBuffer {
  mlir::memref::GlobalOp global;
  llvm::SmallVector<mlir::memref::GetGlobalOp> uses; ///< All of them.
  int64_t bytes = 0;
  int64_t alignment = 1;         ///< In bytes.
  mlir::FlatSymbolRefAttr arena; ///< Where it was asked to go, or null.
  size_t arenaIndex = 0;         ///< Set by the planner.
  int64_t offset = 0;            ///< In bytes; set by the planner.
};

/// The mutable globals of `module` that are used. One that must stay a global
/// of its own (public, or with a value that is not zero) is left out, with a
/// remark that says why. Emits an error and fails if `mplan.pool` on a global
/// is no symbol.
mlir::FailureOr<std::vector<StateBuffer>> findState(mlir::ModuleOp module);

} // namespace mplan

#endif // MPLAN_ANALYSIS_STATEBUFFERS_H
