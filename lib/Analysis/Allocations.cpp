//===- Allocations.cpp - What there is to plan ----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns operations into plain facts about buffers, or into errors.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/Allocations.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"

using namespace mlir;
using namespace mplan;

bool mplan::isPlannable(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp, AllocOp>(op);
}

/// True for an operation on tensors that becomes an allocation.
static bool allocatesTensor(Operation *op) {
  auto interface = dyn_cast<bufferization::BufferizableOpInterface>(op);
  return interface && llvm::any_of(op->getResults(), [&](OpResult result) {
           return isa<TensorType>(result.getType()) &&
                  interface.bufferizesToAllocation(result);
         });
}

bool mplan::allocatesBuffer(Operation *op) {
  if (allocatesTensor(op))
    return true;
  auto effectOp = dyn_cast<MemoryEffectOpInterface>(op);
  return effectOp && effectOp.hasEffect<MemoryEffects::Allocate>() &&
         llvm::any_of(op->getResultTypes(),
                      [](Type type) { return isa<BaseMemRefType>(type); });
}

/// What the owner of an allocation that is not planned can do.
static StringRef getAdvice(Operation *op) {
  if (allocatesTensor(op))
    return "it is on tensors: run 'mplan-bufferize' first";
  if (isa<bufferization::CloneOp>(op))
    return "run '-convert-bufferization-to-memref' first, which makes it an "
           "allocation and a copy";
  if (isa<memref::ReallocOp>(op))
    return "run '-expand-realloc' first, or allocate the larger size at once";
  return "make it a 'memref.alloc', whose type may have a memory space";
}

/// The static type of the largest buffer that `alloc` may make; an error if
/// there is no bound.
static FailureOr<MemRefType> getBoundedType(Operation *alloc) {
  auto type = cast<MemRefType>(alloc->getResult(0).getType());
  SmallVector<int64_t> shape(type.getShape());
  unsigned nextSize = 0;
  for (auto [index, extent] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(extent))
      continue;
    // Sizes come first, before the symbols of a layout.
    Value size = alloc->getOperand(nextSize++);
    FailureOr<int64_t> bound = ValueBoundsConstraintSet::computeConstantBound(
        presburger::BoundType::UB, {size, std::nullopt},
        /*stopCondition=*/nullptr, /*closedUB=*/true);
    if (failed(bound) || *bound < 0)
      return alloc->emitError("'")
             << alloc->getName()
             << "' has a dynamic size without a constant upper bound in "
                "dimension "
             << index << " of " << type
             << ": give the buffer a static shape, or bound the size (as with "
                "'affine.min')";
    extent = *bound;
  }
  if (!type.hasStaticShape() && !type.getLayout().isIdentity())
    return alloc->emitError("'")
           << alloc->getName() << "' has both a dynamic size and a layout, got "
           << type << ": only the identity layout is planned";
  return MemRefType::get(shape, type.getElementType(), type.getLayout(),
                         type.getMemorySpace());
}

/// Reads what the program asks of the buffer's place.
static LogicalResult readRequest(Allocation &allocation) {
  Operation *op = allocation.op;
  int64_t alignment = 1;
  if (auto alloc = dyn_cast<AllocOp>(op)) {
    alignment = alloc.getAlignment().value_or(1);
    allocation.arena = alloc.getArenaAttr();
    if (alloc.getOffset())
      allocation.fixedOffset = *alloc.getOffset();
  } else {
    if (llvm::MaybeAlign asked =
            cast<AlignmentAttrOpInterface>(op).getMaybeAlign())
      alignment = asked->value();
    if (Attribute pool = op->getAttr("mplan.pool")) {
      allocation.arena = dyn_cast<FlatSymbolRefAttr>(pool);
      if (!allocation.arena)
        return op->emitError("'mplan.pool' must name an arena, got ") << pool;
    }
    if (Attribute offset = op->getAttr("mplan.offset")) {
      auto number = dyn_cast<IntegerAttr>(offset);
      if (!number || number.getValue().getSignificantBits() > 64 ||
          number.getInt() < 0)
        return op->emitError("'mplan.offset' must be a number of bytes that is "
                             "not negative, got ")
               << offset;
      allocation.fixedOffset = number.getInt();
    }
  }
  allocation.alignment = std::max(allocation.alignment, alignment);
  if (allocation.fixedOffset &&
      *allocation.fixedOffset % allocation.alignment != 0)
    return op->emitError("is wanted at offset ")
           << *allocation.fixedOffset
           << ", which is not a multiple of its alignment "
           << allocation.alignment;
  return success();
}

/// Sets the size of the buffer, and the alignment that its elements need.
static LogicalResult readSize(Allocation &allocation) {
  MemRefType type = allocation.getType();
  if (!isa<AllocOp>(allocation.op)) {
    FailureOr<MemRefType> bounded = getBoundedType(allocation.op);
    if (failed(bounded))
      return failure();
    type = *bounded;
  }
  DataLayout layout = DataLayout::closest(allocation.op);
  FailureOr<int64_t> bytes = getBufferBytes(type, layout);
  if (failed(bytes))
    return allocation.op->emitError()
           << "'" << allocation.op->getName() << "' makes a " << type
           << ", whose size in bytes is not a constant of 64 bits: it needs "
              "an identity or static strided layout and elements with a size";
  allocation.bytes = *bytes;
  allocation.alignment = getNaturalAlignment(type, layout);
  return success();
}

/// When a heap would hold the buffer.
static solver::Segment getHeld(const Allocation &allocation,
                               const Timeline &timeline) {
  int64_t lower = timeline.getPosition(allocation.op).tick;
  int64_t upper = lower + 1;
  if (!allocation.live.empty()) {
    lower = std::min(lower, allocation.live.front().lower);
    upper = std::max(upper, allocation.live.back().upper);
  }
  for (Operation *dealloc : allocation.deallocs)
    upper = std::max(upper, timeline.getPosition(dealloc).tick);
  return {lower, upper};
}

static LogicalResult readAllocation(Allocation &allocation,
                                    const Timeline &timeline,
                                    BufferUseAnalysis &analysis) {
  Operation *op = allocation.op;
  auto emitRefusal = [&](Operation *where,
                         const Twine &reason) -> LogicalResult {
    InFlightDiagnostic diag = op->emitError()
                              << "cannot plan '" << op->getName()
                              << "': the buffer " << reason;
    if (where != op)
      diag.attachNote(where->getLoc()) << "here";
    return diag;
  };
  if (failed(readSize(allocation)) || failed(readRequest(allocation)))
    return failure();
  BufferUses uses = analysis.getUses(op->getResult(0));
  if (uses.refusal)
    return emitRefusal(uses.refusal->op, uses.refusal->reason);
  if (uses.returned)
    return emitRefusal(
        uses.returned,
        "is a result of its function, where no caller knows its address; let "
        "the caller pass the buffer ('mplan-bufferize', or "
        "'-buffer-results-to-out-params')");
  if (Operation *parallel = getEnclosingParallelOp(op))
    return emitRefusal(parallel,
                       "is made inside a parallel loop, once for each "
                       "iteration that runs; give the loop constant bounds "
                       "('mplan-privatize' then makes one buffer before it, "
                       "with a part for each iteration), or make it "
                       "sequential ('mplan-privatize{parallel=sequential}')");
  allocation.alignment = std::max(allocation.alignment, uses.assumedAlignment);
  allocation.live = computeLiveRange(timeline, op, uses);
  allocation.deallocs = std::move(uses.deallocs);
  allocation.held = getHeld(allocation, timeline);
  return success();
}

FailureOr<std::vector<Allocation>>
mplan::findAllocations(FunctionOpInterface function, const Timeline &timeline,
                       BufferUseAnalysis &analysis) {
  std::vector<Allocation> allocations;
  bool isOk = true;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isPlannable(op)) {
      Allocation allocation;
      allocation.op = op;
      if (failed(readAllocation(allocation, timeline, analysis)))
        isOk = false;
      else
        allocations.push_back(std::move(allocation));
    } else if (allocatesBuffer(op)) {
      op->emitError() << "cannot plan '" << op->getName()
                      << "': " << getAdvice(op);
      isOk = false;
    }
  });
  if (!isOk)
    return failure();
  return allocations;
}
