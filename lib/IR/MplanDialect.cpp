//===- MplanDialect.cpp - The mplan dialect -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers the dialect's operations, and answers size and alignment
// questions about memref types.
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/Mplan.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

#include "mplan/IR/MplanDialect.cpp.inc"
#include "mplan/IR/MplanEnums.cpp.inc"

void mplan::MplanDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "mplan/IR/MplanOps.cpp.inc"
      >();
}

/// How many elements lie from a buffer's first byte to the end of its last
/// element; `type` has a static shape without an extent of 0.
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
        llvm::MulOverflow(extent - 1, stride, reach) ||
        llvm::AddOverflow(span, reach, span))
      return failure();
  }
  return span;
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
  if (llvm::is_contained(type.getShape(), 0))
    return int64_t(0);
  FailureOr<int64_t> span = getElementSpan(type);
  if (failed(span))
    return failure();
  llvm::TypeSize elementBytes = layout.getTypeSize(element);
  int64_t bytes;
  if (elementBytes.isScalable() ||
      llvm::MulOverflow(*span, int64_t(elementBytes.getFixedValue()), bytes))
    return failure();
  return bytes;
}

int64_t mplan::getNaturalAlignment(MemRefType type, const DataLayout &layout) {
  return layout.getTypeABIAlignment(type.getElementType());
}

bool mplan::isSameMemorySpace(Attribute a, Attribute b) {
  auto isDefault = [](Attribute space) {
    auto number = dyn_cast_or_null<IntegerAttr>(space);
    return !space || (number && number.getValue().isZero());
  };
  return a == b || (isDefault(a) && isDefault(b));
}
