//===- Placements.cpp - Copies into destinations --------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A placement says that a value is in a destination by then: a copy there, that
// folds if the value is made there. Here these are made, added where they are
// missing, and kept out of each other's way where they are in conflict.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include "UpdateChain.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using bufferization::AllocTensorOp;
using bufferization::MaterializeInDestinationOp;

namespace mplan::bufferize_steps {

/// Tells the copies that are put in here from those that were there before.
static constexpr llvm::StringLiteral kOursAttrName = "mplan.placed";
/// The numbers of an operation's operands that were empty tensors.
static constexpr llvm::StringLiteral kEmptyAttrName = "mplan.empty";

Value createPlacement(RewriterBase &rewriter, Value value, Value dest) {
  auto op =
      MaterializeInDestinationOp::create(rewriter, value.getLoc(), value, dest);
  op->setDiscardableAttr(kOursAttrName, rewriter.getUnitAttr());
  return op.getResult();
}

/// Puts `value` in `dest` before `anchor` and has `uses` take it from there.
void placeFor(RewriterBase &rewriter, Value value, Value dest,
              Operation *anchor, ArrayRef<OpOperand *> uses) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(anchor);
  Value placed = createPlacement(rewriter, value, dest);
  for (OpOperand *use : uses)
    use->set(placed);
}

void enforcePlacements(ArrayRef<Placement> expected,
                       const bufferization::OneShotAnalysisState *state) {
  for (auto [use, dest] : expected) {
    if (state ? state->areEquivalentBufferizedValues(use->get(), dest)
              : bool(use->get().getDefiningOp<MaterializeInDestinationOp>()))
      continue;
    IRRewriter rewriter(use->getOwner());
    // Updates that cannot be done in place work on a copy: said, since one-shot
    // would take it for a conflict that they might be in the destination.
    UpdateChain chain = followUpdates(*use);
    if (state && chain.start == dest && chain.uses.front() != use) {
      rewriter.setInsertionPoint(chain.anchor);
      auto type = cast<RankedTensorType>(dest.getType());
      bool isRead = readsStart(chain) || !type.hasStaticShape();
      Value copy =
          AllocTensorOp::create(rewriter, dest.getLoc(), type, ValueRange(),
                                /*copy=*/isRead ? dest : Value());
      for (OpOperand *start : chain.uses)
        start->set(copy);
    }
    placeFor(rewriter, use->get(), dest, use->getOwner(), {use});
  }
}

/// Gives each result of a branch that may be one of several buffers one of its
/// own.
static void separateBranches(func::FuncOp func) {
  IRRewriter rewriter(func.getContext());
  func.walk([&](RegionBranchOpInterface op) {
    for (OpResult result : op->getResults()) {
      auto [yielded, places] = getBranchPlaces(result);
      // Updates of one buffer in place; not that of another result, though,
      // for what one branch updates the other may hand on.
      if (yielded.empty() ||
          (llvm::all_equal(places) && !isDefinedIn(places.front(), op)))
        continue;
      rewriter.setInsertionPoint(op);
      Value dest = AllocTensorOp::create(
          rewriter, op.getLoc(), cast<RankedTensorType>(result.getType()),
          ValueRange());
      for (OpOperand *operand : yielded)
        placeFor(rewriter, operand->get(), dest, operand->getOwner(),
                 {operand});
    }
  });
}

void noteEmptyTensors(Operation *op) {
  SmallVector<int64_t> numbers;
  for (OpOperand &operand : op->getOpOperands())
    if (operand.get().getDefiningOp<tensor::EmptyOp>())
      numbers.push_back(operand.getOperandNumber());
  if (!numbers.empty())
    op->setDiscardableAttr(kEmptyAttrName,
                           Builder(op).getDenseI64ArrayAttr(numbers));
}

void forgetEmptyTensors(ModuleOp module) {
  module.walk([](Operation *op) { op->removeDiscardableAttr(kEmptyAttrName); });
}

/// True if `use` was one of an empty tensor at first.
static bool wasEmpty(OpOperand &use) {
  auto numbers = llvm::dyn_cast_or_null<DenseI64ArrayAttr>(
      use.getOwner()->getDiscardableAttr(kEmptyAttrName));
  return numbers && llvm::is_contained(numbers.asArrayRef(),
                                       int64_t(use.getOperandNumber()));
}

void decouplePlacements(func::FuncOp func) {
  // To one-shot the buffers that a branch chooses from are aliases from there
  // on, so that a write to one is a write to the other.
  separateBranches(func);

  SmallVector<MaterializeInDestinationOp> placements;
  func.walk([&](MaterializeInDestinationOp op) {
    if (op->hasAttr(kOursAttrName))
      placements.push_back(op);
  });
  IRRewriter rewriter(func.getContext());
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  for (MaterializeInDestinationOp op : placements) {
    // Nothing else is computed in a destination: one-shot would have it that
    // what is read after the placement is what was placed. A loop is said to
    // read what it starts from: to no avail where that was nothing.
    for (OpOperand &use : llvm::make_early_inc_range(op.getDest().getUses())) {
      auto type = dyn_cast<RankedTensorType>(use.get().getType());
      if (use.getOwner()->hasAttr(kOursAttrName) || !type ||
          !state.bufferizesToMemoryWrite(use) ||
          (state.bufferizesToMemoryRead(use) && !wasEmpty(use)))
        continue;
      rewriter.setInsertionPoint(use.getOwner());
      use.set(tensor::EmptyOp::create(
          rewriter, op.getLoc(),
          tensor::getMixedSizes(rewriter, op.getLoc(), use.get()),
          type.getElementType(), type.getEncoding()));
    }
  }

  // Where a value is made nothing can have overwritten it yet.
  llvm::SmallDenseMap<Value, Value> copies;
  for (MaterializeInDestinationOp op : placements) {
    Value source = op.getSource();
    if (source.getDefiningOp<AllocTensorOp>())
      continue;
    Value &copy = copies[source];
    if (!copy) {
      rewriter.setInsertionPointAfterValue(source);
      copy = AllocTensorOp::create(rewriter, op.getLoc(),
                                   cast<RankedTensorType>(source.getType()),
                                   ValueRange(), /*copy=*/source);
    }
    op.getSourceMutable().assign(copy);
  }
}

} // namespace mplan::bufferize_steps
