//===- Calls.cpp - Private functions --------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions are made before the statements that call them, from parameters that
// share no byte with one another or with anything else; a call keeps to that
// where it matters: where one of the two is written.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace mplan::gen;

//===----------------------------------------------------------------------===//
// Definitions
//===----------------------------------------------------------------------===//

static ShapedType drawParamType(Generator &g) {
  ShapedType type = g.makeType(g.pickKind());
  if (g.isTensors || !g.has(Feature::Views) || type.getRank() == 0 ||
      g.random.chance(70))
    return type;
  // Of any layout.
  SmallVector<int64_t> unknown(type.getRank(), ShapedType::kDynamic);
  auto layout =
      StridedLayoutAttr::get(g.b.getContext(), ShapedType::kDynamic, unknown);
  return MemRefType::get(type.getShape(), type.getElementType(), layout,
                         cast<MemRefType>(type).getMemorySpace());
}

/// Chooses what the function returns, on memrefs with where it may be.
static SmallVector<Value> drawResults(Generator &g, Callee &callee) {
  SmallVector<Value> results;
  unsigned count = 0;
  if (g.isTensors)
    count = g.random.between(1, 2);
  else if (g.has(Feature::Returns))
    count = g.random.below(3);
  SmallVector<unsigned> ids;
  for (unsigned i = 0; i < count; ++i)
    ids.push_back(g.pickOrMake(g.makeType(g.pickKind()),
                               [](const Item &item) { return item.writable; }));
  for (unsigned id : ids) {
    const Item &item = *g.scope.find(id);
    results.push_back(item.value);
    Callee::Result &result = callee.results.emplace_back();
    result.places = item.places;
    result.isOwned = item.value.getDefiningOp<memref::AllocOp>() != nullptr;
    for (unsigned other : ids)
      if (other != id && item.places.anyCommon(g.scope.find(other)->places))
        result.isOwned = false;
    result.isOwned &= llvm::count(ids, id) == 1;
  }
  return results;
}

/// What nothing has read yet, but for what the caller sees.
static void observeRest(Generator &g, ArrayRef<Value> seen) {
  SmallVector<unsigned> ids;
  for (const Item &item : g.scope.items)
    if (item.dirty && g.scope.isReadable(item) &&
        !llvm::is_contained(seen, item.value))
      ids.push_back(item.id);
  for (unsigned id : ids)
    g.observe(id);
}

static bool touchesState(const Generator &g, func::FuncOp function) {
  WalkResult result = function.walk([&](Operation *op) {
    if (auto get = dyn_cast<memref::GetGlobalOp>(op)) {
      bool isState = llvm::any_of(g.globals, [&](const auto &global) {
        return global.name == get.getName();
      });
      return isState ? WalkResult::interrupt() : WalkResult::advance();
    }
    if (auto call = dyn_cast<func::CallOp>(op))
      for (Callee callee : g.callees)
        if (callee.op.getSymName() == call.getCallee() && callee.touchesState)
          return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return result.wasInterrupted();
}

static void makeCallee(Generator &g, unsigned number) {
  Callee callee;
  SmallVector<Type> types;
  if (g.isTensors)
    types.push_back(g.b.getI64Type());
  else
    types.push_back(MemRefType::get({Generator::sums}, g.b.getI64Type()));
  callee.takesIndex = g.random.chance(50);
  if (callee.takesIndex)
    types.push_back(g.b.getIndexType());
  callee.firstPlace = g.placeCount();
  unsigned count = g.random.between(1, 3);
  for (unsigned i = 0; i < count; ++i) {
    Callee::Param &param = callee.params.emplace_back();
    param.type = drawParamType(g);
    param.place = g.newPlace();
    param.isReadable = g.isTensors || g.random.chance(70);
    types.push_back(param.type);
  }

  auto function =
      func::FuncOp::create(g.b, g.loc, "callee" + std::to_string(number),
                           g.b.getFunctionType(types, {}));
  function.setPrivate();
  callee.op = function;
  Block *entry = function.addEntryBlock();
  unsigned size = 2 + g.random.below(g.options.size / 3 + 1);
  Generator::FunctionState outside = g.enterFunction(entry, size);
  g.sum = entry->getArgument(0);
  unsigned first = 1;
  if (callee.takesIndex)
    g.scope.scalars.push_back(entry->getArgument(first++));
  SmallVector<unsigned> ids;
  SmallVector<Value> seen;
  for (auto [i, param] : llvm::enumerate(callee.params)) {
    Value argument = entry->getArgument(first + i);
    ids.push_back(
        g.addItem(argument, param.isReadable,
                  g.isTensors ? Places() : Generator::onePlace(param.place)));
    seen.push_back(argument);
  }
  g.statements(size);
  SmallVector<Value> results = drawResults(g, callee);
  llvm::append_range(seen, results);
  observeRest(g, seen);
  for (auto [id, param] : llvm::zip(ids, callee.params)) {
    const Places &written = g.writtenPlaces();
    param.isWritten = param.place < written.size() && written.test(param.place);
    const Item *item = g.scope.find(id);
    param.isInitialised = item && g.scope.isReadable(*item);
  }
  g.leaveFunction(function, std::move(results), std::move(outside));
  callee.touchesState = touchesState(g, function);
  g.callees.push_back(std::move(callee));
}

void mplan::gen::makeCallees(Generator &g) {
  if (!g.has(Feature::Calls))
    return;
  unsigned count = g.random.below(4);
  for (unsigned i = 0; i < count; ++i)
    makeCallee(g, i);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// An argument for `param` that keeps apart from `chosen`.
static unsigned drawArgument(Generator &g, const Callee &callee,
                             const Callee::Param &param,
                             ArrayRef<unsigned> chosen) {
  Places state;
  for (const Generator::Global &global : g.globals)
    if (callee.touchesState)
      state |= Generator::onePlace(global.place);
  Attribute space = getKind(param.type).space;
  bool anyLayout =
      !g.isTensors && !cast<MemRefType>(param.type).getLayout().isIdentity();
  Item *item = g.pickItem([&](const Item &item) {
    if (item.shape() != param.type.getShape() ||
        item.element() != param.type.getElementType() ||
        getKind(item.type()).space != space ||
        (item.value.getType() != param.type && !anyLayout) ||
        (param.isReadable && !g.scope.isReadable(item)) ||
        (param.isWritten && !item.writable) || item.places.anyCommon(state))
      return false;
    for (auto [other, id] : llvm::zip(callee.params, chosen))
      if ((param.isWritten || other.isWritten) &&
          item.places.anyCommon(g.scope.find(id)->places))
        return false;
    return true;
  });
  if (item)
    return item->id;
  Dest dest = g.freshDest(getKind(param.type));
  if (!param.isReadable)
    return *dest.item;
  return g.initialise(dest);
}

static bool makeCall(Generator &g) {
  if (g.callees.empty() || g.loopDepth > 1)
    return false;
  const Callee &callee = g.random.pick(g.callees);
  SmallVector<Value> arguments = {g.sum};
  if (callee.takesIndex)
    arguments.push_back(g.pickIndex(5));
  SmallVector<unsigned> chosen;
  for (const Callee::Param &param : callee.params)
    chosen.push_back(drawArgument(g, callee, param, chosen));
  for (auto [param, id] : llvm::zip(callee.params, chosen)) {
    Value value = g.scope.find(id)->value;
    if (value.getType() != param.type)
      value = memref::CastOp::create(g.b, g.loc, param.type, value);
    arguments.push_back(value);
    g.markRead(id);
  }
  // Making an argument may have added to the sum.
  arguments[0] = g.sum;
  auto call = func::CallOp::create(g.b, g.loc, callee.op, arguments);
  if (g.isTensors) {
    g.sum = call.getResult(0);
    for (Value result : call.getResults().drop_front())
      g.addItem(result, /*written=*/true);
    return true;
  }

  for (auto [param, id] : llvm::zip(callee.params, chosen)) {
    if (param.isInitialised && param.isWritten)
      g.markWritten(id);
    else if (param.isWritten)
      g.markTouched(id);
  }
  // Places of the function, as they are here.
  llvm::DenseMap<unsigned, unsigned> made;
  for (auto [result, value] : llvm::zip(callee.results, call.getResults())) {
    Places places;
    for (unsigned place : result.places.set_bits()) {
      const Callee::Param *param =
          llvm::find_if(callee.params, [&](const auto &param) {
            return param.place == place;
          });
      if (param != callee.params.end())
        places |= g.scope.find(chosen[param - callee.params.begin()])->places;
      else if (place < callee.firstPlace)
        places |= Generator::onePlace(place); // A global's.
      else if (made.count(place))
        places |= Generator::onePlace(made[place]);
      else {
        made[place] = g.newPlace(result.isOwned ? value : Value());
        places |= Generator::onePlace(made[place]);
      }
    }
    g.addItem(value, /*written=*/true, places);
  }
  return true;
}

void mplan::gen::addCalls(StatementList &list) {
  list.push_back({makeCall, 8, Feature::Calls});
}
