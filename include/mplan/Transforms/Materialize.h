//===- Materialize.h - From slots to views of the arena ---------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function under `mplan-materialize`: what stands in for an arena when
// nothing of mplan's dialect may be left.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_MATERIALIZE_H
#define MPLAN_TRANSFORMS_MATERIALIZE_H

#include "mplan/IR/Mplan.h"

#include "llvm/ADT/StringRef.h"

#include <optional>

namespace mplan {

struct MaterializeOptions {
  /// Where the bytes of every arena come from; what each arena says if not set.
  std::optional<Storage> storage;
};

/// Replaces the slots of `module` by views of their arenas' bytes and removes
/// the arenas; the description of `mplan-materialize` says into what. On
/// failure a diagnostic has been emitted and the IR is as it was.
llvm::LogicalResult materializeArenas(mlir::ModuleOp module,
                                      const MaterializeOptions &options);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_MATERIALIZE_H
