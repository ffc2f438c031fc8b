//===- CopyCarried.cpp - Storage for what loops carry ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Several variables that are defined at one place are a parallel copy: each
// takes what its source held before any of them was written. One copy after the
// other, no storage is written before all that it is copied to have been; where
// they go round in a circle, one goes through a temporary.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "../BytesView.h"
#include "mplan/Analysis/Allocations.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mplan;

Operation *mplan::createCopy(OpBuilder &builder, Location loc, Value source,
                             Value target) {
  if (isContiguous(cast<MemRefType>(source.getType())) &&
      isContiguous(cast<MemRefType>(target.getType())))
    return memref::CopyOp::create(builder, loc, source, target);
  return linalg::CopyOp::create(builder, loc, source, target);
}

namespace {
/// One variable takes its value.
struct Copy {
  unsigned variable;
  Value source;
  llvm::SmallSetVector<unsigned, 4> reads; ///< Variables.
};

/// One way that control goes: all ways from an operation, where `successor` is
/// negative, or to one of its successors.
struct ControlEdge {
  Operation *from;
  int successor;
  SmallVector<Copy> copies;
};

class Copier {
public:
  Copier(const JoinGraph &graph, ArrayRef<JoinVariable> variables,
         DominanceInfo &dominance, llvm::SetVector<Operation *> &copies)
      : graph(graph), variables(variables), dominance(dominance),
        copies(copies) {
    for (auto [number, variable] : llvm::enumerate(variables))
      for (unsigned join : variable.joins)
        variableOf[join] = number;
  }

  void run();
  ArrayRef<Value> getStorages() const { return storages; }

private:
  void addCopy(unsigned variable, OpOperand *operand);
  void makeStorages();
  void emit(OpBuilder &builder, Location loc, SmallVector<Copy> pending);
  OpBuilder getBuilder(const ControlEdge &edge);

  const JoinGraph &graph;
  ArrayRef<JoinVariable> variables;
  DominanceInfo &dominance;
  llvm::SetVector<Operation *> &copies;
  std::vector<ControlEdge> edges;
  llvm::DenseMap<std::pair<Operation *, int>, unsigned> edgeNumbers;
  llvm::DenseMap<unsigned, unsigned> variableOf; ///< By name.
  SmallVector<Value> storages;
};
} // namespace

void Copier::addCopy(unsigned variable, OpOperand *operand) {
  Operation *op = operand->getOwner();
  int successor = -1;
  if (auto branch = dyn_cast<BranchOpInterface>(op);
      branch && op->getNumSuccessors() > 1)
    for (unsigned i = 0, e = op->getNumSuccessors(); i != e; ++i) {
      OperandRange range =
          branch.getSuccessorOperands(i).getForwardedOperands();
      unsigned number = operand->getOperandNumber();
      if (!range.empty() && number >= range.getBeginOperandIndex() &&
          number - range.getBeginOperandIndex() < range.size())
        successor = i;
    }
  auto [it, isNew] = edgeNumbers.try_emplace({op, successor}, edges.size());
  if (isNew)
    edges.push_back({op, successor, {}});
  // What it holds already stays.
  Value source = operand->get();
  if (variables[variable].joins.contains(*graph.getName(source)) &&
      isViewOfWhole(source))
    return;
  edges[it->second].copies.push_back(
      {variable, source, graph.findStorages(source, variableOf)});
}

void Copier::makeStorages() {
  struct Requests {
    int64_t alignment = 1;
    llvm::SmallSetVector<Attribute, 2> pools;
  };
  llvm::DenseMap<unsigned, Requests> requests; // by component
  for (const BufferName &name : graph.getNames()) {
    if (name.kind != BufferName::Kind::Allocation)
      continue;
    PlaceRequest request = getPlaceRequest(name.value.getDefiningOp());
    Requests &all = requests[name.component];
    all.alignment = std::max(all.alignment, request.alignment);
    all.pools.insert(request.pool);
  }
  for (const JoinVariable &variable : variables) {
    const BufferName &join = graph.getNames()[variable.joins.front()];
    Operation *anchor = getAnchor(join.value, dominance);
    OpBuilder builder(anchor);
    MemRefType type = join.getType();
    auto storage = memref::AllocOp::create(
        builder, anchor->getLoc(),
        MemRefType::get(type.getShape(), type.getElementType(),
                        MemRefLayoutAttrInterface(), type.getMemorySpace()));
    // It takes the place of buffers of which the program may ask something.
    const Requests &wanted = requests[join.component];
    if (wanted.alignment > 1)
      storage.setAlignment(wanted.alignment);
    if (wanted.pools.size() == 1 && wanted.pools.front())
      storage->setAttr(kPoolAttrName, wanted.pools.front());
    storages.push_back(storage);
  }
}

void Copier::emit(OpBuilder &builder, Location loc, SmallVector<Copy> pending) {
  while (!pending.empty()) {
    auto isFree = [&](const Copy &copy) {
      return llvm::none_of(pending, [&](const Copy &other) {
        return &other != &copy && other.reads.contains(copy.variable);
      });
    };
    auto *next = llvm::find_if(pending, isFree);
    if (next == pending.end()) {
      // All that is left is in circles, or waits for one.
      Copy &copy = pending.front();
      Value temporary = memref::AllocOp::create(
          builder, loc, cast<MemRefType>(storages[copy.variable].getType()));
      copies.insert(createCopy(builder, loc, copy.source, temporary));
      copy.source = temporary;
      copy.reads.clear();
      continue;
    }
    copies.insert(
        createCopy(builder, loc, next->source, storages[next->variable]));
    pending.erase(next);
  }
}

/// Where an operation runs whenever control goes along `edge`, and not else.
OpBuilder Copier::getBuilder(const ControlEdge &edge) {
  if (edge.successor < 0)
    return OpBuilder(edge.from);
  auto branch = cast<BranchOpInterface>(edge.from);
  Block *block = edge.from->getBlock();
  Block *target = edge.from->getSuccessor(edge.successor);
  OpBuilder builder(edge.from->getContext());
  Block *between =
      builder.createBlock(block->getParent(), std::next(block->getIterator()));
  SuccessorOperands operands = branch.getSuccessorOperands(edge.successor);
  auto jump = cf::BranchOp::create(builder, edge.from->getLoc(), target,
                                   ValueRange(operands.getForwardedOperands()));
  operands.erase(0, operands.size());
  edge.from->setSuccessor(between, edge.successor);
  return OpBuilder(jump);
}

void Copier::run() {
  for (auto [number, variable] : llvm::enumerate(variables))
    for (OpOperand *operand : variable.operands)
      addCopy(number, operand);
  makeStorages();
  for (ControlEdge &edge : edges) {
    if (edge.copies.empty())
      continue;
    OpBuilder builder = getBuilder(edge);
    emit(builder, edge.from->getLoc(), std::move(edge.copies));
  }
}

void mplan::copyCarried(const JoinGraph &graph,
                        ArrayRef<JoinVariable> variables,
                        DominanceInfo &dominance,
                        llvm::SetVector<Operation *> &copies) {
  // Releases were of buffers that came and went; the storage stays.
  llvm::SetVector<Operation *> releases;
  llvm::DenseSet<unsigned> components;
  for (const JoinVariable &variable : variables)
    components.insert(graph.getNames()[variable.joins.front()].component);
  for (const BufferName &name : graph.getNames())
    if (components.contains(name.component) &&
        name.kind != BufferName::Kind::Foreign)
      releases.insert_range(name.uses.deallocs);
  // Those of branches go with the block arguments.
  std::vector<SmallVector<OpOperand *>> passed(variables.size());
  for (auto [operands, variable] : llvm::zip(passed, variables))
    llvm::copy_if(variable.operands, std::back_inserter(operands),
                  [](OpOperand *operand) {
                    return !isa<BranchOpInterface>(operand->getOwner());
                  });
  Copier copier(graph, variables, dominance, copies);
  copier.run();
  for (auto [variable, operands, storage] :
       llvm::zip(variables, passed, copier.getStorages())) {
    for (unsigned number : variable.joins) {
      Value join = graph.getNames()[number].value;
      join.replaceAllUsesWith(viewAs(storage, join.getType()));
    }
    for (OpOperand *operand : operands)
      operand->set(viewAs(storage, operand->get().getType()));
  }
  for (Operation *release : releases)
    release->erase();
}
