//===- Schedule.cpp - Ops in an order of few live bytes -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs while there are tensors: then nothing but values and effects binds an
// operation to its place.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Schedule.h"

#include "mplan/Analysis/BlockOrder.h"
#include "mplan/Analysis/CallOrder.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANSCHEDULEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

/// Is there anything to order?
static bool hasTensors(Block &block) {
  return mayHaveSSADominance(*block.getParent()) &&
         llvm::any_of(block, [](Operation &op) {
           return llvm::any_of(op.getResultTypes(), llvm::IsaPred<TensorType>);
         });
}

/// "'main'", "'main', block 2", "a block of 'scf.for'".
static std::string describe(Block &block) {
  Operation *parent = block.getParentOp();
  std::string text;
  if (auto function = dyn_cast<FunctionOpInterface>(parent))
    text = ("'" + function.getName() + "'").str();
  else
    text = ("a block of '" + parent->getName().getStringRef() + "'").str();
  if (!block.getParent()->hasOneBlock())
    text += ", block " + std::to_string(std::distance(
                             block.getParent()->begin(), block.getIterator()));
  return text;
}

static void emitRemark(Block &block, const BlockOrders &found) {
  mlir::emitRemark(block.getParentOp()->getLoc())
      << describe(block) << ": at most " << found.orders.front().peak
      << " bytes alive, " << found.given << " in the order given; at least "
      << found.bound << (found.isOptimal() ? " (optimal, " : " (not proved, ")
      << found.steps << " steps, " << found.states << " states)";
}

static void scheduleBlock(Block &block, const BlockOrderOptions &options,
                          bool remarks) {
  BlockOrderRefusal refusal;
  FailureOr<BlockOrders> found = findOrders(block, options, &refusal);
  if (failed(found)) {
    if (!remarks)
      return;
    InFlightDiagnostic diag = mlir::emitRemark(block.getParentOp()->getLoc());
    diag << describe(block) << " keeps its order: " << refusal.reason;
    if (refusal.value)
      diag.attachNote(refusal.value.getLoc()) << "here";
    return;
  }
  const BlockOrder &best = found->orders.front();
  if (best.peak < found->given)
    applyOrder(block, best);
  if (remarks)
    emitRemark(block, *found);
}

/// Plans the orders found, each in a copy of the module, and takes the one that
/// needs less than `current`, if any.
static void scheduleJointly(ModuleOp module, Block &block,
                            const BlockOrderOptions &options,
                            const PlanSettings &plan, bool remarks,
                            Footprint &current) {
  FailureOr<BlockOrders> found = findOrders(block, options);
  if (failed(found))
    return;
  auto isSmaller = [](const Footprint &one, const Footprint &other) {
    return std::tie(one.size, one.peak) < std::tie(other.size, other.peak);
  };
  const int64_t before = current.size;
  const BlockOrder *best = nullptr;
  for (const BlockOrder &order : found->orders) {
    IRMapping copies;
    OwningOpRef<ModuleOp> copy(cast<ModuleOp>(module->clone(copies)));
    applyOrder(*copies.lookup(&block), order);
    FailureOr<Footprint> footprint = takeFootprint(std::move(copy), plan);
    if (failed(footprint) || !isSmaller(*footprint, current))
      continue;
    current = std::move(*footprint);
    best = &order;
  }
  if (best)
    applyOrder(block, *best);
  if (remarks)
    mlir::emitRemark(block.getParentOp()->getLoc())
        << describe(block) << ": footprint " << current.size << " bytes, "
        << before << " in the order given; " << found->orders.size()
        << " orders planned";
}

static void shuffleBlock(Block &block, const BlockOrderOptions &options,
                         uint64_t seed) {
  FailureOr<BlockOrder> order = findShuffledOrder(block, seed, options);
  if (succeeded(order))
    applyOrder(block, *order);
}

void mplan::scheduleBlocks(ModuleOp module, const ScheduleOptions &options) {
  SymbolTableCollection symbols;
  SizeBounds bounds(symbols);
  BlockOrderOptions order;
  order.budget = options.budget;
  order.countReturned = options.countReturned;
  order.argumentsDie = options.plan.ioInArena && options.plan.inputsDie;
  {
    // Bounds go through calls, which must come to an end. What is wrong with
    // those is for others to say.
    ScopedDiagnosticHandler quiet(module.getContext(),
                                  [](Diagnostic &) { return success(); });
    if (succeeded(computeCallOrder(module, symbols)))
      order.bounds = &bounds;
  }
  // Ops only change places, so bounds that are known stay right. Inner blocks
  // first: what they need is part of what their op needs.
  std::optional<Footprint> current;
  if (options.keep > 1) {
    FailureOr<Footprint> given = computeFootprint(module, options.plan);
    if (succeeded(given)) {
      current = std::move(*given);
      order.keep = options.keep;
      order.countReturned = options.plan.ioInArena;
    }
  }
  module.walk([&](Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (hasTensors(block)) {
          if (options.shuffle)
            shuffleBlock(block, order, *options.shuffle);
          else if (current)
            scheduleJointly(module, block, order, options.plan, options.remarks,
                            *current);
          else
            scheduleBlock(block, order, options.remarks);
        }
  });
}

namespace {
struct MplanSchedulePass
    : mplan::impl::MplanSchedulePassBase<MplanSchedulePass> {
  using Base::Base;

  void runOnOperation() override {
    ScheduleOptions options;
    options.budget = budget;
    options.countReturned = countReturned;
    options.remarks = remarks;
    options.keep = std::max<int64_t>(keep, 1);
    if (shuffle >= 0)
      options.shuffle = shuffle;
    scheduleBlocks(getOperation(), options);
  }
};
} // namespace
