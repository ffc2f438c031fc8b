//===- Generate.cpp - A random program from a seed ------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The frame: state, private functions, and the entry with its arguments.
//
//===----------------------------------------------------------------------===//

#include "Generate.h"

#include "Statements.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MLProgram/IR/MLProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;
using namespace mplan::gen;

void mplan::gen::registerDialects(DialectRegistry &registry) {
  registry.insert<
      affine::AffineDialect, arith::ArithDialect, cf::ControlFlowDialect,
      func::FuncDialect, linalg::LinalgDialect, memref::MemRefDialect,
      ml_program::MLProgramDialect, scf::SCFDialect, tensor::TensorDialect>();
}

const StatementList &mplan::gen::getStatements() {
  static const StatementList statements = [] {
    StatementList list;
    addElementwise(list);
    addNamed(list);
    addTensors(list);
    addViews(list);
    addWrites(list);
    addBranches(list);
    addLoops(list);
    addBlocks(list);
    addParallel(list);
    addAffine(list);
    addCalls(list);
    addState(list);
    return list;
  }();
  return statements;
}

/// Types of the entry's arguments: the sum or where it goes, what decisions
/// are made from, tensors or memrefs.
static SmallVector<Type> drawEntryTypes(Generator &g) {
  SmallVector<Type> types;
  if (!g.isTensors)
    types.push_back(MemRefType::get({Generator::sums}, g.b.getI64Type()));
  unsigned indices = g.random.between(1, 2);
  types.append(indices, g.b.getIndexType());
  unsigned truths = g.random.below(3);
  types.append(truths, g.b.getI1Type());
  unsigned items = g.random.between(2, 4);
  for (unsigned i = 0; i < items; ++i) {
    Kind kind = g.pickKind();
    kind.space = {}; // Callers know the usual one alone.
    types.push_back(g.makeType(kind));
  }
  return types;
}

static void makeMain(Generator &g) {
  SmallVector<Type> types = drawEntryTypes(g);
  auto function =
      func::FuncOp::create(g.b, g.loc, "main", g.b.getFunctionType(types, {}));
  Block *entry = function.addEntryBlock();
  Generator::FunctionState outside = g.enterFunction(entry, g.options.size);
  ValueRange arguments = entry->getArguments();
  if (g.isTensors) {
    g.sum = g.constantOf(g.b.getI64Type(), 1);
  } else {
    g.sum = arguments.front();
    arguments = arguments.drop_front();
  }
  for (Value argument : arguments) {
    if (!isa<ShapedType>(argument.getType())) {
      g.scope.scalars.push_back(argument);
      continue;
    }
    Places places;
    if (!g.isTensors)
      places = Generator::onePlace(g.newPlace());
    unsigned id = g.addItem(argument, /*written=*/true, places);
    g.markRead(id);
  }
  g.statements(g.options.size);

  SmallVector<Value> results;
  if (g.isTensors) {
    unsigned count = g.random.between(1, 2);
    for (unsigned i = 0; i < count; ++i) {
      unsigned id = g.pickOrMake(g.makeType(g.pickKind()));
      results.push_back(g.scope.find(id)->value);
      g.markRead(id);
    }
  }
  SmallVector<unsigned> rest;
  for (const Item &item : g.scope.items)
    if (item.dirty && g.scope.isReadable(item))
      rest.push_back(item.id);
  if (rest.empty()) // Something must come out.
    rest.push_back(g.makeFresh(g.pickKind()));
  for (unsigned id : rest)
    g.observe(id);
  g.leaveFunction(function, std::move(results), std::move(outside));
}

OwningOpRef<ModuleOp> Generator::run() {
  OwningOpRef<ModuleOp> owned = ModuleOp::create(b, loc);
  module = *owned;
  b.setInsertionPointToEnd(module.getBody());
  makeState(*this);
  makeCallees(*this);
  makeMain(*this);
  return owned;
}

OwningOpRef<ModuleOp> mplan::gen::generate(MLIRContext &context, uint64_t seed,
                                           const GenerateOptions &options,
                                           FeatureCounts *counts) {
  context.loadAllAvailableDialects();
  Generator generator(context, seed, options);
  OwningOpRef<ModuleOp> module = generator.run();
  if (failed(verify(*module)))
    return {};
  if (counts)
    for (auto [feature, count] : generator.counts)
      (*counts)[feature] += count;
  return module;
}
