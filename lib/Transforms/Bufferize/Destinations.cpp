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
#include "UpdateChain.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using bufferization::AllocTensorOp;
using bufferization::MaterializeInDestinationOp;

namespace mplan::bufferize_steps {

namespace {

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
    if (!(func && func.isPublic()) && !dest.getDefiningOp<AllocTensorOp>() &&
        !dest.getDefiningOp<EmptyOp>())
      return nullptr;
    return tensor::CollapseShapeOp::create(rewriter, loc, expand.getSrcType(),
                                           dest,
                                           expand.getReassociationIndices());
  }
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op)) {
    // An extent can be told from the others of its group if it is the only one
    // that is not known.
    std::optional<SmallVector<OpFoldResult>> sizes =
        inferExpandShapeOutputShape(rewriter, loc, collapse.getSrcType(),
                                    collapse.getReassociationIndices(),
                                    tensor::getMixedSizes(rewriter, loc, dest));
    if (!sizes)
      return nullptr;
    return tensor::ExpandShapeOp::create(
        rewriter, loc, collapse.getSrcType(), dest,
        collapse.getReassociationIndices(), *sizes);
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

/// True if `value` is what a loop carries into an iteration.
bool isCarried(Value value) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument &&
         isa<LoopLikeOpInterface>(argument.getOwner()->getParentOp());
}

} // namespace

/// The uses in `op` of values from before it that it hands on out of its
/// branches, at `operands`, as they are or updated in place.
static void findUsesFromBefore(ArrayRef<OpOperand *> operands, Operation *op,
                               SmallVectorImpl<OpOperand *> &uses) {
  for (OpOperand *operand : operands) {
    UpdateChain chain = followUpdates(*operand, /*stopAtLaterUses=*/true, op);
    auto result = dyn_cast<OpResult>(chain.start);
    if (!result || isa<tensor::EmptyOp>(result.getOwner()) ||
        result.getOwner()->hasTrait<OpTrait::ConstantLike>())
      continue; // not computed in a destination
    if (isDefinedIn(result, op))
      findUsesFromBefore(getBranchOperands(result), op, uses);
    else
      uses.append(chain.uses);
  }
}

/// Has the branches of `op` compute in `dest` what `yielded` hand on. What was
/// made before `op` is computed there too if that is but one value, and used
/// nowhere else: else what one branch puts there, another still has to read.
static void computeInBranches(RewriterBase &rewriter, Operation *op,
                              ArrayRef<OpOperand *> yielded, Value dest,
                              Operation *within,
                              SmallVectorImpl<Placement> *expected = nullptr) {
  SmallVector<OpOperand *> uses;
  findUsesFromBefore(yielded, op, uses);
  if (uses.size() > 1 ||
      (uses.size() == 1 && !isUsedBeforeOnly(uses[0]->get(), uses, op))) {
    within = op;
    // Nor by upstream's elimination of empty tensors.
    for (OpOperand *use : uses) {
      UpdateChain chain = followUpdates(*use);
      auto empty = chain.start.getDefiningOp<tensor::EmptyOp>();
      if (!empty || !empty.getType().hasStaticShape())
        continue;
      rewriter.setInsertionPoint(empty);
      Value alloc = AllocTensorOp::create(rewriter, empty.getLoc(),
                                          empty.getType(), ValueRange());
      for (OpOperand *start : chain.uses)
        start->set(alloc);
    }
  }
  for (OpOperand *operand : yielded)
    if (!computeInDestination(rewriter, *operand, dest,
                              /*throughReshapes=*/false, within) &&
        expected)
      expected->push_back({operand, dest});
}

bool computeInDestination(RewriterBase &rewriter, OpOperand &use, Value dest,
                          bool throughReshapes, Operation *within) {
  if (auto placed = use.get().getDefiningOp<MaterializeInDestinationOp>();
      placed && placed.getDest() == dest)
    return true;
  if (use.get().getDefiningOp<tensor::EmptyOp>()) {
    use.set(dest); // anything will do, also what is there
    return true;
  }
  UpdateChain chain = followUpdates(use, /*stopAtLaterUses=*/true, within);
  Operation *def = chain.start.getDefiningOp();
  bool isChain = chain.uses.front() != &use;
  // What a loop carries may be read until the value that comes after it has
  // been made.
  bool atLast = isCarried(dest);
  // What is in its place already stays there, as do updates of it that leave
  // nothing else to read; other users take it from there.
  bool isPlaced =
      isa_and_present<PlacedOp>(def) &&
      (!isChain || isUsedBeforeOnly(chain.start, chain.uses, chain.anchor));
  if (isChain && !isPlaced && isAvailable(dest, chain.anchor)) {
    // What the chain starts from may not be overwritten, or is needed in other
    // places: the one copy goes to the destination at once. None is needed of
    // what is undefined or not read.
    bool isRead = readsStart(chain);
    if (isRead && chain.uses.size() == 1 && def && isAvailable(dest, def) &&
        (!within || within->isProperAncestor(def)) &&
        !getBranchOperands(cast<OpResult>(chain.start)).empty() &&
        isUsedBeforeOnly(chain.start, chain.uses, chain.anchor)) {
      // Branches make what is updated after them in the destination too.
      computeInDestination(rewriter, *chain.uses.front(), dest,
                           /*throughReshapes=*/false, within);
    } else if (!isRead) {
      for (OpOperand *start : chain.uses)
        start->set(dest);
    } else if (!atLast) {
      placeFor(rewriter, chain.start, dest, chain.anchor, chain.uses);
    } else {
      placeFor(rewriter, use.get(), dest, use.getOwner(), {&use});
    }
    return false;
  }
  bool mayMoveBack =
      def && !isChain && (!within || within->isProperAncestor(def));
  if (throughReshapes && mayMoveBack && !def->getOperands().empty() &&
      !def->getOperand(0).getDefiningOp<PlacedOp>())
    if (Value view = viewForSource(rewriter, def, dest)) {
      computeInDestination(rewriter, def->getOpOperand(0), view, true, within);
      return false;
    }
  if (mayMoveBack && isAvailable(dest, def)) {
    auto yielded = getBranchOperands(cast<OpResult>(chain.start));
    if (!yielded.empty()) {
      computeInBranches(rewriter, def, yielded, dest, within);
      return false;
    }
  }

  // Other users of the value take it from its destination too: were they to
  // read the value itself after it has been put there, that would be a
  // conflict to one-shot, which does not see that the two are equal.
  Value value = use.get();
  def = value.getDefiningOp();
  SmallVector<OpOperand *> uses = {&use};
  Operation *anchor = use.getOwner();
  if (!atLast && !isPlaced && def && def->getBlock() == anchor->getBlock() &&
      !def->hasTrait<OpTrait::ConstantLike>() && isAvailable(dest, def)) {
    anchor = def->getNextNode();
    for (OpOperand &other : value.getUses())
      if (other.getOwner() != use.getOwner())
        uses.push_back(&other);
  } else if (!atLast && !isPlaced && def &&
             !def->hasTrait<OpTrait::ConstantLike>()) {
    for (OpOperand &other : value.getUses()) {
      Operation *user =
          anchor->getBlock()->findAncestorOpInBlock(*other.getOwner());
      if (user && anchor->isBeforeInBlock(user))
        uses.push_back(&other);
    }
  } else if (auto argument = dyn_cast<BlockArgument>(value);
             argument && isa<func::ReturnOp>(anchor) &&
             argument.getOwner() == anchor->getBlock()) {
    // What the caller gave is copied before it may be updated in place.
    anchor = &argument.getOwner()->front();
  }
  placeFor(rewriter, value, dest, anchor, uses);
  return true;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

void giveReshapedSlicesDestinations(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  module.walk([&](tensor::InsertSliceOp insert) {
    auto collapse = insert.getSource().getDefiningOp<tensor::CollapseShapeOp>();
    if (!collapse || !collapse->hasOneUse() ||
        !insert.getSourceType().hasStaticShape())
      return;
    // As early as can be: before what it is a place for.
    Block *block = insert->getBlock();
    Operation *last = nullptr;
    for (OpOperand &operand : insert->getOpOperands())
      if (Operation *def = operand.get().getDefiningOp();
          def && def != collapse && def->getBlock() == block &&
          (!last || last->isBeforeInBlock(def)))
        last = def;
    if (collapse->getBlock() != block ||
        (last && collapse->isBeforeInBlock(last)))
      return;
    if (last)
      rewriter.setInsertionPointAfter(last);
    else
      rewriter.setInsertionPointToStart(block);
    Value slice = tensor::ExtractSliceOp::create(
        rewriter, insert.getLoc(), insert.getSourceType(), insert.getDest(),
        insert.getMixedOffsets(), insert.getMixedSizes(),
        insert.getMixedStrides());
    computeInDestination(rewriter, insert.getSourceMutable(), slice,
                         /*throughReshapes=*/true);
  });
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// True if whatever may be in the buffer of `value` is used for the last time
/// before `op` or in it, but for what `op` itself gives as `result`.
static bool isOverAfter(Value value, Operation *op, OpResult result) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  SetVector<Value> aliases;
  aliases.insert(value);
  for (unsigned next = 0; next < aliases.size(); ++next)
    for (OpOperand &use : aliases[next].getUses()) {
      Operation *ancestor =
          op->getBlock()->findAncestorOpInBlock(*use.getOwner());
      if (!ancestor || op->isBeforeInBlock(ancestor))
        return false;
      for (const auto &alias : state.getAliasingValues(use))
        if (alias.value != result)
          aliases.insert(alias.value);
    }
  return true;
}

/// The place that exists already for a result of a branch which does nothing
/// but go on to the next iteration: that of what is carried.
static Value findCarriedPlace(OpResult result) {
  if (!result.hasOneUse())
    return nullptr;
  Value carried = getCarriedTo(*result.use_begin());
  return carried && carried.getType() == result.getType() &&
                 isOverAfter(carried, result.getOwner(), result)
             ? carried
             : Value();
}

void giveBranchesDestinations(ModuleOp module,
                              SmallVectorImpl<Placement> &expected) {
  IRRewriter rewriter(module.getContext());
  // From outside in: branches within a branch write to its place at once.
  module.walk<WalkOrder::PreOrder>([&](RegionBranchOpInterface op) {
    for (OpResult result : op->getResults()) {
      // One buffer from outside is updated in place, or one of several is
      // chosen to be read: no place of the branch's own is needed. What loops
      // carry is written again, hence not chosen from.
      auto [yielded, places] = getBranchPlaces(result);
      auto isInside = [&](Value place) { return isDefinedIn(place, op); };
      bool makesTensor = llvm::any_of(places, isInside);
      EmptyOp pool = getSamePool(places);
      auto isApart = [&](Value place) {
        return isCarried(place) || (!pool && place.getDefiningOp<EmptyOp>());
      };
      if (!makesTensor &&
          (llvm::all_equal(places) || llvm::none_of(places, isApart)))
        continue;
      Value dest = findCarriedPlace(result);
      rewriter.setInsertionPoint(op);
      if (pool) {
        dest = rewriter.clone(*pool)->getResult(0);
        if (llvm::all_of(places, isInside)) {
          // Each branch places it in the same pool: there it has one place.
          for (Value place : places) {
            rewriter.replaceAllUsesWith(place, dest);
            for (Placement &placement : expected)
              if (placement.dest == place)
                placement.dest = dest;
          }
          continue;
        }
      } else if (!dest) {
        dest = AllocTensorOp::create(rewriter, op.getLoc(),
                                     cast<RankedTensorType>(result.getType()),
                                     ValueRange());
      }
      computeInBranches(rewriter, op, yielded, dest, /*within=*/nullptr,
                        &expected);
    }
  });
}

} // namespace mplan::bufferize_steps
