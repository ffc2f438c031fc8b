//===- ArenaBytes.h - Arenas after materialising ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the values that are all bytes of an arena, and the views of them that
// are buffers. Nothing else may be done with such a value than to view it at a
// constant offset or to hand it on to a function as the same arena: else nobody
// could tell which buffers are read and written.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_ARENABYTES_H
#define MPLAN_LIB_ANALYSIS_PROOF_ARENABYTES_H

#include "mplan/Analysis/VerifySlots.h"

namespace mplan::proof {

/// A buffer: a `memref.view` of an arena's bytes.
struct BytesView {
  mlir::Operation *op = nullptr;
  int64_t offset = 0, size = 0; ///< In bytes.
};

/// A value that is an arena's bytes, from the first to the last.
struct BytesValue {
  mlir::Value value;
  /// The global; null for an argument.
  mlir::Operation *global = nullptr;
  llvm::StringRef name;
  int64_t size = 0;                 ///< In bytes.
  std::optional<int64_t> alignment; ///< Of the first byte, if it is known.
  int64_t stateBytes = 0;
  std::vector<BytesView> views; ///< In the order of the module.
};

/// The bytes of arenas in functions of `module`, in order. Fails, with errors,
/// at uses that cannot be followed, and where `globalArenas` names no arena.
llvm::FailureOr<std::vector<BytesValue>>
findArenaBytes(mlir::ModuleOp module, llvm::ArrayRef<GlobalArena> globalArenas);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_ARENABYTES_H
