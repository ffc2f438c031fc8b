//===- Allocate.cpp - Give every allocation an offset ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a module's plan into its IR: allocations become slots, releases go,
// and each arena is told its size.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Allocate.h"

#include "mplan/Analysis/ModulePlan.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANALLOCATEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// Makes the arenas that the module does not declare, and records the plan's
/// figures on all.
static void writeArenas(ModuleOp module, MutableArrayRef<PlannedArena> arenas) {
  SymbolTable symbols(module);
  auto builder = OpBuilder::atBlockBegin(module.getBody());
  for (PlannedArena &arena : arenas) {
    if (!arena.op) {
      arena.op = ArenaOp::create(
          builder, module.getLoc(), builder.getStringAttr("arena"),
          /*size=*/nullptr, /*alignment=*/nullptr, /*capacity=*/nullptr,
          arena.memorySpace, /*storage=*/nullptr, /*peak=*/nullptr,
          /*unplanned=*/nullptr, /*state=*/nullptr, /*red_zone=*/nullptr);
      symbols.insert(arena.op); // renames it if the name is taken
    }
    arena.op.setSize(arena.size);
    arena.op.setAlignment(
        std::max(arena.alignment, arena.op.getAlignmentOrOne()));
    arena.op.setPeak(arena.peak);
    arena.op.setUnplanned(
        ArrayRef<int64_t>{arena.unplannedTotal, arena.unplannedLive});
    // Nothing is left of what an arena that is declared says of another plan.
    arena.op.removeStateAttr();
    if (arena.stateBytes > 0)
      arena.op.setState(arena.stateBytes);
    arena.op.removeRedZoneAttr();
    if (arena.redZone > 0)
      arena.op.setRedZone(arena.redZone);
  }
}

void mplan::replaceBySlot(const PlannedSlot &planned, ArenaOp arena,
                          int64_t id) {
  const Allocation &allocation = planned.allocation;
  OpBuilder builder(allocation.op);
  Location loc = allocation.op->getLoc();
  MemRefType type = allocation.getType();
  SmallVector<int64_t> live;
  for (const solver::Segment &segment : allocation.live)
    live.append({segment.lower, segment.upper});

  // A dynamic shape is a view of as many bytes as it can have.
  MemRefType slotType = type;
  if (!type.hasStaticShape())
    slotType =
        MemRefType::get({allocation.bytes}, builder.getI8Type(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace());
  DataLayout layout = DataLayout::closest(allocation.op);
  IntegerAttr alignment;
  if (allocation.alignment > getNaturalAlignment(slotType, layout))
    alignment = builder.getI64IntegerAttr(allocation.alignment);
  SlotOp slot = SlotOp::create(
      builder, loc, slotType, FlatSymbolRefAttr::get(arena.getSymNameAttr()),
      builder.getI64IntegerAttr(planned.offset), builder.getI64IntegerAttr(id),
      alignment, /*state=*/nullptr, /*role=*/nullptr, /*argument=*/nullptr,
      /*result_number=*/nullptr,
      live.empty() ? nullptr : builder.getDenseI64ArrayAttr(live));
  if (auto alloc = dyn_cast<AllocOp>(allocation.op)) {
    slot.setRoleAttr(alloc.getRoleAttr());
    slot.setArgumentAttr(alloc.getArgumentAttr());
    slot.setResultNumberAttr(alloc.getResultNumberAttr());
  }
  Value buffer = slot;
  if (slotType != type) {
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    // With the identity layout, all operands are sizes.
    buffer = memref::ViewOp::create(builder, loc, type, buffer, zero,
                                    allocation.op->getOperands());
  }
  allocation.op->getResult(0).replaceAllUsesWith(buffer);
  allocation.op->erase();
}

/// Replaces a global by slots with the number `id`: one at each use, all of
/// them the same buffer.
static void writeState(const StateBuffer &state, ArenaOp arena, int64_t id) {
  memref::GlobalOp global = state.global;
  DataLayout layout = DataLayout::closest(global);
  MemRefType type = global.getType();
  IRRewriter rewriter(global.getContext());
  IntegerAttr alignment;
  if (state.alignment > getNaturalAlignment(type, layout))
    alignment = rewriter.getI64IntegerAttr(state.alignment);
  for (memref::GetGlobalOp use : state.uses) {
    rewriter.setInsertionPoint(use);
    rewriter.replaceOpWithNewOp<SlotOp>(
        use, type, FlatSymbolRefAttr::get(arena.getSymNameAttr()),
        rewriter.getI64IntegerAttr(state.offset),
        rewriter.getI64IntegerAttr(id), alignment, global.getSymNameAttr(),
        /*role=*/nullptr, /*argument=*/nullptr, /*result_number=*/nullptr,
        /*live=*/nullptr);
  }
  rewriter.eraseOp(global);
}

LogicalResult mplan::allocateBuffers(ModuleOp module,
                                     const AllocateOptions &options) {
  FailureOr<ModulePlan> plan = computeModulePlan(module, options);
  if (failed(plan))
    return failure();
  writeArenas(module, plan->arenas);
  llvm::SmallSetVector<Operation *, 8> deallocs;
  for (auto [id, slot] : llvm::enumerate(plan->slots)) {
    // One release may be of either of two buffers.
    deallocs.insert_range(slot.allocation.deallocs);
    replaceBySlot(slot, plan->arenas[slot.arena].op, id);
  }
  for (Operation *dealloc : deallocs)
    dealloc->erase();
  for (auto [index, state] : llvm::enumerate(plan->state))
    writeState(state, plan->arenas[state.arenaIndex].op,
               plan->slots.size() + index);
  return success();
}

namespace {
struct MplanAllocatePass
    : mplan::impl::MplanAllocatePassBase<MplanAllocatePass> {
  using Base::Base;
  void runOnOperation() override {
    AllocateOptions options;
    if (onUnbounded == "heap") {
      options.onUnbounded = OnUnbounded::Heap;
    } else if (onUnbounded != "error") {
      emitError(getOperation().getLoc(), "unknown on-unbounded '")
          << onUnbounded.getValue() << "': it is error or heap";
      return signalPassFailure();
    }
    if (state != "arena" && state != "global") {
      emitError(getOperation().getLoc(), "unknown place for state '")
          << state << "': it is one of global and arena";
      return signalPassFailure();
    }
    options.stateInArena = state == "arena";
    if (reuse != "dead" && reuse != "none") {
      emitError(getOperation().getLoc(), "unknown reuse '")
          << reuse << "': it is dead or none";
      return signalPassFailure();
    }
    options.reuse = reuse == "none" ? Reuse::None : Reuse::Dead;
    std::optional<solver::SolveOptions> solve =
        solver::getPlacementOptions(placement.getValue());
    if (!solve) {
      InFlightDiagnostic diag =
          emitError(getOperation().getLoc(), "unknown placement '")
          << placement << "': it is one of ";
      llvm::interleaveComma(
          solver::placementNames, diag,
          [&](std::string_view name) { diag << StringRef(name); });
      return signalPassFailure();
    }
    options.solver = *solve;
    if (redZone < 0 || redZone > ArenaOp::maxRedZoneBytes) {
      emitError(getOperation().getLoc(), "a red zone cannot have ")
          << redZone.getValue() << " bytes: it has from 0 to "
          << ArenaOp::maxRedZoneBytes;
      return signalPassFailure();
    }
    options.redZone = redZone;
    if (failed(allocateBuffers(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
