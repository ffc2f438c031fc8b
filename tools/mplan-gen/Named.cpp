//===- Named.cpp - Named linalg ops ---------------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise ones, contractions, convolutions, transposes, broadcasts. What
// may leave the bounds that floats keep is brought back in place.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mplan::gen;

using NamedFn = Operation *(*)(Generator &, ValueRange, Value);

template <typename Op>
static Operation *makeOp(Generator &g, ValueRange inputs, Value out) {
  SmallVector<Type> results;
  if (g.isTensors)
    results.push_back(out.getType());
  return Op::create(g.b, g.loc, TypeRange(results), inputs, ValueRange(out));
}

/// linalg's named ops take numbers; an i1 or index is none to all of them.
static bool isNumber(Type type) {
  return isa<FloatType>(type) || (!type.isInteger(1) && !type.isIndex());
}

/// Ends a computation into `dest` with floats within their bounds.
static void finishBounded(Generator &g, const Dest &dest, Operation *op) {
  Type element = cast<ShapedType>(dest.value.getType()).getElementType();
  if (!isa<FloatType>(element)) {
    g.finish(dest, op);
    return;
  }
  Value out = g.isTensors ? op->getResult(0) : dest.value;
  unsigned rank = cast<ShapedType>(out.getType()).getRank();
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  SmallVector<Type> results;
  if (g.isTensors)
    results.push_back(out.getType());
  auto bounded = linalg::GenericOp::create(
      g.b, g.loc, results, ValueRange(), out, g.b.getMultiDimIdentityMap(rank),
      iterators, [&](OpBuilder &nested, Location, ValueRange args) {
        OpBuilder outer = g.b;
        g.b = nested;
        Value value = g.clamp(args[0]);
        linalg::YieldOp::create(g.b, g.loc, value);
        g.b = outer;
      });
  g.finish(dest, bounded);
}

static bool makeNamedElementwise(Generator &g) {
  static constexpr NamedFn any[] = {
      makeOp<linalg::AddOp>, makeOp<linalg::SubOp>, makeOp<linalg::MulOp>,
      makeOp<linalg::MaxOp>, makeOp<linalg::MinOp>};
  Item *first =
      g.pickReadable([](const Item &item) { return isNumber(item.element()); });
  if (!first)
    return false;
  unsigned id = first->id;
  Item a = *first;
  Kind kind = {llvm::to_vector(a.shape()), a.element()};
  Item *second = g.pickReadable([&](const Item &item) {
    return item.shape() == a.shape() && item.element() == a.element();
  });
  Item c = *second;
  g.markRead(id);
  g.markRead(c.id);
  // The lowerings of floats' max and min do not agree on the sign of zero.
  size_t choices = isa<FloatType>(kind.element) ? 3 : std::size(any);
  NamedFn make = any[g.random.below(choices)];
  Places avoid = a.places;
  avoid |= c.places;
  std::optional<unsigned> inPlace;
  if (a.id == c.id || !a.places.anyCommon(c.places))
    inPlace = id;
  Dest dest = g.pickDest(kind, avoid, inPlace);
  Operation *op = make(g, {a.value, c.value}, dest.value);
  finishBounded(g, dest, op);
  return true;
}

namespace {
/// What contracts: the rank of the first operand, and from its shape those of
/// the second operand and of the result.
struct Contraction {
  NamedFn make;
  unsigned rank;
  void (*shapes)(Generator &g, ArrayRef<int64_t> a, SmallVectorImpl<int64_t> &b,
                 SmallVectorImpl<int64_t> &out);
};
} // namespace

using Shape = SmallVectorImpl<int64_t>;

static int64_t drawExtent(Generator &g) {
  return g.random.between(1, g.options.maxExtent);
}

/// For each dimension a window, and how often it fits.
static void windowShapes(Generator &g, ArrayRef<int64_t> a, Shape &b,
                         Shape &out) {
  for (int64_t extent : a) {
    int64_t window = g.random.between(1, std::min<int64_t>(extent, 3));
    b.push_back(window);
    out.push_back(extent - window + 1);
  }
}

static constexpr Contraction contractions[] = {
    {makeOp<linalg::MatmulOp>, 2,
     [](Generator &g, ArrayRef<int64_t> a, Shape &b, Shape &out) {
       int64_t n = drawExtent(g);
       b.append({a[1], n});
       out.append({a[0], n});
     }},
    {makeOp<linalg::MatvecOp>, 2,
     [](Generator &, ArrayRef<int64_t> a, Shape &b, Shape &out) {
       b.push_back(a[1]);
       out.push_back(a[0]);
     }},
    {makeOp<linalg::VecmatOp>, 1,
     [](Generator &g, ArrayRef<int64_t> a, Shape &b, Shape &out) {
       int64_t n = drawExtent(g);
       b.append({a[0], n});
       out.push_back(n);
     }},
    {makeOp<linalg::DotOp>, 1,
     [](Generator &, ArrayRef<int64_t> a, Shape &b, Shape &) {
       b.push_back(a[0]);
     }},
    {makeOp<linalg::BatchMatmulOp>, 3,
     [](Generator &g, ArrayRef<int64_t> a, Shape &b, Shape &out) {
       int64_t n = drawExtent(g);
       b.append({a[0], a[2], n});
       out.append({a[0], a[1], n});
     }},
    {makeOp<linalg::Conv1DOp>, 1, windowShapes},
    {makeOp<linalg::Conv2DOp>, 2, windowShapes},
};

static bool makeContraction(Generator &g) {
  const Contraction &contraction =
      contractions[g.random.below(std::size(contractions))];
  Item *item = g.pickReadable([&](const Item &item) {
    return item.shape().size() == contraction.rank && isNumber(item.element());
  });
  if (!item)
    return false;
  Item a = *item;
  Kind second = {{}, a.element()}, result = {{}, a.element()};
  contraction.shapes(g, a.shape(), second.shape, result.shape);
  Item *other = g.pickReadable([&](const Item &item) {
    return item.shape() == ArrayRef<int64_t>(second.shape) &&
           item.element() == second.element;
  });
  unsigned otherId = other ? other->id : g.makeFresh(second);
  Item c = *g.scope.find(otherId);
  // Narrow integers add up in wide ones as often as not.
  if (isa<IntegerType>(a.element()) && g.random.chance(50))
    result.element = g.b.getI32Type();
  if (result.element.getIntOrFloatBitWidth() <
      a.element().getIntOrFloatBitWidth())
    result.element = a.element();
  g.markRead(a.id);
  g.markRead(c.id);
  Places avoid = a.places;
  avoid |= c.places;
  Dest dest = g.pickDest(result, avoid, std::nullopt, /*mustRead=*/true);
  if (!dest.readable)
    g.fill(dest);
  Operation *op = contraction.make(g, {a.value, c.value}, dest.value);
  finishBounded(g, dest, op);
  return true;
}

/// linalg.copy, transpose and broadcast.
static bool makeMovement(Generator &g) {
  Item *item = g.pickReadable([](const Item &) { return true; });
  if (!item)
    return false;
  Item a = *item;
  Kind kind = {llvm::to_vector(a.shape()), a.element()};
  g.markRead(a.id);
  size_t choice = g.random.below(3);
  SmallVector<int64_t> permutation;
  int64_t dimension = 0;
  if (choice == 0 && kind.shape.size() >= 2) {
    for (unsigned i = 0; i < kind.shape.size(); ++i)
      permutation.push_back(i);
    size_t first = g.random.below(permutation.size() - 1);
    std::swap(permutation[first], permutation[first + 1]);
    for (auto [to, from] : llvm::enumerate(permutation))
      kind.shape[to] = a.shape()[from];
  } else if (choice == 1 && kind.shape.size() <= 2) {
    dimension = g.random.below(kind.shape.size() + 1);
    kind.shape.insert(kind.shape.begin() + dimension, drawExtent(g));
  } else {
    choice = 2;
  }
  Dest dest = g.pickDest(kind, a.places);
  Operation *op;
  if (choice == 0)
    op = linalg::TransposeOp::create(g.b, g.loc, a.value, dest.value,
                                     permutation);
  else if (choice == 1)
    op = linalg::BroadcastOp::create(g.b, g.loc, a.value, dest.value,
                                     ArrayRef<int64_t>(dimension));
  else
    op = makeOp<linalg::CopyOp>(g, a.value, dest.value);
  g.finish(dest, op);
  return true;
}

void mplan::gen::addNamed(StatementList &list) {
  list.push_back({makeNamedElementwise, 8, Feature::Named});
  list.push_back({makeContraction, 8, Feature::Named});
  list.push_back({makeMovement, 4, Feature::Named});
}
