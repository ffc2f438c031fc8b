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
#include "mplan/Transforms/Stream.h"
#include "mplan/Transforms/TileAndFuse.h"

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

namespace {
/// The steps on one program.
class Shrinker {
public:
  Shrinker(ModuleOp module, const ShrinkOptions &options, Footprint current)
      : current(std::move(current)), module(module), options(options),
        steps(options.maxSteps) {
    module->walk([&](Operation *) { ++numOps; });
  }

  /// What takes no time.
  void shrinkOps();
  /// Tiles where the most is needed.
  void shrinkTiles();
  bool isExhausted() const { return steps <= 0; }

  Footprint current; ///< What the program needs now.

private:
  void tryOnAll(StringRef name, function_ref<void(ModuleOp)> rewrite);
  void reorder();

  ModuleOp module;
  const ShrinkOptions &options;
  int64_t steps, numOps = 0;
};
} // namespace

/// As long as it does not cost bytes: two ops made one can need the operands of
/// both at once.
void Shrinker::tryOnAll(StringRef name, function_ref<void(ModuleOp)> rewrite) {
  OwningOpRef<ModuleOp> copy(module.clone());
  rewrite(*copy);
  // Most programs have nothing for some rewrite to do: nothing to plan again.
  if (OperationEquivalence::isEquivalentTo(
          module, *copy, OperationEquivalence::IgnoreLocations))
    return;
  steps -= numOps;
  FailureOr<Footprint> footprint = computeFootprint(*copy, options.plan);
  if (failed(footprint) || footprint->size > current.size ||
      current.isBelow(*footprint))
    return;
  if (options.remarks)
    emitRemark(module.getLoc(), name) << ": footprint " << current.size
                                      << " to " << footprint->size << " bytes";
  current = std::move(*footprint);
  becomeCopy(module, *copy);
}

void Shrinker::reorder() {
  tryOnAll("ops reordered", [&](ModuleOp op) {
    ScheduleOptions schedule;
    schedule.countReturned = options.plan.ioInArena;
    schedule.plan = options.plan;
    if (options.optimize == Optimize::Size)
      schedule.keep = 4;
    else
      schedule.budget = 2'000'000;
    scheduleBlocks(op, schedule);
  });
}

void Shrinker::shrinkOps() {
  tryOnAll("lists put together in one place",
           [](ModuleOp op) { mergeConcats(op); });
  tryOnAll("elementwise ops fused", [](ModuleOp op) { fuseElementwise(op); });
  tryOnAll("operands overwritten", [](ModuleOp op) { reuseDyingOperands(op); });
  reorder();
}

void Shrinker::shrinkTiles() {
  // What is made again is cheaper in tiles, which can then be finer.
  do
    current = TileSearch(module, options, current, steps).run();
  while (recomputeLateUses(module, options, current, steps));
  LogicalResult tiled = tileAnnotated(module);
  assert(succeeded(tiled) && "what was tried on a copy");
  (void)tiled;
  reorder();
}

/// Marks what computes rows in `module` to be computed element by element with
/// all that only it reads: the search for tiles then makes those coarser that
/// cost nothing, which is quicker than to find those that are needed.
static void markRows(ModuleOp module) {
  module.walk([](tensor::InsertSliceOp insert) {
    Value row = insert.getSource();
    if (auto flat = row.getDefiningOp<tensor::CollapseShapeOp>())
      row = flat.getSrc();
    auto op = row.getDefiningOp<linalg::LinalgOp>();
    if (!op || isSpreadConstant(op) || !op->hasOneUse() ||
        !insert->getParentOfType<scf::ForOp>() || op->hasAttr(kTileAttrName))
      return;
    SmallVector<unsigned> loops = getTileable(op);
    if (loops.empty())
      return;
    SmallVector<int64_t> sizes(op.getNumLoops(), 0);
    sizes[loops.front()] = 1;
    op->setAttr(kTileAttrName, DenseI64ArrayAttr::get(op->getContext(), sizes));
  });
}

/// A copy of `module` that is computed row by row, with what it needs; null if
/// nothing is to be.
static FailureOr<OwningOpRef<ModuleOp>>
makeStreamed(ModuleOp module, const ShrinkOptions &options,
             std::optional<Footprint> &footprint) {
  OwningOpRef<ModuleOp> copy;
  if (options.stream == Streaming::Off || options.optimize != Optimize::Size)
    return copy;
  copy = module.clone();
  // An op of which the next one reads one row is computed with it.
  fuseElementwise(*copy);
  StreamCosts costs;
  costs.countIo = options.plan.ioInArena;
  costs.inputsKept = !options.plan.inputsDie;
  costs.fedRows = options.feed;
  FailureOr<StreamResult> result = stream(*copy, costs, options.remarks);
  if (failed(result))
    return failure();
  markRows(*copy);
  if (result->numSegments != 0)
    if (FailureOr<Footprint> need = computeFootprint(*copy, options.plan);
        succeeded(need)) {
      footprint = std::move(*need);
      return copy;
    }
  if (options.stream == Streaming::On)
    return emitError(module.getLoc(),
                     "nothing is computed row by row, as stream=on wants it: ")
           << (result->numSegments != 0 ? "what becomes of it cannot be planned"
                                        : result->whyNot);
  return OwningOpRef<ModuleOp>();
}

LogicalResult mplan::shrink(ModuleOp module, const ShrinkOptions &options) {
  if (options.optimize == Optimize::None)
    return success();
  if (!bufferize_steps::usesTensors(module)) {
    if (options.feed == 0)
      return success();
    return emitError(module.getLoc(), "feed=")
           << options.feed
           << " is for programs on tensors, and this has none (any more)";
  }
  // What is asked for; all other marks are then ours.
  if (failed(tileAnnotated(module)))
    return failure();
  becomeCopy(module, module);
  std::optional<int64_t> work;
  if (options.remarks)
    work = countWork(module).operations;
  FailureOr<Footprint> current = computeFootprint(module, options.plan);
  if (failed(current))
    return success();
  auto sumUp = [&] {
    if (!work)
      return;
    if (std::optional<int64_t> workNow = countWork(module).operations)
      emitRemark(module.getLoc(), "operations on elements: ")
          << *work << " to " << *workNow;
  };

  // From the program as it is: lists put together have no rows any more.
  std::optional<Footprint> footprint;
  FailureOr<OwningOpRef<ModuleOp>> streamed =
      makeStreamed(module, options, footprint);
  if (failed(streamed))
    return failure();
  Shrinker shrinker(module, options, std::move(*current));
  shrinker.shrinkOps();
  if (options.optimize != Optimize::Size) {
    sumUp();
    return success();
  }
  bool isExhausted = false;
  if (options.stream != Streaming::On) {
    shrinker.shrinkTiles();
    isExhausted = shrinker.isExhausted();
  }
  if (*streamed && !options.isEnough(shrinker.current)) {
    Shrinker rows(**streamed, options, std::move(*footprint));
    rows.shrinkOps();
    rows.shrinkTiles();
    if (options.stream == Streaming::On ||
        rows.current.isBelow(shrinker.current)) {
      if (options.remarks)
        emitRemark(module.getLoc(), "computed row by row: footprint ")
            << shrinker.current.size << " to " << rows.current.size << " bytes";
      shrinker.current = rows.current;
      isExhausted = rows.isExhausted();
      becomeCopy(module, **streamed);
    } else if (options.remarks) {
      emitRemark(module.getLoc(), "not computed row by row, which needs ")
          << rows.current.size << " bytes: footprint " << shrinker.current.size
          << " to " << shrinker.current.size << " bytes";
    }
  }
  sumUp();
  if (options.arenaLimit != 0 && shrinker.current.size > options.arenaLimit)
    emitWarning(module.getLoc(), "the arenas need ")
        << shrinker.current.size << " bytes, more than the limit of "
        << options.arenaLimit
        << (isExhausted ? ": max-steps was too small to try all that could help"
                        : ", and nothing that was tried makes them smaller");
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
    if (feed < 0 || (feed != 0 && (optimize != Optimize::Size ||
                                   stream == Streaming::Off))) {
      emitError(getOperation().getLoc(), "feed=")
          << feed.getValue()
          << " is a number of rows, and means nothing without optimize=size or "
             "with stream=off";
      return signalPassFailure();
    }
    ShrinkOptions options;
    options.optimize = optimize;
    options.feed = feed;
    options.arenaLimit = arenaLimit;
    options.maxSteps = maxSteps;
    options.remarks = remarks;
    options.stream = feed != 0 ? Streaming::On : stream;
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
