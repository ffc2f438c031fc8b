//===- UpdateChain.cpp - Updates in place, followed back ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "UpdateChain.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using bufferization::MaterializeInDestinationOp;

namespace mplan::bufferize_steps {

/// The operand of a loop that its result `result` starts from.
static OpOperand *getTiedInit(OpResult result) {
  Operation *op = result.getOwner();
  // The results of a while loop are the operands of its condition: they belong
  // to the initial values only where number and type agree.
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    unsigned index = result.getResultNumber();
    if (index < loop.getInits().size() &&
        loop.getInits()[index].getType() == result.getType())
      return &loop.getInitsMutable()[index];
    return nullptr;
  }
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    return loop.getTiedLoopInit(result);
  return nullptr;
}

/// The operand of a call that its result `result` is the same buffer as, by
/// what `makeOutParams` wrote on the callee.
static OpOperand *getTiedCallOperand(OpResult result) {
  auto call = dyn_cast<func::CallOp>(result.getOwner());
  if (!call)
    return nullptr;
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      call, call.getCalleeAttr());
  if (!callee)
    return nullptr;
  for (OpOperand &operand : call.getOperandsMutable()) {
    auto tied = callee.getArgAttrOfType<IntegerAttr>(operand.getOperandNumber(),
                                                     kResultAttrName);
    if (tied && tied.getInt() == result.getResultNumber())
      return &operand;
  }
  return nullptr;
}

bool isUsedBeforeOnly(Value value, ArrayRef<OpOperand *> uses,
                      Operation *anchor) {
  return llvm::all_of(value.getUses(), [&](OpOperand &other) {
    if (llvm::is_contained(uses, &other))
      return true;
    Operation *ancestor =
        anchor->getBlock()->findAncestorOpInBlock(*other.getOwner());
    return ancestor && ancestor->isBeforeInBlock(anchor);
  });
}

bool isDefinedIn(Value value, Operation *op) {
  return op->isAncestor(value.getParentRegion()->getParentOp());
}

UpdateChain followUpdates(OpOperand &use, bool stopAtLaterUses,
                          Operation *within, bool throughPlacements) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  UpdateChain chain{use.get(), {&use}, use.getOwner()};
  while (auto result = dyn_cast<OpResult>(chain.start)) {
    Operation *op = result.getOwner();
    if (within && !within->isProperAncestor(op))
      break;
    if (stopAtLaterUses && chain.uses.front() != &use &&
        !isUsedBeforeOnly(result, chain.uses, chain.anchor))
      break;
    OpOperand *next = nullptr;
    if (SmallVector<OpOperand *> yielded = getBranchOperands(result);
        !yielded.empty()) {
      UpdateChain merged;
      for (OpOperand *operand : yielded) {
        UpdateChain branch =
            followUpdates(*operand, stopAtLaterUses, op, throughPlacements);
        if (merged.start && merged.start != branch.start) {
          merged.start = nullptr;
          break;
        }
        merged.start = branch.start;
        merged.uses.append(branch.uses);
      }
      if (!merged.start || isDefinedIn(merged.start, op))
        break;
      chain = {merged.start, merged.uses, op};
      continue;
    }
    if (isa<LoopLikeOpInterface>(op)) {
      next = getTiedInit(result);
    } else if (isa<func::CallOp>(op)) {
      next = getTiedCallOperand(result);
    } else if (throughPlacements ||
               !isa<MaterializeInDestinationOp, PlacedOp>(op)) {
      auto aliases = state.getAliasingOpOperands(result);
      if (aliases.getNumAliases() == 1) {
        const auto &alias = *aliases.begin();
        if (alias.isDefinite &&
            alias.relation == bufferization::BufferRelation::Equivalent &&
            alias.opOperand->get().getType() == result.getType())
          next = alias.opOperand;
      }
    }
    if (!next)
      break;
    chain = {next->get(), {next}, op};
  }
  return chain;
}

bool readsStart(const UpdateChain &chain) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  return !chain.start.getDefiningOp<tensor::EmptyOp>() &&
         llvm::any_of(chain.uses, [&](OpOperand *start) {
           return isa<RegionBranchTerminatorOpInterface>(start->getOwner()) ||
                  state.bufferizesToMemoryRead(*start);
         });
}

Value findPlace(OpOperand &use) {
  return followUpdates(use, /*stopAtLaterUses=*/false, /*within=*/nullptr,
                       /*throughPlacements=*/true)
      .start;
}

BranchPlaces getBranchPlaces(OpResult result) {
  auto type = dyn_cast<RankedTensorType>(result.getType());
  if (!type || !type.hasStaticShape())
    return {};
  BranchPlaces branch{getBranchOperands(result), {}};
  for (OpOperand *operand : branch.yielded)
    branch.places.push_back(findPlace(*operand));
  return branch;
}

Value findUpdatedValue(Value value) {
  // A use is needed to start from: any will do, for none is changed.
  if (value.use_empty())
    return value;
  return followUpdates(*value.use_begin()).start;
}

} // namespace mplan::bufferize_steps
