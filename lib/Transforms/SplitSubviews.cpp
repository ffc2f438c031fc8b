//===- SplitSubviews.cpp - Subviews that upstream cannot lower ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which dimensions a rank-reducing `memref.subview` drops, upstream guesses
// from the strides: those of the source against those of the result. The
// result's are multiplied by the steps, so where a step is not 1 and several
// extents are, no guess fits, and `fold-memref-alias-ops` and
// `expand-strided-metadata` crash (test/fuzz/upstream/dropped-dims.mlir). So
// such a subview becomes one that keeps all dimensions, and a reinterpretation
// of that, whose dropped dimensions nobody has to guess.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/LowerToLLVM.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mplan;

static bool hasSteps(memref::SubViewOp subview) {
  return !llvm::all_of(subview.getMixedStrides(), isOneInteger);
}

/// The dimension of `full` that each dimension of `reduced` is. Dropped are
/// extents of 1; which of several is of no account, since no index but 0 is
/// ever multiplied by their stride.
static SmallVector<unsigned> matchDimensions(MemRefType full,
                                             MemRefType reduced) {
  SmallVector<unsigned> dimensions;
  for (int64_t i = 0; i < full.getRank(); ++i) {
    int64_t next = dimensions.size();
    bool isNext = next < reduced.getRank() &&
                  reduced.getDimSize(next) == full.getDimSize(i);
    // An extent of 1 that is the next one is kept: if it is the one after that
    // was meant, that is dropped in its place.
    if (isNext)
      dimensions.push_back(i);
  }
  assert(dimensions.size() == size_t(reduced.getRank()) &&
         "the verifier has matched them too");
  return dimensions;
}

static void split(memref::SubViewOp subview) {
  OpBuilder builder(subview);
  Location loc = subview.getLoc();
  MemRefType reduced = subview.getType();
  auto full = memref::SubViewOp::create(
      builder, loc, subview.getSource(), subview.getMixedOffsets(),
      subview.getMixedSizes(), subview.getMixedStrides());
  auto metadata = memref::ExtractStridedMetadataOp::create(builder, loc, full);
  auto choose = [&](int64_t known, Value otherwise) -> OpFoldResult {
    if (ShapedType::isDynamic(known))
      return otherwise;
    return builder.getIndexAttr(known);
  };
  auto [strides, offset] = reduced.getStridesAndOffset();
  SmallVector<OpFoldResult> newSizes, newStrides;
  for (auto [i, dimension] :
       llvm::enumerate(matchDimensions(full.getType(), reduced))) {
    newSizes.push_back(
        choose(reduced.getDimSize(i), metadata.getSizes()[dimension]));
    newStrides.push_back(choose(strides[i], metadata.getStrides()[dimension]));
  }
  auto result = memref::ReinterpretCastOp::create(
      builder, loc, reduced, full, choose(offset, metadata.getOffset()),
      newSizes, newStrides);
  subview.replaceAllUsesWith(result.getResult());
  subview.erase();
}

void mplan::splitSubviews(Operation *root) {
  root->walk([](memref::SubViewOp subview) {
    if (subview.getType().getRank() < subview.getSourceType().getRank() &&
        hasSteps(subview))
      split(subview);
  });
}
