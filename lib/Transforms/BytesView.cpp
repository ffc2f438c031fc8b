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

using namespace mlir;

Value mplan::createBytesView(OpBuilder &builder, Location loc, MemRefType type,
                             Value bytes, Value offset, ValueRange sizes) {
  if (type.getLayout().isIdentity())
    return memref::ViewOp::create(builder, loc, type, bytes, offset, sizes);
  // Take all elements from the first byte to the last one, then put the layout
  // over them.
  int64_t first = 0;
  SmallVector<int64_t> strides;
  LogicalResult strided = type.getStridesAndOffset(strides, first);
  assert(succeeded(strided) && "buffers of other layouts have no size");
  (void)strided;
  int64_t count = 0;
  if (!llvm::is_contained(type.getShape(), 0)) {
    count = first + 1;
    for (auto [extent, stride] : llvm::zip_equal(type.getShape(), strides))
      count += (extent - 1) * stride;
  }
  auto flat =
      MemRefType::get({count}, type.getElementType(),
                      MemRefLayoutAttrInterface{}, type.getMemorySpace());
  Value view =
      memref::ViewOp::create(builder, loc, flat, bytes, offset, ValueRange());
  return memref::ReinterpretCastOp::create(builder, loc, type, view, first,
                                           type.getShape(), strides);
}
