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

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace mplan::bufferize_steps {

/// `value` before casts.
static Value stripCasts(Value value) {
  while (auto cast = value.getDefiningOp<memref::CastOp>())
    value = cast.getSource();
  return value;
}

/// Replaces what is one buffer from before a branch, whichever way that takes.
static void foldBranchesOfOneBuffer(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](RegionBranchOpInterface op) {
    for (OpResult result : op->getResults()) {
      SmallVector<OpOperand *> yielded = getBranchOperands(result);
      if (!isa<MemRefType>(result.getType()) || yielded.empty())
        continue;
      Value buffer = stripCasts(yielded.front()->get());
      if (op->isAncestor(buffer.getParentRegion()->getParentOp()) ||
          llvm::any_of(yielded, [&](OpOperand *operand) {
            return stripCasts(operand->get()) != buffer;
          }))
        continue;
      rewriter.setInsertionPoint(op);
      if (buffer.getType() != result.getType())
        buffer = memref::CastOp::create(rewriter, op.getLoc(), result.getType(),
                                        buffer);
      rewriter.replaceAllUsesWith(result, buffer);
    }
  });
}

void cleanUp(ModuleOp module) {
  MLIRContext *context = module.getContext();
  foldBranchesOfOneBuffer(module);
  // Then, so that a copy of a view to itself is seen to be one.
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
