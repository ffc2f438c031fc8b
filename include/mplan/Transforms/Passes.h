//===- Passes.h - The passes of mplan ---------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_PASSES_H
#define MPLAN_TRANSFORMS_PASSES_H

#include "mplan/Transforms/Shrink.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace mplan {
#define GEN_PASS_DECL
#include "mplan/Transforms/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

#endif // MPLAN_TRANSFORMS_PASSES_H
