//===- Views.cpp - Views of memrefs ---------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each view is an item of its own, which counts as written when what it views
// is; writing all of a view does not make the whole written.
//
//===----------------------------------------------------------------------===//

#include "Slices.h"
#include "Statements.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mplan::gen;

static unsigned addView(Generator &g, const Item &source, Value view) {
  unsigned id = g.addItem(view, /*written=*/false, source.places, source.id,
                          source.writable);
  g.scope.find(id)->dirty = source.dirty;
  return id;
}

static bool makeSubview(Generator &g) {
  Item *item =
      g.pickItem([](const Item &item) { return !item.shape().empty(); });
  if (!item)
    return false;
  Item source = *item;
  Slice slice = drawSlice(g, source.shape());
  auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      slice.shape, cast<MemRefType>(source.value.getType()), slice.offsets,
      slice.sizes, slice.strides));
  Value view =
      memref::SubViewOp::create(g.b, g.loc, type, source.value, slice.offsets,
                                slice.sizes, slice.strides);
  addView(g, source, view);
  return true;
}

/// Forgets the layout, or the shape and remembers it again.
static bool makeCast(Generator &g) {
  Item *item = g.pickItem([](const Item &) { return true; });
  if (!item)
    return false;
  Item source = *item;
  auto type = cast<MemRefType>(source.value.getType());
  SmallVector<int64_t> unknown(type.getRank(), ShapedType::kDynamic);
  if (g.random.chance(50)) {
    auto layout =
        StridedLayoutAttr::get(g.b.getContext(), ShapedType::kDynamic, unknown);
    auto loose = MemRefType::get(type.getShape(), type.getElementType(), layout,
                                 type.getMemorySpace());
    if (loose == type)
      return false;
    addView(g, source, memref::CastOp::create(g.b, g.loc, loose, source.value));
    return true;
  }
  auto loose = MemRefType::get(unknown, type.getElementType(), type.getLayout(),
                               type.getMemorySpace());
  if (type.getRank() == 0 || !type.getLayout().isIdentity())
    return false;
  Value there = memref::CastOp::create(g.b, g.loc, loose, source.value);
  addView(g, source, memref::CastOp::create(g.b, g.loc, type, there));
  return true;
}

static bool isPlain(const Item &item) {
  return cast<MemRefType>(item.value.getType()).getLayout().isIdentity();
}

static bool makeShapeView(Generator &g) {
  Item *item = g.pickItem(
      [](const Item &item) { return isPlain(item) && !item.shape().empty(); });
  if (!item)
    return false;
  Item source = *item;
  SmallVector<int64_t> shape(source.shape());
  SmallVector<ReassociationIndices> groups;
  Value view;
  if (shape.size() >= 2) {
    ReassociationIndices &all = groups.emplace_back();
    for (unsigned i = 0; i < shape.size(); ++i)
      all.push_back(i);
    view = memref::CollapseShapeOp::create(g.b, g.loc, source.value, groups);
  } else {
    int64_t factor = 1;
    for (int64_t candidate : {2, 3, 5})
      if (shape[0] % candidate == 0 && g.random.chance(60))
        factor = candidate;
    groups.push_back({0, 1});
    SmallVector<int64_t> parts = {shape[0] / factor, factor};
    Kind kind = getKind(source.type());
    kind.shape = parts;
    view = memref::ExpandShapeOp::create(g.b, g.loc, g.makeType(kind),
                                         source.value, groups);
  }
  addView(g, source, view);
  return true;
}

/// Every so many elements of the buffer, from some element on.
static bool makeReinterpret(Generator &g) {
  Item *item = g.pickItem([](const Item &item) {
    return isPlain(item) && item.type().getNumElements() > 1;
  });
  if (!item)
    return false;
  Item source = *item;
  int64_t count = source.type().getNumElements();
  int64_t offset = g.random.below(count / 2 + 1);
  int64_t stride = g.random.between(1, 2);
  int64_t most = (count - offset - 1) / stride + 1;
  int64_t size = g.random.between(1, most);
  auto layout = StridedLayoutAttr::get(g.b.getContext(), offset, {stride});
  auto type = MemRefType::get({size}, source.element(), layout,
                              getKind(source.type()).space);
  Value view = memref::ReinterpretCastOp::create(
      g.b, g.loc, type, source.value, offset, ArrayRef<int64_t>(size),
      ArrayRef<int64_t>(stride));
  addView(g, source, view);
  return true;
}

static bool makeTransposeView(Generator &g) {
  Item *item =
      g.pickItem([](const Item &item) { return item.shape().size() >= 2; });
  if (!item)
    return false;
  Item source = *item;
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < source.shape().size(); ++i)
    dims.push_back(g.b.getAffineDimExpr(i));
  size_t first = g.random.below(dims.size() - 1);
  std::swap(dims[first], dims[first + 1]);
  AffineMap map = AffineMap::get(dims.size(), 0, dims, g.b.getContext());
  Value view = memref::TransposeOp::create(g.b, g.loc, source.value,
                                           AffineMapAttr::get(map));
  addView(g, source, view);
  return true;
}

/// Bytes, and one or two typed buffers in them.
static bool makeByteView(Generator &g) {
  Kind first = g.pickKind();
  Kind kinds[2] = {first, g.pickKind()};
  kinds[1].space = first.space;
  auto bytesOf = [](const Kind &kind) -> int64_t {
    unsigned bits =
        kind.element.isIndex() ? 64 : kind.element.getIntOrFloatBitWidth();
    return kind.count() * std::max(1u, bits / 8);
  };
  unsigned count = g.random.between(1, 2);
  // At multiples of 8 bytes; both at once, one after the other, or not at all.
  int64_t offset = 0, total = 0;
  SmallVector<int64_t> offsets;
  for (unsigned i = 0; i < count; ++i) {
    offsets.push_back(offset);
    total = std::max(total, offset + bytesOf(kinds[i]));
    offset = (total + 7) / 8 * 8;
  }
  auto type =
      cast<MemRefType>(g.makeType({{total}, g.b.getI8Type(), first.space}));
  Value bytes = memref::AllocOp::create(g.b, g.loc, type, ValueRange(),
                                        ValueRange(), g.b.getI64IntegerAttr(8));
  Places place = g.onePlace(g.newPlace(bytes));
  for (unsigned i = 0; i < count; ++i) {
    Value shift = g.constantIndex(offsets[i]);
    Value view = memref::ViewOp::create(g.b, g.loc,
                                        cast<MemRefType>(g.makeType(kinds[i])),
                                        bytes, shift, ValueRange());
    g.addItem(view, /*written=*/false, place);
  }
  return true;
}

void mplan::gen::addViews(StatementList &list) {
  auto add = [&](bool (*make)(Generator &), unsigned weight) {
    list.push_back({make, weight, Feature::Views, Statement::Memrefs});
  };
  add(makeSubview, 8);
  add(makeCast, 3);
  add(makeShapeView, 4);
  add(makeReinterpret, 3);
  add(makeTransposeView, 3);
  add(makeByteView, 3);
}
