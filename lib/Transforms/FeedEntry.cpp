//===- FeedEntry.cpp - A call for each iteration of a loop ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that gets an argument some rows at a time becomes one that is
// called with each of them. What ran before the loop runs in the first call,
// what ran after it in the last. The plan holds, since the same ops run in the
// same order, and between calls nothing else of the program does.
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANFEEDENTRYPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// The ops of `block` before `loop` that only say where something is, or a
/// constant: each call has its own. All others are in `once`.
static void splitPrologue(scf::ForOp loop, SetVector<Operation *> &once) {
  for (Operation &op :
       llvm::make_range(loop->getBlock()->begin(), Block::iterator(loop)))
    if (op.getNumRegions() != 0 || !isMemoryEffectFree(&op) ||
        llvm::any_of(op.getOperands(), [&](Value operand) {
          return once.contains(operand.getDefiningOp());
        }))
      once.insert(&op);
}

/// Moves `ops` into a new `scf.if` of `condition`.
static void moveInto(OpBuilder &builder, Location loc, Value condition,
                     ArrayRef<Operation *> ops) {
  if (ops.empty())
    return;
  auto branch = scf::IfOp::create(builder, loc, condition);
  Operation *yield = branch.thenBlock()->getTerminator();
  for (Operation *op : ops)
    op->moveBefore(yield);
}

/// The store of the number of the next iteration, with which a loop ends that
/// `mplan-feed-state` made; null if it made none such.
static memref::StoreOp findTurnStore(scf::ForOp loop,
                                     const SetVector<Operation *> &once) {
  auto store = dyn_cast_or_null<memref::StoreOp>(
      loop.getBody()->getTerminator()->getPrevNode());
  if (!store || loop.getNumResults() != 0 ||
      !loop.getInductionVar().use_empty() || !store.getIndices().empty() ||
      !store.getValue().getType().isInteger(32) ||
      store.getMemref().getParentBlock() != loop->getBlock() ||
      once.contains(store.getMemref().getDefiningOp()))
    return nullptr;
  return store;
}

static LogicalResult makeEntry(func::FuncOp function, scf::ForOp loop) {
  auto refuse = [&] {
    return emitError(loop.getLoc(), "the loop over the rows given to '")
           << function.getName() << "' cannot become calls: ";
  };
  Operation *done = function.getBody().front().getTerminator();
  if (function.getNumResults() != 0)
    return refuse() << "the function returns a value, which not every call has";
  if (!SymbolTable::symbolKnownUseEmpty(function,
                                        function->getParentOfType<ModuleOp>()))
    return refuse() << "something in the module calls the function";
  SetVector<Operation *> before;
  splitPrologue(loop, before);
  for (Operation *op : before)
    for (Operation *user : op->getUsers())
      if (Operation *outer = loop->getBlock()->findAncestorOpInBlock(*user);
          !before.contains(outer))
        return refuse() << "what '" << op->getName()
                        << "' before it gives is used later";
  SmallVector<Operation *> after;
  for (Operation &op : llvm::make_range(std::next(Block::iterator(loop)),
                                        Block::iterator(done)))
    after.push_back(&op);

  // Which is 0 after the last.
  memref::StoreOp store = findTurnStore(loop, before);
  if (!store)
    return refuse() << "it does not end as one that 'mplan-feed-state' made";
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  auto isZero = [&](Value turn) -> Value {
    return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, turn,
                                 zero);
  };
  Value turn = memref::LoadOp::create(builder, loc, store.getMemref());
  moveInto(builder, loc, isZero(turn), before.getArrayRef());
  Value next = store.getValue();
  loop.getBody()->getTerminator()->erase();
  loop->getBlock()->getOperations().splice(Block::iterator(loop),
                                           loop.getBody()->getOperations());
  Value isDone = isZero(next);
  moveInto(builder, loc, isDone, after);
  loop.erase();
  builder.setInsertionPoint(done);
  Value result =
      arith::ExtUIOp::create(builder, loc, builder.getI32Type(), isDone);
  done->setOperands(result);
  function.setFunctionType(FunctionType::get(builder.getContext(),
                                             function.getArgumentTypes(),
                                             {builder.getI32Type()}));
  function.setName((function.getName() + "_push_rows").str());
  return success();
}

namespace {
struct MplanFeedEntryPass
    : mplan::impl::MplanFeedEntryPassBase<MplanFeedEntryPass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      for (auto loop : function.getBody().front().getOps<scf::ForOp>())
        if (loop->hasAttr(kFedAttrName)) {
          if (failed(makeEntry(function, loop)))
            return signalPassFailure();
          break; // it is gone
        }
      for (unsigned i = 0; i != function.getNumArguments(); ++i)
        function.removeArgAttr(i, kFedAttrName);
    }
  }
};
} // namespace
