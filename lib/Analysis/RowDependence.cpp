//===- RowDependence.cpp - Which rows an op reads for one row -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/RowDependence.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mplan;

static RowAnalysis refuse(const Twine &reason) {
  return {std::nullopt, reason.str()};
}

static RowAnalysis accept(RowDependence dependence) {
  return {std::move(dependence), {}};
}

static std::optional<RowRange> add(RowRange a, RowRange b) {
  if (a.div != 1 && b.div != 1)
    return std::nullopt;
  if (b.div != 1)
    std::swap(a, b);
  // A row that is one of several made of one, and rows that follow it.
  if (a.div != 1 && b.scale != 0)
    return std::nullopt;
  return RowRange{a.scale + b.scale, a.lo + b.lo * a.div, a.hi + b.hi * a.div,
                  a.div};
}

static std::optional<RowRange> multiply(RowRange a, int64_t factor) {
  if (a.div != 1)
    return std::nullopt;
  return RowRange{a.scale * factor, std::min(a.lo * factor, a.hi * factor),
                  std::max(a.lo * factor, a.hi * factor)};
}

/// Of several rows it hangs on t which are the same after a division.
static std::optional<RowRange> divide(RowRange a, int64_t by) {
  if (by < 1 || a.lo != a.hi)
    return std::nullopt;
  a.div *= by;
  return a;
}

/// The values of `expr`, with the loops in `extents`, where `loop` is t.
/// Nothing if it is not a sum of multiples, of which one may be divided.
static std::optional<RowRange> evaluate(AffineExpr expr, unsigned loop,
                                        ArrayRef<int64_t> extents) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return RowRange{0, constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    if (dim.getPosition() == loop)
      return RowRange{1, 0, 0};
    return RowRange{0, 0, extents[dim.getPosition()] - 1};
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  std::optional<RowRange> a = evaluate(binary.getLHS(), loop, extents);
  std::optional<RowRange> b = evaluate(binary.getRHS(), loop, extents);
  if (!a || !b)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Add)
    return add(*a, *b);
  if (b->scale != 0 || b->lo != b->hi || b->div != 1)
    return std::nullopt;
  if (binary.getKind() == AffineExprKind::Mul)
    return multiply(*a, b->lo);
  return binary.getKind() == AffineExprKind::FloorDiv ? divide(*a, b->lo)
                                                      : std::nullopt;
}

/// The rows of each operand of `op` for one iteration of `loop`.
static RowAnalysis analyzeLoop(linalg::LinalgOp op, unsigned loop) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (llvm::any_of(extents, ShapedType::isDynamic))
    return refuse("has an extent that is not known when compiling");
  RowDependence rows;
  rows.loop = loop;
  rows.numRows = extents[loop];
  for (OpOperand &operand : op->getOpOperands()) {
    OperandRows &operandRows = rows.operands.emplace_back();
    for (auto [dim, expr] :
         llvm::enumerate(op.getMatchingIndexingMap(&operand).getResults())) {
      if (!expr.isFunctionOfDim(loop))
        continue;
      std::optional<RowRange> read = evaluate(expr, loop, extents);
      if (!read)
        return refuse("reads rows by an index that is no sum of multiples, of "
                      "which one may be divided");
      if (operandRows.dim)
        return refuse("reads an operand by its row in two dimensions");
      if (read->scale < 0)
        return refuse("reads rows backwards");
      operandRows = {unsigned(dim), *read};
    }
  }
  return accept(std::move(rows));
}

static RowAnalysis analyzeLinalg(linalg::LinalgOp op, unsigned dim) {
  auto expr = dyn_cast<AffineDimExpr>(
      op.getMatchingIndexingMap(op.getDpsInitOperand(0)).getResult(dim));
  if (!expr)
    return refuse("writes rows by an index that is no loop");
  if (op.getIteratorTypesArray()[expr.getPosition()] !=
      utils::IteratorType::parallel)
    return refuse("writes rows in a loop that is not parallel");
  return analyzeLoop(op, expr.getPosition());
}

/// Each operand that has the shape of the result is read at its row, from
/// `shift` on.
static RowDependence getSameRow(Operation *op, unsigned dim, int64_t numRows,
                                int64_t shift = 0) {
  RowDependence rows;
  rows.numRows = numRows;
  rows.operands.resize(op->getNumOperands());
  rows.operands[0] = {dim, 1, shift, shift};
  return rows;
}

static RowAnalysis analyzePad(tensor::PadOp pad, unsigned dim) {
  if (!pad.getConstantPaddingValue())
    return refuse("pads with what is no constant");
  if (llvm::any_of(pad.getStaticLow(), ShapedType::isDynamic) ||
      llvm::any_of(pad.getStaticHigh(), ShapedType::isDynamic))
    return refuse("pads by a number that is not known when compiling");
  if (llvm::any_of(pad.getStaticLow(), [](int64_t low) { return low < 0; }) ||
      llvm::any_of(pad.getStaticHigh(), [](int64_t high) { return high < 0; }))
    return refuse("pads by a negative number");
  return accept(getSameRow(pad, dim, pad.getResultType().getDimSize(dim),
                           -pad.getStaticLow()[dim]));
}

static RowAnalysis analyzeConcat(tensor::ConcatOp concat, unsigned dim) {
  if (concat.getDim() == dim)
    return refuse("puts rows after each other");
  RowDependence rows;
  rows.numRows = concat.getResultType().getDimSize(dim);
  rows.operands.assign(concat->getNumOperands(), {dim, 1, 0, 0});
  return accept(std::move(rows));
}

static RowAnalysis analyzeSlice(tensor::ExtractSliceOp slice, unsigned dim) {
  if (slice.getSourceType().getRank() != slice.getType().getRank() ||
      llvm::any_of(slice.getStaticOffsets(), ShapedType::isDynamic) ||
      !slice.hasUnitStride())
    return refuse("takes a slice with steps, fewer dimensions, or at an offset "
                  "that is not known when compiling");
  return accept(getSameRow(slice, dim, slice.getType().getDimSize(dim),
                           slice.getStaticOffsets()[dim]));
}

static RowAnalysis analyzeInsert(tensor::InsertSliceOp insert, unsigned dim) {
  if (insert.getSourceType().getRank() != insert.getType().getRank() ||
      llvm::any_of(insert.getStaticOffsets(), ShapedType::isDynamic) ||
      !insert.getSourceType().hasStaticShape() || !insert.hasUnitStride() ||
      insert.getSourceType().getDimSize(dim) !=
          insert.getType().getDimSize(dim))
    return refuse("writes a part of the rows, with steps, fewer dimensions, or "
                  "at an offset that is not known when compiling");
  RowDependence rows =
      getSameRow(insert, dim, insert.getType().getDimSize(dim));
  rows.operands[1] = rows.operands[0];
  return accept(std::move(rows));
}

/// The dimension of `group` that is outermost, but for those of one element.
static unsigned getOutermost(ArrayRef<int64_t> group, RankedTensorType type) {
  auto *found = llvm::find_if(
      group, [&](int64_t dim) { return type.getDimSize(dim) != 1; });
  return found == group.end() ? group.front() : *found;
}

/// Rows of several are parts of what was one row.
static RowAnalysis analyzeCollapse(tensor::CollapseShapeOp collapse,
                                   unsigned dim) {
  RankedTensorType source = collapse.getSrcType(),
                   result = collapse.getResultType();
  const int64_t numRows = result.getDimSize(dim);
  if (numRows == result.getNumElements() && numRows != 1)
    return refuse("makes rows of one element");
  const unsigned from =
      getOutermost(collapse.getReassociationIndices()[dim], source);
  RowDependence rows = getSameRow(collapse, from, numRows);
  rows.operands[0].rows.div = numRows / source.getDimSize(from);
  return accept(std::move(rows));
}

/// A row was several; only the outermost dimension has whole ones.
static RowAnalysis analyzeExpand(tensor::ExpandShapeOp expand, unsigned dim) {
  RankedTensorType source = expand.getSrcType(),
                   result = expand.getResultType();
  for (auto [from, group] : llvm::enumerate(expand.getReassociationIndices())) {
    if (!llvm::is_contained(group, int64_t(dim)))
      continue;
    if (getOutermost(group, result) != dim)
      break;
    const int64_t numRows = result.getDimSize(dim),
                  count = source.getDimSize(from) / numRows;
    RowDependence rows = getSameRow(expand, from, numRows);
    rows.operands[0].rows = {count, 0, count - 1};
    return accept(std::move(rows));
  }
  return refuse("makes rows of a part of one");
}

RowAnalysis mplan::analyzeRows(Operation *op, unsigned dim) {
  auto type = op->getNumResults() == 1
                  ? dyn_cast<RankedTensorType>(op->getResult(0).getType())
                  : RankedTensorType();
  if (!type || !type.hasStaticShape())
    return refuse("has not one result of static shape");
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
    return analyzeLinalg(linalgOp, dim);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return analyzePad(pad, dim);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return analyzeConcat(concat, dim);
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return analyzeSlice(slice, dim);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return analyzeInsert(insert, dim);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return analyzeCollapse(collapse, dim);
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return analyzeExpand(expand, dim);
  return refuse("is nothing whose rows are known");
}

RowAnalysis mplan::analyzeReducedRows(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || op->getNumResults() != 1 ||
      !linalgOp.hasPureTensorSemantics())
    return refuse("is no linalg op of one result");
  // The outermost one that has rows.
  SmallVector<unsigned> loops;
  linalgOp.getReductionDims(loops);
  SmallVector<int64_t> extents = linalgOp.getStaticLoopRanges();
  auto *loop =
      llvm::find_if(loops, [&](unsigned l) { return extents[l] != 1; });
  if (loop == loops.end())
    return refuse("reduces nothing");
  RowAnalysis rows = analyzeLoop(linalgOp, *loop);
  if (rows.dependence)
    rows.dependence->reduces = true;
  return rows;
}
