//===- BytesView.cpp - A buffer within a row of bytes ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `memref.view` makes no layouts; this does.
//
//===----------------------------------------------------------------------===//

#include "BytesView.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/MemRef/Utils/MemRefUtils.h"

using namespace mlir;

/// Of a type with a static shape and strides.
static std::pair<SmallVector<int64_t>, int64_t>
getStridesAndOffset(MemRefType type) {
  int64_t offset = 0;
  SmallVector<int64_t> strides;
  LogicalResult strided = type.getStridesAndOffset(strides, offset);
  assert(succeeded(strided) && "buffers of other layouts have no size");
  (void)strided;
  return {std::move(strides), offset};
}

MemRefType mplan::getRowType(MemRefType type) {
  int64_t count = 0;
  if (!llvm::is_contained(type.getShape(), 0)) {
    auto [strides, offset] = getStridesAndOffset(type);
    count = offset + 1;
    for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
      count += (extent - 1) * stride;
  }
  return MemRefType::get({count}, type.getElementType(),
                         MemRefLayoutAttrInterface{}, type.getMemorySpace());
}

bool mplan::isContiguous(MemRefType type) {
  return type.getLayout().isIdentity() ||
         (type.hasStaticShape() &&
          memref::isStaticShapeAndContiguousRowMajor(type));
}

Value mplan::createLayoutView(OpBuilder &builder, Location loc, MemRefType type,
                              Value row) {
  auto [strides, offset] = getStridesAndOffset(type);
  return memref::ReinterpretCastOp::create(builder, loc, type, row, offset,
                                           type.getShape(), strides);
}

Value mplan::createBytesView(OpBuilder &builder, Location loc, MemRefType type,
                             Value bytes, Value offset, ValueRange sizes) {
  if (type.getLayout().isIdentity())
    return memref::ViewOp::create(builder, loc, type, bytes, offset, sizes);
  // A view has no layout: take the row, then put the layout over it.
  Value row = memref::ViewOp::create(builder, loc, getRowType(type), bytes,
                                     offset, ValueRange());
  return createLayoutView(builder, loc, type, row);
}
