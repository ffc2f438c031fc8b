//===- ExpandCopies.cpp - Strided copies without a runtime ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream lowers a `memref.copy` between buffers that are not contiguous to a
// call of `memrefCopy`, which is in MLIR's run-time library alone, and puts
// descriptors on the stack for it. As `linalg.copy` it becomes loops, in which
// LLVM finds the rows again.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/LowerToLLVM.h"

#include "BytesView.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANEXPANDCOPIESPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

static bool hasNoElements(MemRefType type) {
  return llvm::is_contained(type.getShape(), 0);
}

namespace {
struct ExpandStridedCopy : OpRewritePattern<memref::CopyOp> {
  using Base::Base;

  LogicalResult matchAndRewrite(memref::CopyOp copy,
                                PatternRewriter &rewriter) const override {
    auto source = dyn_cast<MemRefType>(copy.getSource().getType());
    auto target = dyn_cast<MemRefType>(copy.getTarget().getType());
    if (!source || !target)
      return rewriter.notifyMatchFailure(copy, "unranked");
    if (hasNoElements(source) || hasNoElements(target)) {
      rewriter.eraseOp(copy);
      return success();
    }
    if (isContiguous(source) && isContiguous(target))
      return rewriter.notifyMatchFailure(copy, "becomes a memcpy");
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(copy, copy.getSource(),
                                                copy.getTarget());
    return success();
  }
};

struct MplanExpandCopiesPass
    : mplan::impl::MplanExpandCopiesPassBase<MplanExpandCopiesPass> {
  using Base::Base;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateExpandCopiesPatterns(patterns);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    splitSubviews(getOperation());
    castCollapsed(getOperation());
  }
};
} // namespace

void mplan::populateExpandCopiesPatterns(RewritePatternSet &patterns) {
  patterns.add<ExpandStridedCopy>(patterns.getContext());
}
