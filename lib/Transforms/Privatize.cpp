//===- Privatize.cpp - Buffers made in parallel loops ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer made in a parallel loop exists once for each iteration that runs,
// and a plan knows one address for it. So either each iteration gets its part
// of a buffer made before the loop, or there is one iteration at a time.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Privatize.h"

#include "Privatize/Steps.h"
#include "mplan/Analysis/Allocations.h"
#include "mplan/Analysis/CallOrder.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANPRIVATIZEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;
using namespace mplan::privatize_steps;

/// The allocations of `function` that stand in parallel loops.
static SmallVector<Operation *>
findParallelAllocations(FunctionOpInterface function) {
  SmallVector<Operation *> found;
  function.getFunctionBody().walk([&](Operation *op) {
    if (isPlannable(op) && getEnclosingParallelOp(op))
      found.push_back(op);
  });
  return found;
}

/// Makes every parallel loop sequential that makes buffers, itself or by a
/// call.
static LogicalResult makeLoopsSequential(const CallOrder &order) {
  llvm::SmallPtrSet<Operation *, 8> allocating;
  for (auto &[op, calls] : order) {
    auto function = cast<FunctionOpInterface>(op);
    SmallVector<Operation *> makers = findParallelAllocations(function);
    bool allocates = hasPlannable(function);
    for (const CallSite &site : calls) {
      if (!allocating.contains(site.callee))
        continue;
      allocates = true;
      makers.push_back(site.call);
    }
    if (allocates)
      allocating.insert(op);
    for (Operation *maker : makers)
      while (Operation *loop = getEnclosingParallelOp(maker))
        if (failed(makeSequential(loop)))
          return failure();
  }
  return success();
}

LogicalResult mplan::privatizeBuffers(ModuleOp module,
                                      const PrivatizeOptions &options) {
  bool hasParallelLoops = module
                              .walk([](Operation *op) {
                                return isParallelLoop(op)
                                           ? WalkResult::interrupt()
                                           : WalkResult::advance();
                              })
                              .wasInterrupted();
  if (!hasParallelLoops)
    return success();
  SymbolTableCollection symbols;
  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order))
    return failure();
  if (options.sequential)
    return makeLoopsSequential(*order);
  BufferUseAnalysis analysis(symbols);
  for (auto &[op, calls] : *order)
    for (Operation *alloc :
         findParallelAllocations(cast<FunctionOpInterface>(op)))
      if (failed(makePartPerIteration(alloc, analysis)))
        return failure();
  return success();
}

namespace {
struct MplanPrivatizePass
    : mplan::impl::MplanPrivatizePassBase<MplanPrivatizePass> {
  using Base::Base;

  void runOnOperation() override {
    PrivatizeOptions options;
    options.sequential = parallel.getValue() == "sequential";
    if (!options.sequential && parallel.getValue() != "iterations") {
      emitError(getOperation().getLoc(), "unknown 'parallel' option '")
          << parallel.getValue() << "': it is one of iterations and sequential";
      return signalPassFailure();
    }
    if (failed(privatizeBuffers(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
