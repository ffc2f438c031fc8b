//===- Tensors.cpp - Slices, pads, concatenations, reshapes ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is done with tensors and their shapes, and constants and selects of both
// tensors and memrefs.
//
//===----------------------------------------------------------------------===//

#include "Slices.h"
#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mplan::gen;

/// Tensors do not grow beyond this many elements.
static constexpr int64_t maxElements = 150;

Slice mplan::gen::drawSlice(Generator &g, ArrayRef<int64_t> shape) {
  Slice slice;
  // All or none: where one of several dimensions of extent 1 is dropped,
  // upstream's folders take the wrong one for it.
  bool dropsUnits = g.random.chance(50);
  for (int64_t extent : shape) {
    int64_t size = g.random.between(1, extent);
    int64_t stride = 1;
    if (size > 1 && (size - 1) * 2 < extent && g.random.chance(50))
      stride = 2;
    int64_t places = extent - (size - 1) * stride;
    if (places > 1 && g.random.chance(40))
      slice.offsets.push_back(g.pickIndex(places));
    else
      slice.offsets.push_back(g.b.getIndexAttr(g.random.below(places)));
    slice.sizes.push_back(g.b.getIndexAttr(size));
    slice.strides.push_back(g.b.getIndexAttr(stride));
    if (size != 1 || !dropsUnits)
      slice.shape.push_back(size);
  }
  return slice;
}

static Item *pickRanked(Generator &g) {
  return g.pickReadable([](const Item &item) { return !item.shape().empty(); });
}

static bool makeExtractSlice(Generator &g) {
  Item *item = pickRanked(g);
  if (!item)
    return false;
  Value source = item->value;
  Slice slice = drawSlice(g, item->shape());
  Type element = cast<ShapedType>(source.getType()).getElementType();
  Value result = tensor::ExtractSliceOp::create(
      g.b, g.loc, RankedTensorType::get(slice.shape, element), source,
      slice.offsets, slice.sizes, slice.strides);
  g.addItem(result, /*written=*/true);
  return true;
}

static bool makeInsertSlice(Generator &g) {
  Item *item = pickRanked(g);
  if (!item)
    return false;
  Value target = item->value;
  Slice slice = drawSlice(g, item->shape());
  Type element = cast<ShapedType>(target.getType()).getElementType();
  unsigned id = g.pickOrMake(RankedTensorType::get(slice.shape, element));
  Value source = g.scope.find(id)->value;
  g.markRead(id);
  Value result = tensor::InsertSliceOp::create(
      g.b, g.loc, source, target, slice.offsets, slice.sizes, slice.strides);
  g.addItem(result, /*written=*/true);
  return true;
}

static bool makeInsert(Generator &g) {
  Item *item = pickRanked(g);
  if (!item)
    return false;
  Value target = item->value;
  auto type = cast<ShapedType>(target.getType());
  SmallVector<Value> indices;
  for (int64_t extent : type.getShape())
    indices.push_back(g.pickIndex(extent));
  Value scalar = g.pickScalar(type.getElementType());
  Value result = tensor::InsertOp::create(g.b, g.loc, scalar, target, indices);
  g.addItem(result, /*written=*/true);
  return true;
}

static bool makeFromElements(Generator &g) {
  Type element = g.pickElement();
  SmallVector<Value> elements;
  unsigned count = g.random.between(1, 4);
  for (unsigned i = 0; i < count; ++i)
    elements.push_back(g.pickScalar(element));
  auto type = RankedTensorType::get({int64_t(count)}, element);
  Value result = tensor::FromElementsOp::create(g.b, g.loc, type, elements);
  g.addItem(result, /*written=*/true);
  return true;
}

static bool makePad(Generator &g) {
  Item *item = pickRanked(g);
  if (!item)
    return false;
  Value source = item->value;
  g.markRead(item->id);
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<OpFoldResult> low, high;
  SmallVector<int64_t> shape;
  int64_t count = 1;
  for (int64_t extent : type.getShape()) {
    int64_t before = g.random.below(3);
    int64_t after = g.random.below(3);
    low.push_back(g.b.getIndexAttr(before));
    high.push_back(g.b.getIndexAttr(after));
    shape.push_back(before + extent + after);
    count *= shape.back();
  }
  if (count > maxElements)
    return false;
  Value scalar = g.pickScalar(type.getElementType());
  Value result = tensor::PadOp::create(
      g.b, g.loc, RankedTensorType::get(shape, type.getElementType()), source,
      low, high, scalar);
  g.addItem(result, /*written=*/true);
  return true;
}

static bool makeConcat(Generator &g) {
  Item *item = pickRanked(g);
  if (!item)
    return false;
  Item first = *item;
  int64_t dim = g.random.below(first.shape().size());
  SmallVector<Value> inputs = {first.value};
  g.markRead(first.id);
  int64_t count = first.type().getNumElements();
  unsigned more = g.random.between(1, 2);
  for (unsigned i = 0; i < more; ++i) {
    Item *other = g.pickReadable([&](const Item &item) {
      if (item.element() != first.element() ||
          item.shape().size() != first.shape().size())
        return false;
      for (unsigned d = 0; d < item.shape().size(); ++d)
        if (d != dim && item.shape()[d] != first.shape()[d])
          return false;
      return true;
    });
    count += other->type().getNumElements();
    inputs.push_back(other->value);
    g.markRead(other->id);
  }
  if (count > maxElements)
    return false;
  Value result = tensor::ConcatOp::create(g.b, g.loc, dim, inputs);
  g.addItem(result, /*written=*/true);
  return true;
}

static bool makeReshape(Generator &g) {
  Item *item = g.pickReadable([](const Item &) { return true; });
  if (!item)
    return false;
  Value source = item->value;
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<int64_t> shape(type.getShape());
  SmallVector<ReassociationIndices> groups;
  Value result;
  size_t choice = g.random.below(3);
  if (choice == 0 && shape.size() >= 2) {
    unsigned at = g.random.below(shape.size() - 1);
    for (unsigned i = 0; i < shape.size(); ++i) {
      if (i == at + 1)
        groups.back().push_back(i);
      else
        groups.push_back({int64_t(i)});
    }
    shape[at] *= shape[at + 1];
    shape.erase(shape.begin() + at + 1);
    result = tensor::CollapseShapeOp::create(
        g.b, g.loc, RankedTensorType::get(shape, type.getElementType()), source,
        groups);
  } else if (choice == 1 && !shape.empty() && shape.size() < 4) {
    unsigned at = g.random.below(shape.size());
    int64_t factor = 1;
    for (int64_t candidate : {2, 3, 5})
      if (shape[at] % candidate == 0 && g.random.chance(60))
        factor = candidate;
    for (unsigned i = 0; i < shape.size(); ++i) {
      groups.push_back({int64_t(i) + (i > at ? 1 : 0)});
      if (i == at)
        groups.back().push_back(i + 1);
    }
    shape[at] /= factor;
    shape.insert(shape.begin() + at + (g.random.chance(50) ? 1 : 0), factor);
    result = tensor::ExpandShapeOp::create(
        g.b, g.loc, RankedTensorType::get(shape, type.getElementType()), source,
        groups);
  } else {
    SmallVector<int64_t> flat = {type.getNumElements()};
    if (shape == flat)
      flat = {1, type.getNumElements()};
    Value extents =
        arith::ConstantOp::create(g.b, g.loc, g.b.getIndexTensorAttr(flat));
    result = tensor::ReshapeOp::create(
        g.b, g.loc, RankedTensorType::get(flat, type.getElementType()), source,
        extents);
  }
  g.addItem(result, /*written=*/true);
  return true;
}

//===----------------------------------------------------------------------===//
// Of tensors and memrefs
//===----------------------------------------------------------------------===//

static DenseElementsAttr drawElements(Generator &g, const Kind &kind) {
  auto type = RankedTensorType::get(kind.shape, kind.element);
  SmallVector<Attribute> elements;
  if (g.random.chance(20))
    return DenseElementsAttr::get(type, Attribute(g.randomAttr(kind.element)));
  for (int64_t i = 0; i < kind.count(); ++i)
    elements.push_back(g.randomAttr(kind.element));
  return DenseElementsAttr::get(type, elements);
}

static bool makeConstant(Generator &g) {
  Kind kind = g.pickKind();
  DenseElementsAttr elements = drawElements(g, kind);
  if (g.isTensors) {
    Value value = arith::ConstantOp::create(g.b, g.loc, elements);
    g.addItem(value, /*written=*/true);
    return true;
  }
  unsigned place = g.newPlace();
  std::string name = "constant" + std::to_string(place);
  auto type = cast<MemRefType>(g.makeType(kind));
  {
    OpBuilder::InsertionGuard guard(g.b);
    g.b.setInsertionPointToStart(g.module.getBody());
    memref::GlobalOp::create(g.b, g.loc, name, g.b.getStringAttr("private"),
                             type, elements, /*constant=*/true, IntegerAttr());
  }
  Value value = memref::GetGlobalOp::create(g.b, g.loc, type, name);
  unsigned id = g.addItem(value, /*written=*/true, g.onePlace(place), -1,
                          /*writable=*/false);
  g.markRead(id);
  return true;
}

static bool makeSelect(Generator &g) {
  Item *item = g.pickReadable([](const Item &) { return true; });
  if (!item)
    return false;
  Item first = *item;
  unsigned id = g.pickOrMake(
      first.type(), [&](const Item &item) { return item.id != first.id; });
  if (g.scope.find(id)->value.getType() != first.value.getType())
    return false; // A view, and no other of its type.
  Item second = *g.scope.find(id);
  Value condition = g.pickBool();
  Value value =
      arith::SelectOp::create(g.b, g.loc, condition, first.value, second.value);
  Places places = first.places;
  places |= second.places;
  g.addItem(value, /*written=*/true, places, -1,
            first.writable && second.writable);
  return true;
}

void mplan::gen::addTensors(StatementList &list) {
  list.push_back({makeExtractSlice, 6, Feature::Slices, Statement::Tensors});
  list.push_back({makeInsertSlice, 8, Feature::Slices, Statement::Tensors});
  list.push_back({makeInsert, 5, Feature::Slices, Statement::Tensors});
  list.push_back({makeFromElements, 3, Feature::Slices, Statement::Tensors});
  list.push_back({makePad, 5, Feature::Pad, Statement::Tensors});
  list.push_back({makeConcat, 5, Feature::Concat, Statement::Tensors});
  list.push_back({makeReshape, 6, Feature::Reshape, Statement::Tensors});
  list.push_back({makeConstant, 4, Feature::Constants});
  list.push_back({makeSelect, 5, Feature::Select});
}
