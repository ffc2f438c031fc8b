//===- Iterations.cpp - A part of a buffer for each iteration -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations are numbered over all parallel loops around an allocation, the
// innermost fastest, by the loops' own indices. A number is never given twice,
// and is below the product of the loops' (largest) numbers of iterations: so
// no two iterations that may run at once get the same bytes. An iteration that
// makes its buffer several times, in a sequential loop, uses its part again, as
// the buffer does not outlive its turn.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "../BytesView.h"
#include "mplan/Analysis/Allocations.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;
using Variable = ValueBoundsConstraintSet::Variable;

namespace {
/// One index of a parallel loop. It is `lower` and a multiple of `step`, which
/// is positive, more; there are at most `count` of them.
struct Dimension {
  Value index;
  AffineMap lower; ///< Of one result.
  SmallVector<OpFoldResult> lowerOperands;
  int64_t step = 1;
  int64_t count = 0;
};
} // namespace

/// The largest number of indices from `lower` up to and without `upper`; none
/// if there is no constant bound.
static std::optional<int64_t>
countIndices(const Variable &lower, const Variable &upper, int64_t step) {
  MLIRContext *context = lower.getContext();
  auto difference = AffineMap::get(
      2, 0, getAffineDimExpr(0, context) - getAffineDimExpr(1, context));
  FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
      presburger::BoundType::UB, Variable(difference, {upper, lower}),
      /*stopCondition=*/nullptr, /*closedUB=*/true);
  if (failed(bound))
    return std::nullopt;
  return *bound <= 0 ? 0 : llvm::divideCeil(*bound, step);
}

/// Adds the dimensions of a loop whose interface tells them.
static LogicalResult addDimensions(LoopLikeOpInterface loop, SizeBounds &bounds,
                                   SmallVectorImpl<Dimension> &dimensions) {
  auto indices = loop.getLoopInductionVars();
  auto lowers = loop.getLoopLowerBounds(), uppers = loop.getLoopUpperBounds(),
       steps = loop.getLoopSteps();
  if (!indices || !lowers || !uppers || !steps)
    return failure();
  for (auto [index, lower, upper, step] :
       llvm::zip_equal(*indices, *lowers, *uppers, *steps)) {
    Dimension dimension;
    dimension.index = index;
    dimension.lower = AffineMap::getMultiDimIdentityMap(1, loop.getContext());
    dimension.lowerOperands = {lower};
    dimension.step = getConstantIntValue(step).value_or(0);
    if (dimension.step <= 0)
      return failure();
    std::optional<int64_t> count =
        countIndices(Variable(lower), Variable(upper), dimension.step);
    if (!count) {
      // Some bounds only we know, but not of differences.
      std::optional<int64_t> first = getConstantIntValue(lower);
      auto last = dyn_cast<Value>(upper);
      SizeRange range = last ? bounds.getRange(last) : SizeRange();
      int64_t difference;
      if (!first || !range.upper ||
          llvm::SubOverflow(*range.upper, *first, difference))
        return failure();
      count =
          difference <= 0 ? 0 : llvm::divideCeil(difference, dimension.step);
    }
    dimension.count = *count;
    dimensions.push_back(dimension);
  }
  return success();
}

/// The same for `affine.parallel`, whose bounds are maps. Where a bound is the
/// largest or smallest of several, each of these gives a bound on the count.
static LogicalResult addDimensions(affine::AffineParallelOp loop,
                                   SmallVectorImpl<Dimension> &dimensions) {
  for (auto [i, index] : llvm::enumerate(loop.getIVs())) {
    Dimension best;
    best.index = index;
    best.step = loop.getSteps()[i];
    bool isBounded = false;
    for (AffineExpr lower : loop.getLowerBoundMap(i).getResults()) {
      for (AffineExpr upper : loop.getUpperBoundMap(i).getResults()) {
        AffineMap lowerMap = loop.getLowerBoundMap(i),
                  upperMap = loop.getUpperBoundMap(i);
        lowerMap = AffineMap::get(lowerMap.getNumDims(),
                                  lowerMap.getNumSymbols(), lower);
        upperMap = AffineMap::get(upperMap.getNumDims(),
                                  upperMap.getNumSymbols(), upper);
        ValueRange lowerOperands = loop.getLowerBoundsOperands();
        ValueRange upperOperands = loop.getUpperBoundsOperands();
        std::optional<int64_t> count =
            countIndices(Variable(lowerMap, lowerOperands),
                         Variable(upperMap, upperOperands), best.step);
        if (!count || (isBounded && *count >= best.count))
          continue;
        isBounded = true;
        best.count = *count;
        best.lower = lowerMap;
        best.lowerOperands = getAsOpFoldResult(lowerOperands);
      }
    }
    if (!isBounded)
      return failure();
    dimensions.push_back(std::move(best));
  }
  return success();
}

/// The dimensions of the parallel loops around `alloc`, the outermost first;
/// `outermost` is set to the loop.
static FailureOr<SmallVector<Dimension>>
getDimensions(Operation *alloc, SizeBounds &bounds, Operation *&outermost) {
  SmallVector<Operation *> loops;
  for (Operation *loop = getEnclosingParallelOp(alloc); loop;
       loop = getEnclosingParallelOp(loop))
    loops.push_back(loop);
  SmallVector<Dimension> dimensions;
  for (Operation *loop : llvm::reverse(loops)) {
    LogicalResult added = failure();
    if (auto affineLoop = dyn_cast<affine::AffineParallelOp>(loop))
      added = addDimensions(affineLoop, dimensions);
    else if (auto loopLike = dyn_cast<LoopLikeOpInterface>(loop))
      added = addDimensions(loopLike, bounds, dimensions);
    if (failed(added))
      return failure();
  }
  outermost = loops.back();
  return dimensions;
}

/// True if what `dealloc` releases is `buffer` and nothing else.
static bool releasesOnly(Operation *dealloc, Value buffer) {
  auto op = dyn_cast<memref::DeallocOp>(dealloc);
  Value released = op ? op.getMemref() : Value();
  while (released && released != buffer) {
    auto view = released.getDefiningOp<ViewLikeOpInterface>();
    released = view ? view.getViewSource() : Value();
  }
  return static_cast<bool>(released);
}

/// Makes the buffer for all iterations: `bytes` bytes at `alignment`, with what
/// was asked of the place of `alloc`. A fixed offset is that of the first part.
static Value createBuffer(OpBuilder &builder, Operation *alloc, int64_t bytes,
                          int64_t alignment) {
  auto old = cast<MemRefType>(alloc->getResult(0).getType());
  auto type =
      MemRefType::get({bytes}, builder.getI8Type(), MemRefLayoutAttrInterface{},
                      old.getMemorySpace());
  Operation *buffer;
  if (auto planned = dyn_cast<AllocOp>(alloc))
    buffer = AllocOp::create(
        builder, alloc->getLoc(), type, planned.getArenaAttr(),
        builder.getI64IntegerAttr(alignment), planned.getOffsetAttr(),
        /*role=*/nullptr, /*argument=*/nullptr, /*result_number=*/nullptr);
  else
    buffer = memref::AllocOp::create(builder, alloc->getLoc(), type,
                                     builder.getI64IntegerAttr(alignment));
  buffer->setDiscardableAttrs(alloc->getDiscardableAttrDictionary());
  return buffer->getResult(0);
}

/// The byte at which the part of this iteration begins, if parts are `stride`
/// bytes apart.
static Value createOffset(OpBuilder &builder, Location loc,
                          ArrayRef<Dimension> dimensions, int64_t stride) {
  AffineExpr sum = builder.getAffineConstantExpr(0);
  SmallVector<OpFoldResult> operands;
  int64_t weight = stride;
  for (const Dimension &dimension : llvm::reverse(dimensions)) {
    OpFoldResult lower = affine::makeComposedFoldedAffineApply(
        builder, loc, dimension.lower, dimension.lowerOperands);
    AffineExpr index = builder.getAffineDimExpr(operands.size()) -
                       builder.getAffineDimExpr(operands.size() + 1);
    operands.append({dimension.index, lower});
    sum = sum + index.floorDiv(dimension.step) * weight;
    weight *= dimension.count;
  }
  return getValueOrCreateConstantIndexOp(
      builder, loc,
      affine::makeComposedFoldedAffineApply(
          builder, loc, AffineMap::get(operands.size(), 0, sum), operands));
}

LogicalResult
mplan::privatize_steps::makePartPerIteration(Operation *alloc,
                                             BufferUseAnalysis &analysis) {
  Value buffer = alloc->getResult(0);
  auto type = cast<MemRefType>(buffer.getType());
  DataLayout layout = DataLayout::closest(alloc);
  // The last one's answers may be of IR that is gone.
  SizeBounds bounds(analysis.getSymbols());
  std::optional<MemRefType> largest = getLargestType(alloc, bounds);
  if (!largest)
    return success();
  FailureOr<int64_t> size = getBufferBytes(*largest, layout);
  if (failed(size))
    return success();
  BufferUses uses = analysis.getUses(buffer);
  Operation *parallel = getEnclosingParallelOp(alloc);
  if (uses.refusal || uses.returned ||
      !parallel->isAncestor(uses.home->getParentOp()) ||
      !llvm::all_of(uses.deallocs, [&](Operation *dealloc) {
        return releasesOnly(dealloc, buffer);
      }))
    return success();
  Operation *outermost = nullptr;
  FailureOr<SmallVector<Dimension>> dimensions =
      getDimensions(alloc, bounds, outermost);
  if (failed(dimensions))
    return success();

  int64_t alignment =
      std::max({getNaturalAlignment(type, layout), uses.assumedAlignment,
                getPlaceRequest(alloc).alignment});

  // An empty buffer has an empty part, wherever.
  int64_t stride, total;
  bool overflows = llvm::AddOverflow(*size, alignment - 1, stride);
  total = stride = stride / alignment * alignment;
  for (const Dimension &dimension : *dimensions)
    overflows |= llvm::MulOverflow(total, dimension.count, total);
  if (overflows) {
    InFlightDiagnostic diag = emitError(alloc->getLoc(), "'")
                              << alloc->getName() << "' makes a buffer of "
                              << *size
                              << " bytes in each iteration of parallel loops (";
    llvm::interleave(
        *dimensions,
        [&](const Dimension &dimension) { diag << dimension.count; },
        [&] { diag << " x "; });
    diag << " iterations): together more bytes than 64 bits can count; make "
            "the loops sequential ('mplan-privatize{parallel=sequential}')";
    return diag;
  }

  OpBuilder builder(outermost);
  Value bytes = createBuffer(builder, alloc, total, alignment);
  // What ended with each iteration ends with the loop.
  if (!uses.deallocs.empty() || isa<memref::AllocaOp>(alloc)) {
    builder.setInsertionPointAfter(outermost);
    memref::DeallocOp::create(builder, alloc->getLoc(), bytes);
  }
  builder.setInsertionPoint(alloc);
  Value offset = createOffset(builder, alloc->getLoc(), *dimensions, stride);
  // A type with dynamic extents has the identity layout: no other operands.
  ValueRange sizes =
      type.hasStaticShape() ? ValueRange() : ValueRange(alloc->getOperands());
  alloc->replaceAllUsesWith(ValueRange{
      createBytesView(builder, alloc->getLoc(), type, bytes, offset, sizes)});
  for (Operation *dealloc : uses.deallocs)
    dealloc->erase();
  alloc->erase();
  return success();
}
