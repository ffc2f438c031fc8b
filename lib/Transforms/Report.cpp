//===- Report.cpp -------------------------------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Passes.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANREPORTPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

namespace {
struct MplanReportPass : mplan::impl::MplanReportPassBase<MplanReportPass> {
  using Base::Base;
  void runOnOperation() override {
    getOperation().emitError("not built yet");
    signalPassFailure();
  }
};
} // namespace
