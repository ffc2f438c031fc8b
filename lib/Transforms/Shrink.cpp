//===- Shrink.cpp - Lower the peak, by measuring --------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Packing cannot go below the peak, and the peak is made earlier. Rewrites of
// the tensor program that could lower it are tried, each on a copy that is
// planned to the end, and kept if that one needs less.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Shrink.h"

#include "Bufferize/Steps.h"
#include "Shrink/Measure.h"
#include "Shrink/Recompute.h"
#include "Shrink/TileSearch.h"
#include "mplan/Analysis/ElementWork.h"
#include "mplan/Transforms/Fuse.h"
#include "mplan/Transforms/Inplace.h"
#include "mplan/Transforms/MergeConcats.h"
#include "mplan/Transforms/Passes.h"
#include "mplan/Transforms/Schedule.h"

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

namespace mplan {
#define GEN_PASS_DEF_MPLANSHRINKPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

LogicalResult mplan::shrink(ModuleOp module, const ShrinkOptions &options) {
  if (options.optimize == Optimize::None ||
      !bufferize_steps::usesTensors(module))
    return success();
  // What is asked for; all other marks are then ours.
  if (failed(tileAnnotated(module)))
    return failure();
  becomeCopy(module, module);
  std::optional<int64_t> work = countElementOps(module);
  int64_t steps = options.maxSteps;
  int64_t numOps = 0;
  module->walk([&](Operation *) { ++numOps; });
  FailureOr<Footprint> current = computeFootprint(module, options.plan);
  if (failed(current))
    return success();

  // As long as it does not cost bytes: two ops made one can need the operands
  // of both at once.
  auto tryOnAll = [&](StringRef name, function_ref<void(ModuleOp)> rewrite) {
    OwningOpRef<ModuleOp> copy(module.clone());
    rewrite(*copy);
    // Most programs have nothing for some rewrite to do: nothing to plan again.
    if (OperationEquivalence::isEquivalentTo(
            module, *copy, OperationEquivalence::IgnoreLocations))
      return;
    steps -= numOps;
    FailureOr<Footprint> footprint = computeFootprint(*copy, options.plan);
    if (failed(footprint) || footprint->size > current->size ||
        current->isBelow(*footprint))
      return;
    if (options.remarks)
      emitRemark(module.getLoc(), name)
          << ": footprint " << current->size << " to " << footprint->size
          << " bytes";
    current = std::move(footprint);
    becomeCopy(module, *copy);
  };
  auto reorder = [&](ModuleOp op) {
    ScheduleOptions schedule;
    schedule.countReturned = options.plan.ioInArena;
    schedule.plan = options.plan;
    if (options.optimize == Optimize::Size)
      schedule.keep = 4;
    else
      schedule.budget = 2'000'000;
    scheduleBlocks(op, schedule);
  };
  auto sumUp = [&] {
    if (std::optional<int64_t> workNow = countElementOps(module);
        options.remarks && work && workNow)
      emitRemark(module.getLoc(), "operations on elements: ")
          << *work << " to " << *workNow;
  };
  tryOnAll("lists put together in one place",
           [](ModuleOp op) { mergeConcats(op); });
  tryOnAll("elementwise ops fused", [](ModuleOp op) { fuseElementwise(op); });
  tryOnAll("operands overwritten", [](ModuleOp op) { reuseDyingOperands(op); });
  tryOnAll("ops reordered", reorder);
  if (options.optimize != Optimize::Size) {
    sumUp();
    return success();
  }

  // What is made again is cheaper in tiles, which can then be finer.
  do
    current = TileSearch(module, options, *current, steps).run();
  while (recomputeLateUses(module, options, *current, steps));
  LogicalResult tiled = tileAnnotated(module);
  assert(succeeded(tiled) && "what was tried on a copy");
  (void)tiled;
  tryOnAll("ops reordered", reorder);
  sumUp();
  if (options.arenaLimit != 0 && current->size > options.arenaLimit)
    emitWarning(module.getLoc(), "the arenas need ")
        << current->size << " bytes, more than the limit of "
        << options.arenaLimit
        << (steps > 0 ? ", and nothing that was tried makes them smaller"
                      : ": max-steps was too small to try all that could help");
  return success();
}

namespace {
struct MplanShrinkPass : mplan::impl::MplanShrinkPassBase<MplanShrinkPass> {
  using Base::Base;

  /// True if the option `name` is its second value, false if its first.
  FailureOr<bool> isSecond(StringRef name, StringRef value, StringRef first,
                           StringRef second) {
    if (value == first || value == second)
      return value == second;
    return emitError(getOperation().getLoc(), "unknown '")
           << name << "' option '" << value << "': it is one of " << first
           << " and " << second;
  }

  void runOnOperation() override {
    FailureOr<bool> ioInArena = isSecond("io", io, "pointers", "arena");
    FailureOr<bool> inputsDie = isSecond("inputs", inputs, "kept", "dies");
    FailureOr<bool> heap =
        isSecond("on-unbounded", onUnbounded, "error", "heap");
    FailureOr<bool> sequential =
        isSecond("parallel", parallel, "iterations", "sequential");
    FailureOr<bool> stateInArena = isSecond("state", state, "global", "arena");
    if (failed(ioInArena) || failed(inputsDie) || failed(heap) ||
        failed(sequential) || failed(stateInArena))
      return signalPassFailure();
    if (bufferAlignment < 0 || arenaLimit < 0 || maxSteps < 0) {
      emitError(getOperation().getLoc(),
                "buffer-alignment, arena-limit and max-steps cannot be "
                "negative");
      return signalPassFailure();
    }
    if (arenaLimit != 0 && optimize != Optimize::Size) {
      emitError(getOperation().getLoc(),
                "arena-limit means nothing without optimize=size");
      return signalPassFailure();
    }
    ShrinkOptions options;
    options.optimize = optimize;
    options.arenaLimit = arenaLimit;
    options.maxSteps = maxSteps;
    options.remarks = remarks;
    options.plan.ioInArena = *ioInArena;
    options.plan.inputsDie = *inputsDie;
    options.plan.bufferAlignment = bufferAlignment;
    options.plan.sequential = *sequential;
    options.plan.allocate.onUnbounded =
        *heap ? OnUnbounded::Heap : OnUnbounded::Error;
    options.plan.allocate.stateInArena = *stateInArena;
    if (failed(shrink(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
