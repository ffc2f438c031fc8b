//===- CastCollapsed.cpp - Collapsed buffers without divisions ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `fold-memref-alias-ops` turns an index into a collapsed buffer into those of
// the buffer that it was: by divisions, for each element, which no loop with
// vectors survives. But the elements lie after each other, and the one index is
// all that is needed.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/LowerToLLVM.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace mplan;

/// True if an index into `collapse` would be divided.
static bool mergesExtents(memref::CollapseShapeOp collapse) {
  return llvm::any_of(
      collapse.getReassociationIndices(), [&](ArrayRef<int64_t> group) {
        return llvm::count_if(group, [&](int64_t dim) {
                 return collapse.getSrcType().getDimSize(dim) != 1;
               }) > 1;
      });
}

void mplan::castCollapsed(Operation *root) {
  root->walk([](memref::CollapseShapeOp collapse) {
    MemRefType type = collapse.getResultType();
    auto [strides, offset] = type.getStridesAndOffset();
    if (!mergesExtents(collapse) || !type.hasStaticShape() ||
        llvm::any_of(strides, ShapedType::isDynamic))
      return;
    OpBuilder builder(collapse);
    Location loc = collapse.getLoc();
    Value source = collapse.getSrc();
    OpFoldResult from = builder.getIndexAttr(offset);
    if (ShapedType::isDynamic(offset))
      from = memref::ExtractStridedMetadataOp::create(builder, loc, source)
                 .getOffset();
    Value flat = memref::ReinterpretCastOp::create(
        builder, loc, type, source, from,
        getAsIndexOpFoldResult(builder.getContext(), type.getShape()),
        getAsIndexOpFoldResult(builder.getContext(), strides));
    collapse.replaceAllUsesWith(flat);
    collapse.erase();
  });
}
