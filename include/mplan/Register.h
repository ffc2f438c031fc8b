//===- Register.h - All that an embedder needs ------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_REGISTER_H
#define MPLAN_REGISTER_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mplan {

/// Adds the mplan dialect, and what its passes need of others, to `registry`.
void registerDialects(mlir::DialectRegistry &registry);

/// Makes the passes known by name.
void registerPasses();

/// Makes the pipelines known by name.
void registerPipelines();

} // namespace mplan

#endif // MPLAN_REGISTER_H
