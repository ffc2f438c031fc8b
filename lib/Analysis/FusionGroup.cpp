//===- FusionGroup.cpp - What is computed inside a tile -------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/FusionGroup.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mplan;

bool mplan::isTiling(linalg::LinalgOp root, ArrayRef<int64_t> sizes) {
  if (!root.hasPureTensorSemantics() || root->getNumResults() != 1 ||
      sizes.size() != root.getNumLoops())
    return false;
  SmallVector<int64_t> extents = root.getStaticLoopRanges();
  SmallVector<utils::IteratorType> iterators = root.getIteratorTypesArray();
  for (auto [size, extent, iterator] : llvm::zip(sizes, extents, iterators)) {
    if (size == 0)
      continue;
    if (size < 0 || iterator != utils::IteratorType::parallel ||
        ShapedType::isDynamic(extent) || extent % size != 0)
      return false;
  }
  return true;
}

tensor::EmptyOp
mplan::getEmptyOfCheapInit(linalg::LinalgOp op,
                           llvm::function_ref<bool(Value)> isAtHand) {
  auto isScalarOrAtHand = [&](Value value) {
    return !isa<TensorType>(value.getType()) || isAtHand(value);
  };
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !llvm::hasSingleElement(*op.getBlock()) ||
      !llvm::all_of(op.getDpsInputs(), isScalarOrAtHand))
    return nullptr;
  return op.getDpsInits().front().getDefiningOp<tensor::EmptyOp>();
}

bool mplan::isCheapInit(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && getEmptyOfCheapInit(linalgOp, [](Value value) {
           return matchPattern(value, m_Constant());
         });
}

bool mplan::hasPureBody(linalg::LinalgOp op) {
  return llvm::all_of(*op.getBlock(), [](Operation &nested) {
    return isMemoryEffectFree(&nested) ||
           nested.hasTrait<OpTrait::IsTerminator>();
  });
}

/// True if `op` copies a tensor, perhaps transposed.
static bool isCopy(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumParallelLoops() == linalgOp.getNumLoops() &&
         llvm::hasSingleElement(*linalgOp.getBlock()) &&
         linalgOp.getNumDpsInputs() == 1 &&
         linalgOp.getBlock()->getTerminator()->getOperand(0) ==
             linalgOp.getBlock()->getArgument(0);
}

/// The loop whose every iteration chooses another element through `expr`, if it
/// is that loop alone.
static std::optional<unsigned> getOnlyLoop(AffineExpr expr) {
  if (auto product = dyn_cast<AffineBinaryOpExpr>(expr))
    if (product.getKind() == AffineExprKind::Mul &&
        isa<AffineConstantExpr>(product.getRHS()) &&
        cast<AffineConstantExpr>(product.getRHS()).getValue() != 0)
      expr = product.getLHS();
  if (auto loop = dyn_cast<AffineDimExpr>(expr))
    return loop.getPosition();
  return std::nullopt;
}

namespace {
/// How the tiles of the root cut a tensor.
struct Cut {
  llvm::SmallBitVector dims; ///< Those of which a tile has a part.
  bool overlaps = false;     ///< Some element belongs to several tiles.

  void merge(const Cut &other) {
    dims |= other.dims;
    overlaps |= other.overlaps;
  }
};

class GroupFinder {
public:
  GroupFinder(linalg::LinalgOp root,
              llvm::function_ref<bool(Operation *)> endsAt)
      : root(root), endsAt(endsAt) {}

  llvm::SetVector<Operation *> find(ArrayRef<int64_t> sizes) {
    llvm::SmallBitVector loops(sizes.size());
    SmallVector<int64_t> extents = root.getStaticLoopRanges();
    for (auto [loop, size] : llvm::enumerate(sizes))
      loops[loop] = size != 0 && size != extents[loop];
    group.insert(root);
    passOn(root, loops, /*overlaps=*/false);
    // Backwards: when an op is met, all its users have been.
    for (Operation *op = root->getPrevNode(); op; op = op->getPrevNode())
      visit(op);
    group.remove(root);
    return std::move(group);
  }

private:
  void visit(Operation *op) {
    auto cut =
        op->getNumResults() == 1 ? cuts.find(op->getResult(0)) : cuts.end();
    if (cut == cuts.end() || cut->second.dims.none() || (endsAt && endsAt(op)))
      return;
    if (isCheapInit(op)) {
      group.insert(op);
      return;
    }
    if (!llvm::all_of(op->getUsers(),
                      [&](Operation *user) { return group.contains(user); }))
      return;
    Cut result = cut->second;
    if (auto pad = dyn_cast<tensor::PadOp>(op))
      return visitPad(pad, result);
    if (result.overlaps && !isCopy(op))
      return;
    if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      return visitReshape(op, result);
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      visitLinalg(linalgOp, result);
  }

  void visitPad(tensor::PadOp pad, Cut cut) {
    if (!pad.getConstantPaddingValue() || !pad.getSourceType().hasStaticShape())
      return;
    // What is padded is read where it is: a tile of a pad is a copy.
    group.insert(pad);
    addCut(pad.getSource(), cut);
  }

  /// A reshape of a tile is a tile of the reshape if each dimension that is cut
  /// is one dimension on the other side, beside others of extent 1.
  void visitReshape(Operation *op, const Cut &cut) {
    auto collapse = dyn_cast<tensor::CollapseShapeOp>(op);
    SmallVector<ReassociationIndices> groups =
        collapse ? collapse.getReassociationIndices()
                 : cast<tensor::ExpandShapeOp>(op).getReassociationIndices();
    Value source = op->getOperand(0);
    auto sourceType = cast<RankedTensorType>(source.getType());
    auto resultType = cast<RankedTensorType>(op->getResult(0).getType());
    RankedTensorType expanded = collapse ? sourceType : resultType;
    Cut sourceCut{llvm::SmallBitVector(sourceType.getRank()), cut.overlaps};
    for (auto [collapsedDim, dims] : llvm::enumerate(groups)) {
      std::optional<int64_t> only;
      bool isOne = true;
      for (int64_t dim : dims) {
        if (expanded.getDimSize(dim) == 1)
          continue;
        isOne &= !only;
        only = dim;
      }
      bool isCut =
          collapse
              ? cut.dims[collapsedDim]
              : llvm::any_of(dims, [&](int64_t dim) { return cut.dims[dim]; });
      if (!isCut)
        continue;
      if (!isOne)
        return;
      if (!only)
        only = dims.front();
      sourceCut.dims[collapse ? *only : int64_t(collapsedDim)] = true;
    }
    group.insert(op);
    addCut(source, sourceCut);
  }

  void visitLinalg(linalg::LinalgOp op, const Cut &cut) {
    if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
        !hasPureBody(op))
      return;
    AffineMap map = op.getIndexingMapMatchingResult(op->getResult(0));
    if (!map.isProjectedPermutation())
      return;
    llvm::SmallBitVector loops(op.getNumLoops());
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      if (cut.dims[dim])
        loops[cast<AffineDimExpr>(expr).getPosition()] = true;
    group.insert(op);
    passOn(op, loops, cut.overlaps);
  }

  /// Notes how the operands of `op` are cut if `loops` are.
  void passOn(linalg::LinalgOp op, const llvm::SmallBitVector &loops,
              bool overlaps) {
    // A loop of one iteration chooses nothing: a window of one element is none.
    SmallVector<AffineExpr> points;
    for (auto [loop, extent] : llvm::enumerate(op.getStaticLoopRanges()))
      points.push_back(extent == 1 ? getAffineConstantExpr(0, op.getContext())
                                   : getAffineDimExpr(loop, op.getContext()));
    for (OpOperand &operand : op->getOpOperands()) {
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type)
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      Cut cut{llvm::SmallBitVector(type.getRank()), overlaps};
      llvm::SmallBitVector chosen(op.getNumLoops());
      for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
        bool isCut = false;
        for (unsigned loop : loops.set_bits())
          isCut |= expr.isFunctionOfDim(loop);
        if (!isCut)
          continue;
        cut.dims[dim] = true;
        if (std::optional<unsigned> loop =
                getOnlyLoop(expr.replaceDims(points)))
          chosen[*loop] = true;
        else
          cut.overlaps = true;
      }
      for (unsigned loop : loops.set_bits())
        cut.overlaps |= !chosen[loop];
      addCut(operand.get(), cut);
    }
  }

  void addCut(Value value, const Cut &cut) {
    auto [place, isNew] = cuts.try_emplace(value, cut);
    if (!isNew)
      place->second.merge(cut);
  }

  linalg::LinalgOp root;
  llvm::function_ref<bool(Operation *)> endsAt;
  llvm::SetVector<Operation *> group;
  llvm::DenseMap<Value, Cut> cuts;
};
} // namespace

llvm::SetVector<Operation *>
mplan::findFusionGroup(linalg::LinalgOp root, ArrayRef<int64_t> sizes,
                       llvm::function_ref<bool(Operation *)> endsAt) {
  assert(isTiling(root, sizes) && "not a tiling of this op");
  return GroupFinder(root, endsAt).find(sizes);
}
