//===- State.cpp - State between calls ------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs, mutable globals that are read and written like other buffers; on
// tensors, ml_program globals with loads and stores of the whole.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mplan::gen;

void mplan::gen::makeState(Generator &g) {
  if (!g.has(Feature::State))
    return;
  unsigned count = g.random.below(3);
  for (unsigned i = 0; i < count; ++i) {
    Generator::Global global;
    global.name = "state" + std::to_string(i);
    global.kind = g.pickKind();
    auto type = RankedTensorType::get(global.kind.shape, global.kind.element);
    auto value = DenseElementsAttr::get(
        type, Attribute(g.randomAttr(global.kind.element)));
    if (g.isTensors) {
      ml_program::GlobalOp::create(g.b, g.loc, global.name, type,
                                   /*is_mutable=*/true, value,
                                   g.b.getStringAttr("private"));
    } else {
      global.place = g.newPlace();
      memref::GlobalOp::create(g.b, g.loc, global.name,
                               g.b.getStringAttr("private"),
                               cast<MemRefType>(g.makeType(global.kind)), value,
                               /*constant=*/false, IntegerAttr());
    }
    g.globals.push_back(global);
  }
}

static bool makeGetGlobal(Generator &g) {
  if (g.globals.empty())
    return false;
  const Generator::Global &global = g.random.pick(g.globals);
  Value value = memref::GetGlobalOp::create(
      g.b, g.loc, cast<MemRefType>(g.makeType(global.kind)), global.name);
  g.addItem(value, /*written=*/true, Generator::onePlace(global.place));
  return true;
}

static bool makeGlobalLoad(Generator &g) {
  if (g.globals.empty())
    return false;
  const Generator::Global &global = g.random.pick(g.globals);
  Value value = ml_program::GlobalLoadOp::create(
      g.b, g.loc, g.makeType(global.kind),
      SymbolRefAttr::get(g.b.getContext(), global.name));
  g.addItem(value, /*written=*/true);
  return true;
}

static bool makeGlobalStore(Generator &g) {
  if (g.globals.empty())
    return false;
  const Generator::Global &global = g.random.pick(g.globals);
  unsigned id = g.pickOrMake(g.makeType(global.kind));
  g.markRead(id);
  ml_program::GlobalStoreOp::create(
      g.b, g.loc, SymbolRefAttr::get(g.b.getContext(), global.name),
      g.scope.find(id)->value);
  return true;
}

void mplan::gen::addState(StatementList &list) {
  list.push_back({makeGetGlobal, 6, Feature::State, Statement::Memrefs});
  list.push_back({makeGlobalLoad, 5, Feature::State, Statement::Tensors});
  list.push_back({makeGlobalStore, 5, Feature::State, Statement::Tensors});
}
