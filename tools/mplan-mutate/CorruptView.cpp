//===- CorruptView.cpp - What a planner sees that makes a mistake ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See Corrupt.h. A copy of the program is changed into one that means something
// else, but is made of the same allocations: what it lacks is what the planner
// does not know.
//
//===----------------------------------------------------------------------===//

#include "Corrupt.h"

#include "mplan/Analysis/Allocations.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;

//===----------------------------------------------------------------------===//
// Stand-ins
//===----------------------------------------------------------------------===//

/// A value of `type` that has nothing to do with the program, or null.
static Value makeStranger(OpBuilder &builder, Location loc, Type type) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    // A name, so that it is not taken for an allocation of the program.
    if (!memref.hasStaticShape() ||
        failed(getBufferBytes(memref, DataLayout())))
      return Value();
    return memref::AllocOp::create(builder, builder.getUnknownLoc(), memref);
  }
  if (!type.isIntOrIndexOrFloat())
    return Value();
  return arith::ConstantOp::create(builder, builder.getUnknownLoc(),
                                   builder.getZeroAttr(type));
}

/// Removes `op`; what used its results uses strangers. False if there are none
/// such.
static bool forget(Operation *op) {
  OpBuilder builder(op);
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value stranger = makeStranger(builder, op->getLoc(), result.getType());
    if (!stranger)
      return false;
    result.replaceAllUsesWith(stranger);
  }
  op->erase();
  return true;
}

static bool isMemref(Value value) { return isa<MemRefType>(value.getType()); }

/// Puts a stranger in place of one of `operands`.
static bool estrange(std::vector<OpOperand *> operands, gen::Random &random) {
  if (operands.empty())
    return false;
  OpOperand *operand = random.pick(operands);
  OpBuilder builder(operand->getOwner());
  Value stranger = makeStranger(builder, operand->getOwner()->getLoc(),
                                operand->get().getType());
  if (!stranger)
    return false;
  operand->set(stranger);
  return true;
}

//===----------------------------------------------------------------------===//
// Aliases and accesses
//===----------------------------------------------------------------------===//

/// True for an op whose result is a view of its operand, or one of several.
static bool isView(Operation *op) {
  return isa<ViewLikeOpInterface, SelectLikeOpInterface>(op);
}

/// True for an op that hands its operands on under other names.
static bool handsOn(Operation *op) {
  return isView(op) ||
         isa<RegionBranchOpInterface, RegionBranchTerminatorOpInterface,
             BranchOpInterface, CallOpInterface>(op);
}

/// True if `value` may be a buffer of the program, or a part of one: not if it
/// is an argument of its function, or a global.
static bool mayBePlanned(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isPlannable(op) || op->getNumRegions() != 0)
      return true;
    if (!isView(op) || op->getNumOperands() == 0)
      return isa<CallOpInterface>(op);
    value = isa<SelectLikeOpInterface>(op)
                ? cast<SelectLikeOpInterface>(op).getTrueValue()
                : cast<ViewLikeOpInterface>(op).getViewSource();
  }
  Block *block = cast<BlockArgument>(value).getOwner();
  return !block->isEntryBlock() ||
         !isa<FunctionOpInterface>(block->getParentOp());
}

static bool dropAlias(ModuleOp module, bool viewsOnly, gen::Random &random) {
  std::vector<OpOperand *> operands;
  module.walk([&](Operation *op) {
    if (viewsOnly ? isView(op) : handsOn(op))
      for (OpOperand &operand : op->getOpOperands())
        if (isMemref(operand.get()) && mayBePlanned(operand.get()))
          operands.push_back(&operand);
  });
  return estrange(operands, random);
}

static bool dropAccess(ModuleOp module, gen::Random &random) {
  std::vector<OpOperand *> operands;
  module.walk([&](MemoryEffectOpInterface op) {
    if (handsOn(op) || isPlannable(op) || isa<memref::DeallocOp>(op))
      return;
    for (OpOperand &operand : op->getOpOperands())
      if (isMemref(operand.get()) && mayBePlanned(operand.get()))
        operands.push_back(&operand);
  });
  return estrange(operands, random);
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Moves the ops of `block` but its terminator before `op`, with `arguments`
/// for the block's.
static void moveOut(Block &block, Operation *op, ValueRange arguments) {
  for (auto [argument, value] :
       llvm::zip_equal(block.getArguments(), arguments))
    argument.replaceAllUsesWith(value);
  op->getBlock()->getOperations().splice(op->getIterator(),
                                         block.getOperations(), block.begin(),
                                         std::prev(block.end()));
}

static bool runOnce(scf::WhileOp loop) {
  auto condition = loop.getConditionOp();
  moveOut(*loop.getBeforeBody(), loop, loop.getInits());
  SmallVector<Value> passed(condition.getArgs());
  moveOut(*loop.getAfterBody(), loop, passed);
  loop.replaceAllUsesWith(passed);
  loop.erase();
  return true;
}

static bool runOnce(LoopLikeOpInterface loop) {
  SmallVector<Region *> regions = loop.getLoopRegions();
  std::optional<SmallVector<Value>> indices = loop.getLoopInductionVars();
  ValueRange inits = loop.getInits();
  if (regions.size() != 1 || !regions.front()->hasOneBlock() || !indices ||
      inits.size() != loop->getNumResults())
    return false;
  Block &block = regions.front()->front();
  SmallVector<Value> yielded(loop.getYieldedValues());
  if (yielded.size() != loop->getNumResults() ||
      block.getNumArguments() != indices->size() + inits.size())
    return false;
  OpBuilder builder(loop);
  SmallVector<Value> arguments;
  for (Value index : *indices) {
    arguments.push_back(makeStranger(builder, loop.getLoc(), index.getType()));
    if (!arguments.back())
      return false;
  }
  llvm::append_range(arguments, inits);
  for (Value &value : yielded)
    if (auto argument = dyn_cast<BlockArgument>(value);
        argument && argument.getOwner() == &block)
      value = arguments[argument.getArgNumber()];
  moveOut(block, loop, arguments);
  loop->replaceAllUsesWith(yielded);
  loop->erase();
  return true;
}

static bool ignoreLoop(ModuleOp module, gen::Random &random) {
  std::vector<LoopLikeOpInterface> loops;
  module.walk([&](LoopLikeOpInterface loop) { loops.push_back(loop); });
  if (loops.empty())
    return false;
  LoopLikeOpInterface loop = random.pick(loops);
  if (auto whileOp = dyn_cast<scf::WhileOp>(loop.getOperation()))
    return runOnce(whileOp);
  return runOnce(loop);
}

/// What loops hand to their next iteration is what they began with: what an
/// iteration makes is then its own affair.
static bool keepLocal(ModuleOp module) {
  bool found = false;
  module.walk([&](RegionBranchOpInterface loop) {
    for (Region &region : loop->getRegions()) {
      if (region.empty())
        continue;
      auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(
          region.back().getTerminator());
      if (!terminator)
        continue;
      SmallVector<RegionSuccessor> successors;
      terminator.getSuccessorRegions(
          SmallVector<Attribute>(terminator->getNumOperands()), successors);
      for (RegionSuccessor &successor : successors) {
        if (successor.isParent())
          continue;
        ValueRange inits = loop.getEntrySuccessorOperands(successor);
        MutableOperandRange handed =
            terminator.getMutableSuccessorOperands(successor);
        if (inits.size() != handed.size())
          continue;
        for (auto [init, operand] : llvm::zip(inits, handed)) {
          Value value = operand.get();
          if (!isMemref(value) || value == init ||
              value.getType() != init.getType() ||
              !loop->isAncestor(value.getParentRegion()->getParentOp()))
            continue;
          operand.set(init);
          found = true;
        }
      }
    }
  });
  return found;
}

bool mplan::mutate::handsOnBuffers(ModuleOp module) {
  OwningOpRef<ModuleOp> copy = module.clone();
  return keepLocal(*copy);
}

//===----------------------------------------------------------------------===//
// Branches and calls
//===----------------------------------------------------------------------===//

/// Forgets what a region does; its allocations stay.
static bool emptyRegion(Region &region) {
  SmallVector<Operation *> ops;
  for (Block &block : region)
    for (Operation &op : block)
      if (!op.hasTrait<OpTrait::IsTerminator>() && !isPlannable(&op) &&
          !op.hasTrait<OpTrait::ConstantLike>())
        ops.push_back(&op);
  for (Operation *op : llvm::reverse(ops))
    if (!forget(op))
      return false;
  return !ops.empty();
}

/// Forgets one of the ways on from `branch`.
static bool dropSuccessor(Operation *branch, gen::Random &random) {
  auto op = cast<BranchOpInterface>(branch);
  unsigned kept = random.below(branch->getNumSuccessors());
  SuccessorOperands operands = op.getSuccessorOperands(kept);
  if (operands.getProducedOperandCount() != 0)
    return false;
  IRRewriter rewriter(branch->getContext());
  rewriter.setInsertionPoint(branch);
  Operation *jump = cf::BranchOp::create(rewriter, branch->getLoc(),
                                         branch->getSuccessor(kept),
                                         operands.getForwardedOperands());
  jump->setLoc(branch->getLoc());
  Region *region = branch->getParentRegion();
  rewriter.eraseOp(branch);
  (void)eraseUnreachableBlocks(rewriter, *region);
  return true;
}

static bool forgetBranch(ModuleOp module, gen::Random &random) {
  std::vector<Region *> regions;
  std::vector<Operation *> branches;
  module.walk([&](Operation *op) {
    if (isa<BranchOpInterface>(op) && op->getNumSuccessors() > 1)
      branches.push_back(op);
    if (isa<RegionBranchOpInterface>(op) && !isa<LoopLikeOpInterface>(op))
      for (Region &region : op->getRegions())
        if (!region.empty())
          regions.push_back(&region);
  });
  if (regions.empty() && branches.empty())
    return false;
  size_t chosen = random.below(regions.size() + branches.size());
  return chosen < regions.size()
             ? emptyRegion(*regions[chosen])
             : dropSuccessor(branches[chosen - regions.size()], random);
}

static bool forgetCall(ModuleOp module, gen::Random &random) {
  std::vector<Operation *> calls;
  module.walk([&](CallOpInterface call) { calls.push_back(call); });
  return !calls.empty() && forget(random.pick(calls));
}

bool mplan::mutate::corruptView(Kind kind, ModuleOp module,
                                gen::Random &random) {
  switch (kind) {
  case Kind::Alias:
    return dropAlias(module, /*viewsOnly=*/false, random);
  case Kind::SharedView:
    return dropAlias(module, /*viewsOnly=*/true, random);
  case Kind::Access:
  case Kind::SharedEffect:
    return dropAccess(module, random);
  case Kind::Loop:
    return ignoreLoop(module, random);
  case Kind::Local:
    return keepLocal(module);
  case Kind::Branch:
    return forgetBranch(module, random);
  case Kind::Call:
    return forgetCall(module, random);
  case Kind::SharedRegion:
    return random.chance(50) ? ignoreLoop(module, random)
                             : forgetBranch(module, random);
  default:
    return false;
  }
}
