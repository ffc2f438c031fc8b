//===- Verify.cpp - The pass mplan-verify ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A shell over `verifySlots`.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Passes.h"

#include "mplan/Analysis/VerifySlots.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANVERIFYPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

namespace {
struct MplanVerifyPass : mplan::impl::MplanVerifyPassBase<MplanVerifyPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(mplan::verifySlots(getOperation())))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
