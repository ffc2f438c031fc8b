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

/// LLVM's own name for what it may not look through.
static constexpr llvm::StringLiteral kUsedName = "llvm.compiler.used";

/// Keeps `kernels` as they are. Not to inline them would not be enough: a
/// constant that all calls pass would be put into them again, and with it the
/// addresses of one caller.
static void keepKernels(ModuleOp module, ArrayRef<LLVM::LLVMFuncOp> kernels) {
  Location loc = module.getLoc();
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  auto pointer = LLVM::LLVMPointerType::get(module.getContext());
  auto type = LLVM::LLVMArrayType::get(pointer, kernels.size());
  auto used = LLVM::GlobalOp::create(builder, loc, type, /*isConstant=*/false,
                                     LLVM::Linkage::Appending, kUsedName,
                                     /*value=*/Attribute());
  used.setSection("llvm.metadata");
  builder.createBlock(&used.getInitializerRegion());
  Value all = LLVM::UndefOp::create(builder, loc, type);
  for (auto [i, kernel] : llvm::enumerate(kernels))
    all = LLVM::InsertValueOp::create(
        builder, loc, all, LLVM::AddressOfOp::create(builder, loc, kernel), i);
  LLVM::ReturnOp::create(builder, loc, all);
}

/// Adds attributes of LLVM IR to those of `function`.
static void addPassthrough(LLVM::LLVMFuncOp function, StringRef name) {
  SmallVector<Attribute> all;
  if (ArrayAttr old = function.getPassthroughAttr())
    llvm::append_range(all, old);
  all.push_back(StringAttr::get(function.getContext(), name));
  function.setPassthroughAttr(ArrayAttr::get(function.getContext(), all));
}

LogicalResult mplan::finishLLVM(ModuleOp module, bool optimizeSize) {
  if (failed(checkConverted(module)))
    return failure();
  SmallVector<LLVM::LLVMFuncOp> kernels;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    if (function->hasAttr(kKernelAttr))
      kernels.push_back(function);
  if (Operation *taken = module.lookupSymbol(kUsedName);
      taken && !kernels.empty())
    return emitError(taken->getLoc(), "@")
           << kUsedName << " is there already, and mplan-share-kernels has "
           << kernels.size() << " functions for it: do without that pass";
  // Private symbols are not in an object's symbol table: nobody could look up
  // where the arena is and how large.
  for (auto global : module.getOps<LLVM::GlobalOp>())
    if (global.getLinkage() == LLVM::Linkage::Private)
      global.setLinkage(LLVM::Linkage::Internal);
  for (LLVM::LLVMFuncOp kernel : kernels) {
    kernel->removeAttr(kKernelAttr);
    addPassthrough(kernel, "noinline");
  }
  if (!kernels.empty())
    keepKernels(module, kernels);
  if (optimizeSize)
    for (auto function : module.getOps<LLVM::LLVMFuncOp>())
      if (!function.isExternal())
        addPassthrough(function, "optsize");
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
    if (failed(finishLLVM(getOperation(), optimizeSize)))
      signalPassFailure();
  }
};
} // namespace
