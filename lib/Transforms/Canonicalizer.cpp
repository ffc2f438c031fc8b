//===- Canonicalizer.cpp - Upstream's, without its mistakes ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. The names are those of the patterns' classes; a test shows
// that they still are.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Canonicalizer.h"

#include "mlir/Transforms/Passes.h"

std::unique_ptr<mlir::Pass> mplan::createCanonicalizer() {
  return mlir::createCanonicalizerPass(
      mlir::GreedyRewriteConfig(),
      {"(anonymous namespace)::IndexCastOfIndexCast",
       "(anonymous namespace)::IndexCastUIOfIndexCastUI"});
}
