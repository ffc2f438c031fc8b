//===- RedZones.cpp - Nobody's bytes around slots -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A zone is looked at in a function of its own, one for all zones of a size, so
// that the program does not grow by a loop at each place.
//
//===----------------------------------------------------------------------===//

#include "RedZones.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mplan;

/// What no slot is poisoned with, so that copies of dead bytes show, too.
static constexpr int8_t zonePattern = 0x5A;

Value mplan::createBytes(OpBuilder &builder, SlotOp slot, int64_t offset,
                         MemRefType type) {
  return SlotOp::create(
      builder, slot.getLoc(), type, slot.getArenaAttr(),
      builder.getI64IntegerAttr(offset), slot.getIdAttr(),
      /*alignment=*/nullptr, /*state=*/nullptr, /*role=*/nullptr,
      /*argument=*/nullptr, /*result_number=*/nullptr, /*live=*/nullptr);
}

int64_t RedZones::getZoneBytes(SlotOp slot) {
  // The slot's verifier has shown that it has an arena.
  return symbols.lookup<ArenaOp>(slot.getArenaAttr().getAttr())
      .getRedZoneBytes();
}

std::array<int64_t, 2> RedZones::getZones(SlotOp slot) {
  int64_t offset = slot.getOffset();
  int64_t bytes = *getBufferBytes(slot.getType(), DataLayout::closest(slot));
  return {offset - getZoneBytes(slot), offset + bytes};
}

MemRefType RedZones::getZoneType(SlotOp slot) {
  return MemRefType::get(
      {getZoneBytes(slot)}, IntegerType::get(slot.getContext(), 8),
      MemRefLayoutAttrInterface(), slot.getType().getMemorySpace());
}

/// func.func private @red_zone_is_intact(%zone: memref<16xi8>) -> i1
Operation *RedZones::getChecker(MemRefType type) {
  Operation *&checker = checkers[type];
  if (checker)
    return checker;
  auto module = cast<ModuleOp>(symbols.getOp());
  Location loc = module.getLoc();
  OpBuilder builder(module.getContext());
  auto function =
      func::FuncOp::create(builder, loc, "red_zone_is_intact",
                           builder.getFunctionType(type, builder.getI1Type()));
  function.setPrivate();
  symbols.insert(function, module.getBody()->end());
  checker = function;

  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value one = arith::ConstantIndexOp::create(builder, loc, 1);
  Value end = arith::ConstantIndexOp::create(builder, loc, type.getDimSize(0));
  Value isIntact = arith::ConstantIntOp::create(builder, loc, 1, 1);
  Value pattern = arith::ConstantOp::create(
      builder, loc, builder.getI8IntegerAttr(zonePattern));
  auto loop = scf::ForOp::create(
      builder, loc, zero, end, one, isIntact,
      [&](OpBuilder &nested, Location loc, Value index, ValueRange carried) {
        Value byte =
            memref::LoadOp::create(nested, loc, body->getArgument(0), index);
        Value isSame = arith::CmpIOp::create(
            nested, loc, arith::CmpIPredicate::eq, byte, pattern);
        Value both =
            arith::AndIOp::create(nested, loc, carried.front(), isSame);
        scf::YieldOp::create(nested, loc, both);
      });
  func::ReturnOp::create(builder, loc, loop.getResults());
  return checker;
}

void RedZones::fill(OpBuilder &builder, SlotOp slot) {
  Location loc = slot.getLoc();
  for (int64_t offset : getZones(slot)) {
    Value zone = createBytes(builder, slot, offset, getZoneType(slot));
    Value pattern = arith::ConstantOp::create(
        builder, loc, builder.getI8IntegerAttr(zonePattern));
    linalg::FillOp::create(builder, loc, pattern, zone);
  }
}

void RedZones::check(OpBuilder &builder, SlotOp slot) {
  Location loc = slot.getLoc();
  MemRefType type = getZoneType(slot);
  auto checker = cast<func::FuncOp>(getChecker(type));
  auto function = slot->getParentOfType<FunctionOpInterface>();
  std::array<int64_t, 2> zones = getZones(slot);
  for (int64_t offset : zones) {
    StringRef side = offset == zones[0] ? "before" : "behind";
    Value zone = createBytes(builder, slot, offset, type);
    auto call = func::CallOp::create(builder, loc, checker, zone);
    std::string message = llvm::formatv(
        "'{0}': something was written to the {1} bytes {2} slot {3}, which is "
        "bytes [{4}, {5}) of '@{6}'",
        function.getName(), type.getDimSize(0), side, slot.getId(),
        slot.getOffset(), zones[1], slot.getArena());
    cf::AssertOp::create(builder, loc, call.getResult(0), message);
  }
}
