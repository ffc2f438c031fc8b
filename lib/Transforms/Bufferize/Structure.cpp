//===- Structure.cpp - Branches as structured control flow ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A destination for what a branch or a loop makes can be given where it is
// known what is a branch and what is a loop. Upstream lifts the rest to that.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Conversion/ControlFlowToSCF/ControlFlowToSCF.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace mplan::bufferize_steps {

namespace {
/// Upstream's, but an undefined tensor is an empty one, which bufferizes.
struct LiftTensors : ControlFlowToSCFTransformation {
  Value getUndefValue(Location loc, OpBuilder &builder, Type type) override {
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor || !tensor.hasStaticShape())
      return ControlFlowToSCFTransformation::getUndefValue(loc, builder, type);
    return tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                   tensor.getElementType(),
                                   tensor.getEncoding());
  }
};
} // namespace

SmallVector<OpOperand *> getBranchOperands(OpResult result) {
  auto branch = dyn_cast<RegionBranchOpInterface>(result.getOwner());
  if (!branch || isa<LoopLikeOpInterface>(result.getOwner()))
    return {};
  SmallVector<RegionSuccessor> successors;
  branch.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  if (llvm::any_of(successors, [](const RegionSuccessor &successor) {
        return successor.isParent();
      }))
    return {};
  SmallVector<OpOperand *> operands;
  for (Region &region : branch->getRegions())
    for (Block &block : region) {
      auto end =
          dyn_cast<RegionBranchTerminatorOpInterface>(block.getTerminator());
      if (!end)
        continue; // on to another block of the region
      successors.clear();
      branch.getSuccessorRegions(RegionBranchPoint(end), successors);
      if (successors.size() != 1 || !successors.front().isParent())
        return {};
      MutableOperandRange yielded =
          end.getMutableSuccessorOperands(successors.front());
      if (yielded.size() != branch->getNumResults())
        return {};
      OpOperand &operand = yielded[result.getResultNumber()];
      if (operand.get().getType() != result.getType())
        return {};
      operands.push_back(&operand);
    }
  return operands;
}

/// Turns the blocks of `region` into one. The blocks of an operation in it are
/// those of another region.
static LogicalResult liftRegion(Region &region) {
  LiftTensors lift;
  DominanceInfo dominance(region.getParentOp());
  return failure(failed(transformCFGToSCF(region, lift, dominance)));
}

LogicalResult liftControlFlow(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || !usesTensors(func))
      continue;
    bool isLifted = true;
    func.walk([&](RegionBranchOpInterface op) {
      for (Region &region : op->getRegions())
        if (!region.empty() && !region.hasOneBlock())
          isLifted &= succeeded(liftRegion(region));
    });
    // What is run once needs no region, unless it says that it does.
    RewritePatternSet patterns(module.getContext());
    scf::ExecuteRegionOp::getCanonicalizationPatterns(patterns,
                                                      module.getContext());
    walkAndApplyPatterns(func, std::move(patterns));
    if (!func.getBody().hasOneBlock())
      isLifted &= succeeded(liftRegion(func.getBody()));
    if (!isLifted)
      return emitError(func.getLoc(), "the branches of '")
             << func.getSymName()
             << "' cannot be turned into structured control flow, which its "
                "tensors need to bufferize";
  }
  return success();
}

} // namespace mplan::bufferize_steps
