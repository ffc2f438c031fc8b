//===- Recompute.cpp - Values made again at a late use --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Recompute.h"

#include "Measure.h"
#include "NumberedOps.h"
#include "mplan/Analysis/FusionGroup.h"
#include "mplan/Transforms/Inplace.h"
#include "mplan/Transforms/TileAndFuse.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mplan;

/// How many ops there may be for one element of a value that is made twice: a
/// conversion, a scale and an offset, a clamp. A function of `math` is many.
static constexpr size_t maxOpsPerElement = 6;

static bool isCheapBody(Block &body) {
  return body.getOperations().size() - 1 <= maxOpsPerElement &&
         llvm::none_of(body, [](Operation &op) {
           return isa<math::MathDialect>(op.getDialect());
         });
}

/// True if `op` could be made again: it computes each element from a few others
/// by a few ops, in a tensor of its own.
static bool isCheap(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getDpsInits().front().getDefiningOp<tensor::EmptyOp>() &&
         hasPureBody(op) && isCheapBody(*op.getBlock()) &&
         !op->hasAttr(kTileAttrName);
}

/// A value that could be made again for its uses after an op of its block.
namespace {
struct Candidate {
  linalg::LinalgOp op;
  Operation *peak;
};
} // namespace

/// The user of `op` in its block, or what holds it there, that comes first
/// after `peak`; null if there is none.
static Operation *findFirstLateUser(Operation *op, Operation *peak) {
  Operation *first = nullptr;
  for (Operation *user : op->getUsers()) {
    Operation *inBlock = op->getBlock()->findAncestorOpInBlock(*user);
    if (inBlock && peak->isBeforeInBlock(inBlock) &&
        (!first || inBlock->isBeforeInBlock(first)))
      first = inBlock;
  }
  return first;
}

/// Values made before `peak` and used after it, in all blocks around it.
static SmallVector<Candidate> findCandidates(Operation *peak) {
  SmallVector<Candidate> candidates;
  for (; peak && peak->getBlock(); peak = peak->getParentOp())
    for (Operation &op : *peak->getBlock()) {
      if (&op == peak)
        break;
      auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      if (linalgOp && isCheap(linalgOp) && !op.hasOneUse() &&
          findFirstLateUser(&op, peak))
        candidates.push_back({linalgOp, peak});
    }
  return candidates;
}

/// Makes the value of `op` again for all uses after `peak`. Nothing is read
/// that was not there: values do not change, and what `op` is made from
/// dominates it, and so what comes after it in its block.
static void makeAgain(Operation *op, Operation *peak) {
  Operation *first = findFirstLateUser(op, peak);
  OpBuilder builder(first);
  Operation *again = builder.clone(*op);
  op->getResult(0).replaceUsesWithIf(again->getResult(0), [&](OpOperand &use) {
    Operation *user = op->getBlock()->findAncestorOpInBlock(*use.getOwner());
    return user && user != again && peak->isBeforeInBlock(user);
  });
  if (op->use_empty())
    op->erase();
}

/// True if some value is used twice and could be made twice.
static bool hasCheapValue(ModuleOp module) {
  return module
      .walk([](linalg::LinalgOp op) {
        return isCheap(op) && !op->use_empty() && !op->hasOneUse()
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Finds the op at the peak, and what is made before and used after it.
static SmallVector<Candidate>
findCandidates(ModuleOp module, const ShrinkOptions &options, int64_t &steps) {
  NumberedOps numbers(module);
  FailureOr<Footprint> footprint =
      measureTiled(module.clone(), options.plan, steps);
  if (failed(footprint) || !footprint->where)
    return {};
  return findCandidates(numbers.find(*footprint->where));
}

/// Takes the step that lowers the need the most. False if there is none.
static bool takeStep(ModuleOp module, const ShrinkOptions &options,
                     Footprint &current, int64_t &steps) {
  OwningOpRef<ModuleOp> best;
  std::optional<Location> place;
  Footprint bestFootprint = current;
  for (auto [op, peak] : findCandidates(module, options, steps)) {
    if (steps <= 0)
      break;
    IRMapping mapping;
    OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(mapping)));
    linalg::LinalgOp candidate = op;
    makeAgain(mapping.lookup(candidate.getOperation()), mapping.lookup(peak));
    // A value that is not needed later can be overwritten.
    reuseDyingOperands(*copy);
    FailureOr<Footprint> footprint =
        measureTiled(copy->clone(), options.plan, steps);
    if (failed(footprint) || !footprint->isBelow(bestFootprint))
      continue;
    bestFootprint = std::move(*footprint);
    best = std::move(copy);
    place = candidate->getLoc();
  }
  if (!best)
    return false;
  if (options.remarks)
    emitRemark(*place, "made again where it is used late: footprint ")
        << current.size << " to " << bestFootprint.size << " bytes";
  becomeCopy(module, *best);
  current = std::move(bestFootprint);
  return true;
}

bool mplan::recomputeLateUses(ModuleOp module, const ShrinkOptions &options,
                              Footprint &current, int64_t &steps) {
  bool changed = false;
  while (steps > 0 && !options.isEnough(current) && hasCheapValue(module) &&
         takeStep(module, options, current, steps))
    changed = true;
  return changed;
}
