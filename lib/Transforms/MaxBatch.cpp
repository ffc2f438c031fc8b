//===- MaxBatch.cpp - Unknown batches become bounded ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converters leave the batch of a network open. Where it stays so, its user
// says here how large it will ever be.
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Import.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANMAXBATCHPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

void mplan::declareMaxBatch(ModuleOp module, int64_t maxBatch) {
  module.walk([&](FunctionOpInterface function) {
    if (!function.isPublic() || function.isExternal())
      return;
    for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
      auto shaped = dyn_cast<ShapedType>(type);
      if (!shaped || !shaped.hasRank() || shaped.getRank() == 0 ||
          !shaped.isDynamicDim(0))
        continue;
      SmallVector<int64_t> bounds(shaped.getRank(), -1);
      if (auto old = function.getArgAttrOfType<DenseI64ArrayAttr>(
              index, kUpperBoundAttrName))
        bounds.assign(old.asArrayRef().begin(), old.asArrayRef().end());
      if (bounds.front() < 0)
        bounds.front() = maxBatch;
      function.setArgAttr(
          index, StringAttr::get(module.getContext(), kUpperBoundAttrName),
          DenseI64ArrayAttr::get(module.getContext(), bounds));
    }
  });
}

namespace {
struct MplanMaxBatchPass
    : mplan::impl::MplanMaxBatchPassBase<MplanMaxBatchPass> {
  using Base::Base;
  void runOnOperation() override {
    if (maxBatch < 0) {
      emitError(getOperation().getLoc(),
                "max-batch must be at least 1, or 0 to declare none, got ")
          << maxBatch.getValue();
      return signalPassFailure();
    }
    if (maxBatch > 0)
      mplan::declareMaxBatch(getOperation(), maxBatch);
  }
};
} // namespace
