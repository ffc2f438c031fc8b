//===- VerifyImport.cpp - Nothing is left half lowered --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Closes the import: the phases after it know nothing of TOSA.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Tosa/IR/TosaOps.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANVERIFYIMPORTPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

namespace {
struct MplanVerifyImportPass
    : mplan::impl::MplanVerifyImportPassBase<MplanVerifyImportPass> {
  using Base::Base;
  void runOnOperation() override {
    SmallPtrSet<void *, 4> reported; // the first op of each kind will do
    getOperation().walk([&](Operation *op) {
      if (!isa_and_present<tosa::TosaDialect>(op->getDialect()) ||
          !reported.insert(op->getName().getAsOpaquePointer()).second)
        return;
      op->emitError("'") << op->getName()
                         << "' is left after the import, which lowers the "
                            "bodies of the module's own 'func.func's; move it "
                            "there, or rewrite it before";
    });
    if (!reported.empty())
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
