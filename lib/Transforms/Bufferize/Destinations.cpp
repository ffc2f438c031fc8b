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
/// update is done in place. With `stopAtLaterUses`, only as far as the updates
/// overwrite nothing that is still to be read.
UpdateChain followUpdates(OpOperand &use, bool stopAtLaterUses = false) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  UpdateChain chain{use.get(), {&use}, use.getOwner()};
  while (auto result = dyn_cast<OpResult>(chain.start)) {
    Operation *op = result.getOwner();
    if (stopAtLaterUses && chain.uses.front() != &use &&
        !isUsedBeforeOnly(result, chain.uses, chain.anchor))
      break;
    OpOperand *next = nullptr;
    if (auto ifOp = dyn_cast<scf::IfOp>(op)) {
      unsigned index = result.getResultNumber();
      UpdateChain then =
          followUpdates(ifOp.thenYield().getResultsMutable()[index]);
      UpdateChain other =
          followUpdates(ifOp.elseYield().getResultsMutable()[index]);
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

/// Puts `value` in `dest` before `anchor` and has `uses` take it from there.
void materialize(RewriterBase &rewriter, Value value, Value dest,
                 Operation *anchor, ArrayRef<OpOperand *> uses) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(anchor);
  Value placed =
      MaterializeInDestinationOp::create(rewriter, value.getLoc(), value, dest)
          .getResult();
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
  if (chain.uses.front() != &use) {
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
  if (throughReshapes && def)
    if (Value view = viewForSource(rewriter, def, dest)) {
      computeInDestination(rewriter, def->getOpOperand(0), view, true);
      return false;
    }
  if (auto ifOp = dyn_cast_or_null<scf::IfOp>(def)) {
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
  SmallVector<OpOperand *> uses = {&use};
  Operation *anchor = use.getOwner();
  if (def && def->getBlock() == anchor->getBlock() &&
      !def->hasTrait<OpTrait::ConstantLike>()) {
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
// Loops
//===----------------------------------------------------------------------===//

namespace {

/// One value carried around a loop: at the end of the body `from` is put into
/// the buffer of `to`.
struct Carried {
  OpOperand *from;
  Value to;
};

/// All of `moves` at once, as the terminator `end` would do it: in an order in
/// which no buffer is written while another move still has to read it, and
/// through a copy where there is no such order.
void moveInParallel(RewriterBase &rewriter, ArrayRef<Carried> moves,
                    Operation *end) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  bufferization::TraversalConfig config;
  config.alwaysIncludeLeaves = false;
  config.followUnknownOps = true;

  // reads[i] holds j: move i may read the buffer that move j writes.
  SmallVector<llvm::SmallBitVector> reads(moves.size());
  for (auto [i, move] : llvm::enumerate(moves)) {
    reads[i].resize(moves.size());
    SetVector<Value> sources = state.findValueInReverseUseDefChain(
        move.from,
        [&](Value value) {
          return llvm::any_of(
              moves, [&](const Carried &other) { return other.to == value; });
        },
        config);
    for (auto [j, other] : llvm::enumerate(moves))
      if (i != j && sources.contains(other.to))
        reads[i].set(j);
  }

  rewriter.setInsertionPoint(end);
  Operation *firstMove = nullptr;
  llvm::SmallBitVector pending(moves.size(), true);
  llvm::SmallDenseMap<Value, Value> placed;
  auto blocked = [&](unsigned j) {
    return llvm::any_of(pending.set_bits(),
                        [&](unsigned i) { return reads[i].test(j); });
  };
  while (pending.any()) {
    int next = -1;
    for (unsigned j : pending.set_bits())
      if (!blocked(j)) {
        next = j;
        break;
      }
    if (next < 0) {
      // Every buffer is still to be read by another move: a cycle. Taking one
      // value out before any move opens it.
      for (unsigned i : pending.set_bits())
        if (reads[i].any()) {
          OpBuilder::InsertionGuard guard(rewriter);
          if (firstMove)
            rewriter.setInsertionPoint(firstMove);
          Value value = moves[i].from->get();
          moves[i].from->set(AllocTensorOp::create(
              rewriter, value.getLoc(), cast<RankedTensorType>(value.getType()),
              ValueRange(), /*copy=*/value));
          reads[i].reset();
          break;
        }
      continue;
    }
    pending.reset(next);
    OpOperand *from = moves[next].from;
    Value value = from->get();
    Value source = placed.lookup(value);
    auto move = MaterializeInDestinationOp::create(
        rewriter, value.getLoc(), source ? source : value, moves[next].to);
    placed[value] = move.getResult();
    from->set(move.getResult());
    if (!firstMove)
      firstMove = move;
  }
}

/// The moves that bring each of `from` into `to` of the same position.
FailureOr<SmallVector<Carried>> pairUp(MutableArrayRef<OpOperand> from,
                                       ValueRange to,
                                       SmallVectorImpl<Placement> &expected) {
  SmallVector<Carried> moves;
  for (auto [index, value] : llvm::enumerate(to.take_front(from.size()))) {
    OpOperand &operand = from[index];
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || operand.get() == value || operand.get().getType() != type)
      continue;
    // An update in place needs no move, if one-shot agrees that it is one.
    if (followUpdates(operand).start == value) {
      expected.push_back({&operand, value});
    } else if (type.hasStaticShape()) {
      moves.push_back({&operand, value});
    } else {
      // The extents may be others in the next iteration.
      return operand.getOwner()->emitError("the loop carries value #")
             << index << ", a " << type
             << ", as a new tensor in each iteration: its buffer cannot be "
                "made before the loop unless all extents are known";
    }
  }
  return moves;
}

} // namespace

LogicalResult giveLoopsDestinations(ModuleOp module,
                                    SmallVectorImpl<Placement> &expected) {
  IRRewriter rewriter(module.getContext());
  auto carry = [&](MutableArrayRef<OpOperand> from, ValueRange to) {
    FailureOr<SmallVector<Carried>> moves = pairUp(from, to, expected);
    if (failed(moves))
      return WalkResult::interrupt();
    if (!moves->empty())
      moveInParallel(rewriter, *moves, from.front().getOwner());
    return WalkResult::advance();
  };
  WalkResult walk = module.walk([&](LoopLikeOpInterface loop) {
    if (auto whileOp = dyn_cast<scf::WhileOp>(loop.getOperation())) {
      if (carry(whileOp.getConditionOp().getArgsMutable(),
                whileOp.getBeforeArguments())
              .wasInterrupted())
        return WalkResult::interrupt();
      return carry(whileOp.getYieldOp().getResultsMutable(),
                   whileOp.getAfterArguments());
    }
    auto yielded = loop.getYieldedValuesMutable();
    if (!yielded || yielded->empty())
      return WalkResult::advance();
    return carry(*yielded, loop.getRegionIterArgs());
  });
  return failure(walk.wasInterrupted());
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
                       const bufferization::OneShotAnalysisState &state) {
  for (auto [use, dest] : expected) {
    if (state.areEquivalentBufferizedValues(use->get(), dest))
      continue;
    IRRewriter rewriter(use->getOwner());
    materialize(rewriter, use->get(), dest, use->getOwner(), {use});
  }
}

} // namespace mplan::bufferize_steps
