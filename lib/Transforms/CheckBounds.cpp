//===- CheckBounds.cpp - Check declared bounds at run time ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer is planned for the largest extents that were declared. A call with
// larger ones would write over others; here it is stopped before it does. What
// the program itself bounds needs no check: it cannot be exceeded.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/CheckBounds.h"

#include "mplan/Analysis/SizeBounds.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/FormatVariadic.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANCHECKBOUNDSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// Asserts that extent number `dim` of `argument` is at most `bound`.
static void createCheck(OpBuilder &builder, FunctionOpInterface function,
                        BlockArgument argument, int64_t dim, int64_t bound) {
  Location loc = argument.getLoc();
  Value extent;
  if (isa<TensorType>(argument.getType()))
    extent = tensor::DimOp::create(builder, loc, argument, dim);
  else
    extent = memref::DimOp::create(builder, loc, argument, dim);
  Value limit = arith::ConstantIndexOp::create(builder, loc, bound);
  Value fits = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ule,
                                     extent, limit);
  std::string message =
      llvm::formatv("'{0}': dimension {1} of argument #{2} is larger than its "
                    "upper bound {3}",
                    function.getName(), dim, argument.getArgNumber(), bound);
  cf::AssertOp::create(builder, loc, fits, builder.getStringAttr(message));
}

void mplan::checkBounds(ModuleOp module) {
  module.walk([&](FunctionOpInterface function) {
    if (function.isExternal())
      return;
    Block &entry = function.getFunctionBody().front();
    auto builder = OpBuilder::atBlockBegin(&entry);
    for (BlockArgument argument : entry.getArguments()) {
      auto type = dyn_cast<ShapedType>(argument.getType());
      if (!type || !type.hasRank())
        continue;
      for (int64_t dim = 0, rank = type.getRank(); dim != rank; ++dim) {
        auto bound = getDeclaredBound(function, argument.getArgNumber(), dim);
        if (bound && type.isDynamicDim(dim))
          createCheck(builder, function, argument, dim, *bound);
      }
    }
  });
}

namespace {
struct MplanCheckBoundsPass
    : mplan::impl::MplanCheckBoundsPassBase<MplanCheckBoundsPass> {
  using Base::Base;
  void runOnOperation() override { checkBounds(getOperation()); }
};
} // namespace
