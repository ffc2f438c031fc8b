//===- Canonicalizer.h - Upstream's, without its mistakes -------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_CANONICALIZER_H
#define MPLAN_TRANSFORMS_CANONICALIZER_H

#include "mlir/Pass/Pass.h"

namespace mplan {

/// Upstream's canonicalizer without the patterns of MLIR 22.1 that change what
/// a program computes: a cast of an index to a narrower integer and back is
/// taken for the index.
std::unique_ptr<mlir::Pass> createCanonicalizer();

} // namespace mplan

#endif // MPLAN_TRANSFORMS_CANONICALIZER_H
