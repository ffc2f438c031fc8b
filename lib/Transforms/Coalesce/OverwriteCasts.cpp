//===- OverwriteCasts.cpp - Casts in place --------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor has one element type, and so no op on tensors can write floats over
// the integers that it reads. Buffers can: an elementwise op reads an element
// at the point at which it writes the one in the same bytes, if both have the
// same width, and at no other. Both buffers become views of one row of bytes.
//
//===----------------------------------------------------------------------===//

#include "../BytesView.h"
#include "Steps.h"
#include "mplan/Analysis/Allocations.h"
#include "mplan/Analysis/DyingOperands.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mplan;

/// The allocation whose bytes are those of `buffer`, all and in its order, or
/// null.
static memref::AllocOp getWholeAllocation(Value buffer) {
  auto alloc = getViewedBuffer(buffer).getDefiningOp<memref::AllocOp>();
  auto type = dyn_cast<MemRefType>(buffer.getType());
  if (!alloc || !type || !type.hasStaticShape() ||
      !type.getLayout().isIdentity() || !alloc.getType().hasStaticShape() ||
      !alloc.getType().getLayout().isIdentity())
    return nullptr;
  // A view of as many bytes as there are, of which none leaves a gap.
  DataLayout layout = DataLayout::closest(alloc);
  FailureOr<int64_t> bytes = getBufferBytes(type, layout);
  FailureOr<int64_t> all = getBufferBytes(alloc.getType(), layout);
  return succeeded(bytes) && succeeded(all) && *bytes == *all ? alloc : nullptr;
}

/// True if all accesses to `alloc` come before `op` or, unless `isBefore`,
/// after it, but for what `op` itself does to its operands, and nothing else is
/// done with the buffer.
static bool isAccessed(bool isBefore, memref::AllocOp alloc, Operation *op,
                       BufferUseAnalysis &analysis) {
  BufferUses uses = analysis.getUses(alloc.getResult());
  if (uses.refusal || uses.returned || !uses.deallocs.empty())
    return false;
  return llvm::all_of(uses.accesses, [&](const Access &access) {
    if (access.op == op)
      return true;
    Operation *ancestor = op->getBlock()->findAncestorOpInBlock(*access.op);
    return ancestor && ancestor != op &&
           ancestor->isBeforeInBlock(op) == isBefore;
  });
}

/// True if `op` writes all of `target`, and reads `source` only where it writes
/// the element in the same place, at the same point.
static bool isInPlace(linalg::LinalgOp op, OpOperand &init,
                      memref::AllocOp source, memref::AllocOp target) {
  auto style = cast<DestinationStyleOpInterface>(op.getOperation());
  return !op.payloadUsesValueFromOperand(&init) &&
         llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
           Value buffer = getViewedBuffer(operand.get());
           if (buffer == source.getResult())
             return op.isDpsInput(&operand) &&
                    getWholeAllocation(operand.get()) == source &&
                    canOverwrite(style, operand, init);
           return &operand == &init || buffer != target.getResult();
         });
}

/// True if elements of `type` and of `other` differ, but not in width.
static bool isCast(Type type, Type other, DataLayout layout) {
  Type element = getElementTypeOrSelf(type), to = getElementTypeOrSelf(other);
  return element != to && layout.getTypeSize(element) == layout.getTypeSize(to);
}

/// True if both may lie in the same place.
static bool canBeOne(memref::AllocOp a, memref::AllocOp b) {
  return a.getType().getMemorySpace() == b.getType().getMemorySpace() &&
         getPlaceRequest(a).pool == getPlaceRequest(b).pool &&
         !getPlaceRequest(a).offset && !getPlaceRequest(b).offset;
}

/// Makes both views of one row of bytes, which stands where the first did.
static void makeOne(memref::AllocOp source, memref::AllocOp target) {
  memref::AllocOp first = source->isBeforeInBlock(target) ? source : target;
  OpBuilder builder(first);
  Location loc = source.getLoc();
  DataLayout layout = DataLayout::closest(first);
  int64_t alignment = 1;
  for (memref::AllocOp alloc : {source, target})
    alignment = std::max({alignment, getPlaceRequest(alloc).alignment,
                          getNaturalAlignment(alloc.getType(), layout)});
  auto type = MemRefType::get({*getBufferBytes(source.getType(), layout)},
                              builder.getI8Type(), MemRefLayoutAttrInterface{},
                              source.getType().getMemorySpace());
  auto row = memref::AllocOp::create(builder, loc, type,
                                     builder.getI64IntegerAttr(alignment));
  if (Attribute pool = getPlaceRequest(source).pool)
    row->setAttr(kPoolAttrName, pool);
  Value start = arith::ConstantIndexOp::create(builder, loc, 0);
  for (memref::AllocOp alloc : {source, target})
    alloc.replaceAllUsesWith(
        alloc.getType() == type ? row.getResult()
                                : createBytesView(builder, alloc.getLoc(),
                                                  alloc.getType(), row, start));
  source.erase();
  target.erase();
}

static void overwriteSource(linalg::LinalgOp op, OpOperand &init,
                            BufferUseAnalysis &analysis) {
  memref::AllocOp target = getWholeAllocation(init.get());
  if (!target || target->getBlock() != op->getBlock())
    return;
  for (OpOperand *input : op.getDpsInputOperands()) {
    memref::AllocOp source = getWholeAllocation(input->get());
    if (source && source != target && source->getBlock() == op->getBlock() &&
        isCast(input->get().getType(), init.get().getType(),
               DataLayout::closest(op)) &&
        canBeOne(source, target) && isInPlace(op, init, source, target) &&
        isAccessed(/*isBefore=*/true, source, op, analysis) &&
        isAccessed(/*isBefore=*/false, target, op, analysis))
      return makeOne(source, target);
  }
}

void mplan::overwriteCasts(FunctionOpInterface function,
                           BufferUseAnalysis &analysis) {
  function.getFunctionBody().walk([&](linalg::LinalgOp op) {
    if (op.hasPureBufferSemantics())
      for (OpOperand &init : op.getDpsInitsMutable())
        overwriteSource(op, init, analysis);
  });
}
