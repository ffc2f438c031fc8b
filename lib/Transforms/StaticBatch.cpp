//===- StaticBatch.cpp - Unknown batches become known ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converters leave the batch of a network open. Here the arguments of the
// entries get a batch, upstream's shape inference carries it through the
// bodies, and the signatures follow, caller by caller, until nothing changes.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Canonicalizer.h"
#include "mplan/Transforms/Import.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANSTATICBATCHPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;

/// Casts `value` to `type`, unless it has it.
static Value castTo(OpBuilder &builder, Value value, Type type) {
  if (value.getType() == type)
    return value;
  return tensor::CastOp::create(builder, value.getLoc(), type, value);
}

/// Whether `user` copes with an operand that is more static than before: shape
/// inference then brings its results into line.
static bool infersItsShape(Operation *user) {
  return isa_and_present<tosa::TosaDialect>(user->getDialect()) &&
         isa<InferShapedTypeOpInterface>(user);
}

/// Gives block argument `index` of `func`, and its signature, `type`. Calls
/// are left to the caller.
static void setArgumentType(func::FuncOp func, unsigned index,
                            RankedTensorType type) {
  BlockArgument argument = func.getArgument(index);
  Type old = argument.getType();
  SmallVector<OpOperand *> others;
  for (OpOperand &use : argument.getUses())
    if (!infersItsShape(use.getOwner()))
      others.push_back(&use);
  argument.setType(type);
  if (!others.empty()) {
    OpBuilder builder = OpBuilder::atBlockBegin(&func.getBody().front());
    Value cast = castTo(builder, argument, old);
    for (OpOperand *use : others)
      use->set(cast);
  }
  SmallVector<Type> inputs(func.getArgumentTypes());
  inputs[index] = type;
  func.setType(
      FunctionType::get(func.getContext(), inputs, func.getResultTypes()));
}

/// The type before a cast that only forgets extents, otherwise the value's own.
static RankedTensorType typeBeforeCast(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto cast = value.getDefiningOp<tensor::CastOp>();
  if (!type || !cast)
    return type;
  auto source = dyn_cast<RankedTensorType>(cast.getSource().getType());
  return source && tensor::preservesStaticInformation(type, source) ? source
                                                                    : type;
}

/// What both types know. Both must be casts to one type: ranks, element types
/// and encodings agree.
static RankedTensorType join(RankedTensorType a, RankedTensorType b) {
  SmallVector<int64_t> shape(a.getShape());
  for (auto [extent, other] : llvm::zip_equal(shape, b.getShape()))
    if (extent != other)
      extent = ShapedType::kDynamic;
  return a.clone(shape);
}

namespace {
/// The calls of each function of a module, in order, and which functions are
/// referred to by something else.
struct References {
  explicit References(ModuleOp module) {
    SymbolTableCollection tables;
    module.walk([&](Operation *op) {
      if (auto call = dyn_cast<func::CallOp>(op)) {
        if (auto callee = tables.lookupNearestSymbolFrom<func::FuncOp>(
                call, call.getCalleeAttr()))
          calls[callee].push_back(call);
        return;
      }
      op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
        if (auto func =
                tables.lookupNearestSymbolFrom<func::FuncOp>(op, symbol))
          others.try_emplace(func, op);
      });
    });
  }

  DenseMap<Operation *, SmallVector<func::CallOp>> calls;
  DenseMap<Operation *, Operation *> others;
};
} // namespace

LogicalResult mplan::setArgumentTypes(ModuleOp module,
                                      ArrayRef<ArgumentType> changes) {
  References references(module);
  for (const ArgumentType &change : changes)
    if (Operation *other = references.others.lookup(change.func)) {
      func::FuncOp func = change.func;
      emitError(func.getLoc(), "the argument types of '")
          << func.getSymName()
          << "' cannot change, since it is not only called; import without a "
             "batch, or drop the reference";
      other->emitRemark("the reference is here");
      return failure();
    }
  for (auto [func, index, type] : changes) {
    setArgumentType(func, index, type);
    for (func::CallOp call : references.calls.lookup(func)) {
      OpBuilder builder(call);
      call.setOperand(index, castTo(builder, call.getOperand(index), type));
    }
  }
  return success();
}

LogicalResult mplan::setLeadingExtents(ModuleOp module, int64_t batch) {
  SmallVector<ArgumentType> changes;
  module.walk([&](func::FuncOp func) {
    if (!func.isPublic() || func.isExternal())
      return;
    for (BlockArgument argument : func.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      if (!type || type.getRank() == 0 || !type.isDynamicDim(0))
        continue;
      SmallVector<int64_t> shape(type.getShape());
      shape.front() = batch;
      changes.push_back({func, argument.getArgNumber(), type.clone(shape)});
    }
  });
  return setArgumentTypes(module, changes);
}

/// Takes the casts before all returns of `func` into its signature.
static bool refineResults(func::FuncOp func, ArrayRef<func::CallOp> calls) {
  SmallVector<func::ReturnOp> returns(func.getOps<func::ReturnOp>());
  if (returns.empty())
    return false;
  bool changed = false;
  SmallVector<Type> results(func.getResultTypes());
  for (auto [index, result] : llvm::enumerate(results)) {
    RankedTensorType type = typeBeforeCast(returns.front().getOperand(index));
    if (!type)
      continue;
    for (func::ReturnOp other : ArrayRef(returns).drop_front())
      type = join(type, typeBeforeCast(other.getOperand(index)));
    if (type == result)
      continue;
    changed = true;
    for (func::ReturnOp returnOp : returns) {
      Value value = returnOp.getOperand(index);
      auto cast = value.getDefiningOp<tensor::CastOp>();
      OpBuilder builder(returnOp);
      returnOp.setOperand(
          index, castTo(builder,
                        cast && typeBeforeCast(value) != value.getType()
                            ? cast.getSource()
                            : value,
                        type));
    }
    for (func::CallOp call : calls) {
      Value value = call.getResult(index);
      Type old = value.getType();
      value.setType(type);
      OpBuilder builder(call->getContext());
      builder.setInsertionPointAfter(call);
      Value cast = castTo(builder, value, old);
      value.replaceAllUsesExcept(cast, cast.getDefiningOp());
    }
    result = type;
  }
  if (changed)
    func.setType(
        FunctionType::get(func.getContext(), func.getArgumentTypes(), results));
  return changed;
}

/// Takes the casts before all calls of `func` into its signature.
static bool refineParameters(func::FuncOp func, ArrayRef<func::CallOp> calls) {
  if (calls.empty())
    return false;
  bool changed = false;
  for (BlockArgument argument : func.getArguments()) {
    unsigned index = argument.getArgNumber();
    auto call = calls.front();
    RankedTensorType type = typeBeforeCast(call.getOperand(index));
    if (!type)
      continue;
    for (func::CallOp other : calls.drop_front())
      type = join(type, typeBeforeCast(other.getOperand(index)));
    if (type == argument.getType())
      continue;
    changed = true;
    setArgumentType(func, index, type);
    for (func::CallOp other : calls) {
      Value value = other.getOperand(index);
      if (auto cast = value.getDefiningOp<tensor::CastOp>();
          cast && typeBeforeCast(value) != value.getType())
        value = cast.getSource();
      OpBuilder builder(other);
      other.setOperand(index, castTo(builder, value, type));
    }
  }
  return changed;
}

bool mplan::refineTypes(ModuleOp module) {
  References references(module);
  bool changed = false;
  module.walk([&](tensor::CastOp cast) {
    if (!tensor::preservesStaticInformation(cast.getType(),
                                            cast.getSource().getType()))
      return;
    for (OpOperand &use : llvm::make_early_inc_range(cast->getUses()))
      if (infersItsShape(use.getOwner())) {
        use.set(cast.getSource());
        changed = true;
      }
  });
  module.walk([&](func::FuncOp func) {
    if (func.isExternal() || references.others.contains(func))
      return;
    SmallVector<func::CallOp> calls = references.calls.lookup(func);
    changed |= refineResults(func, calls);
    if (!func.isPublic())
      changed |= refineParameters(func, calls);
  });
  return changed;
}

namespace {
struct MplanStaticBatchPass
    : mplan::impl::MplanStaticBatchPassBase<MplanStaticBatchPass> {
  using Base::Base;
  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (batch < 0) {
      emitError(module.getLoc(),
                "batch must be at least 1, or 0 to leave unknown "
                "leading dimensions, got ")
          << batch.getValue();
      return signalPassFailure();
    }
    if (batch == 0)
      return;
    if (failed(mplan::setLeadingExtents(module, batch)))
      return signalPassFailure();

    OpPassManager inference(func::FuncOp::getOperationName());
    inference.addPass(tosa::createTosaInferShapesPass());
    // Folds casts into the ops that are not TOSA.
    inference.addPass(mplan::createCanonicalizer());
    do {
      for (func::FuncOp func : module.getOps<func::FuncOp>())
        if (!func.isExternal() && failed(runPipeline(inference, func)))
          return signalPassFailure();
    } while (mplan::refineTypes(module));
  }
};
} // namespace
