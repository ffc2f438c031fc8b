//===- ops.h - A dialect of an embedder -------------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef EMBED_OPS_H
#define EMBED_OPS_H

#include "mlir/IR/DialectRegistry.h"

namespace embed {

/// The dialect `embed`, and what mplan must know of its op to plan it.
void registerDialect(mlir::DialectRegistry &registry);

} // namespace embed

#endif // EMBED_OPS_H
