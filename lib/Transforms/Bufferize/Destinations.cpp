//===- Destinations.cpp - Say where a value is to be computed -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's elimination of empty tensors has an op compute straight into a
// destination, where the chain from the op to the destination is one of
// in-place updates. It stops at reshapes, at branches that make their own
// tensors, and at a chain that starts from something that is not empty. Here
// destinations are carried over those, so that a value is copied at most once
// on its way.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using bufferization::AllocTensorOp;
using bufferization::MaterializeInDestinationOp;

namespace mplan::bufferize_steps {

/// Tells the copies that are put in here from those that were there before.
static constexpr llvm::StringLiteral kOursAttrName = "mplan.placed";

Value createPlacement(RewriterBase &rewriter, Value value, Value dest) {
  auto op =
      MaterializeInDestinationOp::create(rewriter, value.getLoc(), value, dest);
  op->setDiscardableAttr(kOursAttrName, rewriter.getUnitAttr());
  return op.getResult();
}

namespace {

/// A chain of in-place updates followed back to where it starts.
struct UpdateChain {
  Value start;
  /// The operands that bring `start` into the chain: one, or one in each of
  /// several branches.
  SmallVector<OpOperand *> uses;
  /// An op that all of `uses` are in or on, and that `start` dominates.
  Operation *anchor;
};

/// The operand of a loop that its result `result` starts from.
OpOperand *getTiedInit(OpResult result) {
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
OpOperand *getTiedCallOperand(OpResult result) {
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

/// True if every use of `value` but those in `uses` comes before `anchor`.
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

/// Follows the value of `use` back to where its buffer comes from if each
/// update is done in place: as far as to what is defined outside of `within`,
/// if given, and, with `stopAtLaterUses`, as far as the updates overwrite
/// nothing that is still to be read.
UpdateChain followUpdates(OpOperand &use, bool stopAtLaterUses = false,
                          Operation *within = nullptr) {
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
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      unsigned index = result.getResultNumber();
      UpdateChain then = followUpdates(
          ifOp.thenYield().getResultsMutable()[index], stopAtLaterUses, ifOp);
      UpdateChain other = followUpdates(
          ifOp.elseYield().getResultsMutable()[index], stopAtLaterUses, ifOp);
      if (then.start != other.start ||
          ifOp->isAncestor(then.start.getParentRegion()->getParentOp()))
        break;
      then.uses.append(other.uses);
      chain = {then.start, then.uses, ifOp};
      continue;
    }
    if (isa<LoopLikeOpInterface>(op)) {
      next = getTiedInit(result);
    } else if (isa<func::CallOp>(op)) {
      next = getTiedCallOperand(result);
    } else if (!isa<MaterializeInDestinationOp>(op)) {
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

/// A view of `dest` that is to `dest` what the source of the reshape or cast
/// `op` is to its result; null if `op` is none of those.
Value viewForSource(RewriterBase &rewriter, Operation *op, Value dest) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointAfterValue(dest);
  Location loc = op->getLoc();
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op)) {
    // A buffer with strides might not collapse: only buffers without are known
    // to.
    auto argument = dyn_cast<BlockArgument>(dest);
    auto func = argument
                    ? dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp())
                    : func::FuncOp();
    if (!(func && func.isPublic()) && !dest.getDefiningOp<AllocTensorOp>())
      return nullptr;
    return tensor::CollapseShapeOp::create(rewriter, loc, expand.getSrcType(),
                                           dest,
                                           expand.getReassociationIndices());
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    if (!collapse.getSrcType().hasStaticShape())
      return nullptr;
    return tensor::ExpandShapeOp::create(rewriter, loc, collapse.getSrcType(),
                                         dest,
                                         collapse.getReassociationIndices());
  }
  if (auto cast = dyn_cast<tensor::CastOp>(op)) {
    if (!isa<RankedTensorType>(cast.getSource().getType()))
      return nullptr;
    return tensor::CastOp::create(rewriter, loc, cast.getSource().getType(),
                                  dest);
  }
  return nullptr;
}

/// True if `dest` is there already where `anchor` is.
bool isAvailable(Value dest, Operation *anchor) {
  Operation *def = dest.getDefiningOp();
  if (!def)
    return true;
  Operation *ancestor = def->getBlock()->findAncestorOpInBlock(*anchor);
  return ancestor && def->isBeforeInBlock(ancestor);
}

/// Puts `value` in `dest` before `anchor` and has `uses` take it from there.
void materialize(RewriterBase &rewriter, Value value, Value dest,
                 Operation *anchor, ArrayRef<OpOperand *> uses) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(anchor);
  Value placed = createPlacement(rewriter, value, dest);
  for (OpOperand *use : uses)
    use->set(placed);
}

} // namespace

Value findUpdatedValue(Value value) {
  // A use is needed to start from: any will do, for none is changed.
  if (value.use_empty())
    return value;
  return followUpdates(*value.use_begin()).start;
}

bool computeInDestination(RewriterBase &rewriter, OpOperand &use, Value dest,
                          bool throughReshapes) {
  UpdateChain chain = followUpdates(use, /*stopAtLaterUses=*/true);
  Operation *def = chain.start.getDefiningOp();
  bool isChain = chain.uses.front() != &use;
  if (isChain && isAvailable(dest, chain.anchor)) {
    // What the chain starts from may not be overwritten, or is needed in other
    // places: the one copy goes to the destination at once. None is needed of
    // what is undefined or not read.
    static const bufferization::BufferizationOptions options;
    bufferization::AnalysisState state(options);
    bool isRead =
        !isa_and_present<tensor::EmptyOp>(def) &&
        llvm::any_of(chain.uses, [&](OpOperand *start) {
          return isa<RegionBranchTerminatorOpInterface>(start->getOwner()) ||
                 state.bufferizesToMemoryRead(*start);
        });
    if (isRead) {
      materialize(rewriter, chain.start, dest, chain.anchor, chain.uses);
    } else {
      for (OpOperand *start : chain.uses)
        start->set(dest);
    }
    return false;
  }
  if (throughReshapes && def && !isChain)
    if (Value view = viewForSource(rewriter, def, dest)) {
      computeInDestination(rewriter, def->getOpOperand(0), view, true);
      return false;
    }
  if (auto ifOp = dyn_cast_or_null<scf::IfOp>(def);
      ifOp && !isChain && isAvailable(dest, ifOp)) {
    unsigned index = cast<OpResult>(chain.start).getResultNumber();
    for (scf::YieldOp yield : {ifOp.thenYield(), ifOp.elseYield()})
      computeInDestination(rewriter, yield.getResultsMutable()[index], dest,
                           /*throughReshapes=*/false);
    return false;
  }

  // Other users of the value take it from its destination too: were they to
  // read the value itself after it has been put there, that would be a
  // conflict to one-shot, which does not see that the two are equal.
  Value value = use.get();
  def = value.getDefiningOp();
  SmallVector<OpOperand *> uses = {&use};
  Operation *anchor = use.getOwner();
  if (def && def->getBlock() == anchor->getBlock() &&
      !def->hasTrait<OpTrait::ConstantLike>() && isAvailable(dest, def)) {
    anchor = def->getNextNode();
    for (OpOperand &other : value.getUses())
      if (other.getOwner() != use.getOwner())
        uses.push_back(&other);
  } else if (auto argument = dyn_cast<BlockArgument>(value);
             argument && isa<func::ReturnOp>(anchor) &&
             argument.getOwner() == anchor->getBlock()) {
    // What the caller gave is copied before it may be updated in place.
    anchor = &argument.getOwner()->front();
  }
  materialize(rewriter, value, dest, anchor, uses);
  return true;
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

void giveBranchesDestinations(ModuleOp module,
                              SmallVectorImpl<Placement> &expected) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](scf::IfOp ifOp) {
    for (OpResult result : ifOp.getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type || !type.hasStaticShape())
        continue;
      unsigned index = result.getResultNumber();
      SmallVector<OpOperand *> yielded;
      bool makesTensor = false;
      for (scf::YieldOp yield : {ifOp.thenYield(), ifOp.elseYield()}) {
        yielded.push_back(&yield.getResultsMutable()[index]);
        Value start = followUpdates(*yielded.back()).start;
        makesTensor |=
            ifOp->isAncestor(start.getParentRegion()->getParentOp()) &&
            !start.getDefiningOp<MaterializeInDestinationOp>();
      }
      // Buffers from outside are chosen from, or updated in place: no place of
      // the branch's own is needed.
      if (!makesTensor)
        continue;
      rewriter.setInsertionPoint(ifOp);
      Value dest =
          AllocTensorOp::create(rewriter, ifOp.getLoc(), type, ValueRange());
      for (OpOperand *operand : yielded)
        if (!computeInDestination(rewriter, *operand, dest,
                                  /*throughReshapes=*/false))
          expected.push_back({operand, dest});
    }
  });
}

void enforcePlacements(ArrayRef<Placement> expected,
                       const bufferization::OneShotAnalysisState *state) {
  for (auto [use, dest] : expected) {
    if (state ? state->areEquivalentBufferizedValues(use->get(), dest)
              : bool(use->get().getDefiningOp<MaterializeInDestinationOp>()))
      continue;
    IRRewriter rewriter(use->getOwner());
    materialize(rewriter, use->get(), dest, use->getOwner(), {use});
  }
}

/// Gives each result of an `scf.if` that may be one of two buffers one of its
/// own.
static void separateBranches(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](scf::IfOp ifOp) {
    for (OpResult result : ifOp.getResults()) {
      auto type = dyn_cast<RankedTensorType>(result.getType());
      if (!type || !type.hasStaticShape())
        continue;
      unsigned index = result.getResultNumber();
      OpOperand &then = ifOp.thenYield().getResultsMutable()[index];
      OpOperand &other = ifOp.elseYield().getResultsMutable()[index];
      auto placed = then.get().getDefiningOp<MaterializeInDestinationOp>();
      auto otherPlaced =
          other.get().getDefiningOp<MaterializeInDestinationOp>();
      if (placed && otherPlaced && placed.getDest() == otherPlaced.getDest())
        continue;
      // Updates of one buffer in place; not that of another result, though,
      // for what one branch updates the other may hand on.
      UpdateChain chain = followUpdates(then);
      if (chain.start == followUpdates(other).start &&
          !ifOp->isAncestor(chain.start.getParentRegion()->getParentOp()))
        continue;
      rewriter.setInsertionPoint(ifOp);
      Value dest =
          AllocTensorOp::create(rewriter, ifOp.getLoc(), type, ValueRange());
      for (OpOperand *operand : {&then, &other})
        materialize(rewriter, operand->get(), dest, operand->getOwner(),
                    {operand});
    }
  });
}

void decouplePlacements(ModuleOp module) {
  // To one-shot the buffers that a branch chooses from are aliases from there
  // on, so that a write to one is a write to the other.
  separateBranches(module);

  SmallVector<MaterializeInDestinationOp> placements;
  module.walk([&](MaterializeInDestinationOp op) {
    if (op->hasAttr(kOursAttrName))
      placements.push_back(op);
  });
  IRRewriter rewriter(module.getContext());
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  for (MaterializeInDestinationOp op : placements) {
    // Nothing else is computed in a destination: one-shot would have it that
    // what is read after the placement is what was placed.
    for (OpOperand &use : llvm::make_early_inc_range(op.getDest().getUses())) {
      auto type = dyn_cast<RankedTensorType>(use.get().getType());
      if (use.getOwner()->hasAttr(kOursAttrName) || !type ||
          !state.bufferizesToMemoryWrite(use) ||
          state.bufferizesToMemoryRead(use))
        continue;
      rewriter.setInsertionPoint(use.getOwner());
      use.set(tensor::EmptyOp::create(rewriter, op.getLoc(), type.getShape(),
                                      type.getElementType(),
                                      type.getEncoding()));
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
