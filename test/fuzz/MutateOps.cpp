//===- MutateOps.cpp - Changes to the ops of a module ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are replaced by values that could stand there, ops are copied,
// moved, dropped or put into a region, buffers are made, copied and freed in
// odd places. Whatever does not verify, the caller throws away.
//
//===----------------------------------------------------------------------===//

#include "Mutate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::fuzz;

//===----------------------------------------------------------------------===//
// Places and values
//===----------------------------------------------------------------------===//

/// The ops inside functions. A terminator is not to be moved or dropped.
static SmallVector<Operation *> collectOps(ModuleOp module,
                                           bool withTerminators) {
  SmallVector<Operation *> ops;
  module.walk([&](Operation *op) {
    if (op->getParentOfType<FunctionOpInterface>() &&
        (withTerminators || !op->hasTrait<OpTrait::IsTerminator>()))
      ops.push_back(op);
  });
  return ops;
}

/// What may be used in place `op` with one of these types, all types if there
/// are none: values in sight, those of unreachable blocks too.
static SmallVector<Value> collectValues(Operation *op, TypeRange types) {
  SmallVector<Value> values;
  auto add = [&](Value value) {
    if (types.empty() || llvm::is_contained(types, value.getType()))
      values.push_back(value);
  };
  DominanceInfo dominance;
  for (Operation *at = op; at; at = at->getParentOp()) {
    if (Region *region = at->getParentRegion())
      for (Block &block : *region) {
        if (!dominance.dominates(&block, at->getBlock()))
          continue;
        llvm::for_each(block.getArguments(), add);
        for (Operation &other : block) {
          if (&other == at)
            break;
          llvm::for_each(other.getResults(), add);
        }
      }
    if (at->hasTrait<OpTrait::IsIsolatedFromAbove>() || !at->getParentOp() ||
        at->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
      break;
  }
  return values;
}

/// A value of the type in sight of `op`; an alloc or a constant made before it
/// where there is none. Null if there is no such thing.
static Value findValue(Operation *op, Type type, Random &random) {
  SmallVector<Value> values = collectValues(op, type);
  if (!values.empty() && !random.oneIn(12))
    return random.pick(values);
  OpBuilder builder(op);
  if (auto memref = dyn_cast<MemRefType>(type))
    if (memref.hasStaticShape())
      return memref::AllocOp::create(builder, op->getLoc(), memref);
  if (type.isIndex())
    return arith::ConstantIndexOp::create(
        builder, op->getLoc(),
        random.oneIn(4) ? pickNumber(random) : int64_t(random.below(5)));
  if (type.isInteger())
    return arith::ConstantIntOp::create(builder, op->getLoc(), type,
                                        random.below(2));
  return values.empty() ? Value() : random.pick(values);
}

/// Copies `op` to before `place`, with other operands.
static bool copyTo(Operation *op, Operation *place, Random &random) {
  SetVector<Value> used(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), used);
  IRMapping mapping;
  for (Value value : used) {
    // An op that is put somewhere else in one function may keep its own.
    Value other = findValue(place, value.getType(), random);
    if (!other)
      return false;
    mapping.map(value, other);
  }
  Operation *copy = OpBuilder(place).clone(*op, mapping);
  // Somebody should use what it makes.
  for (Value result : copy->getResults()) {
    SmallVector<OpOperand *> uses;
    for (Operation *user = place; user; user = user->getNextNode())
      for (OpOperand &operand : user->getOpOperands())
        if (operand.get().getType() == result.getType())
          uses.push_back(&operand);
    if (!uses.empty())
      random.pick(uses)->set(result);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Changes
//===----------------------------------------------------------------------===//

static bool replaceOperand(Operation *op, Random &random) {
  if (op->getNumOperands() == 0)
    return false;
  OpOperand &operand = op->getOpOperand(random.below(op->getNumOperands()));
  Value value = findValue(op, operand.get().getType(), random);
  if (!value || value == operand.get())
    return false;
  operand.set(value);
  return true;
}

static bool dropOp(Operation *op, Random &random) {
  for (Value result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value other = findValue(op, result.getType(), random);
    if (!other)
      return false;
    result.replaceAllUsesWith(other);
  }
  op->erase();
  return true;
}

static bool moveOp(Operation *op, Random &random) {
  SmallVector<Operation *> places;
  for (Operation &other : *op->getBlock())
    if (&other != op)
      places.push_back(&other);
  if (places.empty())
    return false;
  op->moveBefore(random.pick(places));
  return true;
}

static bool swapOperands(Operation *op, Random &random) {
  if (op->getNumOperands() < 2)
    return false;
  unsigned left = random.below(op->getNumOperands());
  unsigned right = random.below(op->getNumOperands());
  Value a = op->getOperand(left), b = op->getOperand(right);
  if (a == b || a.getType() != b.getType())
    return false;
  op->setOperand(left, b);
  op->setOperand(right, a);
  return true;
}

/// Moves `op` and perhaps what follows into the body of a new op.
static bool wrap(Operation *op, Random &random) {
  OpBuilder builder(op);
  Location loc = op->getLoc();
  size_t kind = random.below(5);
  if (kind == 0) {
    auto region =
        scf::ExecuteRegionOp::create(builder, loc, op->getResultTypes());
    Block *body = builder.createBlock(&region.getRegion());
    op->replaceAllUsesWith(region->getResults());
    op->moveBefore(body, body->end());
    builder.setInsertionPointToEnd(body);
    scf::YieldOp::create(builder, loc, op->getResults());
    return true;
  }
  if (!op->use_empty())
    return false;
  Block *body;
  auto index = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  if (kind == 1) {
    Value condition = findValue(op, builder.getI1Type(), random);
    body =
        scf::IfOp::create(builder, loc, condition, random.oneIn(2)).thenBlock();
  } else if (kind == 2) {
    Value upper = findValue(op, builder.getIndexType(), random);
    body =
        scf::ForOp::create(builder, loc, index(0), upper, index(1)).getBody();
  } else if (kind == 3) {
    body = scf::ParallelOp::create(builder, loc, ValueRange(index(0)),
                                   ValueRange(index(4)), ValueRange(index(1)))
               .getBody();
  } else {
    body = scf::ForallOp::create(
               builder, loc, ArrayRef<OpFoldResult>(builder.getIndexAttr(4)),
               ValueRange(), std::nullopt)
               .getBody();
  }
  op->moveBefore(body, body->begin());
  return true;
}

/// An op that planning looks at, on memrefs that are there.
static bool insertMemRefOp(Operation *place, Random &random) {
  SmallVector<Value> buffers =
      llvm::filter_to_vector(collectValues(place, {}), [](Value value) {
        return isa<MemRefType>(value.getType());
      });
  if (buffers.empty())
    return false;
  OpBuilder builder(place);
  Location loc = place->getLoc();
  Value buffer = random.pick(buffers);
  auto type = cast<MemRefType>(buffer.getType());
  Value other = findValue(place, type, random);
  SmallVector<Value> indices;
  auto pickIndices = [&] {
    for (int64_t i = 0; i < type.getRank(); ++i)
      indices.push_back(findValue(place, builder.getIndexType(), random));
  };
  switch (random.below(6)) {
  case 0:
    memref::DeallocOp::create(builder, loc, buffer);
    return true;
  case 1:
    if (!other)
      return false;
    memref::CopyOp::create(builder, loc, buffer, other);
    return true;
  case 2: {
    Value condition = findValue(place, builder.getI1Type(), random);
    if (!other)
      return false;
    Value joined =
        arith::SelectOp::create(builder, loc, condition, buffer, other);
    return replaceOperand(place, random) ||
           (memref::CopyOp::create(builder, loc, joined, buffer), true);
  }
  case 3: {
    pickIndices();
    Value loaded = memref::LoadOp::create(builder, loc, buffer, indices);
    Value target = findValue(place, type, random);
    if (target)
      memref::StoreOp::create(builder, loc, loaded, target, indices);
    return true;
  }
  case 4:
    memref::ExtractAlignedPointerAsIndexOp::create(builder, loc, buffer);
    return true;
  default: {
    // An op that nobody knows.
    OperationState state(loc, "fuzz.use");
    state.addOperands(buffer);
    if (random.oneIn(2))
      state.addTypes(type);
    builder.create(state);
    return true;
  }
  }
}

/// A call of a function of the module, from anywhere: recursion too.
static bool insertCall(Operation *place, ModuleOp module, Random &random) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  if (functions.empty())
    return false;
  func::FuncOp callee = random.pick(functions);
  SmallVector<Value> operands;
  for (Type type : callee.getArgumentTypes()) {
    operands.push_back(findValue(place, type, random));
    if (!operands.back())
      return false;
  }
  OpBuilder builder(place);
  func::CallOp::create(builder, place->getLoc(), callee, operands);
  return true;
}

static bool changeAttribute(Operation *op, Random &random) {
  SmallVector<NamedAttribute> attributes(op->getAttrs());
  if (attributes.empty())
    return false;
  NamedAttribute attribute = random.pick(attributes);
  Builder builder(op->getContext());
  if (auto integer = dyn_cast<IntegerAttr>(attribute.getValue())) {
    auto type = integer.getType();
    unsigned width = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
    op->setAttr(attribute.getName(),
                IntegerAttr::get(type, APInt(width, pickNumber(random),
                                             /*isSigned=*/true,
                                             /*implicitTrunc=*/true)));
    return true;
  }
  if (auto array = dyn_cast<DenseI64ArrayAttr>(attribute.getValue())) {
    SmallVector<int64_t> values(array.asArrayRef());
    // The segments of variadic operands are not for anybody to choose: upstream
    // trusts them.
    if (values.empty())
      return false;
    random.pick(values) =
        random.oneIn(2) ? pickNumber(random) : int64_t(random.below(6));
    op->setAttr(attribute.getName(), builder.getDenseI64ArrayAttr(values));
    return true;
  }
  if (!op->getDiscardableAttr(attribute.getName()))
    return false;
  op->removeDiscardableAttr(attribute.getName());
  return true;
}

static bool changeFunction(ModuleOp module, Random &random) {
  SmallVector<func::FuncOp> functions(module.getOps<func::FuncOp>());
  if (functions.empty())
    return false;
  func::FuncOp function = random.pick(functions);
  UnitAttr unit = UnitAttr::get(module.getContext());
  switch (random.below(4)) {
  case 0:
    function.setVisibility(function.isPrivate()
                               ? SymbolTable::Visibility::Public
                               : SymbolTable::Visibility::Private);
    return true;
  case 1:
    function->setAttr("mplan.concurrent", unit);
    return true;
  case 2:
    // A body of somebody else's.
    if (function.isExternal() || !random.oneIn(4))
      return false;
    function.eraseBody();
    function.setPrivate();
    return true;
  default:
    if (function.getNumArguments() == 0)
      return false;
    function.setArgAttr(random.below(function.getNumArguments()),
                        random.oneIn(2) ? "mplan.keeps"
                                        : "bufferization.writable",
                        BoolAttr::get(module.getContext(), random.oneIn(2)));
    return true;
  }
}

bool fuzz::mutateOps(ModuleOp module, Random &random) {
  if (random.oneIn(12))
    return changeFunction(module, random);
  SmallVector<Operation *> all = collectOps(module, true);
  SmallVector<Operation *> movable = collectOps(module, false);
  if (all.empty())
    return false;
  switch (random.below(16)) {
  case 0:
  case 1:
  case 2:
    return replaceOperand(random.pick(all), random);
  case 3:
    return swapOperands(random.pick(all), random);
  case 4:
    return insertCall(random.pick(all), module, random);
  case 5:
  case 6:
  case 7:
    return insertMemRefOp(random.pick(all), random);
  case 8:
    return changeAttribute(random.pick(all), random);
  default:
    break;
  }
  if (movable.empty())
    return false;
  Operation *op = random.pick(movable);
  switch (random.below(5)) {
  case 0:
    return dropOp(op, random);
  case 1:
    return moveOp(op, random);
  case 2:
    return wrap(op, random);
  default:
    return copyTo(op, random.pick(all), random);
  }
}

bool fuzz::spliceOps(ModuleOp module, ModuleOp donor, Random &random) {
  SmallVector<Operation *> ops = collectOps(donor, false);
  SmallVector<Operation *> places = collectOps(module, true);
  if (ops.empty() || places.empty())
    return false;
  return copyTo(random.pick(ops), random.pick(places), random);
}
