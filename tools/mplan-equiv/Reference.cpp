//===- Reference.cpp - The unplanned side ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. The pass list is upstream's from end to end.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/LowerToLLVM.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::equiv;

static constexpr StringRef bufferize =
    "one-shot-bufferize{bufferize-function-boundaries "
    "function-boundary-type-conversion=identity-layout-map "
    "allow-return-allocs-from-loops}";

static constexpr StringRef lower =
    // Loops, then blocks.
    "func.func(convert-linalg-to-loops,scf-forall-to-for,lower-affine),"
    "convert-scf-to-cf,"
    // Strides and offsets of views as arithmetic, which makes affine ops again.
    "expand-strided-metadata,func.func(memref-expand),lower-affine,"
    // Arithmetic that LLVM lacks. ctlz has no function in libm: to LLVM first.
    "func.func(arith-expand{include-bf16}),convert-math-to-llvm,"
    "convert-math-to-libm,convert-complex-to-standard,"
    "convert-vector-to-llvm,finalize-memref-to-llvm,convert-to-llvm,"
    "reconcile-unrealized-casts";

/// One-shot writes into arguments where nobody forbids it.
static void protectArguments(ModuleOp module) {
  StringRef name = bufferization::BufferizationDialect::kWritableAttrName;
  Builder builder(module.getContext());
  module.walk([&](func::FuncOp func) {
    if (!func.isPublic() || func.isExternal())
      return;
    for (auto [i, type] : llvm::enumerate(func.getArgumentTypes()))
      if (isa<TensorType>(type) && !func.getArgAttr(i, name))
        func.setArgAttr(i, name, builder.getBoolAttr(false));
  });
}

/// On the heap there are no arenas, and where a value is makes no difference.
static void dropPlaces(ModuleOp module) {
  module.walk([](PlaceOp place) {
    place.replaceAllUsesWith(place.getSource());
    place.erase();
  });
  for (auto arena : llvm::make_early_inc_range(module.getOps<ArenaOp>()))
    arena.erase();
}

/// One-shot's own option of that name crashes at calls. A copy that one op
/// alone sees may always be written.
static void copyDestinations(ModuleOp module) {
  module.walk([](DestinationStyleOpInterface op) {
    OpBuilder builder(op);
    for (OpOperand &init : op.getDpsInitsMutable()) {
      auto type = dyn_cast<RankedTensorType>(init.get().getType());
      if (!type)
        continue;
      auto copy = bufferization::AllocTensorOp::create(
          builder, op.getLoc(), type, /*dynamicSizes=*/ValueRange(),
          /*copy=*/init.get());
      init.set(copy);
    }
  });
}

LogicalResult mplan::equiv::lowerReference(ModuleOp module,
                                           bool copyBeforeWrite) {
  if (failed(lowerState(module)))
    return failure();
  dropPlaces(module);
  protectArguments(module);
  if (copyBeforeWrite)
    copyDestinations(module);
  for (StringRef passes : {bufferize, lower}) {
    PassManager pm(module.getContext());
    // Upstream's bufferization makes some that upstream's lowering crashes at.
    if (passes == lower)
      splitSubviews(module);
    if (failed(parsePassPipeline(passes, pm)) || failed(pm.run(module)))
      return failure();
  }
  return success();
}
