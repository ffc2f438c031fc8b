//===- SeedWeights.cpp -------------------------------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Passes.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANSEEDWEIGHTSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

namespace {
struct MplanSeedWeightsPass : mplan::impl::MplanSeedWeightsPassBase<MplanSeedWeightsPass> {
  using Base::Base;
  void runOnOperation() override {
    getOperation().emitError("not built yet");
    signalPassFailure();
  }
};
} // namespace
