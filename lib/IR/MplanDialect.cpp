//===- MplanDialect.cpp - The mplan dialect -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect's operations, verifies its attributes of arguments, and
// answers size and alignment questions about memref types.
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/Mplan.h"

#include "Bufferize.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;
using namespace mplan;

#include "mplan/IR/MplanDialect.cpp.inc"
#include "mplan/IR/MplanEnums.cpp.inc"

void mplan::MplanDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "mplan/IR/MplanOps.cpp.inc"
      >();
  attachBufferizationModels(*getContext());
}

//===----------------------------------------------------------------------===//
// Attributes of arguments
//===----------------------------------------------------------------------===//

static LogicalResult verifyUpperBound(Location loc, unsigned index, Type type,
                                      Attribute value) {
  auto emit = [&]() {
    return emitError(loc, "'")
           << kUpperBoundAttrName << "' of argument #" << index << " ";
  };
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped || isa<VectorType>(type))
    return emit() << "is for a tensor or a memref, got " << type;
  auto bounds = dyn_cast<DenseI64ArrayAttr>(value);
  if (!bounds)
    return emit() << "must be an array of i64, got " << value;
  if (!shaped.hasRank() || bounds.size() != shaped.getRank())
    return emit() << "needs one number for each dimension of " << type
                  << ", got " << bounds.size();
  for (auto [dim, bound] : llvm::enumerate(bounds.asArrayRef())) {
    if (bound < -1)
      return emit() << "must be at least 0 in dimension " << dim
                    << ", or -1 for no bound, got " << bound;
    if (bound >= 0 && !shaped.isDynamicDim(dim) &&
        bound < shaped.getDimSize(dim))
      return emit() << "is " << bound << " in dimension " << dim
                    << ", less than the extent of " << type;
  }
  return success();
}

LogicalResult mplan::MplanDialect::verifyRegionArgAttribute(
    Operation *op, unsigned, unsigned index, NamedAttribute attribute) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  // A function that has been lowered has the attributes still, on the pieces of
  // what was an argument.
  if (!function || op->getName().getDialectNamespace() == "llvm")
    return success();
  Attribute value = attribute.getValue();
  if (attribute.getName() == kUpperBoundAttrName)
    return verifyUpperBound(op->getLoc(), index,
                            function.getArgumentTypes()[index], value);
  if (attribute.getName() == kKeepsAttrName && !isa<UnitAttr>(value))
    return emitError(op->getLoc(), "'")
           << kKeepsAttrName << "' of argument #" << index
           << " takes no value, got " << value;
  if (attribute.getName() == kResultAttrName) {
    auto number = dyn_cast<IntegerAttr>(value);
    if (!number || !number.getType().isInteger(64) || number.getInt() < 0)
      return emitError(op->getLoc(), "'")
             << kResultAttrName << "' of argument #" << index
             << " must be the number of a result (an i64), got " << value;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes of functions
//===----------------------------------------------------------------------===//

LogicalResult
mplan::MplanDialect::verifyOperationAttribute(Operation *op,
                                              NamedAttribute attribute) {
  if (attribute.getName() != kConcurrentAttrName)
    return success();
  if (!isa<FunctionOpInterface>(op))
    return op->emitOpError("carries '")
           << kConcurrentAttrName << "', which only a function can";
  if (!isa<UnitAttr>(attribute.getValue()))
    return emitError(op->getLoc(), "'")
           << kConcurrentAttrName << "' has no value, got "
           << attribute.getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// How many elements lie from a buffer's first byte to the end of its last
/// element; `type` has a static shape, whose extents of 0 count for 1.
static FailureOr<int64_t> getElementSpan(MemRefType type) {
  int64_t span = 1;
  // Most layouts: asking for their strides would build affine expressions.
  if (type.getLayout().isIdentity()) {
    for (int64_t extent : type.getShape())
      if (llvm::MulOverflow(span, extent, span))
        return failure();
    return span;
  }
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset) || offset < 0 ||
      llvm::AddOverflow(span, offset, span))
    return failure();
  for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides)) {
    int64_t reach;
    if (ShapedType::isDynamic(stride) || stride < 0 ||
        llvm::MulOverflow(std::max<int64_t>(extent - 1, 0), stride, reach) ||
        llvm::AddOverflow(span, reach, span))
      return failure();
  }
  return span;
}

/// Whether the bits of a vector, its extents rounded up to powers of two, are a
/// number of 64 bits: the data layout multiplies them without a look.
static bool hasSaneBits(VectorType type) {
  Type element = type.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  for (int64_t extent : type.getShape())
    if (extent > (int64_t(1) << 62) ||
        llvm::MulOverflow(bits, int64_t(llvm::PowerOf2Ceil(extent)), bits))
      return false;
  return true;
}

FailureOr<int64_t> mplan::getBufferBytes(MemRefType type,
                                         const DataLayout &layout) {
  if (!type.hasStaticShape())
    return failure();
  // The data layout aborts on a type that it knows nothing of; among these is
  // a memref, whose size is that of a descriptor: such buffers are not planned.
  Type element = type.getElementType();
  if (!element.isIntOrIndexOrFloat() &&
      !isa<VectorType, ComplexType, DataLayoutTypeInterface>(element))
    return failure();
  if (auto vector = dyn_cast<VectorType>(element);
      vector && !hasSaneBits(vector))
    return failure();
  // A layout must be static strides even where no element uses them: nothing
  // else can be put over bytes.
  bool isEmpty = llvm::is_contained(type.getShape(), 0);
  if (isEmpty && type.getLayout().isIdentity())
    return int64_t(0);
  FailureOr<int64_t> span = getElementSpan(type);
  if (failed(span))
    return failure();
  if (isEmpty)
    return int64_t(0);
  // LLVM pads an element to its alignment: an i24 takes 4 bytes.
  llvm::TypeSize elementBytes = layout.getTypeSize(element);
  int64_t bytes;
  if (elementBytes.isScalable() ||
      llvm::MulOverflow(
          *span,
          int64_t(llvm::alignTo(elementBytes.getFixedValue(),
                                getNaturalAlignment(type, layout))),
          bytes))
    return failure();
  return bytes;
}

int64_t mplan::getNaturalAlignment(MemRefType type, const DataLayout &layout) {
  // MLIR's default ABI alignment of an i64 is 4; LLVM's targets have 8. An i0
  // has none at all.
  return std::max<int64_t>(
      layout.getTypePreferredAlignment(type.getElementType()), 1);
}

bool mplan::isSameMemorySpace(Attribute a, Attribute b) {
  auto isDefault = [](Attribute space) {
    auto number = dyn_cast_or_null<IntegerAttr>(space);
    return !space || (number && number.getValue().isZero());
  };
  return a == b || (isDefault(a) && isDefault(b));
}
