//===- Registration.h - All dialects, passes and targets --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Apart from the rest since what it includes takes long to compile.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_REGISTRATION_H
#define MPLAN_TOOLS_EQUIV_REGISTRATION_H

#include "mlir/IR/DialectRegistry.h"

namespace mplan::equiv {

/// Upstream's and mplan's dialects, translations to LLVM IR, passes and
/// pipelines, and the host as a target.
void registerEverything(mlir::DialectRegistry &registry);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_REGISTRATION_H
