//===- Prepare.cpp - Tensor IR that bufferizes well -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only an op in destination-passing style can be told where to put its result,
// and only one that has its initial value for itself can overwrite it.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mplan/Analysis/FusionGroup.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/SparseTensor/IR/SparseTensor.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

using namespace mlir;

namespace mplan::bufferize_steps {

LogicalResult checkDense(ModuleOp module) {
  WalkResult walk = module.walk([](Operation *op) {
    SmallVector<Type> types(op->getResultTypes());
    if (auto function = dyn_cast<FunctionOpInterface>(op)) {
      llvm::append_range(types, function.getArgumentTypes());
      llvm::append_range(types, function.getResultTypes());
    }
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::append_range(types, block.getArgumentTypes());
    for (Type type : types) {
      if (!sparse_tensor::getSparseTensorEncoding(type))
        continue;
      emitError(op->getLoc(), "'")
          << op->getName() << "' has a " << type
          << ", which is sparse: its storage grows with its values and cannot "
             "be planned; make it a dense tensor";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

LogicalResult checkReshapes(ModuleOp module) {
  WalkResult walk = module.walk([](tensor::ExpandShapeOp op) {
    ArrayRef<int64_t> given = op.getStaticOutputShape();
    for (auto [index, extent] : llvm::enumerate(op.getResultType().getShape()))
      if (ShapedType::isStatic(extent) && given[index] != extent) {
        InFlightDiagnostic diag = emitError(op.getLoc(), "'");
        diag << op->getName() << "' gives a " << op.getResultType()
             << ", but says that the extent of dimension " << index << " is ";
        if (ShapedType::isDynamic(given[index]))
          return WalkResult(diag << "known when it runs");
        return WalkResult(diag << given[index]);
      }
    return WalkResult::advance();
  });
  return failure(walk.wasInterrupted());
}

void convertToDestinationStyle(ModuleOp module) {
  RewritePatternSet patterns(module.getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  linalg::populateElementwiseToLinalgConversionPatterns(patterns);
  linalg::populateConvertToDestinationStylePatterns(patterns);
  walkAndApplyPatterns(module, std::move(patterns));
}

LogicalResult checkBufferizable(ModuleOp module) {
  bufferization::BufferizationOptions options;
  options.bufferizeFunctionBoundaries = true;
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  WalkResult walk = module.walk([&](Operation *op) {
    if ((llvm::none_of(op->getOperandTypes(), isTensor) &&
         llvm::none_of(op->getResultTypes(), isTensor)) ||
        options.dynCastBufferizableOp(op))
      return WalkResult::advance();
    op->emitError("'") << op->getName()
                       << "' works on tensors and cannot be bufferized: lower "
                          "it to linalg, tensor or scf first";
    return WalkResult::interrupt();
  });
  return failure(walk.wasInterrupted());
}

/// True if `tensor` is there anyway, wherever it is wanted.
static bool isAlwaysAtHand(Value tensor) {
  if (auto argument = dyn_cast<BlockArgument>(tensor))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return tensor.getDefiningOp()->hasTrait<OpTrait::ConstantLike>();
}

void rematerializeInits(ModuleOp module) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  IRRewriter rewriter(module.getContext());
  module.walk([&](linalg::LinalgOp init) {
    tensor::EmptyOp empty = getEmptyOfCheapInit(init, isAlwaysAtHand);
    if (!empty)
      return;
    Value value = init->getResult(0);
    SmallVector<OpOperand *> updates;
    bool readElsewhere = false;
    for (OpOperand &use : value.getUses()) {
      if (state.bufferizesToMemoryWrite(use) &&
          state.bufferizesToMemoryRead(use))
        updates.push_back(&use);
      else
        readElsewhere = true;
    }
    // The use list runs backwards; the original stays with the first update,
    // unless that is in a region of its own that may run many times.
    std::reverse(updates.begin(), updates.end());
    for (auto [index, use] : llvm::enumerate(updates)) {
      Operation *user = use->getOwner();
      if (index == 0 && !readElsewhere && user->getBlock() == init->getBlock())
        continue;
      rewriter.setInsertionPoint(user);
      IRMapping mapping;
      mapping.map(empty.getResult(),
                  rewriter.clone(*empty.getOperation())->getResult(0));
      use->set(rewriter.clone(*init.getOperation(), mapping)->getResult(0));
    }
    if (value.use_empty())
      rewriter.eraseOp(init);
  });
}

void mergeEqualSlices(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](Block *block) {
    DenseMap<Value, SmallVector<tensor::ExtractSliceOp>> slicesOf;
    for (auto slice :
         llvm::make_early_inc_range(block->getOps<tensor::ExtractSliceOp>())) {
      auto &others = slicesOf[slice.getSource()];
      auto *equal = llvm::find_if(others, [&](tensor::ExtractSliceOp other) {
        return OperationEquivalence::isEquivalentTo(
            other, slice, OperationEquivalence::IgnoreLocations);
      });
      if (equal == others.end())
        others.push_back(slice);
      else
        rewriter.replaceOp(slice, equal->getResult());
    }
  });
}

} // namespace mplan::bufferize_steps
