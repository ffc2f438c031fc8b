//===- ShareKernels.cpp - One function for what is done several times -----===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layers of a network differ in their weights more often than in their shapes.
// Everything is made a function of its buffers and constants; where two
// functions are the same, one is kept and called. Largest first: the ops of a
// block are compared before those within them.
//
//===----------------------------------------------------------------------===//

#include "BufferPlaces.h"
#include "ShareKernels/Outline.h"

#include "mplan/Transforms/LowerToLLVM.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANSHAREKERNELSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// A loop or an op that becomes loops, and stands for no value.
static bool mayBeKernel(Operation *op) {
  return op->getNumResults() == 0 &&
         isa<LoopLikeOpInterface, linalg::LinalgOp>(op);
}

/// Of all ops in `function`, without locations: equal for equal functions.
static llvm::hash_code hash(func::FuncOp function) {
  llvm::hash_code all = mlir::hash_value(Type(function.getFunctionType()));
  function.walk([&](Operation *op) {
    if (op != function)
      all =
          llvm::hash_combine(all, OperationEquivalence::computeHash(
                                      op, OperationEquivalence::ignoreHashValue,
                                      OperationEquivalence::ignoreHashValue,
                                      OperationEquivalence::IgnoreLocations));
  });
  return all;
}

static bool areEqual(func::FuncOp a, func::FuncOp b) {
  return a.getFunctionType() == b.getFunctionType() &&
         a.getArgAttrsAttr() == b.getArgAttrsAttr() &&
         OperationEquivalence::isRegionEquivalentTo(
             &a.getBody(), &b.getBody(), OperationEquivalence::IgnoreLocations);
}

/// What an argument is in every call, if it is a constant; null if not.
static Operation *getConstant(Value argument) {
  Operation *op = argument.getDefiningOp();
  return op && (matchPattern(op, m_Constant()) || isa<memref::GetGlobalOp>(op))
             ? op
             : nullptr;
}

namespace {
/// Kernels that are the same function.
using Group = SmallVector<Kernel>;

class Sharing {
public:
  explicit Sharing(ModuleOp module) : module(module), symbols(module) {}

  void run();

private:
  SmallVector<Group> findGroups(SmallVector<Operation *> &candidates);
  void dropEqualArguments(Group &group);
  void share(Group &group);

  ModuleOp module;
  SymbolTable symbols;
};
} // namespace

/// The groups of more than one among `candidates`, which are taken out.
SmallVector<Group> Sharing::findGroups(SmallVector<Operation *> &candidates) {
  llvm::MapVector<size_t, SmallVector<Group>> byHash;
  for (Operation *op : candidates) {
    FailureOr<Kernel> kernel = outline(op);
    if (failed(kernel))
      continue;
    SmallVector<Group> &groups = byHash[hash(*kernel->function)];
    auto found = llvm::find_if(groups, [&](Group &group) {
      return areEqual(*group.front().function, *kernel->function);
    });
    if (found == groups.end())
      found = &groups.emplace_back();
    found->push_back(std::move(*kernel));
  }
  SmallVector<Group> shared;
  llvm::SmallPtrSet<Operation *, 16> taken;
  for (auto &[key, groups] : byHash)
    for (Group &group : groups) {
      if (group.size() == 1)
        continue;
      for (Kernel &kernel : group)
        taken.insert(kernel.op);
      shared.push_back(std::move(group));
    }
  llvm::erase_if(candidates, [&](Operation *op) { return taken.contains(op); });
  return shared;
}

/// What is the same constant in all calls is made within, and what is the same
/// number as another argument in all calls is that argument.
void Sharing::dropEqualArguments(Group &group) {
  func::FuncOp function = *group.front().function;
  Block &body = function.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  auto isEverywhere = [&](auto &&isSame) {
    return llvm::all_of(group, isSame);
  };
  llvm::BitVector dropped(body.getNumArguments());
  for (unsigned i = 0; i != body.getNumArguments(); ++i) {
    Operation *constant = getConstant(group.front().arguments[i]);
    if (constant && isEverywhere([&](Kernel &kernel) {
          Operation *other = getConstant(kernel.arguments[i]);
          return other &&
                 OperationEquivalence::isEquivalentTo(
                     constant, other, OperationEquivalence::IgnoreLocations);
        })) {
      body.getArgument(i).replaceAllUsesWith(
          builder.clone(*constant)->getResult(0));
      dropped.set(i);
      continue;
    }
    for (unsigned j = 0; j != i && !dropped[i]; ++j)
      if (!dropped[j] && isEverywhere([&](Kernel &kernel) {
            return kernel.arguments[i] == kernel.arguments[j];
          })) {
        body.getArgument(i).replaceAllUsesWith(body.getArgument(j));
        dropped.set(i);
      }
  }
  (void)function.eraseArguments(dropped);
  for (Kernel &kernel : group) {
    unsigned i = 0;
    llvm::erase_if(kernel.arguments, [&](Value) { return dropped[i++]; });
  }
}

/// Says of the buffers how their addresses are aligned in all calls.
static void noteAlignment(ArrayRef<Kernel> group, func::FuncOp function) {
  Builder builder(function.getContext());
  for (unsigned i = 0; i != function.getNumArguments(); ++i) {
    if (!isa<MemRefType>(function.getArgumentTypes()[i]))
      continue;
    uint64_t alignment = 0;
    for (const Kernel &kernel : group)
      alignment = llvm::MinAlign(
          alignment,
          getKnownAlignment(kernel.arguments[i],
                            kernel.op->getParentOfType<FunctionOpInterface>()));
    if (alignment > 1)
      function.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                          builder.getI64IntegerAttr(alignment));
  }
}

/// Replaces the ops of `group` by calls of one function.
void Sharing::share(Group &group) {
  dropEqualArguments(group);
  func::FuncOp function = group.front().function.release();
  Builder builder(module.getContext());
  function->setAttr(kBarePtrAttr, builder.getUnitAttr());
  function->setAttr(
      kLinkageAttr,
      LLVM::LinkageAttr::get(module.getContext(), LLVM::Linkage::Internal));
  function->setAttr(kKernelAttr, builder.getUnitAttr());
  noteAlignment(group, function);
  symbols.insert(function);
  for (Kernel &kernel : group) {
    OpBuilder calls(kernel.op);
    func::CallOp::create(calls, kernel.op->getLoc(), function,
                         kernel.arguments);
    kernel.op->erase();
  }
}

void Sharing::run() {
  // Ops to look at, and ops without any within that had no equal so far.
  SmallVector<Operation *> frontier, leaves;
  auto add = [&](Region &region) {
    for (Block &block : region)
      for (Operation &op : block)
        frontier.push_back(&op);
  };
  for (auto function : module.getOps<func::FuncOp>())
    add(function.getBody());
  while (!frontier.empty()) {
    SmallVector<Operation *> candidates = std::exchange(leaves, {});
    SmallVector<Operation *> opened;
    for (Operation *op : std::exchange(frontier, {}))
      (mayBeKernel(op) ? candidates : opened).push_back(op);
    for (Group &group : findGroups(candidates))
      share(group);
    for (Operation *op : candidates)
      (isa<linalg::LinalgOp>(op) ? leaves : opened).push_back(op);
    for (Operation *op : opened)
      for (Region &region : op->getRegions())
        add(region);
  }
}

namespace {
struct MplanShareKernelsPass
    : mplan::impl::MplanShareKernelsPassBase<MplanShareKernelsPass> {
  using Base::Base;

  void runOnOperation() override { Sharing(getOperation()).run(); }
};
} // namespace
