//===- IoToArena.h - Inputs and outputs in the arena ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function under `mplan-io-to-arena`.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_IOTOARENA_H
#define MPLAN_TRANSFORMS_IOTOARENA_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

struct IoToArenaOptions {
  /// Inputs need not hold their data longer than the entry reads it. If not
  /// set, only those whose argument is marked `bufferization.writable`.
  bool inputsDie = false;
};

/// Makes the memref arguments of the module's entries buffers with a role. On
/// failure errors have been emitted and the module is unchanged.
mlir::LogicalResult moveIoToArena(mlir::ModuleOp module,
                                  const IoToArenaOptions &options = {});

} // namespace mplan

#endif // MPLAN_TRANSFORMS_IOTOARENA_H
