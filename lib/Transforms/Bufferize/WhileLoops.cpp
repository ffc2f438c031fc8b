//===- WhileLoops.cpp - What while loops carry, in pairs ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The first region of an `scf.while` may take other values than it hands to the
// second and to what comes after the loop. A tensor that it hands on is
// computed in the buffer of the one that it takes at the same position. So
// there must be one: where there is none, the loop is given it.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace mplan::bufferize_steps {

/// True if at each position with a tensor both regions take the same type.
static bool isPaired(scf::WhileOp loop) {
  TypeRange taken = loop.getBeforeBody()->getArgumentTypes();
  TypeRange handed = loop.getAfterBody()->getArgumentTypes();
  for (size_t i = 0, e = std::max(taken.size(), handed.size()); i != e; ++i) {
    Type from = i < taken.size() ? taken[i] : Type();
    Type to = i < handed.size() ? handed[i] : Type();
    if (from != to &&
        (isa_and_present<TensorType>(from) || isa_and_present<TensorType>(to)))
      return false;
  }
  return true;
}

/// Has `loop` hand on all that it takes, at its position, and then the rest,
/// and take an undefined tensor for each of the rest.
static void pairUp(RewriterBase &rewriter, scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  scf::YieldOp yield = loop.getYieldOp();
  Block *before = loop.getBeforeBody(), *after = loop.getAfterBody();
  SmallVector<Value> inits(loop.getInits());
  SmallVector<Value> handed(before->getArguments());
  SmallVector<unsigned> positions; // of what was handed on
  SmallVector<unsigned> tensors, others;
  for (auto [i, value] : llvm::enumerate(condition.getArgs())) {
    bool isInPlace = i < inits.size() && inits[i].getType() == value.getType();
    if (isInPlace)
      handed[i] = value;
    else
      (isa<TensorType>(value.getType()) ? tensors : others).push_back(i);
    positions.push_back(i);
  }
  rewriter.setInsertionPoint(loop);
  for (unsigned i : tensors) {
    Value value = condition.getArgs()[i];
    auto type = cast<RankedTensorType>(value.getType());
    positions[i] = handed.size();
    handed.push_back(value);
    inits.push_back(
        tensor::EmptyOp::create(rewriter, loop.getLoc(), type.getShape(),
                                type.getElementType(), type.getEncoding()));
    before->addArgument(type, loop.getLoc());
  }
  for (unsigned i : others) {
    positions[i] = handed.size();
    handed.push_back(condition.getArgs()[i]);
  }

  unsigned oldCount = after->getNumArguments();
  for (Value value : handed)
    after->addArgument(value.getType(), loop.getLoc());
  for (auto [i, position] : llvm::enumerate(positions))
    rewriter.replaceAllUsesWith(after->getArgument(i),
                                after->getArgument(oldCount + position));
  after->eraseArguments(0, oldCount);
  for (unsigned i : tensors)
    yield->insertOperands(yield->getNumOperands(),
                          after->getArgument(positions[i]));
  condition.getArgsMutable().assign(handed);

  auto paired = scf::WhileOp::create(rewriter, loop.getLoc(),
                                     TypeRange(ValueRange(handed)), inits);
  paired->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  paired.getBefore().takeBody(loop.getBefore());
  paired.getAfter().takeBody(loop.getAfter());
  SmallVector<Value> results;
  for (unsigned position : positions)
    results.push_back(paired.getResult(position));
  rewriter.replaceOp(loop, results);
}

void pairWhileLoops(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](scf::WhileOp loop) {
    auto isStatic = [](Value value) {
      auto type = dyn_cast<TensorType>(value.getType());
      return !type || type.hasStaticShape();
    };
    if (!isPaired(loop) &&
        llvm::all_of(loop.getConditionOp().getArgs(), isStatic))
      pairUp(rewriter, loop);
  });
}

} // namespace mplan::bufferize_steps
