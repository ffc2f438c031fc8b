//===- FeedState.cpp - What a loop over given rows remembers --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of which each iteration is to be a call carries no values: they lie in
// memory from one iteration to the next, in a buffer that is planned like any
// other one, and the number of the iteration in a state that is planned like
// any other one.
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANFEEDSTATEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// The loop of `function` that reads `argument`. Emits an error if something
/// else does, or if how often it runs is not known.
static FailureOr<scf::ForOp> findLoop(func::FuncOp function,
                                      BlockArgument argument) {
  scf::ForOp loop;
  for (Operation *user : argument.getUsers()) {
    Operation *outer = function.getBody().front().findAncestorOpInBlock(*user);
    auto reader = dyn_cast_or_null<scf::ForOp>(outer);
    if (!reader || user == outer || (loop && loop != reader))
      return emitError(user->getLoc(), "'")
             << user->getName() << "' reads argument #"
             << argument.getArgNumber() << " of '" << function.getName()
             << "', which is given some rows at a time, outside of the one "
                "loop "
                "over them";
    loop = reader;
  }
  if (!loop)
    return emitError(argument.getLoc(), "argument #")
           << argument.getArgNumber() << " of '" << function.getName()
           << "' is given some rows at a time, and never read";
  if (getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1 ||
      !getConstantIntValue(loop.getUpperBound()))
    return emitError(loop.getLoc(), "the loop over the rows of argument #")
           << argument.getArgNumber() << " of '" << function.getName()
           << "' does not run from 0 to a constant";
  for (Value carried : loop.getInitArgs())
    if (!carried.getType().isIntOrIndex())
      return emitError(loop.getLoc(), "the loop over the rows of argument #")
             << argument.getArgNumber() << " of '" << function.getName()
             << "' carries a value of type " << carried.getType()
             << ", which cannot be kept from one call to the next";
  return loop;
}

namespace {
/// Values of an index or integer type, each in a buffer of its own; an index as
/// 32 bits.
class Cells {
public:
  Cells(OpBuilder &builder, Location loc, ValueRange values)
      : builder(builder), loc(loc) {
    for (Value value : values) {
      Type type = value.getType();
      Type stored = type.isIndex() ? builder.getI32Type() : type;
      cells.push_back(
          memref::AllocOp::create(builder, loc, MemRefType::get({}, stored)));
      types.push_back(type);
    }
  }

  void store(ValueRange values) {
    for (auto [value, cell] : llvm::zip_equal(values, cells)) {
      Type stored = cast<MemRefType>(cell.getType()).getElementType();
      if (value.getType().isIndex())
        value = arith::IndexCastOp::create(builder, loc, stored, value);
      memref::StoreOp::create(builder, loc, value, cell);
    }
  }

  SmallVector<Value> load() {
    SmallVector<Value> values;
    for (auto [type, cell] : llvm::zip_equal(types, cells)) {
      Value value = memref::LoadOp::create(builder, loc, cell);
      values.push_back(
          type.isIndex() ? arith::IndexCastOp::create(builder, loc, type, value)
                               .getResult()
                         : value);
    }
    return values;
  }

private:
  OpBuilder &builder;
  Location loc;
  SmallVector<Value> cells;
  SmallVector<Type> types;
};
} // namespace

/// Has `loop` carry nothing.
static scf::ForOp keepInMemory(scf::ForOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  Cells cells(builder, loc, loop.getInitArgs());
  cells.store(loop.getInitArgs());
  auto bare = scf::ForOp::create(builder, loc, loop.getLowerBound(),
                                 loop.getUpperBound(), loop.getStep());
  Block *body = bare.getBody();
  builder.setInsertionPointToStart(body);
  SmallVector<Value> arguments = {bare.getInductionVar()};
  llvm::append_range(arguments, cells.load());
  Operation *yield = loop.getBody()->getTerminator();
  builder.setInsertionPoint(yield);
  cells.store(yield->getOperands());
  yield->erase();
  for (auto [from, to] :
       llvm::zip_equal(loop.getBody()->getArguments(), arguments))
    from.replaceAllUsesWith(to);
  body->getOperations().splice(std::prev(body->end()),
                               loop.getBody()->getOperations());
  builder.setInsertionPointAfter(bare);
  loop.replaceAllUsesWith(cells.load());
  loop.erase();
  return bare;
}

/// Has `loop` count its iterations in a state, and start from 0 after the last.
static void countInState(func::FuncOp function, scf::ForOp loop) {
  auto module = function->getParentOfType<ModuleOp>();
  OpBuilder builder(module.getBodyRegion());
  Location loc = loop.getLoc();
  auto type = MemRefType::get({}, builder.getI32Type());
  auto global = memref::GlobalOp::create(
      builder, loc, (function.getName() + "_turns").str(),
      builder.getStringAttr("private"), type,
      DenseElementsAttr::get(RankedTensorType::get({}, builder.getI32Type()),
                             builder.getI32IntegerAttr(0)),
      /*constant=*/false, /*alignment=*/nullptr);
  SymbolTable(module).insert(global);
  builder.setInsertionPointToStart(&function.getBody().front());
  Value state =
      memref::GetGlobalOp::create(builder, loc, type, global.getSymName());
  builder.setInsertionPointToStart(loop.getBody());
  Value turn = memref::LoadOp::create(builder, loc, state);
  Value index =
      arith::IndexCastOp::create(builder, loc, builder.getIndexType(), turn);
  loop.getInductionVar().replaceAllUsesWith(index);
  auto getConstant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(builder, loc,
                                     builder.getI32IntegerAttr(value));
  };
  builder.setInsertionPoint(loop.getBody()->getTerminator());
  Value next = arith::AddIOp::create(builder, loc, turn, getConstant(1));
  Value isLast = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, next,
      getConstant(*getConstantIntValue(loop.getUpperBound())));
  next = arith::SelectOp::create(builder, loc, isLast, getConstant(0), next);
  memref::StoreOp::create(builder, loc, next, state);
  loop->setAttr(kFedAttrName, builder.getUnitAttr());
}

namespace {
struct MplanFeedStatePass
    : mplan::impl::MplanFeedStatePassBase<MplanFeedStatePass> {
  using Base::Base;

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      SmallVector<BlockArgument> fed;
      for (BlockArgument argument : function.getArguments())
        if (function.getArgAttr(argument.getArgNumber(), kFedAttrName))
          fed.push_back(argument);
      if (fed.empty())
        continue;
      if (fed.size() > 1) {
        emitError(function.getLoc(), "'")
            << function.getName()
            << "' has several arguments that are given some rows at a time";
        return signalPassFailure();
      }
      FailureOr<scf::ForOp> loop = findLoop(function, fed.front());
      if (failed(loop))
        return signalPassFailure();
      countInState(function, keepInMemory(*loop));
    }
  }
};
} // namespace
