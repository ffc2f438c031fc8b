//===- OpBehavior.cpp - What one op does to its buffers -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Effects, views and escapes of single ops, from upstream's interfaces.
//
//===----------------------------------------------------------------------===//

#include "OpBehavior.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Async/IR/Async.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/ShapedOpInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mplan::proof;

void OpBehavior::addAccess(Value value, bool read, bool write, bool full) {
  for (Access &access : accesses) {
    if (access.value != value)
      continue;
    access.read |= read;
    access.write |= write;
    access.full |= full;
    return;
  }
  accesses.push_back({value, read, write, full});
}

bool mplan::proof::isBuffer(Value value) {
  return isa<BaseMemRefType>(value.getType());
}

SmallVector<Value> mplan::proof::getBufferOperands(Operation *op) {
  llvm::SmallSetVector<Value, 4> buffers;
  for (Value operand : op->getOperands())
    if (isBuffer(operand))
      buffers.insert(operand);
  return buffers.takeVector();
}

// Upstream has no interface that says so; the token types are its only sign.
bool mplan::proof::isAsynchronous(Operation *op) {
  return llvm::any_of(op->getResultTypes(), [](Type type) {
    return isa<async::TokenType, async::ValueType, async::GroupType,
               gpu::AsyncTokenType>(type);
  });
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

/// Bytes of all elements together, without gaps; none if not constant.
static std::optional<int64_t> getElementBytes(Type type, DataLayout &layout) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.hasStaticShape())
    return std::nullopt;
  llvm::TypeSize size = layout.getTypeSize(memref.getElementType());
  if (size.isScalable())
    return std::nullopt;
  return memref.getNumElements() * int64_t(size.getFixedValue());
}

/// True if no two indices of `type` may name the same element, as the strides
/// show.
static bool isInjective(MemRefType type) {
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      llvm::any_of(strides, ShapedType::isDynamic))
    return false;
  // Sorted by stride, each must step over all that the smaller ones reach.
  SmallVector<std::pair<int64_t, int64_t>> dims;
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
    if (extent != 1)
      dims.push_back({stride, extent});
  llvm::sort(dims);
  int64_t reach = 0;
  for (auto [stride, extent] : dims) {
    if (stride <= reach)
      return false;
    reach += stride * (extent - 1);
  }
  return true;
}

/// True if a view of `source` that `op` makes has every element of it: as
/// many bytes, none of them twice.
static bool isWholeView(Operation *op, Value result, Value source,
                        BufferTest isSlot) {
  // A slot of dynamic shape, or of strides once it is materialised, is bytes
  // that one view, where the slot is born, gives its shape: nobody ever sees
  // more of them.
  if (isSlot(source) && source.hasOneUse() &&
      source.getParentBlock() == op->getBlock())
    return true;
  DataLayout layout = DataLayout::closest(op);
  std::optional<int64_t> bytes = getElementBytes(result.getType(), layout);
  if (!bytes || bytes != getElementBytes(source.getType(), layout))
    return isa<CastOpInterface>(op);
  return isa<CastOpInterface>(op) ||
         isInjective(cast<MemRefType>(result.getType()));
}

/// Which results of `op` are whose memory. Returns false if `op` makes
/// something of its buffers that is not a buffer and may hold their address.
static bool addAliases(Operation *op, ArrayRef<Value> buffers,
                       BufferTest isSlot, OpBehavior &behavior) {
  Value viewed;
  if (auto view = dyn_cast<ViewLikeOpInterface>(op)) {
    Value source = view.getViewSource(), result = view.getViewDest();
    if (source && result && isBuffer(source) && isBuffer(result)) {
      behavior.views.push_back(
          {result, source, isWholeView(op, result, source, isSlot)});
      viewed = result;
    }
  } else if (auto select = dyn_cast<SelectLikeOpInterface>(op)) {
    if (isBuffer(op->getResult(0))) {
      viewed = op->getResult(0);
      behavior.merges.push_back(
          {viewed, {select.getTrueValue(), select.getFalseValue()}, false});
    }
  }
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  bool hasBufferResult = false;
  for (Value result : op->getResults()) {
    if (!isBuffer(result))
      continue;
    hasBufferResult = true;
    if (result == viewed ||
        (effects && effects.getEffectOnValue<MemoryEffects::Allocate>(result)))
      continue;
    behavior.merges.push_back({result, SmallVector<Value>(buffers), true});
  }
  // A shape is not an address, whoever asks for it.
  return hasBufferResult || op->getNumResults() == 0 ||
         isa<ShapedDimOpInterface, memref::RankOp>(op);
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// True if `op`, which writes `buffer`, writes each of its elements on every
/// execution. The effect's own flag is not trusted: ops that store a tile into
/// a larger memref carry it too.
static bool isFullWrite(Operation *op, Value buffer) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return copy.getTarget() == buffer && copy.getSource() != buffer;
  if (isa<memref::StoreOp, affine::AffineStoreOp>(op)) {
    auto type = dyn_cast<MemRefType>(buffer.getType());
    return type && type.hasStaticShape() && type.getNumElements() == 1;
  }
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return false;
  SmallVector<int64_t> ranges = structured.getStaticLoopRanges();
  return llvm::any_of(structured.getDpsInitsMutable(), [&](OpOperand &init) {
    AffineMap map = structured.getMatchingIndexingMap(&init);
    if (init.get() != buffer || structured.payloadUsesValueFromOperand(&init) ||
        !map.isProjectedPermutation())
      return false;
    // A loop of no iterations over another dimension writes nothing.
    for (auto [dim, range] : llvm::enumerate(ranges))
      if (!map.isFunctionOfDim(dim) &&
          (ShapedType::isDynamic(range) || range <= 0))
        return false;
    return true;
  });
}

static void addEffects(Operation *op, MemoryEffectOpInterface interface,
                       ArrayRef<Value> buffers, OpBehavior &behavior) {
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    bool write = isa<MemoryEffects::Write>(effect.getEffect());
    // Where a buffer ends on the heap, what it held may still be copied first
    // (memref.realloc); a plain dealloc reads nothing.
    bool read = isa<MemoryEffects::Read>(effect.getEffect()) ||
                (isa<MemoryEffects::Free>(effect.getEffect()) &&
                 op->getNumResults() != 0);
    if (Value value = effect.getValue()) {
      if (llvm::is_contained(buffers, value))
        behavior.addAccess(value, read, write, write && isFullWrite(op, value));
    } else if ((read || write) && !effect.getSymbolRef() &&
               effect.getResource() == SideEffects::DefaultResource::get()) {
      // Somewhere in memory: it can only be where the op has an address of.
      for (Value buffer : buffers)
        behavior.addAccess(buffer, read, write);
    }
  }
  // A buffer handed over without an effect on it is kept somewhere: a memref
  // stored into a memref. One that is only freed or viewed is not.
  if (effects.empty())
    return;
  auto view = dyn_cast<ViewLikeOpInterface>(op);
  for (Value buffer : buffers)
    if ((!view || view.getViewSource() != buffer) &&
        llvm::none_of(
            effects, [&](const MemoryEffects::EffectInstance &effect) {
              return effect.getValue() == buffer || !effect.getValue();
            }))
      behavior.escapes.push_back(buffer);
}

OpBehavior mplan::proof::getBehavior(Operation *op, ArrayRef<Value> forwarded,
                                     BufferTest isSlot) {
  OpBehavior behavior;
  SmallVector<Value> buffers = getBufferOperands(op);
  llvm::erase_if(buffers, [&](Value buffer) {
    return llvm::is_contained(forwarded, buffer);
  });
  bool isKnown = isa<RegionBranchOpInterface>(op) ||
                 op->hasTrait<OpTrait::IsTerminator>() ||
                 addAliases(op, buffers, isSlot, behavior);
  if (buffers.empty())
    return behavior;
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op)) {
    addEffects(op, effects, buffers, behavior);
    // With effects on its buffers, numbers that it returns were read from
    // them; without, they are made of the buffers themselves.
    isKnown |= !isMemoryEffectFree(op) &&
               llvm::all_of(op->getResultTypes(), [](Type type) {
                 return type.isIntOrIndexOrFloat() ||
                        isa<VectorType, ComplexType>(type);
               });
  } else if (!op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()) {
    isKnown = false;
  }
  if (!isKnown || isAsynchronous(op)) {
    behavior.escapes.assign(buffers);
    for (Value buffer : buffers)
      behavior.addAccess(buffer, /*read=*/true, /*write=*/true);
  }
  for (Value buffer : behavior.escapes)
    behavior.addAccess(buffer, /*read=*/true, /*write=*/true);
  return behavior;
}

OpBehavior mplan::proof::getExternalCallBehavior(Operation *call,
                                                 Operation *callee) {
  OpBehavior behavior;
  SmallVector<Value> buffers = getBufferOperands(call);
  for (Value buffer : buffers)
    behavior.addAccess(buffer, /*read=*/true, /*write=*/true);
  for (Value result : call->getResults())
    if (isBuffer(result))
      behavior.merges.push_back({result, buffers, true});
  if (isAsynchronous(call)) {
    behavior.escapes.assign(buffers);
    return behavior;
  }
  if (auto function = dyn_cast_or_null<FunctionOpInterface>(callee)) {
    auto arguments = cast<CallOpInterface>(call).getArgOperands();
    for (auto [index, value] : llvm::enumerate(arguments))
      if (isBuffer(value) && index < function.getNumArguments() &&
          function.getArgAttr(index, kKeepsAttrName))
        behavior.escapes.push_back(value);
  }
  return behavior;
}
