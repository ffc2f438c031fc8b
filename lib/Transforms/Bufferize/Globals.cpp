//===- Globals.cpp - ml_program globals to memref globals -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream bufferizes loads and stores of `ml_program.global` as if nothing
// were known of the global between the two: a load sees a later store, and a
// store may store a buffer that was never written. So they are lowered here,
// before its analysis: a load takes a copy and a store makes one, at the place
// where they stand.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace mplan::bufferize_steps {

static LogicalResult lowerGlobal(RewriterBase &rewriter,
                                 ml_program::GlobalOp global,
                                 RankedTensorType type) {
  Attribute value = global.getValue().value_or(Attribute());
  if (isa_and_present<ml_program::ExternAttr>(value)) {
    value = {};
  } else if (!value) {
    // Not "uninitialized": LLVM may then take every load for undefined, also
    // after a store.
    if (!type.getElementType().isIntOrIndexOrFloat())
      return global.emitError("has no value, and there is no zero of type ")
             << type;
    value = SplatElementsAttr::get(type,
                                   rewriter.getZeroAttr(type.getElementType()));
  }
  rewriter.setInsertionPoint(global);
  memref::GlobalOp::create(
      rewriter, global.getLoc(), global.getSymName(),
      global.getSymVisibilityAttr(),
      MemRefType::get(type.getShape(), type.getElementType()), value,
      /*constant=*/!global.getIsMutable(), /*alignment=*/IntegerAttr());
  rewriter.eraseOp(global);
  return success();
}

LogicalResult lowerGlobals(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  SymbolTableCollection symbols;
  llvm::MapVector<ml_program::GlobalOp, SmallVector<Operation *>> accesses;
  for (auto global : module.getOps<ml_program::GlobalOp>()) {
    if (!isa<TensorType>(global.getType()))
      continue;
    auto type = dyn_cast<RankedTensorType>(global.getType());
    if (!type || !type.hasStaticShape())
      return global.emitError("a global of type ")
             << global.getType()
             << " cannot be given a place: its extents must be known";
    // Upstream's verifier lets any value pass.
    Attribute value = global.getValue().value_or(Attribute());
    auto elements = dyn_cast_or_null<ElementsAttr>(value);
    if (value && !isa<ml_program::ExternAttr>(value) &&
        (!elements ||
         elements.getShapedType() !=
             RankedTensorType::get(type.getShape(), type.getElementType())))
      return global.emitError("a global of type ")
             << type << " has a value that is no tensor of that type";
    accesses[global];
  }
  if (accesses.empty())
    return success();

  WalkResult walk = module.walk([&](Operation *op) {
    SymbolRefAttr name;
    if (auto load = dyn_cast<ml_program::GlobalLoadOp>(op))
      name = load.getGlobal();
    else if (auto load = dyn_cast<ml_program::GlobalLoadConstOp>(op))
      name = load.getGlobal();
    else if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op))
      name = store.getGlobal();
    else if (isa<ml_program::GlobalLoadGraphOp, ml_program::GlobalStoreGraphOp>(
                 op)) {
      op->emitError("accesses a global in the order of tokens, which is not "
                    "supported: use the plain load and store");
      return WalkResult::interrupt();
    } else {
      return WalkResult::advance();
    }
    auto global =
        symbols.lookupNearestSymbolFrom<ml_program::GlobalOp>(op, name);
    auto it = global ? accesses.find(global) : accesses.end();
    if (it != accesses.end())
      it->second.push_back(op);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();

  for (auto &[global, ops] : accesses) {
    auto type = cast<RankedTensorType>(global.getType());
    auto bufferType = MemRefType::get(type.getShape(), type.getElementType());
    bool stored = llvm::any_of(
        ops, [](Operation *op) { return isa<ml_program::GlobalStoreOp>(op); });
    for (Operation *op : ops) {
      rewriter.setInsertionPoint(op);
      Location loc = op->getLoc();
      Value buffer = memref::GetGlobalOp::create(rewriter, loc, bufferType,
                                                 global.getSymName());
      if (auto store = dyn_cast<ml_program::GlobalStoreOp>(op)) {
        auto move = bufferization::MaterializeInDestinationOp::create(
            rewriter, loc, /*result=*/Type(), store.getValue(), buffer);
        move.setWritable(true);
        rewriter.eraseOp(op);
        continue;
      }
      Value value = bufferization::ToTensorOp::create(
          rewriter, loc, type, buffer, /*restrict=*/true);
      if (stored)
        value = bufferization::AllocTensorOp::create(rewriter, loc, type,
                                                     ValueRange(),
                                                     /*copy=*/value);
      rewriter.replaceOp(op, value);
    }
    if (failed(lowerGlobal(rewriter, global, type)))
      return failure();
  }
  return success();
}

HiddenInitialValues::HiddenInitialValues(ModuleOp module) {
  for (auto global : module.getOps<memref::GlobalOp>()) {
    Attribute value = global.getInitialValueAttr();
    if (!value || global.getConstant())
      continue;
    hidden.emplace_back(global, value);
    global.setInitialValueAttr(UnitAttr::get(module.getContext()));
  }
}

HiddenInitialValues::~HiddenInitialValues() {
  for (auto [global, value] : hidden)
    global.setInitialValueAttr(value);
}

} // namespace mplan::bufferize_steps
