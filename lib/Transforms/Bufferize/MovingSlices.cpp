//===- MovingSlices.cpp - Updates of a slice that moves in a loop ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   scf.for %i ... {
//     %slice = tensor.extract_slice %t[%i] ...
//     %new = linalg.fill ... outs(%slice)
//     %updated = tensor.insert_slice %new into %t[%i] ...
//
// One-Shot lets the fill write to %t: the insertion, whose copy of %t comes
// after that, reads all but the slice. It takes the two for the same slice, and
// so they are in one iteration; but the next reads from %t what this one wrote.
// (The slice need not be there at first: eliminating an empty tensor makes it.)
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "UpdateChain.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SubsetOpInterface.h"

using namespace mlir;

namespace mplan::bufferize_steps {

/// True if `insertion`, in some loop, updates another slice in each iteration,
/// each time of one tensor, from before the loop.
static bool movesOverOneTensor(SubsetInsertionOpInterface insertion,
                               bufferization::AnalysisState &state) {
  OpOperand &dest = insertion.getDestinationOperand();
  SetVector<Value> definitions = state.findDefinitions(&dest);
  for (Region *region = state.getEnclosingRepetitiveRegion(
           insertion.getOperation(), state.getOptions());
       region; region = bufferization::getNextEnclosingRepetitiveRegion(
                   region, state.getOptions())) {
    auto isFromBefore = [&](Value value) {
      return !region->isAncestor(value.getParentRegion());
    };
    bool moves = llvm::any_of(insertion->getOpOperands(), [&](OpOperand &use) {
      return &use != &dest && &use != &insertion.getSourceOperand() &&
             !isFromBefore(use.get());
    });
    if (moves && llvm::any_of(definitions, isFromBefore))
      return true;
  }
  return false;
}

void copyTensorsOfMovingSlices(ModuleOp module) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  IRRewriter rewriter(module.getContext());
  module.walk([&](SubsetInsertionOpInterface insertion) {
    OpOperand &dest = insertion.getDestinationOperand();
    if (!isa<RankedTensorType>(dest.get().getType()) ||
        !movesOverOneTensor(insertion, state))
      return;
    // Where what is inserted starts from, so that it can be computed in place.
    Operation *position = followUpdates(insertion.getSourceOperand()).anchor;
    Operation *defining = dest.get().getDefiningOp();
    if (position->getBlock() != insertion->getBlock() ||
        (defining && defining->getBlock() == position->getBlock() &&
         !defining->isBeforeInBlock(position)))
      position = insertion;
    Value tensor = dest.get();
    SmallVector<OpOperand *> slices;
    for (OpOperand &use : tensor.getUses()) {
      auto slice = dyn_cast<SubsetExtractionOpInterface>(use.getOwner());
      if (!slice || slice->getBlock() != insertion->getBlock() ||
          !slice->isBeforeInBlock(insertion) ||
          !cast<SubsetOpInterface>(insertion.getOperation())
               .operatesOnEquivalentSubset(
                   cast<SubsetOpInterface>(slice.getOperation()),
                   [](Value a, Value b) { return a == b; }))
        continue;
      slices.push_back(&use);
      if (slice->isBeforeInBlock(position))
        position = slice;
    }
    rewriter.setInsertionPoint(position);
    Location loc = insertion.getLoc();
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, tensor),
        cast<RankedTensorType>(tensor.getType()).getElementType());
    Value copy =
        linalg::CopyOp::create(rewriter, loc, tensor, empty).getResult(0);
    dest.set(copy);
    for (OpOperand *slice : slices)
      slice->set(copy);
  });
}

} // namespace mplan::bufferize_steps
