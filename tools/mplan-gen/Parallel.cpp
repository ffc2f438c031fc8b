//===- Parallel.cpp - scf.forall and scf.parallel -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each iteration writes elements or a row of its own. What iterations read
// shares no byte with what they write, but for the element that each replaces.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mplan::gen;

/// What all iterations use.
namespace {
struct Work {
  Kind kind;   ///< Of what is read and written.
  Item source; ///< Has the same shape.
  Value scalar;
};
} // namespace

static std::optional<Work> drawWork(Generator &g) {
  Item *item =
      g.pickReadable([](const Item &item) { return !item.shape().empty(); });
  if (!item)
    return std::nullopt;
  Work work;
  work.source = *item;
  g.markRead(work.source.id);
  work.kind = {llvm::to_vector(item->shape()), g.pickElement()};
  work.scalar = g.pickScalar(work.kind.element);
  return work;
}

/// All dimensions at once, one element each.
static bool makeParallel(Generator &g) {
  std::optional<Work> work = drawWork(g);
  if (!work)
    return false;
  Dest dest = g.pickDest(work->kind, work->source.places, work->source.id);
  Value zero = g.constantIndex(0);
  Value one = g.constantIndex(1);
  SmallVector<Value> lower(work->kind.shape.size(), zero);
  SmallVector<Value> step(work->kind.shape.size(), one);
  SmallVector<Value> upper;
  for (int64_t extent : work->kind.shape)
    upper.push_back(g.constantIndex(extent));
  auto op = scf::ParallelOp::create(g.b, g.loc, lower, upper, step);
  Generator::Frame frame = g.enter();
  g.b.setInsertionPoint(op.getBody()->getTerminator());
  SmallVector<Value> indices(op.getInductionVars());
  Value loaded =
      memref::LoadOp::create(g.b, g.loc, work->source.value, indices);
  Value value =
      g.expression(work->kind.element, {loaded, work->scalar, indices[0]});
  memref::StoreOp::create(g.b, g.loc, value, dest.value, indices);
  g.leave(frame);
  g.markWritten(*dest.item);
  return true;
}

/// Offsets, sizes and strides of row `index`.
namespace {
struct Row {
  Row(Generator &g, ArrayRef<int64_t> shape, Value index)
      : offsets(shape.size(), g.b.getIndexAttr(0)),
        strides(shape.size(), g.b.getIndexAttr(1)), shape(shape.drop_front()) {
    for (int64_t extent : shape)
      sizes.push_back(g.b.getIndexAttr(extent));
    sizes[0] = g.b.getIndexAttr(1);
    offsets[0] = index;
    // Upstream's folders mix up which one of several was dropped.
    if (llvm::is_contained(this->shape, 1))
      this->shape.insert(this->shape.begin(), 1);
  }

  Value subview(Generator &g, Value source) const {
    auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
        shape, cast<MemRefType>(source.getType()), offsets, sizes, strides));
    return memref::SubViewOp::create(g.b, g.loc, type, source, offsets, sizes,
                                     strides);
  }

  Value slice(Generator &g, Value source) const {
    Type element = cast<ShapedType>(source.getType()).getElementType();
    return tensor::ExtractSliceOp::create(g.b, g.loc,
                                          RankedTensorType::get(shape, element),
                                          source, offsets, sizes, strides);
  }

  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<int64_t> shape;
};
} // namespace

/// out[...] = f(in[...], scalar), of rows.
static Value makeRowOp(Generator &g, const Work &work, Value in, Value out) {
  auto type = cast<ShapedType>(out.getType());
  SmallVector<AffineMap> maps(2, g.b.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  SmallVector<Type> results;
  if (g.isTensors)
    results.push_back(type);
  auto op = linalg::GenericOp::create(
      g.b, g.loc, results, in, out, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange args) {
        OpBuilder outer = g.b;
        g.b = nested;
        Value value = g.expression(work.kind.element, {args[0], work.scalar});
        linalg::YieldOp::create(g.b, g.loc, value);
        g.b = outer;
      });
  return g.isTensors ? op.getResult(0) : Value();
}

static bool makeForallOnMemrefs(Generator &g) {
  std::optional<Work> work = drawWork(g);
  if (!work)
    return false;
  Dest dest = g.pickDest(work->kind, work->source.places);
  bool allocates = g.has(Feature::ParallelAlloc) && g.random.chance(50);
  bool releases = g.has(Feature::Dealloc) && g.random.chance(50);
  auto op = scf::ForallOp::create(
      g.b, g.loc, ArrayRef<OpFoldResult>(g.b.getIndexAttr(work->kind.shape[0])),
      ValueRange(), std::nullopt);
  Generator::Frame frame = g.enter();
  g.b.setInsertionPoint(op.getTerminator());
  Row row(g, work->kind.shape, op.getInductionVar(0));
  Value in = row.subview(g, work->source.value);
  Value out = row.subview(g, dest.value);
  if (allocates) {
    Value scratch = memref::AllocOp::create(
        g.b, g.loc, MemRefType::get(row.shape, work->kind.element));
    makeRowOp(g, *work, in, scratch);
    makeRowOp(g, *work, scratch, out);
    if (releases)
      memref::DeallocOp::create(g.b, g.loc, scratch);
  } else {
    makeRowOp(g, *work, in, out);
  }
  g.leave(frame);
  g.markWritten(*dest.item);
  return true;
}

static bool makeForallOnTensors(Generator &g) {
  std::optional<Work> work = drawWork(g);
  if (!work)
    return false;
  Dest dest = g.pickDest(work->kind, {});
  bool allocates = g.has(Feature::ParallelAlloc) && g.random.chance(50);
  auto op = scf::ForallOp::create(
      g.b, g.loc, ArrayRef<OpFoldResult>(g.b.getIndexAttr(work->kind.shape[0])),
      dest.value, std::nullopt);
  Generator::Frame frame = g.enter();
  g.b.setInsertionPoint(op.getTerminator());
  Row row(g, work->kind.shape, op.getInductionVar(0));
  Value shared = op.getRegionIterArgs().front();
  Value value = row.slice(g, work->source.value);
  if (allocates) {
    Value scratch =
        tensor::EmptyOp::create(g.b, g.loc, row.shape, work->kind.element);
    value = makeRowOp(g, *work, value, scratch);
  }
  Value out = row.slice(g, shared);
  value = makeRowOp(g, *work, value, out);
  g.b.setInsertionPointToEnd(op.getTerminator().getBody());
  tensor::ParallelInsertSliceOp::create(g.b, g.loc, value, shared, row.offsets,
                                        row.sizes, row.strides);
  g.leave(frame);
  g.finish(dest, op);
  return true;
}

void mplan::gen::addParallel(StatementList &list) {
  list.push_back({makeParallel, 4, Feature::Parallel, Statement::Memrefs});
  list.push_back(
      {makeForallOnMemrefs, 4, Feature::Parallel, Statement::Memrefs});
  list.push_back(
      {makeForallOnTensors, 4, Feature::Parallel, Statement::Tensors});
}
