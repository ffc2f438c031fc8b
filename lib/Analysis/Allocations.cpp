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

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;

bool mplan::isPlannable(Operation *op) {
  return isa<memref::AllocOp, memref::AllocaOp, AllocOp>(op);
}

bool mplan::hasPlannable(FunctionOpInterface function) {
  return function.getFunctionBody()
      .walk([](Operation *op) {
        return isPlannable(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

PlaceRequest mplan::getPlaceRequest(Operation *allocation) {
  if (auto alloc = dyn_cast<AllocOp>(allocation))
    return {alloc.getArenaAttr(), alloc.getOffsetAttr(),
            int64_t(alloc.getAlignment().value_or(1))};
  PlaceRequest request{allocation->getAttr(kPoolAttrName),
                       allocation->getAttr(kOffsetAttrName)};
  if (llvm::MaybeAlign asked =
          cast<AlignmentAttrOpInterface>(allocation).getMaybeAlign())
    request.alignment = asked->value();
  return request;
}

FailureOr<FlatSymbolRefAttr> mplan::readPool(Operation *op, Attribute pool) {
  auto arena = dyn_cast_if_present<FlatSymbolRefAttr>(pool);
  if (pool && !arena)
    return op->emitError("'")
           << kPoolAttrName << "' must name an arena, got " << pool;
  return arena;
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

static MemRefType getBufferType(Operation *op) {
  return cast<MemRefType>(op->getResult(0).getType());
}

/// The first dimension of the buffer that `op` makes whose size has no constant
/// bound, or nothing; `shape` is then the largest that it can have.
static std::optional<unsigned>
findUnboundedDim(Operation *op, SizeBounds &bounds,
                 SmallVectorImpl<int64_t> &shape) {
  llvm::append_range(shape, getBufferType(op).getShape());
  unsigned nextSize = 0;
  for (auto [dim, extent] : llvm::enumerate(shape)) {
    if (!ShapedType::isDynamic(extent))
      continue;
    // Sizes come first, before the symbols of a layout.
    SizeRange range = bounds.getRange(op->getOperand(nextSize++));
    if (!range.upper || *range.upper < 0)
      return dim;
    extent = *range.upper;
  }
  return std::nullopt;
}

std::optional<MemRefType> mplan::getLargestType(Operation *op,
                                                SizeBounds &bounds) {
  MemRefType type = getBufferType(op);
  SmallVector<int64_t> shape;
  if (findUnboundedDim(op, bounds, shape) ||
      (!type.hasStaticShape() && !type.getLayout().isIdentity()))
    return std::nullopt;
  return MemRefType::get(shape, type.getElementType(), type.getLayout(),
                         type.getMemorySpace());
}

/// Completes a message about an allocation without a bound.
static InFlightDiagnostic describeUnbounded(InFlightDiagnostic diag,
                                            Operation *op, unsigned dim,
                                            SizeBounds &bounds) {
  MemRefType type = getBufferType(op);
  diag << "dimension " << dim << " of " << type
       << " has no constant upper bound; declare one ('" << kUpperBoundAttrName
       << "' on an argument of the function), or bound the size (as with "
          "'affine.min' or 'arith.minsi')";
  SizeRange range =
      bounds.getRange(op->getOperand(type.getDynamicDimIndex(dim)));
  if (!range.openArgument)
    return diag;
  auto argument = cast<BlockArgument>(range.openArgument);
  auto function = cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  Diagnostic &note = diag.attachNote(argument.getLoc());
  note << "it depends on ";
  if (range.openDim >= 0)
    note << "dimension " << range.openDim << " of ";
  note << "argument #" << argument.getArgNumber() << " of '"
       << function.getName() << "'";
  return diag;
}

/// The static type of the largest buffer that `op` may make; an error if there
/// is no bound.
static FailureOr<MemRefType> getBoundedType(Operation *op, SizeBounds &bounds) {
  MemRefType type = getBufferType(op);
  if (type.hasStaticShape())
    return type;
  SmallVector<int64_t> shape;
  if (std::optional<unsigned> dim = findUnboundedDim(op, bounds, shape))
    return describeUnbounded(
               op->emitError("cannot plan '") << op->getName() << "': ", op,
               *dim, bounds)
           << "; 'on-unbounded=heap' leaves such buffers where they are";
  if (!type.getLayout().isIdentity())
    return op->emitError("'")
           << op->getName() << "' has both a dynamic size and a layout, got "
           << type << ": only the identity layout is planned";
  return MemRefType::get(shape, type.getElementType(), type.getLayout(),
                         type.getMemorySpace());
}

/// Reads what the program asks of the buffer's place.
static LogicalResult readRequest(Allocation &allocation) {
  Operation *op = allocation.op;
  PlaceRequest request = getPlaceRequest(op);
  FailureOr<FlatSymbolRefAttr> arena = readPool(op, request.pool);
  if (failed(arena))
    return failure();
  allocation.arena = *arena;
  if (request.offset) {
    auto number = dyn_cast<IntegerAttr>(request.offset);
    if (!number || number.getValue().getSignificantBits() > 64 ||
        number.getInt() < 0)
      return op->emitError("'")
             << kOffsetAttrName
             << "' must be a number of bytes that is not negative, got "
             << request.offset;
    allocation.fixedOffset = number.getInt();
  }
  allocation.alignment = std::max(allocation.alignment, request.alignment);
  if (allocation.fixedOffset &&
      *allocation.fixedOffset % allocation.alignment != 0)
    return op->emitError("is wanted at offset ")
           << *allocation.fixedOffset
           << ", which is not a multiple of its alignment "
           << allocation.alignment;
  int64_t end;
  if (allocation.fixedOffset &&
      llvm::AddOverflow(*allocation.fixedOffset, allocation.bytes, end))
    return op->emitError("is wanted at offset ")
           << *allocation.fixedOffset << ", where its " << allocation.bytes
           << " bytes end beyond 64 bits";
  return success();
}

/// Sets the size of the buffer, and the alignment that its elements need.
static LogicalResult readSize(Allocation &allocation, SizeBounds &bounds) {
  FailureOr<MemRefType> type = getBoundedType(allocation.op, bounds);
  if (failed(type))
    return failure();
  DataLayout layout = DataLayout::closest(allocation.op);
  FailureOr<int64_t> bytes = getBufferBytes(*type, layout);
  if (failed(bytes))
    return allocation.op->emitError()
           << "'" << allocation.op->getName() << "' makes a " << *type
           << ", whose size in bytes is not a constant of 64 bits: it needs "
              "an identity or static strided layout and elements with a size";
  allocation.bytes = *bytes;
  allocation.alignment = getNaturalAlignment(*type, layout);
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
                                    BufferUseAnalysis &analysis,
                                    SizeBounds &bounds) {
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
  if (failed(readSize(allocation, bounds)) || failed(readRequest(allocation)))
    return failure();
  BufferUses uses = analysis.getUses(op->getResult(0));
  // What an earlier pass could not do about it, or else which one could.
  auto advise = [&](StringRef attribute, const Twine &failed,
                    const Twine &advice) {
    auto reason = op->getAttrOfType<StringAttr>(attribute);
    return reason ? (failed + reason.getValue()).str() : advice.str();
  };
  if (uses.refusal && uses.refusal->isCarried)
    return emitRefusal(
        uses.refusal->op,
        uses.refusal->reason +
            advise(kCarriedAttrName,
                   "; 'mplan-coalesce' could not give the loop a buffer of its "
                   "own: ",
                   "; run 'mplan-coalesce', or allocate it before the loop and "
                   "copy into it"));
  if (uses.refusal)
    return emitRefusal(uses.refusal->op, uses.refusal->reason);
  if (uses.returned)
    return emitRefusal(
        uses.returned,
        "is a result of its function, where no caller knows its address; " +
            advise(kReturnedAttrName,
                   "'mplan-out-params' could not make it an argument: ",
                   "let the caller pass the buffer ('mplan-out-params', or on "
                   "tensors 'mplan-bufferize')"));
  if (Operation *parallel = getEnclosingParallelOp(op))
    return emitRefusal(parallel,
                       "is made inside a parallel loop, once for each "
                       "iteration that runs; give the loop constant bounds "
                       "('mplan-privatize' then makes one buffer before it, "
                       "with a part for each iteration), or make it "
                       "sequential ('mplan-privatize{parallel=sequential}')");
  if (getRole(op) == Role::Kept)
    for (const Access &access : uses.accesses)
      if (access.writes)
        return emitRefusal(access.op,
                           "is an input that its caller wants kept, and is "
                           "written; let it die ('inputs=dies', or mark the "
                           "argument 'bufferization.writable'), or make it an "
                           "'inout'");
  allocation.alignment = std::max(allocation.alignment, uses.assumedAlignment);
  allocation.live = computeLiveRange(timeline, op, uses);
  allocation.deallocs = std::move(uses.deallocs);
  allocation.held = getHeld(allocation, timeline);
  return success();
}

/// True, with a remark, for an allocation that stays one for want of a bound.
static bool staysUnplanned(Operation *op, SizeBounds &bounds) {
  SmallVector<int64_t> shape;
  if (!isPlannable(op))
    return false;
  std::optional<unsigned> dim = findUnboundedDim(op, bounds, shape);
  if (!dim)
    return false;
  describeUnbounded(op->emitRemark("'")
                        << op->getName() << "' stays on the "
                        << (isa<memref::AllocaOp>(op) ? "stack" : "heap")
                        << ": ",
                    op, *dim, bounds);
  return true;
}

/// A release either goes with its buffer's allocation or stays: it cannot be
/// of buffers of both kinds.
static LogicalResult checkReleases(ArrayRef<Allocation> planned,
                                   ArrayRef<Operation *> onHeap,
                                   BufferUseAnalysis &analysis) {
  DenseMap<Operation *, Operation *> released;
  for (const Allocation &allocation : planned)
    for (Operation *dealloc : allocation.deallocs)
      released[dealloc] = allocation.op;
  for (Operation *op : onHeap) {
    BufferUses uses =
        analysis.getUses(op->getResult(0), /*beyondRefusals=*/true);
    for (Operation *dealloc : uses.deallocs) {
      Operation *other = released.lookup(dealloc);
      if (!other)
        continue;
      InFlightDiagnostic diag =
          dealloc->emitError()
          << "'" << dealloc->getName()
          << "' may release a planned buffer or one on the heap; release the "
             "two apart, or bound the size of the second";
      diag.attachNote(other->getLoc()) << "this one is planned";
      diag.attachNote(op->getLoc()) << "this one stays on the heap";
      return diag;
    }
  }
  return success();
}

FailureOr<std::vector<Allocation>>
mplan::findAllocations(FunctionOpInterface function, const Timeline &timeline,
                       BufferUseAnalysis &analysis, SizeBounds &bounds,
                       OnUnbounded onUnbounded) {
  std::vector<Allocation> allocations;
  SmallVector<Operation *> onHeap;
  bool isOk = true;
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (onUnbounded == OnUnbounded::Heap && staysUnplanned(op, bounds)) {
      onHeap.push_back(op);
    } else if (isPlannable(op)) {
      Allocation allocation;
      allocation.op = op;
      if (failed(readAllocation(allocation, timeline, analysis, bounds)))
        isOk = false;
      else
        allocations.push_back(std::move(allocation));
    } else if (allocatesBuffer(op)) {
      op->emitError() << "cannot plan '" << op->getName()
                      << "': " << getAdvice(op);
      isOk = false;
    }
  });
  if (!isOk || failed(checkReleases(allocations, onHeap, analysis)))
    return failure();
  return allocations;
}
