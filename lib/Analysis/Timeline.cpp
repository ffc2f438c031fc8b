//===- Timeline.cpp - A function as a line of ticks -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One walk over a function that hands out ticks and spans, and joins the spans
// by the edges that RegionBranchOpInterface and BranchOpInterface declare.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/Timeline.h"

#include "mplan/Analysis/BufferUses.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mplan;

/// True for a view that gives a buffer a dynamic shape: how a slot of dynamic
/// shape is written.
static bool isViewOfStorage(Operation *op) {
  auto view = dyn_cast<memref::ViewOp>(op);
  if (!view || view.getSizes().empty())
    return false;
  Operation *source = view.getSource().getDefiningOp();
  return source && mplan::isStorageOp(source);
}

bool mplan::isStorageOp(Operation *op) {
  // A slot of state stands where the address of a global was taken, which is
  // none: the ticks are the same before and after planning.
  if (auto slot = dyn_cast<SlotOp>(op))
    return !slot.getState();
  if (isViewOfStorage(op))
    return true;
  // The offset that it begins at. Planning makes both, and must not change the
  // ticks of the rest.
  if (op->hasTrait<OpTrait::ConstantLike>())
    return !op->use_empty() && llvm::all_of(op->getUsers(), isViewOfStorage);
  auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effectOp || op->getNumRegions() != 0)
    return false;
  SmallVector<MemoryEffects::EffectInstance> effects;
  effectOp.getEffects(effects);
  return !effects.empty() && llvm::all_of(effects, [](const auto &effect) {
    return isa<MemoryEffects::Allocate, MemoryEffects::Free>(
        effect.getEffect());
  });
}

static bool isMemref(Type type) { return isa<BaseMemRefType>(type); }

/// True for a loop that says nothing of how control flows, but is one: it runs
/// its regions any number of times, in any order, and hands on no buffer.
static bool isPlainLoop(Operation *op) {
  return isa<LoopLikeOpInterface>(op) && !isa<RegionBranchOpInterface>(op) &&
         llvm::none_of(op->getResultTypes(), isMemref) &&
         llvm::none_of(op->getRegions(), [](Region &region) {
           return region.empty() ||
                  llvm::any_of(region.getArgumentTypes(), isMemref);
         });
}

/// True for an operation whose regions are part of one step: it declares what
/// it does to its operands, and what its regions do besides is done while it
/// runs, in an order that does not matter here (a load in a `linalg.generic`).
/// No buffer may be made in there, or passed into or out of a region.
static bool isOneStep(Operation *op) {
  if (!isa<MemoryEffectOpInterface>(op) && !isMemoryEffectFree(op))
    return false;
  for (Region &region : op->getRegions()) {
    WalkResult result = region.walk([&](Block *block) {
      if (llvm::any_of(block->getArgumentTypes(), isMemref))
        return WalkResult::interrupt();
      for (Operation &nested : *block)
        if (isStorageOp(&nested) ||
            (nested.hasTrait<OpTrait::IsTerminator>() &&
             llvm::any_of(nested.getOperandTypes(), isMemref)))
          return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      return false;
  }
  return true;
}

/// True for an operation of a dialect whose regions run on threads of their
/// own: no interface says so.
static bool runsOnThreads(Operation *op) {
  StringRef dialect = op->getName().getDialectNamespace();
  return dialect == "omp" || dialect == "acc" || dialect == "gpu";
}

FailureOr<Timeline> Timeline::compute(FunctionOpInterface function) {
  Timeline timeline;
  Region &body = function.getFunctionBody();
  for (Block &block : body)
    if (failed(timeline.addBlock(block)))
      return failure();
  for (Block &block : body)
    timeline.addBlockEdges(block);
  return timeline;
}

Position Timeline::getPosition(Operation *op) const {
  for (; op; op = op->getParentOp()) {
    auto it = positions.find(op);
    if (it != positions.end())
      return it->second;
  }
  llvm_unreachable("operation of another function");
}

unsigned Timeline::addSpan() {
  Span span;
  span.lower = span.upper = getNumTicks();
  spans.push_back(span);
  return spans.size() - 1;
}

void Timeline::addTick(Operation *op) {
  ops.push_back(op);
  spans.back().upper = getNumTicks();
}

void Timeline::addEdge(unsigned from, unsigned to) {
  if (llvm::is_contained(spans[from].successors, to))
    return;
  spans[from].successors.push_back(to);
  spans[to].predecessors.push_back(from);
}

LogicalResult Timeline::addBlock(Block &block) {
  unsigned first = addSpan();
  for (Operation &op : block) {
    positions[&op] = {getNumTicks(), unsigned(spans.size() - 1)};
    if (isStorageOp(&op))
      continue;
    addTick(&op);
    if (op.getNumRegions() != 0 && failed(addRegions(&op)))
      return failure();
  }
  blockSpans[&block] = {first, unsigned(spans.size() - 1)};
  return success();
}

LogicalResult Timeline::addRegions(Operation *op) {
  // Its body runs beside what follows it, which a line of ticks cannot say.
  if (isa<async::ExecuteOp>(op))
    return op->emitOpError("runs beside the operations that follow it: "
                           "buffers around it cannot be planned; plan before "
                           "the program becomes asynchronous");
  if (!isa<RegionBranchOpInterface>(op) && !isPlainLoop(op)) {
    if (isOneStep(op))
      return success();
    InFlightDiagnostic diag = op->emitOpError(
        "has regions that may touch memory, and does not say how control "
        "flows through them (RegionBranchOpInterface): buffers around it "
        "cannot be planned; ");
    if (runsOnThreads(op))
      return diag << "it runs them on threads: plan before loops are lowered "
                     "to '"
                  << op->getName().getDialectNamespace() << "'";
    return diag << "lower it to 'scf' or 'cf' first";
  }
  unsigned opening = spans.size() - 1;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(addBlock(block)))
        return failure();
  unsigned closing = addSpan();
  addTick(op);
  addRegionEdges(op, opening, closing);
  return success();
}

/// Joins the spans of `op` and of its regions' blocks.
void Timeline::addRegionEdges(Operation *op, unsigned opening,
                              unsigned closing) {
  auto branchOp = dyn_cast<RegionBranchOpInterface>(op);
  auto addSuccessors = [&](unsigned from, RegionBranchPoint point) {
    if (!branchOp) { // a plain loop: there may be no iteration at all
      for (Region &region : op->getRegions())
        addEdge(from, getEntrySpan(region));
      addEdge(from, closing);
      return;
    }
    SmallVector<RegionSuccessor> successors;
    branchOp.getSuccessorRegions(point, successors);
    for (const RegionSuccessor &successor : successors) {
      Region *region = successor.getSuccessor();
      addEdge(from, region ? getEntrySpan(*region) : closing);
    }
  };
  addSuccessors(opening, RegionBranchPoint::parent());
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      addBlockEdges(block);
      if (block.empty() || block.back().getNumSuccessors() != 0)
        continue;
      unsigned last = blockSpans.lookup(&block).second;
      auto terminator =
          dyn_cast<RegionBranchTerminatorOpInterface>(block.back());
      if (terminator)
        addSuccessors(last, terminator);
      else
        addEdge(last, closing);
      // A terminator that does not say where it leads may lead anywhere, and
      // what an iteration of a parallel loop leaves behind may be there when
      // another one begins.
      if (!terminator || isParallelLoop(op))
        for (Region &other : op->getRegions())
          if (!other.empty())
            addEdge(last, getEntrySpan(other));
    }
}

/// Joins the end of `block` to the blocks that it branches to.
void Timeline::addBlockEdges(Block &block) {
  for (Block *successor : block.getSuccessors())
    addEdge(blockSpans.lookup(&block).second,
            blockSpans.lookup(successor).first);
}
