//===- Poison.cpp - Make wrong plans show ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Fills slots where they begin and cease to be needed, by the live ranges that
// the planner wrote on them. A range that is too short is so filled before its
// last read, one whose bytes are somebody else's is filled under them: either
// way a result changes. It takes the planner's word for when that is, on
// purpose: it is that word which is put to the test.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Poison.h"

#include "mplan/Analysis/SlotTurns.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANPOISONPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// What a dead element holds: a signalling NaN, which survives arithmetic, or
/// an integer that is odd, negative, and out of bounds as an index.
static APInt getPattern(Type elementType, unsigned width) {
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    const llvm::fltSemantics &semantics = floatType.getFloatSemantics();
    if (APFloat::semanticsHasNaN(semantics))
      return APFloat::getSNaN(semantics).bitcastToAPInt();
  }
  return APInt::getSplat(width, APInt(8, 0xA5));
}

/// The bytes of `slot`, all of them, as integers that are as wide as its
/// elements, or as bytes where these have no such width.
static std::pair<MemRefType, APInt> getBytesType(SlotOp slot) {
  MemRefType type = slot.getType();
  int64_t bytes = *getBufferBytes(type, DataLayout::closest(slot));
  Type elementType = type.getElementType();
  unsigned width = 8;
  if (elementType.isIntOrFloat() &&
      llvm::isPowerOf2_32(elementType.getIntOrFloatBitWidth()))
    width = std::max(8u, elementType.getIntOrFloatBitWidth());
  APInt pattern = getPattern(elementType, width);
  if (pattern.getBitWidth() != width || bytes % (width / 8) != 0) {
    width = 8;
    pattern = APInt(8, 0xA5);
  }
  return {MemRefType::get({bytes / (width / 8)},
                          IntegerType::get(slot.getContext(), width),
                          MemRefLayoutAttrInterface(), type.getMemorySpace()),
          pattern};
}

static void fill(OpBuilder &builder, SlotOp slot) {
  Location loc = slot.getLoc();
  auto [type, pattern] = getBytesType(slot);
  Value bytes = SlotOp::create(builder, loc, type, slot.getArenaAttr(),
                               slot.getOffsetAttr(), slot.getIdAttr(),
                               /*alignment=*/nullptr, /*state=*/nullptr,
                               /*role=*/nullptr, /*argument=*/nullptr,
                               /*result_number=*/nullptr, /*live=*/nullptr);
  Value value = arith::ConstantOp::create(
      builder, loc, IntegerAttr::get(type.getElementType(), pattern));
  linalg::FillOp::create(builder, loc, value, bytes);
}

LogicalResult mplan::poisonSlots(ModuleOp module) {
  std::vector<SlotTurn> turns;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    FailureOr<std::vector<SlotTurn>> found = findSlotTurns(function);
    if (failed(found))
      return failure();
    llvm::append_range(turns, *found);
  }
  // Behind an operation, one is put in before those that are there already.
  OpBuilder builder(module.getContext());
  for (const SlotTurn &turn : turns)
    if (!turn.isAfter) {
      builder.setInsertionPoint(turn.op);
      fill(builder, turn.slot);
    }
  for (const SlotTurn &turn : turns)
    if (turn.isAfter) {
      builder.setInsertionPointAfter(turn.op);
      fill(builder, turn.slot);
    }
  return success();
}

namespace {
struct MplanPoisonPass : mplan::impl::MplanPoisonPassBase<MplanPoisonPass> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(poisonSlots(getOperation())))
      signalPassFailure();
  }
};
} // namespace
