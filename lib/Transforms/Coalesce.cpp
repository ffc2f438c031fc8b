//===- Coalesce.cpp - One buffer where control flow joins several ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Makes one buffer of those that may be one, gives loops a storage for what
// they could not otherwise hand on, and looks again, since some copies to that
// storage can go. Each storage takes the place of a join, so that this ends.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Coalesce.h"

#include "Coalesce/Steps.h"
#include "mplan/Analysis/Allocations.h"
#include "mplan/Analysis/CallOrder.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANCOALESCEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

Value mplan::viewAs(Value buffer, Type type) {
  if (buffer.getType() == type)
    return buffer;
  OpBuilder builder(buffer.getContext());
  builder.setInsertionPointAfterValue(buffer);
  Location loc = buffer.getLoc();
  if (memref::CastOp::areCastCompatible(buffer.getType(), type))
    return memref::CastOp::create(builder, loc, type, buffer);
  auto view = cast<MemRefType>(type);
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)view.getStridesAndOffset(strides, offset); // identity has them
  return memref::ReinterpretCastOp::create(builder, loc, view, buffer, offset,
                                           view.getShape(), strides);
}

void mplan::eraseDeadJoins(ArrayRef<Value> joins) {
  llvm::SetVector<Operation *> regionOps, selects;
  for (Value join : joins) {
    auto argument = dyn_cast<BlockArgument>(join);
    Operation *op =
        argument ? argument.getOwner()->getParentOp() : join.getDefiningOp();
    if (argument && !argument.getOwner()->isEntryBlock()) {
      if (!argument.use_empty())
        continue;
      Block *block = argument.getOwner();
      unsigned number = argument.getArgNumber();
      for (auto it = block->pred_begin(), end = block->pred_end(); it != end;
           ++it)
        cast<BranchOpInterface>((*it)->getTerminator())
            .getSuccessorOperands(it.getSuccessorIndex())
            .erase(number);
      block->eraseArgument(number);
    } else if (isa<RegionBranchOpInterface>(op)) {
      regionOps.insert(op);
    } else {
      selects.insert(op);
    }
  }
  for (Operation *op : selects)
    if (op->use_empty())
      op->erase();
  if (regionOps.empty())
    return;
  // Of what each operation knows to do with itself, only to do without a
  // result: to become a select of buffers that are not written yet, or one with
  // its neighbour, is not asked. (All of upstream's patterns for the interface,
  // on any operation that has it, crash on `affine.for`.)
  RewritePatternSet patterns(regionOps.front()->getContext());
  llvm::SmallDenseSet<OperationName> seen;
  for (Operation *op : regionOps)
    if (auto info = op->getRegisteredInfo();
        info && seen.insert(op->getName()).second)
      info->getCanonicalizationPatterns(patterns, op->getContext());
  FrozenRewritePatternSet frozen(
      std::move(patterns), /*disabledPatternLabels=*/{},
      /*enabledPatternLabels=*/
      {"(anonymous namespace)::MakeRegionBranchOpSuccessorInputsDead",
       "(anonymous namespace)::RemoveDeadRegionBranchOpSuccessorInputs",
       "(anonymous namespace)::RemoveDuplicateSuccessorInputUses"});
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps)
      .setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  (void)applyOpPatternsGreedily(regionOps.getArrayRef(), frozen, config);
}

void mplan::replaceByBuffer(const JoinGraph &graph, ArrayRef<unsigned> group,
                            Value buffer, llvm::SetVector<Operation *> &dead) {
  llvm::DenseSet<unsigned> inGroup(group.begin(), group.end()), seen(inGroup);
  SmallVector<unsigned> reached(group);
  for (size_t i = 0; i != reached.size(); ++i) {
    const BufferName &name = graph.getNames()[reached[i]];
    // One release for several buffers, or in the midst of a loop: mplan needs
    // none.
    dead.insert_range(name.uses.deallocs);
    for (unsigned edge : name.forwards)
      if (unsigned target = graph.getEdges()[edge].target;
          seen.insert(target).second)
        reached.push_back(target);
    if (!inGroup.contains(reached[i]))
      continue;
    for (const Access &access : name.uses.accesses) {
      if (!graph.isRemovableCopy(access.op))
        continue;
      std::optional<unsigned> source = graph.getName(access.op->getOperand(0));
      std::optional<unsigned> target = graph.getName(access.op->getOperand(1));
      if (source && target && inGroup.contains(*source) &&
          inGroup.contains(*target))
        dead.insert(access.op);
    }
  }
  for (unsigned number : group)
    for (unsigned edge : graph.getNames()[number].sources) {
      OpOperand *operand = graph.getEdges()[edge].operand;
      operand->set(viewAs(buffer, operand->get().getType()));
    }
  for (unsigned number : group) {
    Value value = graph.getNames()[number].value;
    if (value == buffer)
      continue;
    value.replaceAllUsesWith(viewAs(buffer, value.getType()));
    if (graph.getNames()[number].kind == BufferName::Kind::Allocation)
      dead.insert(value.getDefiningOp());
  }
}

/// Makes one allocation of each group. Returns the joins that are dead now.
static SmallVector<Value> joinGroups(const JoinGraph &graph,
                                     ArrayRef<JoinedGroup> groups,
                                     llvm::SetVector<Operation *> &copies) {
  SmallVector<Value> joins;
  llvm::SetVector<Operation *> dead;
  // The releases and copies are found under the names as they are.
  for (const JoinedGroup &group : groups) {
    Operation *first =
        graph.getNames()[group.names.front()].value.getDefiningOp();
    int64_t alignment = 1;
    for (unsigned number : group.names) {
      const BufferName &name = graph.getNames()[number];
      if (name.kind == BufferName::Kind::Allocation)
        alignment = std::max(
            alignment, getPlaceRequest(name.value.getDefiningOp()).alignment);
      else
        joins.push_back(name.value);
    }
    if (alignment > 1) {
      auto attribute =
          Builder(first->getContext()).getI64IntegerAttr(alignment);
      first->setAttr("alignment", attribute); // the same name on all
    }
    if (group.insertBefore != first)
      first->moveBefore(group.insertBefore);
    replaceByBuffer(graph, group.names, first->getResult(0), dead);
  }
  for (Operation *op : dead) {
    copies.remove(op);
    op->erase();
  }
  return joins;
}

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

namespace {
/// The graph of a function as it is, and what it is made of.
struct FunctionGraph {
  FunctionGraph(FunctionOpInterface function, BufferUseAnalysis &analysis,
                const llvm::SetVector<Operation *> &copies)
      : timeline(Timeline::compute(function)), dominance(function) {
    if (succeeded(timeline))
      graph.emplace(function, *timeline, analysis, dominance, copies);
  }
  bool isKnown() const { return graph.has_value(); }

  FailureOr<Timeline> timeline;
  DominanceInfo dominance;
  std::optional<JoinGraph> graph;
};
} // namespace

void mplan::coalesceBuffers(FunctionOpInterface function,
                            BufferUseAnalysis &analysis) {
  if (!hasPlannable(function))
    return;
  // What is wrong with the function is for `mplan-allocate` to say.
  ScopedDiagnosticHandler quiet(function->getContext(),
                                [](Diagnostic &) { return success(); });
  function.getFunctionBody().walk([](Operation *op) {
    if (isPlannable(op))
      op->removeAttr(kCarriedAttrName);
  });
  llvm::SetVector<Operation *> copies;
  std::optional<FunctionGraph> current;
  while (true) {
    if (!current.emplace(function, analysis, copies).isKnown() ||
        current->graph->getNames().empty())
      return;
    std::vector<JoinedGroup> groups = current->graph->findGroups();
    if (!groups.empty()) {
      eraseDeadJoins(joinGroups(*current->graph, groups, copies));
      if (!current.emplace(function, analysis, copies).isKnown())
        return;
    }
    JoinGraph &graph = *current->graph;
    std::vector<CarriedRefusal> refusals;
    std::vector<JoinVariable> carried = graph.findCarried(refusals);
    for (const CarriedRefusal &refusal : refusals)
      for (Operation *op : refusal.allocations)
        op->setAttr(kCarriedAttrName,
                    StringAttr::get(op->getContext(), refusal.reason));
    if (carried.empty())
      return;
    SmallVector<Value> joins;
    for (const JoinVariable &variable : carried)
      for (unsigned number : variable.joins)
        joins.push_back(graph.getNames()[number].value);
    copyCarried(graph, carried, current->dominance, copies);
    eraseDeadJoins(joins);
  }
}

void mplan::coalesceBuffers(ModuleOp module) {
  SymbolTableCollection symbols;
  {
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    // Uses are followed through calls, which must come to an end.
    if (failed(computeCallOrder(module, symbols)))
      return;
  }
  BufferUseAnalysis analysis(symbols);
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal()) {
      coalesceBuffers(function, analysis);
      overwriteCasts(function, analysis);
    }
}

namespace {
struct MplanCoalescePass
    : mplan::impl::MplanCoalescePassBase<MplanCoalescePass> {
  using Base::Base;
  void runOnOperation() override { coalesceBuffers(getOperation()); }
};
} // namespace
