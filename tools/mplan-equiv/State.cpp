//===- State.cpp - State by plain copies, for the reference ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load copies the global out into a buffer of its own, a store copies the
// value in: slow, and right whatever lies between the two.
//
//===----------------------------------------------------------------------===//

#include "Reference.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mplan::equiv;

/// The buffer that a global of `type` becomes; null if there is none.
static MemRefType getBufferType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor.hasStaticShape()
               ? MemRefType::get(tensor.getShape(), tensor.getElementType())
               : MemRefType();
  return MemRefType::isValidElementType(type) && !isa<ShapedType>(type)
             ? MemRefType::get({}, type)
             : MemRefType();
}

/// The initial value as elements; zero where the program gives none, so that
/// two runs can be compared at all. Null for values that lie elsewhere.
static ElementsAttr getInitialValue(Attribute value, MemRefType type) {
  auto tensor = RankedTensorType::get(type.getShape(), type.getElementType());
  if (!value)
    return dyn_cast_if_present<ElementsAttr>(
        Builder(type.getContext()).getZeroAttr(tensor));
  if (auto elements = dyn_cast<ElementsAttr>(value))
    return elements.getShapedType() == tensor ? elements : ElementsAttr();
  auto scalar = dyn_cast<TypedAttr>(value);
  if (!scalar || scalar.getType() != type.getElementType())
    return ElementsAttr();
  return DenseElementsAttr::get(tensor, ArrayRef<Attribute>(value));
}

static LogicalResult lowerGlobal(ml_program::GlobalOp global) {
  MemRefType type = getBufferType(global.getType());
  ElementsAttr value =
      type ? getInitialValue(global.getValueAttr(), type) : ElementsAttr();
  if (!value)
    return global.emitError()
           << "the reference cannot hold global '" << global.getSymName()
           << "': it takes static tensors and scalars, with a value in the "
              "module or none";
  OpBuilder builder(global);
  memref::GlobalOp::create(builder, global.getLoc(), global.getSymName(),
                           builder.getStringAttr("private"), type, value,
                           /*constant=*/false,
                           /*alignment=*/IntegerAttr());
  global.erase();
  return success();
}

/// Both kinds of load.
template <typename LoadOp>
static LogicalResult lowerLoad(LoadOp load) {
  OpBuilder builder(load);
  Location loc = load.getLoc();
  MemRefType type = getBufferType(load.getResult().getType());
  if (!type)
    return load.emitError(
        "the reference loads static tensors and scalars only");
  Value global = memref::GetGlobalOp::create(
      builder, loc, type, load.getGlobal().getLeafReference());
  Value result;
  if (isa<RankedTensorType>(load.getResult().getType())) {
    Value copy = memref::AllocOp::create(builder, loc, type);
    memref::CopyOp::create(builder, loc, global, copy);
    result = bufferization::ToTensorOp::create(
        builder, loc, load.getResult().getType(), copy, /*restrict=*/true,
        /*writable=*/true);
  } else {
    result = memref::LoadOp::create(builder, loc, global);
  }
  load.getResult().replaceAllUsesWith(result);
  load.erase();
  return success();
}

static LogicalResult lowerStore(ml_program::GlobalStoreOp store) {
  OpBuilder builder(store);
  Location loc = store.getLoc();
  Type valueType = store.getValue().getType();
  MemRefType type = getBufferType(valueType);
  if (!type)
    return store.emitError(
        "the reference stores static tensors and scalars only");
  Value global = memref::GetGlobalOp::create(
      builder, loc, type, store.getGlobal().getLeafReference());
  if (isa<RankedTensorType>(valueType)) {
    Value buffer = bufferization::ToBufferOp::create(
        builder, loc, type, store.getValue(), /*read_only=*/true);
    memref::CopyOp::create(builder, loc, buffer, global);
  } else {
    memref::StoreOp::create(builder, loc, store.getValue(), global);
  }
  store.erase();
  return success();
}

LogicalResult mplan::equiv::lowerState(ModuleOp module) {
  module.getContext()
      ->loadDialect<bufferization::BufferizationDialect,
                    memref::MemRefDialect>();
  SmallVector<Operation *> state;
  module.walk([&](Operation *op) {
    if (isa<ml_program::MLProgramDialect>(op->getDialect()))
      state.push_back(op);
  });
  for (Operation *op : state) {
    LogicalResult result = failure();
    if (auto global = dyn_cast<ml_program::GlobalOp>(op))
      result = lowerGlobal(global);
    else if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
      result = lowerLoad(load);
    else if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op))
      result = lowerLoad(load);
    else if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op))
      result = lowerStore(store);
    else
      op->emitError("the reference does not know this op of state");
    if (failed(result))
      return failure();
  }
  // An uninitialised mutable global is undefined to LLVM, which then folds
  // loads of it to anything.
  module.walk([&](memref::GlobalOp global) {
    if (global.isUninitialized() && !global.getConstant())
      if (ElementsAttr zero = getInitialValue({}, global.getType()))
        global.setInitialValueAttr(zero);
  });
  return success();
}
