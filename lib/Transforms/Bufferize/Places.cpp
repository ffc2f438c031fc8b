//===- Places.cpp - Values that must be in a pool -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `mplan.place` gives its value a destination in the arena that it names, as
// an out-param is one in the caller's buffer. Before all other destinations are
// given, so that these are copied to from there, and not the other way round.
//
// An arena may have a memory space of its own, which is part of a memref's
// type. Where two spaces would meet in one value, which has but one type, the
// value is copied to the default one.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using bufferization::AllocTensorOp;

namespace mplan::bufferize_steps {

LogicalResult checkPlaces(ModuleOp module) {
  WalkResult walk =
      module.walk([&](PlaceOp place) {
        if (place.getType().hasStaticShape())
          return WalkResult::advance();
        place.emitError("a ")
            << place.getType() << " cannot be given a place in "
            << place.getArenaAttr()
            << ", since its extents are not known: give it a static shape";
        return WalkResult::interrupt();
      });
  return failure(walk.wasInterrupted());
}

void lowerPlaces(ModuleOp module, SmallVectorImpl<Placement> &expected) {
  IRRewriter rewriter(module.getContext());
  SmallVector<PlaceOp> places;
  module.walk([&](PlaceOp place) { places.push_back(place); });
  for (PlaceOp place : places) {
    // As early as can be, so that whatever makes the value finds it.
    rewriter.setInsertionPointToStart(place->getBlock());
    Value dest = EmptyOp::create(rewriter, place.getLoc(), place.getType(),
                                 place.getArenaAttr(), place.getAlignmentAttr(),
                                 place.getOffsetAttr());
    // Whoever reads the value takes it from there, or from where it was placed
    // first.
    Value source = place.getSource();
    Operation *def = source.getDefiningOp();
    bool isMadeHere = def && def->getBlock() == place->getBlock() &&
                      !isa<PlacedOp, tensor::EmptyOp>(def) &&
                      !def->hasTrait<OpTrait::ConstantLike>();
    if (isMadeHere)
      rewriter.setInsertionPointAfter(def);
    else
      rewriter.setInsertionPoint(place);
    auto placed =
        PlacedOp::create(rewriter, place.getLoc(), place.getType(), source);
    rewriter.replaceOp(place, placed);
    if (isMadeHere)
      rewriter.replaceAllUsesExcept(source, placed, placed);
    if (!computeInDestination(rewriter, placed.getSourceMutable(), dest,
                              /*throughReshapes=*/true))
      expected.push_back({&placed.getSourceMutable(), dest});
  }
}

EmptyOp getSamePool(ArrayRef<Value> places) {
  EmptyOp first;
  for (Value place : places) {
    auto empty = place.getDefiningOp<EmptyOp>();
    if (!empty || (first && empty->getAttrs() != first->getAttrs()))
      return nullptr;
    first = empty;
  }
  return first;
}

namespace {
class SpaceSeparator {
public:
  SpaceSeparator(ModuleOp module,
                 const bufferization::BufferizationOptions &options)
      : module(module), options(options), rewriter(module.getContext()) {}

  LogicalResult run();

private:
  FailureOr<bool> isInDefaultSpace(Value tensor);
  Value makeTemporary(Value tensor);
  LogicalResult separateCall(func::CallOp call);

  ModuleOp module;
  const bufferization::BufferizationOptions &options;
  bufferization::BufferizationState state;
  IRRewriter rewriter;
};
} // namespace

FailureOr<bool> SpaceSeparator::isInDefaultSpace(Value tensor) {
  auto type = bufferization::getBufferType(tensor, options, state);
  if (failed(type))
    return failure();
  std::optional<Attribute> space =
      options.defaultMemorySpaceFn(cast<TensorType>(tensor.getType()));
  auto buffer = dyn_cast<BaseMemRefType>(*type);
  return !buffer || !space ||
         isSameMemorySpace(buffer.getMemorySpace(), *space);
}

/// A buffer like that of `tensor`, in the default memory space.
Value SpaceSeparator::makeTemporary(Value tensor) {
  return AllocTensorOp::create(rewriter, tensor.getLoc(),
                               cast<RankedTensorType>(tensor.getType()),
                               ValueRange());
}

/// A callee's arguments have one type, whoever calls it.
LogicalResult SpaceSeparator::separateCall(func::CallOp call) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  for (OpOperand &operand : call.getOperandsMutable()) {
    if (!isa<TensorType>(operand.get().getType()))
      continue;
    FailureOr<bool> isDefault = isInDefaultSpace(operand.get());
    if (failed(isDefault))
      return failure();
    if (*isDefault)
      continue;
    Value original = operand.get();
    rewriter.setInsertionPoint(call);
    Value temporary = makeTemporary(original);
    auto tied = callee ? callee.getArgAttrOfType<IntegerAttr>(
                             operand.getOperandNumber(), kResultAttrName)
                       : IntegerAttr();
    // What is only there to be written to has no contents yet.
    operand.set(original.getDefiningOp<EmptyOp>()
                    ? temporary
                    : createPlacement(rewriter, original, temporary));
    if (!tied)
      continue;
    rewriter.setInsertionPointAfter(call);
    Value result = call.getResult(tied.getInt());
    Value back = createPlacement(rewriter, result, original);
    rewriter.replaceAllUsesExcept(result, back, back.getDefiningOp());
  }
  return success();
}

LogicalResult SpaceSeparator::run() {
  bool hasPools = module.walk([](EmptyOp) { return WalkResult::interrupt(); })
                      .wasInterrupted();
  if (!hasPools)
    return success();
  SmallVector<func::CallOp> calls;
  module.walk([&](func::CallOp call) { calls.push_back(call); });
  for (func::CallOp call : calls)
    if (failed(separateCall(call)))
      return failure();
  return success();
}

LogicalResult
separateMemorySpaces(ModuleOp module,
                     const bufferization::BufferizationOptions &options) {
  return SpaceSeparator(module, options).run();
}

} // namespace mplan::bufferize_steps
