//===- Cleanup.cpp - What bufferization leaves behind ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bufferization speaks of a destination by copying to it, even where source
// and destination turned out to be one buffer, and reaches it through chains
// of views. Folded, these show static sizes and plain copies.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mplan/Transforms/LowerToLLVM.h"

#include "mlir/IR/Dominance.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace mplan::bufferize_steps {

void cleanUp(ModuleOp module) {
  MLIRContext *context = module.getContext();
  // First, so that a copy of a view to itself is seen to be one.
  IRRewriter rewriter(context);
  DominanceInfo dominance(module);
  eliminateCommonSubExpressions(rewriter, dominance, module);
  // What is left of views, copies and loops is of these dialects; constants
  // are folded everywhere.
  RewritePatternSet patterns(context);
  for (RegisteredOperationName op : context->getRegisteredOperations())
    if (llvm::is_contained({"bufferization", "memref", "scf"},
                           op.getDialectNamespace()))
      op.getCanonicalizationPatterns(patterns, context);
  GreedyRewriteConfig config;
  config.setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled)
      .setUseTopDownTraversal(true);
  // Not converging is no error: what remains is as right as what was there.
  (void)applyPatternsGreedily(module, std::move(patterns), config);
}

void expandStridedCopies(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  populateExpandCopiesPatterns(patterns);
  walkAndApplyPatterns(module, std::move(patterns));
}

} // namespace mplan::bufferize_steps
