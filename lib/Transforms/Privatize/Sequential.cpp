//===- Sequential.cpp - Parallel loops, one iteration after the other -----===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A parallel loop may run its iterations in any order, so also in this one.
// The rewrites are those by which upstream lowers these loops, reductions
// included, applied to one loop and stopped before the branches.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Transforms/DialectConversion.h"

using namespace mlir;

/// True for what must go with an `affine.parallel`: an index of the loop that
/// takes its place is nothing that these operations take. The other two ask
/// for no such thing, and are not lowered by the same patterns.
static bool isBoundToAffineLoop(Operation *op) {
  return isa_and_present<affine::AffineDialect>(op->getDialect()) &&
         !isa<affine::AffineDelinearizeIndexOp, affine::AffineLinearizeIndexOp>(
             op);
}

LogicalResult mplan::privatize_steps::makeSequential(Operation *loop) {
  bool isAffine = isa<affine::AffineParallelOp>(loop);
  auto forall = dyn_cast<scf::ForallOp>(loop);
  if ((forall && !forall.getOutputs().empty()) ||
      !isa<affine::AffineParallelOp, scf::ForallOp, scf::ParallelOp>(loop))
    return emitError(loop->getLoc(), "'")
           << loop->getName()
           << "' makes buffers and cannot be made sequential: "
           << (forall ? "it works on tensors; run 'mplan-bufferize' first"
                      : "lower it to 'scf.parallel' first");
  RewritePatternSet patterns(loop->getContext());
  if (isAffine) {
    populateAffineToStdConversionPatterns(patterns);
    populateAffineToVectorConversionPatterns(patterns);
  } else {
    populateSCFToControlFlowConversionPatterns(patterns);
  }
  ConversionTarget target(*loop->getContext());
  target.markUnknownOpDynamicallyLegal([&](Operation *op) {
    return isAffine ? !isBoundToAffineLoop(op) : op != loop;
  });
  return applyPartialConversion(loop, target, std::move(patterns));
}
