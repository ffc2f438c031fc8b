//===- Structure.cpp - Branches to structured control flow ----------------===//
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
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Dominance.h"

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

LogicalResult liftControlFlow(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || func.getBody().hasOneBlock() || !usesTensors(func))
      continue;
    LiftTensors lift;
    DominanceInfo dominance(func);
    if (failed(transformCFGToSCF(func.getBody(), lift, dominance)))
      return emitError(func.getLoc(), "the branches of '")
             << func.getSymName()
             << "' cannot be turned into structured control flow, which its "
                "tensors need to bufferize";
  }
  return success();
}

} // namespace mplan::bufferize_steps
