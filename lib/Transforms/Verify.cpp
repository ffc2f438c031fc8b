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

using namespace mlir;
using namespace mplan;

namespace {
struct MplanVerifyPass : mplan::impl::MplanVerifyPassBase<MplanVerifyPass> {
  using Base::Base;

  void runOnOperation() override {
    VerifySlotsOptions options;
    for (llvm::StringRef text : arenas) {
      auto [name, bytes] = text.split(':');
      GlobalArena &arena = options.arenas.emplace_back();
      arena.name = name.str();
      if (text.contains(':') && bytes.getAsInteger(10, arena.stateBytes)) {
        emitError(getOperation().getLoc(), "'")
            << text << "' is no arena: it is a name, or a name, a colon, and "
            << "the bytes of state";
        return signalPassFailure();
      }
    }
    if (failed(verifySlots(getOperation(), options)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
