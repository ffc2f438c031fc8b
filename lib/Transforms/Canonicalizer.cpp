//===- Canonicalizer.cpp - Upstream's, without its mistakes ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. The names are those of the patterns' classes; a test shows
// that they still are. As in upstream's pass, and not in a
// `GreedyRewriteConfig` by itself, equal blocks stay apart: made one, an access
// in them would be noted to be where one of them has it (see AccessPlaces.h).
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Canonicalizer.h"

#include "mlir/Transforms/Passes.h"

std::unique_ptr<mlir::Pass> mplan::createCanonicalizer() {
  mlir::GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(mlir::GreedySimplifyRegionLevel::Normal);
  return mlir::createCanonicalizerPass(
      config, {"(anonymous namespace)::IndexCastOfIndexCast",
               "(anonymous namespace)::IndexCastUIOfIndexCastUI"});
}
