//===- Loops.cpp - Loops write what they carry into what they carried -----===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that hands a new tensor to its next iteration would hand over a new
// buffer each time, of which two are alive at once. Instead what is carried
// stays where it is and the new value is moved there, all moves of an iteration
// at once.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using bufferization::AllocTensorOp;

namespace mplan::bufferize_steps {

namespace {

/// One value carried around a loop: at the end of the body `from` is put into
/// the buffer of `to`.
struct Carried {
  OpOperand *from;
  Value to;
};

/// The values that the block argument `argument` of a loop may be.
SmallVector<Value> getIncoming(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    unsigned index = argument.getArgNumber();
    if (argument.getOwner() == loop.getAfterBody())
      return {loop.getConditionOp().getArgs()[index]};
    return {loop.getInits()[index], loop.getYieldOp().getOperand(index)};
  }
  SmallVector<Value> incoming;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(parent)) {
    if (OpOperand *init = loop.getTiedLoopInit(argument))
      incoming.push_back(init->get());
    if (OpOperand *yielded = loop.getTiedLoopYieldedValue(argument))
      incoming.push_back(yielded->get());
  }
  return incoming;
}

/// Every value whose buffer `value` may be in, whatever is done in place, as
/// far back as to the arguments of `block`.
llvm::SetVector<Value> findSources(Value value, Block *block) {
  static const bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  llvm::SetVector<Value> sources;
  sources.insert(value);
  for (unsigned next = 0; next < sources.size(); ++next) {
    if (auto argument = dyn_cast<BlockArgument>(sources[next])) {
      if (argument.getOwner() != block)
        sources.insert_range(getIncoming(argument));
      continue;
    }
    for (const auto &alias : state.getAliasingOpOperands(sources[next]))
      sources.insert(alias.opOperand->get());
  }
  return sources;
}

/// All of `moves` at once, as the terminator `end` would do it: in an order in
/// which no buffer is written while another move still has to read it, and
/// through a copy where there is no such order.
void moveInParallel(RewriterBase &rewriter, ArrayRef<Carried> moves,
                    Operation *end) {
  // reads[i] holds j: move i may read the buffer that move j writes.
  SmallVector<llvm::SmallBitVector> reads(moves.size());
  for (auto [i, move] : llvm::enumerate(moves)) {
    reads[i].resize(moves.size());
    llvm::SetVector<Value> sources =
        findSources(move.from->get(), end->getBlock());
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
    Value move =
        createPlacement(rewriter, source ? source : value, moves[next].to);
    placed[value] = move;
    from->set(move);
    if (!firstMove)
      firstMove = move.getDefiningOp();
  }
}

/// The moves that bring each of `from` into `to` of the same position; those of
/// `to` in `fixed` have the same extents in every iteration.
FailureOr<SmallVector<Carried>> pairUp(MutableArrayRef<OpOperand> from,
                                       ValueRange to,
                                       const llvm::DenseSet<Value> &fixed,
                                       SmallVectorImpl<Placement> &expected) {
  SmallVector<Carried> moves;
  for (auto [index, value] : llvm::enumerate(to.take_front(from.size()))) {
    OpOperand &operand = from[index];
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || operand.get() == value || operand.get().getType() != type)
      continue;
    if (operand.get().getDefiningOp<tensor::EmptyOp>()) {
      operand.set(value); // anything will do, also what is there
      continue;
    }
    // An update in place needs no move, if one-shot agrees that it is one.
    if (findPlace(operand) == value) {
      expected.push_back({&operand, value});
    } else if (type.hasStaticShape() || fixed.contains(value)) {
      moves.push_back({&operand, value});
    } else {
      // The extents may be others in the next iteration.
      return operand.getOwner()->emitError("the loop carries value #")
             << index << ", a " << type
             << ", as a new tensor in each iteration whose extents may be "
                "others than before: its buffer cannot be made before the "
                "loop; take its sizes from what is carried in, or give it the "
                "largest and carry them beside it";
    }
  }
  return moves;
}

} // namespace

Value getCarriedTo(OpOperand &use) {
  auto loop = dyn_cast<LoopLikeOpInterface>(use.getOwner()->getParentOp());
  if (!loop)
    return nullptr;
  auto find = [&](MutableArrayRef<OpOperand> from, ValueRange to) {
    for (auto [operand, value] : llvm::zip(from, to))
      if (&operand == &use)
        return value;
    return Value();
  };
  if (auto whileOp = dyn_cast<scf::WhileOp>(loop.getOperation())) {
    Value to = find(whileOp.getConditionOp().getArgsMutable(),
                    whileOp.getBeforeArguments());
    return to ? to
              : find(whileOp.getYieldOp().getResultsMutable(),
                     whileOp.getAfterArguments());
  }
  auto yielded = loop.getYieldedValuesMutable();
  return yielded ? find(*yielded, loop.getRegionIterArgs()) : Value();
}

LogicalResult giveLoopsDestinations(ModuleOp module,
                                    const llvm::DenseSet<Value> &fixedExtents,
                                    SmallVectorImpl<Placement> &expected) {
  IRRewriter rewriter(module.getContext());
  auto carry = [&](MutableArrayRef<OpOperand> from, ValueRange to) {
    FailureOr<SmallVector<Carried>> moves =
        pairUp(from, to, fixedExtents, expected);
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

} // namespace mplan::bufferize_steps
