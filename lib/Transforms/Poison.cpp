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
// way a result changes. Red zones, where the arena has them, are filled with a
// pattern while their slot is needed, and looked at when it ceases to be. It
// takes the planner's word for when that is, on purpose: it is that word which
// is put to the test.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Poison.h"

#include "Poison/AsanCalls.h"
#include "Poison/RedZones.h"
#include "mplan/Analysis/CallOrder.h"
#include "mplan/Analysis/SlotTurns.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

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
  Value bytes = createBytes(builder, slot, slot.getOffset(), type);
  Value value = arith::ConstantOp::create(
      builder, loc, IntegerAttr::get(type.getElementType(), pattern));
  linalg::FillOp::create(builder, loc, value, bytes);
}

//===----------------------------------------------------------------------===//
// Where slots live and die
//===----------------------------------------------------------------------===//

namespace {
/// Puts code before and behind operations. What is put at one place first comes
/// first there.
class Inserter {
public:
  explicit Inserter(MLIRContext *context) : builder(context) {}

  using Code = llvm::function_ref<void(OpBuilder &, SlotOp)>;

  /// All turns of one kind that are behind an operation, or all before one.
  /// What is to be behind must be put there before all that is to be before:
  /// the one comes first where two operations meet.
  void add(ArrayRef<SlotTurn> turns, bool isBirth, bool isAfter, Code code) {
    for (const SlotTurn &turn : turns) {
      if (turn.isBirth != isBirth || turn.isAfter != isAfter)
        continue;
      Operation *op = turn.op;
      if (isAfter) {
        // Where the program goes on, also when something is there already.
        auto [it, isNew] = next.insert({op, op->getNextNode()});
        op = it->second;
      }
      if (op)
        builder.setInsertionPoint(op);
      else
        builder.setInsertionPointToEnd(turn.op->getBlock());
      code(builder, turn.slot);
    }
  }

private:
  OpBuilder builder;
  llvm::DenseMap<Operation *, Operation *> next;
};
} // namespace

/// A zone of state is a zone from the beginning of an entry to its end: the
/// bytes of state must be zero before the first call, and may be.
static LogicalResult guardState(ModuleOp module, RedZones &zones) {
  SymbolTableCollection symbols;
  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order))
    return failure();
  // One slot for each name, of all that a function and its callees use.
  llvm::DenseMap<Operation *, llvm::MapVector<StringAttr, SlotOp>> used;
  llvm::SmallPtrSet<Operation *, 16> called;
  for (auto &[op, calls] : *order) {
    llvm::MapVector<StringAttr, SlotOp> slots;
    op->walk([&](SlotOp slot) {
      if (slot.getState() && zones.hasZones(slot))
        slots.insert({slot.getStateAttr(), slot});
    });
    for (const CallSite &site : calls) {
      called.insert(site.callee);
      for (auto [name, slot] : used[site.callee])
        slots.insert({name, slot});
    }
    used[op] = std::move(slots);
  }
  for (auto &[op, calls] : *order) {
    auto function = cast<FunctionOpInterface>(op);
    if (!function.isPublic() && called.contains(op))
      continue;
    for (auto [name, slot] : used[op]) {
      auto builder =
          OpBuilder::atBlockBegin(&function.getFunctionBody().front());
      zones.fill(builder, slot);
      for (Block &block : function.getFunctionBody()) {
        if (!block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
          continue;
        builder.setInsertionPoint(block.getTerminator());
        zones.check(builder, slot);
      }
    }
  }
  return success();
}

/// The turns of all functions of `module`.
static FailureOr<SlotTurns> findAllTurns(ModuleOp module) {
  SlotTurns turns;
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (function.isExternal())
      continue;
    FailureOr<SlotTurns> found = findSlotTurns(function);
    if (failed(found))
      return failure();
    llvm::append_range(turns.contents, found->contents);
    llvm::append_range(turns.ownership, found->ownership);
    llvm::append_range(turns.undefinedReads, found->undefinedReads);
  }
  return turns;
}

/// Fills slots and zones, and checks zones.
static LogicalResult addPatterns(ModuleOp module, SlotTurns &turns) {
  RedZones zones(module);
  llvm::erase_if(turns.ownership, [&](const SlotTurn &turn) {
    return !zones.hasZones(turn.slot);
  });
  bool hasZones = llvm::any_of(module.getOps<ArenaOp>(), [](ArenaOp arena) {
    return arena.getRedZoneBytes() > 0;
  });
  // It fails, if at all, before it changes anything.
  if (hasZones && failed(guardState(module, zones)))
    return failure();

  Inserter inserter(module.getContext());
  auto fillZones = [&](OpBuilder &builder, SlotOp slot) {
    zones.fill(builder, slot);
  };
  auto checkZones = [&](OpBuilder &builder, SlotOp slot) {
    zones.check(builder, slot);
  };
  // A zone may be bytes that another slot gives back or takes at this place.
  for (bool isAfter : {true, false}) {
    inserter.add(turns.ownership, /*isBirth=*/false, isAfter, checkZones);
    inserter.add(turns.contents, /*isBirth=*/false, isAfter, fill);
    inserter.add(turns.ownership, /*isBirth=*/true, isAfter, fillZones);
    inserter.add(turns.contents, /*isBirth=*/true, isAfter, fill);
  }
  return success();
}

/// Says to AddressSanitizer whose bytes are whose. What begins is said on each
/// way to where it is needed, what ends only where nobody else begins: it may
/// miss what is wrong, and never blames what is right.
static LogicalResult addAsanCalls(ModuleOp module, SlotTurns &turns) {
  FailureOr<AsanCalls> calls = AsanCalls::create(module);
  if (failed(calls) || failed(calls->guardEntries()))
    return failure();
  Inserter inserter(module.getContext());
  auto poison = [&](OpBuilder &builder, SlotOp slot) {
    if (AsanCalls::covers(slot))
      calls->poison(builder, slot);
  };
  auto unpoison = [&](OpBuilder &builder, SlotOp slot) {
    if (AsanCalls::covers(slot))
      calls->unpoison(builder, slot);
  };
  for (bool isAfter : {true, false}) {
    inserter.add(turns.contents, /*isBirth=*/false, isAfter, poison);
    inserter.add(turns.ownership, /*isBirth=*/true, isAfter, unpoison);
    inserter.add(turns.undefinedReads, /*isBirth=*/true, isAfter, unpoison);
  }
  calls->markFunctions();
  return success();
}

LogicalResult mplan::poisonSlots(ModuleOp module,
                                 const PoisonOptions &options) {
  FailureOr<SlotTurns> turns = findAllTurns(module);
  if (failed(turns) || failed(options.asan ? addAsanCalls(module, *turns)
                                           : addPatterns(module, *turns)))
    return failure();
  // They are bytes of the program now.
  for (auto arena : module.getOps<ArenaOp>())
    arena.removeRedZoneAttr();
  return success();
}

namespace {
struct MplanPoisonPass : mplan::impl::MplanPoisonPassBase<MplanPoisonPass> {
  using Base::Base;
  void runOnOperation() override {
    PoisonOptions options;
    options.asan = asan;
    if (failed(poisonSlots(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
