//===- LoopExtents.cpp - Carried tensors that keep their extents ----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// By induction over the iterations: if all that is carried in has the extents
// of what it started from, has all that is carried on, too? What has not is
// given up, and the rest asked again without it.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;

namespace mplan::bufferize_steps {

namespace {

/// A tensor that goes around a loop.
struct CarriedTensor {
  Value init;
  SmallVector<BlockArgument, 2> arguments; ///< What it is in the bodies.
  SmallVector<Value, 2> handedOn;          ///< What it becomes.
};

class ExtentSet : public ValueBoundsConstraintSet {
public:
  ExtentSet(MLIRContext *context, const StopConditionFn &stopCondition)
      : ValueBoundsConstraintSet(context, stopCondition) {}
};

SmallVector<CarriedTensor> collectCarried(LoopLikeOpInterface loop) {
  SmallVector<CarriedTensor> all;
  auto whileOp = dyn_cast<scf::WhileOp>(loop.getOperation());
  for (BlockArgument argument : loop.getRegionIterArgs()) {
    OpOperand *init = loop.getTiedLoopInit(argument);
    OpOperand *yielded = loop.getTiedLoopYieldedValue(argument);
    if (!isa<RankedTensorType>(argument.getType()) || !init || !yielded ||
        init->get().getType() != argument.getType())
      continue;
    CarriedTensor carried = {init->get(), {argument}, {yielded->get()}};
    // A while loop hands it on twice: from one body to the other and back.
    unsigned index = argument.getArgNumber();
    if (whileOp && index < whileOp.getAfterArguments().size() &&
        whileOp.getAfterArguments()[index].getType() == argument.getType()) {
      carried.arguments.push_back(whileOp.getAfterArguments()[index]);
      carried.handedOn.push_back(whileOp.getConditionOp().getArgs()[index]);
    }
    all.push_back(std::move(carried));
  }
  return all;
}

/// True if `value` has the extents of `init`, provided that each argument in
/// `initOf` has those of what it started from.
bool keepsExtents(Value value, Value init,
                  const DenseMap<Value, Value> &initOf) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || type != init.getType())
    return false;
  for (int64_t dim = 0, rank = type.getRank(); dim != rank; ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    ExtentSet set(value.getContext(),
                  [&](Value met, std::optional<int64_t> metDim,
                      ValueBoundsConstraintSet &set) {
                    Value start = metDim ? initOf.lookup(met) : Value();
                    if (start)
                      set.bound(met)[*metDim] == set.getExpr(start, metDim);
                    return bool(start);
                  });
    if (!set.populateAndCompare({value, dim}, ValueBoundsConstraintSet::EQ,
                                {init, dim}))
      return false;
  }
  return true;
}

} // namespace

llvm::DenseSet<Value> findFixedExtents(ModuleOp module) {
  llvm::DenseSet<Value> fixed;
  module.walk([&](LoopLikeOpInterface loop) {
    SmallVector<CarriedTensor> carried = collectCarried(loop);
    for (bool changed = true; changed;) {
      DenseMap<Value, Value> initOf;
      for (const CarriedTensor &tensor : carried)
        for (BlockArgument argument : tensor.arguments)
          initOf[argument] = tensor.init;
      size_t before = carried.size();
      llvm::erase_if(carried, [&](const CarriedTensor &tensor) {
        return !llvm::all_of(tensor.handedOn, [&](Value value) {
          return keepsExtents(value, tensor.init, initOf);
        });
      });
      changed = carried.size() != before;
    }
    for (const CarriedTensor &tensor : carried)
      fixed.insert(tensor.arguments.begin(), tensor.arguments.end());
  });
  return fixed;
}

} // namespace mplan::bufferize_steps
