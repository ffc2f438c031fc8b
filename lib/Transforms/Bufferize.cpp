//===- Bufferize.cpp - Tensors to memrefs ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One-Shot Bufferize with what a planner needs around it: the interface's
// arguments are left alone, results are computed in the caller's buffers, and
// loops and branches in places that exist before them, so that no buffer is
// made whose address would depend on how the program runs. The steps are in
// the folder of the same name.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Bufferize.h"

#include "Bufferize/Steps.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotModuleBufferize.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANBUFFERIZEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan::bufferize_steps;
using bufferization::BufferizationDialect;
using bufferization::OneShotBufferizationOptions;

static OneShotBufferizationOptions
makeOneShotOptions(const mplan::BufferizeOptions &options) {
  OneShotBufferizationOptions oneShot;
  oneShot.bufferizeFunctionBoundaries = true;
  oneShot.setFunctionBoundaryTypeConversion(
      bufferization::LayoutMapOption::IdentityLayoutMap);
  // Inside the module any layout will do, and for results too, for they are
  // dropped in the end. Arguments of the interface say themselves that they
  // have none; functions without a body are not ours.
  oneShot.functionArgTypeConverterFn =
      [](bufferization::TensorLikeType type, Attribute memorySpace,
         func::FuncOp func, const bufferization::BufferizationOptions &) {
        auto tensor = cast<TensorType>(type);
        BaseMemRefType buffer =
            func.isExternal()
                ? bufferization::getMemRefTypeWithStaticIdentityLayout(
                      tensor, memorySpace)
                : bufferization::getMemRefTypeWithFullyDynamicLayout(
                      tensor, memorySpace);
        return cast<bufferization::BufferLikeType>(buffer);
      };
  oneShot.bufferAlignment = options.bufferAlignment;
  if (options.allocationFn)
    oneShot.allocationFn = options.allocationFn;
  if (options.memorySpaceFn)
    oneShot.defaultMemorySpaceFn = options.memorySpaceFn;
  return oneShot;
}

/// Marks the interface's arguments that are not the module's to write. Returns
/// those that are, by their owner's word: One-Shot removes the attribute.
static SmallVector<std::pair<func::FuncOp, unsigned>>
protectArguments(ModuleOp module) {
  SmallVector<std::pair<func::FuncOp, unsigned>> writable;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || !func.isPublic())
      continue;
    for (auto [number, type] : llvm::enumerate(func.getArgumentTypes())) {
      if (!isa<TensorType>(type))
        continue;
      auto attribute = func.getArgAttrOfType<BoolAttr>(
          number, BufferizationDialect::kWritableAttrName);
      if (attribute && attribute.getValue())
        writable.emplace_back(func, number);
      else
        func.setArgAttr(number, BufferizationDialect::kWritableAttrName,
                        BoolAttr::get(func.getContext(), false));
    }
  }
  return writable;
}

/// Asks for buffers without layout for the arguments of the interface.
static void fixLayouts(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || !func.isPublic())
      continue;
    for (auto [number, type] : llvm::enumerate(func.getArgumentTypes())) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      if (tensor &&
          !func.getArgAttr(number, BufferizationDialect::kBufferLayoutAttrName))
        func.setArgAttr(number, BufferizationDialect::kBufferLayoutAttrName,
                        AffineMapAttr::get(AffineMap::getMultiDimIdentityMap(
                            tensor.getRank(), func.getContext())));
    }
  }
}

/// Gives one-shot, which found no solution, a program for which there is one.
/// Every step before kept the meaning of the tensor program, and so will the
/// rest, whatever the analysis decides. What it can do is to find no solution,
/// since a copy into a destination is not its to move: then these take their
/// values from temporaries, in the functions with an operation at a location in
/// `blamed`, or else in all. Fails if they all do already.
static LogicalResult
decoupleBlamed(ModuleOp module, ArrayRef<Location> blamed,
               SmallVectorImpl<Placement> &expected,
               llvm::SmallSetVector<func::FuncOp, 4> &decoupled) {
  SmallVector<func::FuncOp> left, found;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (func.isExternal() || decoupled.contains(func))
      continue;
    left.push_back(func);
    if (func.walk([&](Operation *op) {
              return llvm::is_contained(blamed, op->getLoc())
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            })
            .wasInterrupted())
      found.push_back(func);
  }
  if (left.empty())
    return failure();
  for (func::FuncOp func : found.empty() ? left : found) {
    decoupled.insert(func);
    SmallVector<Placement> own, others;
    for (const Placement &placement : expected)
      (func->isAncestor(placement.use->getOwner()) ? own : others)
          .push_back(placement);
    enforcePlacements(own, /*state=*/nullptr);
    expected.assign(others);
    decouplePlacements(func);
  }
  return success();
}

LogicalResult mplan::bufferize(ModuleOp module,
                               const BufferizeOptions &options) {
  if (!usesTensors(module)) {
    expandStridedCopies(module);
    return success();
  }
  // Before anything is changed, what would be refused later.
  if (failed(checkDense(module)) || failed(checkReshapes(module)) ||
      failed(checkReferences(module)) || failed(orderCalleesFirst(module)) ||
      failed(checkResults(module)) || failed(checkPlaces(module)))
    return failure();
  if (failed(liftControlFlow(module)) || failed(prepareCalls(module)) ||
      failed(lowerGlobals(module)))
    return failure();
  pairWhileLoops(module);
  FailureOr<SmallVector<func::FuncOp>> functions = orderCalleesFirst(module);
  if (failed(functions))
    return failure();

  // On memrefs it would be writes that nobody reads, which do not fold away.
  IRRewriter rewriter(module.getContext());
  (void)runRegionDCE(rewriter, module->getRegions());
  convertToDestinationStyle(module);
  if (failed(checkBufferizable(module)))
    return failure();
  copyTensorsOfMovingSlices(module);
  rematerializeInits(module);
  module.walk([](Operation *op) { noteEmptyTensors(op); });
  protectArgumentsOfCallees(module);
  llvm::DenseSet<Value> fixedExtents = findFixedExtents(module);
  // The positions of arguments do not change: out-params come after them.
  auto writable = protectArguments(module);
  SmallVector<Placement> expected;
  lowerPlaces(module, expected);
  FailureOr<SmallVector<OutParams>> outParams =
      makeOutParams(module, *functions, expected);
  if (failed(outParams))
    return failure();
  fixLayouts(module);
  giveReshapedSlicesDestinations(module);
  giveBranchesDestinations(module, expected);
  if (failed(giveLoopsDestinations(module, fixedExtents, expected)))
    return failure();

  assert(succeeded(verify(module)) && "steps broke the tensor program");
  OneShotBufferizationOptions oneShot = makeOneShotOptions(options);
  OneShotBufferizationOptions analysisOnly = oneShot;
  analysisOnly.allowReturnAllocsFromLoops = true;
  std::optional<bufferization::OneShotAnalysisState> state;
  llvm::SmallSetVector<func::FuncOp, 4> decoupled;
  auto analyze = [&](const OneShotBufferizationOptions &analysisOptions) {
    while (true) {
      SmallVector<Location> blamed;
      {
        // An attempt that another can follow makes no errors.
        ScopedDiagnosticHandler quiet(module.getContext(), [&](Diagnostic &d) {
          blamed.push_back(d.getLocation());
          return success();
        });
        state.emplace(module, analysisOptions);
        if (succeeded(bufferization::analyzeModuleOp(module, *state)))
          return success();
      }
      if (failed(decoupleBlamed(module, blamed, expected, decoupled))) {
        state.emplace(module, analysisOptions);
        return bufferization::analyzeModuleOp(module, *state);
      }
    }
  };
  if (failed(analyze(analysisOnly)) ||
      failed(bufferization::eliminateEmptyTensors(rewriter, module, *state)))
    return failure();
  mergeEqualSlices(module);
  if (!expected.empty()) {
    if (failed(analyze(analysisOnly)))
      return failure();
    enforcePlacements(expected, &*state);
  }
  if (failed(separateMemorySpaces(module, oneShot)))
    return failure();
  if (options.beforeBufferization &&
      failed(options.beforeBufferization(module)))
    return failure();

  // As `runOneShotModuleBufferize` does it.
  if (failed(analyze(oneShot)))
    return failure();
  forgetEmptyTensors(module);
  bufferization::BufferizationState bufferizationState;
  if (failed(bufferization::insertTensorCopies(module, *state,
                                               bufferizationState)))
    return failure();
  {
    HiddenInitialValues hidden(module);
    if (failed(bufferization::bufferizeModuleOp(module, oneShot,
                                                bufferizationState)))
      return failure();
  }
  if (failed(dropResults(module, *outParams)))
    return failure();
  for (auto [func, number] : writable)
    func.setArgAttr(number, BufferizationDialect::kWritableAttrName,
                    BoolAttr::get(module.getContext(), true));
  cleanUp(module);
  expandStridedCopies(module);
  return success();
}

namespace {
struct MplanBufferizePass
    : mplan::impl::MplanBufferizePassBase<MplanBufferizePass> {
  using Base::Base;
  void runOnOperation() override {
    if (bufferAlignment < 0 ||
        (bufferAlignment > 0 && !llvm::isPowerOf2_64(bufferAlignment))) {
      emitError(getOperation().getLoc(),
                "buffer-alignment must be 0 or a power of two, "
                "got ")
          << bufferAlignment.getValue();
      return signalPassFailure();
    }
    mplan::BufferizeOptions options;
    options.bufferAlignment = bufferAlignment;
    if (failed(mplan::bufferize(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
