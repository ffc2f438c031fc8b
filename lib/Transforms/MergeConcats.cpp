//===- MergeConcats.cpp - One buffer for lists that grow ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a densely connected network each layer reads all that the layers before it
// made, put together: a, then a b, then a b c. Each of these is a copy of most
// of the one before, and all parts live until the last is made. Put together in
// the place of the largest, each part is made where it stays, and what a layer
// reads is a slice.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/MergeConcats.h"

#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANMERGECONCATSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

namespace {
/// A tensor put together from parts: insertions into an empty one, at constant
/// places, in their order.
struct Assembly {
  tensor::EmptyOp empty;
  SmallVector<tensor::InsertSliceOp> inserts;

  tensor::InsertSliceOp getLast() const { return inserts.back(); }
  Location getLoc() const { return getLast()->getLoc(); }
  RankedTensorType getType() const {
    return tensor::InsertSliceOp(inserts.back()).getDestType();
  }
};
} // namespace

static bool hasConstantPlace(tensor::InsertSliceOp insert) {
  return insert.getOffsets().empty() && insert.getSizes().empty() &&
         insert.getStrides().empty();
}

/// What `last` is the end of. Fails if anybody sees it before.
static std::optional<Assembly> getAssembly(tensor::InsertSliceOp last) {
  Assembly assembly;
  for (tensor::InsertSliceOp insert = last;;) {
    if (!hasConstantPlace(insert) || insert->getBlock() != last->getBlock())
      return std::nullopt;
    assembly.inserts.push_back(insert);
    Value dest = insert.getDest();
    assembly.empty = dest.getDefiningOp<tensor::EmptyOp>();
    if (assembly.empty)
      break;
    insert = dest.getDefiningOp<tensor::InsertSliceOp>();
    if (!insert || !dest.hasOneUse())
      return std::nullopt;
  }
  std::reverse(assembly.inserts.begin(), assembly.inserts.end());
  return assembly;
}

/// True if both put the same part in the same place.
static bool insertEqually(tensor::InsertSliceOp a, tensor::InsertSliceOp b) {
  return a.getSource() == b.getSource() &&
         a.getStaticOffsets() == b.getStaticOffsets() &&
         a.getStaticSizes() == b.getStaticSizes() &&
         a.getStaticStrides() == b.getStaticStrides();
}

/// True if `larger` begins with all parts of `smaller`, at the same places: its
/// first elements are then those of `smaller`.
static bool extends(const Assembly &larger, const Assembly &smaller) {
  RankedTensorType type = larger.getType(), other = smaller.getType();
  if (larger.inserts.size() <= smaller.inserts.size() ||
      type.getRank() != other.getRank() || !type.hasStaticShape() ||
      !other.hasStaticShape() ||
      type.getElementType() != other.getElementType() ||
      type.getEncoding() != other.getEncoding())
    return false;
  for (auto [extent, otherExtent] :
       llvm::zip(type.getShape(), other.getShape()))
    if (otherExtent > extent)
      return false;
  for (auto [insert, otherInsert] : llvm::zip(larger.inserts, smaller.inserts))
    if (!insertEqually(insert, otherInsert))
      return false;
  // What comes later must not be written over the parts of the smaller one.
  for (tensor::InsertSliceOp insert :
       ArrayRef(larger.inserts).drop_front(smaller.inserts.size())) {
    bool isOutside = false;
    for (auto [offset, extent] :
         llvm::zip(insert.getStaticOffsets(), other.getShape()))
      isOutside |= offset >= extent;
    if (!isOutside)
      return false;
  }
  return true;
}

/// Puts together `chain`, of which each extends the one before, in one tensor.
static void merge(ArrayRef<Assembly> chain) {
  IRRewriter rewriter(chain.front().getLoc().getContext());
  const Assembly &largest = chain.back();
  rewriter.setInsertionPoint(chain.front().inserts.front());
  Location loc = largest.getLoc();
  RankedTensorType type = largest.getType();
  Value whole =
      tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                              type.getElementType(), type.getEncoding());
  size_t done = 0;
  for (const Assembly &assembly : chain) {
    rewriter.setInsertionPoint(assembly.getLast());
    for (; done != assembly.inserts.size(); ++done) {
      tensor::InsertSliceOp insert = assembly.inserts[done];
      whole = tensor::InsertSliceOp::create(
          rewriter, insert.getLoc(), insert.getSource(), whole,
          insert.getMixedOffsets(), insert.getMixedSizes(),
          insert.getMixedStrides());
    }
    RankedTensorType part = assembly.getType();
    Value value = whole;
    if (part != type)
      value = tensor::ExtractSliceOp::create(
          rewriter, assembly.getLoc(), part, whole,
          SmallVector<OpFoldResult>(part.getRank(), rewriter.getIndexAttr(0)),
          getAsIndexOpFoldResult(rewriter.getContext(), part.getShape()),
          SmallVector<OpFoldResult>(part.getRank(), rewriter.getIndexAttr(1)));
    rewriter.replaceAllUsesWith(assembly.getLast().getResult(), value);
  }
  for (const Assembly &assembly : chain)
    for (tensor::InsertSliceOp insert : llvm::reverse(assembly.inserts))
      rewriter.eraseOp(insert);
}

static void mergeConcats(Block &block) {
  SmallVector<Assembly> assemblies;
  for (auto insert : block.getOps<tensor::InsertSliceOp>()) {
    // Only whole ones: nothing is inserted into the result.
    bool isLast = llvm::none_of(insert->getUses(), [&](OpOperand &use) {
      auto next = dyn_cast<tensor::InsertSliceOp>(use.getOwner());
      return next && next.getDest() == insert.getResult();
    });
    if (std::optional<Assembly> assembly =
            isLast ? getAssembly(insert) : std::nullopt)
      assemblies.push_back(std::move(*assembly));
  }
  // Each one goes on with the last that it extends.
  SmallVector<SmallVector<Assembly>> chains;
  for (Assembly &assembly : assemblies) {
    auto chain = llvm::find_if(llvm::reverse(chains),
                               [&](const SmallVector<Assembly> &other) {
                                 return extends(assembly, other.back());
                               });
    if (chain != chains.rend())
      chain->push_back(assembly);
    else
      chains.push_back({assembly});
  }
  for (ArrayRef<Assembly> chain : chains)
    if (chain.size() > 1)
      merge(chain);
}

void mplan::mergeConcats(Operation *root) {
  RewritePatternSet patterns(root->getContext());
  tensor::populateDecomposeTensorConcatPatterns(patterns);
  walkAndApplyPatterns(root, std::move(patterns));
  root->walk([](Block *block) { ::mergeConcats(*block); });
}

namespace {
struct MplanMergeConcatsPass
    : mplan::impl::MplanMergeConcatsPassBase<MplanMergeConcatsPass> {
  using Base::Base;
  void runOnOperation() override { mergeConcats(getOperation()); }
};
} // namespace
