//===- FinishLLVM.cpp - The last step before LLVM IR ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Closes `--mplan-to-llvm`: linkage that memrefs cannot say, and a check that
// everything was converted, since upstream's conversion leaves what it does not
// know and the translation to LLVM IR then complains about something else.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/LowerToLLVM.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANFINISHLLVMPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

static bool isConverted(Operation *op) {
  return isa<ModuleOp>(op) ||
         isa_and_present<LLVM::LLVMDialect>(op->getDialect());
}

/// An unrealized cast says only that one of its ends was not converted: the op
/// there is what somebody has to see.
static LogicalResult checkConverted(ModuleOp module) {
  Operation *first = nullptr;
  module.walk([&](Operation *op) {
    if (isConverted(op))
      return WalkResult::advance();
    if (!first || isa<UnrealizedConversionCastOp>(first))
      first = op;
    return isa<UnrealizedConversionCastOp>(op) ? WalkResult::advance()
                                               : WalkResult::interrupt();
  });
  if (!first)
    return success();
  return first->emitOpError("has no lowering to the LLVM dialect here");
}

LogicalResult mplan::finishLLVM(ModuleOp module) {
  if (failed(checkConverted(module)))
    return failure();
  // Private symbols are not in an object's symbol table: nobody could look up
  // where the arena is and how large.
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getLinkage() == LLVM::Linkage::Private)
      global.setLinkage(LLVM::Linkage::Internal);
  // The translation to LLVM IR warns about argument attributes of others.
  for (auto function : module.getOps<LLVM::LLVMFuncOp>()) {
    auto interface = cast<FunctionOpInterface>(function.getOperation());
    for (unsigned i = 0, e = interface.getNumArguments(); i != e; ++i)
      for (NamedAttribute attr : llvm::to_vector(interface.getArgAttrs(i)))
        if (!attr.getName().strref().starts_with("llvm."))
          interface.removeArgAttr(i, attr.getName());
  }
  return success();
}

namespace {
struct MplanFinishLLVMPass
    : mplan::impl::MplanFinishLLVMPassBase<MplanFinishLLVMPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(finishLLVM(getOperation())))
      signalPassFailure();
  }
};
} // namespace
