//===- Elementwise.cpp - linalg.generic and reductions --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise computation with broadcasts, transposed reads and results in
// place of an operand; reductions over one or all dimensions.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mplan::gen;

namespace {
struct Input {
  unsigned id;
  Value value;
  Places places;
  AffineMap map;
};
} // namespace

/// How elements of `shape` are read for each element of `out`; null if they
/// do not fit.
static AffineMap getReadMap(Generator &g, ArrayRef<int64_t> shape,
                            ArrayRef<int64_t> out) {
  unsigned rank = out.size();
  MLIRContext *context = g.b.getContext();
  bool isReversed = rank == 2 && shape.size() == 2 && shape[0] == out[1] &&
                    shape[1] == out[0];
  if (shape == out && !(isReversed && g.random.chance(25)))
    return g.b.getMultiDimIdentityMap(rank);
  if (isReversed)
    return AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, context);
  if (shape.size() >= rank)
    return {};
  unsigned first;
  if (shape == out.take_back(shape.size()))
    first = rank - shape.size();
  else if (shape == out.take_front(shape.size()))
    first = 0;
  else
    return {};
  SmallVector<AffineExpr> dims;
  for (unsigned i = 0; i < shape.size(); ++i)
    dims.push_back(g.b.getAffineDimExpr(first + i));
  return AffineMap::get(rank, 0, dims, context);
}

/// An operand that the result may be written over: element by element it is
/// read where it is written, and so is whatever shares bytes with it.
static std::optional<unsigned> getInPlace(ArrayRef<Input> inputs) {
  for (const Input &candidate : inputs) {
    bool fits = candidate.map.isIdentity();
    for (const Input &other : inputs)
      fits &= (other.id == candidate.id && other.map.isIdentity()) ||
              !other.places.anyCommon(candidate.places);
    if (fits)
      return candidate.id;
  }
  return std::nullopt;
}

static bool makeElementwise(Generator &g) {
  Kind kind = g.pickKind();
  unsigned rank = kind.shape.size();
  SmallVector<Input> inputs;
  unsigned count = g.random.between(1, 3);
  for (unsigned i = 0; i < count; ++i) {
    Item *item = g.pickReadable([&](const Item &item) {
      ArrayRef<int64_t> shape = item.shape(), out = kind.shape;
      bool isReversed = out.size() == 2 && shape.size() == 2 &&
                        shape[0] == out[1] && shape[1] == out[0];
      return shape == out || isReversed ||
             (shape.size() < out.size() &&
              (shape == out.take_back(shape.size()) ||
               shape == out.take_front(shape.size())));
    });
    if (!item)
      break;
    Input input = {item->id, item->value, item->places, {}};
    input.map = getReadMap(g, item->shape(), kind.shape);
    inputs.push_back(input);
  }
  if (inputs.empty()) {
    g.makeFresh(kind);
    return true;
  }

  Value scalar;
  if (g.random.chance(20))
    scalar = g.pickScalar(kind.element);
  Places avoid;
  SmallVector<Value> values;
  SmallVector<AffineMap> maps;
  for (const Input &input : inputs) {
    avoid |= input.places;
    values.push_back(input.value);
    maps.push_back(input.map);
    g.markRead(input.id);
  }
  maps.push_back(g.b.getMultiDimIdentityMap(rank));
  Dest dest = g.pickDest(kind, avoid, getInPlace(inputs));
  bool readsDest = dest.readable && g.random.chance(30);
  bool usesIndex = rank > 0 && g.random.chance(15);
  unsigned dim = usesIndex ? g.random.below(rank) : 0;

  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  SmallVector<Type> results;
  if (g.isTensors)
    results.push_back(dest.value.getType());
  auto op = linalg::GenericOp::create(
      g.b, g.loc, results, values, dest.value, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange args) {
        OpBuilder outer = g.b;
        g.b = nested;
        SmallVector<Value> operands(args.drop_back());
        if (readsDest)
          operands.push_back(args.back());
        if (scalar)
          operands.push_back(scalar);
        if (usesIndex)
          operands.push_back(linalg::IndexOp::create(g.b, g.loc, dim));
        Value value = g.expression(kind.element, operands);
        linalg::YieldOp::create(g.b, g.loc, value);
        g.b = outer;
      });
  g.finish(dest, op);
  return true;
}

static bool makeReduction(Generator &g) {
  Item *item =
      g.pickReadable([](const Item &item) { return !item.shape().empty(); });
  if (!item)
    return false;
  Value input = item->value;
  Places places = item->places;
  Kind kind = {llvm::to_vector(item->shape()), item->element()};
  g.markRead(item->id);

  SmallVector<int64_t> dimensions;
  if (g.random.chance(70)) {
    dimensions.push_back(g.random.below(kind.shape.size()));
    kind.shape.erase(kind.shape.begin() + dimensions.front());
  } else {
    for (unsigned i = 0; i < kind.shape.size(); ++i)
      dimensions.push_back(i);
    kind.shape.clear();
  }
  Dest dest = g.pickDest(kind, places, std::nullopt, /*mustRead=*/true);
  if (!dest.readable)
    g.fill(dest);
  auto op = linalg::ReduceOp::create(
      g.b, g.loc, input, dest.value, dimensions,
      [&](OpBuilder &nested, Location, ValueRange args) {
        OpBuilder outer = g.b;
        g.b = nested;
        Value value = g.expression(kind.element, {args[1], args[0]});
        linalg::YieldOp::create(g.b, g.loc, value);
        g.b = outer;
      });
  g.finish(dest, op);
  return true;
}

void mplan::gen::addElementwise(StatementList &list) {
  list.push_back({makeElementwise, 20, Feature::Generic});
  list.push_back({makeReduction, 5, Feature::Reduce});
}
