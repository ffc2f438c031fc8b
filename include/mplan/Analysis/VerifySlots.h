//===- VerifySlots.h - Proof that a plan is right ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decides from the IR alone whether any write clobbers a slot whose contents
// are still needed. Shares nothing with the planner: not its live ranges, its
// timeline, its aliases, nor its solver. A slot is an `mplan.slot`, or a
// `memref.view` at a constant offset of an arena's bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_VERIFYSLOTS_H
#define MPLAN_ANALYSIS_VERIFYSLOTS_H

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <string>
#include <vector>

namespace mplan {

/// A global whose bytes are an arena.
struct GlobalArena {
  std::string name;
  /// So many bytes from the first on hold what is kept between calls.
  int64_t stateBytes = 0;
};

struct VerifySlotsOptions {
  /// Globals of the module, `memref<Nxi8>`, that are arenas: views of them at
  /// constant offsets are slots. So are such views of an argument that carries
  /// `mplan.arena`, without being listed here.
  std::vector<GlobalArena> arenas;

  /// True if `op` may write its operand `written` while it still reads its
  /// operand `read`, although the two are slots that share bytes: if it reads
  /// each byte before it writes it. Never asked of one slot in place of
  /// itself, which is always accepted. Without it, structured ops may that
  /// touch each element once, the same of both at the same time.
  std::function<bool(mlir::Operation *op, mlir::Value read,
                     mlir::Value written)>
      isInPlaceSafe;
};

/// Proves the plan of `module`. On failure errors have been emitted at the
/// writes that clobber, with notes at the slots and at the read that needs
/// them. The module is never changed.
mlir::LogicalResult verifySlots(mlir::ModuleOp module,
                                const VerifySlotsOptions &options = {});

} // namespace mplan

#endif // MPLAN_ANALYSIS_VERIFYSLOTS_H
