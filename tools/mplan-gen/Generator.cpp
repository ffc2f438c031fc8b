//===- Generator.cpp - Types, items and the choice of statements ----------===//
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

#include "Generator.h"

#include "Statements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineMap.h"

using namespace mlir;
using namespace mplan::gen;

/// More items than this are not in scope for long.
static constexpr size_t itemLimit = 9;

int64_t Kind::count() const {
  int64_t count = 1;
  for (int64_t extent : shape)
    count *= extent;
  return count;
}

Kind mplan::gen::getKind(ShapedType type) {
  Kind kind = {llvm::to_vector(type.getShape()), type.getElementType()};
  if (auto memref = dyn_cast<MemRefType>(type))
    kind.space = memref.getMemorySpace();
  return kind;
}

Generator::Generator(MLIRContext &context, uint64_t seed,
                     const GenerateOptions &options)
    : options(options), random(seed), b(&context),
      loc(UnknownLoc::get(&context)) {
  bool both = has(Feature::Tensor) && has(Feature::Memref);
  isTensors = both ? random.chance(50) : has(Feature::Tensor);
  choosePalette();
  chooseStatements();
}

/// Few types and shapes that fit together, so that statements find operands.
void Generator::choosePalette() {
  std::vector<Type> all = {b.getF32Type(), b.getI32Type()};
  if (has(Feature::Types)) {
    for (unsigned width : {8, 1, 16, 64})
      all.push_back(b.getIntegerType(width));
    all.push_back(b.getF64Type());
    all.push_back(b.getIndexType());
  }
  size_t first = random.below(all.size());
  size_t second = random.below(all.size());
  elements = {all[first], all[second]};

  int64_t rows = random.between(2, options.maxExtent);
  int64_t columns = random.between(1, options.maxExtent);
  int64_t depth = random.between(1, 3);
  SmallVector<SmallVector<int64_t>> shapes = {
      {rows, columns}, {rows, columns}, {rows},       {rows * columns},
      {columns, rows}, {columns},       {rows, rows}, {depth, rows, columns}};
  if (random.chance(20))
    shapes.push_back({});
  for (const SmallVector<int64_t> &shape : shapes)
    for (Type element : elements)
      palette.push_back({shape, element});
  if (isTensors || !has(Feature::Spaces))
    return;
  for (size_t i = 0, e = palette.size(); i != e; ++i) {
    Kind elsewhere = palette[i];
    elsewhere.space = b.getI64IntegerAttr(random.between(1, 2));
    palette.push_back(elsewhere);
  }
}

/// Programs differ in what they are mostly made of.
void Generator::chooseStatements() {
  for (const Statement &statement : getStatements()) {
    unsigned domain = isTensors ? Statement::Tensors : Statement::Memrefs;
    if (!(statement.in & domain) || !has(statement.feature))
      continue;
    unsigned scale = random.below(4);
    choices.emplace_back(statement, statement.weight * scale);
  }
}

void Generator::statements(unsigned count) {
  for (unsigned i = 0; i < count && budget > 0; ++i) {
    --budget;
    // What finds nothing to work on now may do so later: others are tried.
    for (unsigned attempt = 0; attempt < 6; ++attempt) {
      auto isPossible = [&](const Statement &statement) {
        return !statement.nests || mayNest();
      };
      unsigned total = 0;
      for (auto &[statement, weight] : choices)
        if (isPossible(statement))
          total += weight;
      if (total == 0)
        break;
      unsigned left = random.below(total);
      const Statement *chosen = nullptr;
      for (auto &[statement, weight] : choices) {
        if (!isPossible(statement))
          continue;
        if (left < weight) {
          chosen = &statement;
          break;
        }
        left -= weight;
      }
      if (chosen->make(*this)) {
        ++counts[chosen->feature];
        break;
      }
    }
    while (scope.items.size() > itemLimit) {
      // Old ones go more often than new ones.
      size_t a = random.below(scope.items.size());
      size_t c = random.below(scope.items.size());
      retire(scope.items[std::min(a, c)].id);
    }
  }
}

void Generator::body() {
  ++depth;
  unsigned firstInside = nextItem;
  unsigned count = 1 + random.below(4);
  statements(count);
  // What was made inside is lost with the region.
  SmallVector<unsigned> unseen;
  for (const Item &item : scope.items)
    if (item.id >= firstInside && item.dirty && scope.isReadable(item))
      unseen.push_back(item.id);
  for (unsigned id : unseen)
    observe(id);
  --depth;
}

//===----------------------------------------------------------------------===//
// Types and items
//===----------------------------------------------------------------------===//

Kind Generator::pickKind() { return random.pick(palette); }

Type Generator::pickElement() { return random.pick(elements); }

ShapedType Generator::makeType(const Kind &kind) const {
  if (isTensors)
    return RankedTensorType::get(kind.shape, kind.element);
  return MemRefType::get(kind.shape, kind.element, MemRefLayoutAttrInterface(),
                         kind.space);
}

unsigned Generator::newPlace(Value allocation) {
  placeInfos.push_back({allocation, currentRegion});
  return placeInfos.size() - 1;
}

Places Generator::onePlace(unsigned place) {
  Places places(place + 1);
  places.set(place);
  return places;
}

Value Generator::getAllocation(unsigned place) const {
  const PlaceInfo &info = placeInfos[place];
  return info.region == currentRegion ? info.allocation : Value();
}

unsigned Generator::addItem(Value value, bool written, Places places, int view,
                            bool writable) {
  Item &item = scope.items.emplace_back();
  item.value = value;
  item.id = nextItem++;
  item.places = std::move(places);
  item.view = view;
  item.written = written;
  item.writable = writable;
  return item.id;
}

void Generator::markTouched(unsigned id) {
  Places places = scope.find(id)->places;
  everWritten |= places;
  scope.soil(places);
}

void Generator::markWritten(unsigned id) {
  scope.find(id)->written = true;
  markTouched(id);
}

void Generator::markRead(unsigned id) { scope.find(id)->dirty = false; }

Item *Generator::pickItem(Filter filter) {
  SmallVector<Item *> found;
  for (Item &item : scope.items)
    if (filter(item))
      found.push_back(&item);
  if (found.empty())
    return nullptr;
  size_t a = random.below(found.size());
  size_t c = random.below(found.size());
  return random.chance(40) ? found[std::max(a, c)] : found[a];
}

Item *Generator::pickReadable(Filter filter) {
  return pickItem(
      [&](const Item &item) { return scope.isReadable(item) && filter(item); });
}

unsigned Generator::pickOrMake(ShapedType type, Filter filter) {
  Item *item = pickReadable([&](const Item &item) {
    return item.value.getType() == type && filter(item);
  });
  if (item && random.chance(85))
    return item->id;
  return makeFresh(getKind(type));
}

unsigned Generator::pickOrMake(ShapedType type) {
  return pickOrMake(type, [](const Item &) { return true; });
}

Value Generator::makeEmpty(const Kind &kind, Places *places) {
  if (isTensors)
    return tensor::EmptyOp::create(b, loc, kind.shape, kind.element);
  Value buffer =
      memref::AllocOp::create(b, loc, cast<MemRefType>(makeType(kind)));
  *places = onePlace(newPlace(buffer));
  if (kind.space)
    ++counts[Feature::Spaces];
  return buffer;
}

unsigned Generator::makeFresh(const Kind &kind) {
  return initialise(freshDest(kind));
}

unsigned Generator::initialise(const Dest &dest) {
  auto type = cast<ShapedType>(dest.value.getType());
  Kind kind = getKind(type);
  if (random.chance(50)) {
    Value scalar = pickScalar(kind.element);
    auto op = linalg::FillOp::create(b, loc, scalar, dest.value);
    return finish(dest, op);
  }
  // Each element another value.
  AffineMap map = b.getMultiDimIdentityMap(kind.shape.size());
  SmallVector<utils::IteratorType> iterators(kind.shape.size(),
                                             utils::IteratorType::parallel);
  Value scalar = pickScalar(kind.element);
  SmallVector<Type> results;
  if (isTensors)
    results.push_back(dest.value.getType());
  auto op = linalg::GenericOp::create(
      b, loc, results, ValueRange(), ValueRange(dest.value), map, iterators,
      [&](OpBuilder &nested, Location, ValueRange) {
        OpBuilder outer = b;
        b = nested;
        Value value = scalar;
        for (unsigned i = 0; i < kind.shape.size(); ++i) {
          Value index = linalg::IndexOp::create(b, loc, i);
          index = convert(index, kind.element);
          value = expression(kind.element, {value, index});
        }
        linalg::YieldOp::create(b, loc, value);
        b = outer;
      });
  return finish(dest, op);
}

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

Dest Generator::freshDest(const Kind &kind) {
  Dest dest;
  Places places;
  dest.value = makeEmpty(kind, &places);
  if (!isTensors)
    dest.item = addItem(dest.value, /*written=*/false, places);
  return dest;
}

Dest Generator::pickDest(const Kind &kind, const Places &avoid,
                         std::optional<unsigned> inPlace, bool mustRead) {
  if (random.chance(65)) {
    Item *item = pickItem([&](const Item &item) {
      if (item.shape() != ArrayRef<int64_t>(kind.shape) ||
          item.element() != kind.element || !item.writable)
        return false;
      if (isTensors)
        return true;
      if (mustRead && !scope.isReadable(item))
        return false;
      return item.id == inPlace || !item.places.anyCommon(avoid);
    });
    if (item) {
      Dest dest;
      dest.value = item->value;
      dest.readable = scope.isReadable(*item);
      if (!isTensors)
        dest.item = item->id;
      return dest;
    }
  }
  Dest dest = freshDest(kind);
  if (mustRead)
    fill(dest);
  return dest;
}

void Generator::fill(Dest &dest) {
  Type element = cast<ShapedType>(dest.value.getType()).getElementType();
  Value zero = constantOf(element, 0);
  auto op = linalg::FillOp::create(b, loc, zero, dest.value);
  if (isTensors)
    dest.value = op.getResult(0);
  else
    markWritten(*dest.item);
  dest.readable = true;
}

unsigned Generator::finish(const Dest &dest, Operation *op) {
  if (isTensors)
    return addItem(op->getResult(0), /*written=*/true);
  markWritten(*dest.item);
  return *dest.item;
}

//===----------------------------------------------------------------------===//
// Observation
//===----------------------------------------------------------------------===//

void Generator::observe(unsigned id) {
  const Item &item = *scope.find(id);
  // A few elements are enough where much is observed anyway.
  if (item.type().getNumElements() > 0 && random.chance(25)) {
    Value element = loadElement(item);
    addToSum(toBits(element));
    return;
  }
  Value value = item.value;
  unsigned rank = item.shape().size();
  SmallVector<AffineMap> maps = {b.getMultiDimIdentityMap(rank),
                                 AffineMap::get(rank, 0, b.getContext())};
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::reduction);
  Value out;
  SmallVector<Type> results;
  if (isTensors) {
    auto type = RankedTensorType::get({}, b.getI64Type());
    out = tensor::FromElementsOp::create(b, loc, type, sum);
    results.push_back(type);
  } else {
    int64_t which = random.below(sums);
    auto layout = StridedLayoutAttr::get(b.getContext(), which, {});
    auto type = MemRefType::get({}, b.getI64Type(), layout);
    out = memref::SubViewOp::create(
        b, loc, type, sum, ArrayRef<OpFoldResult>(b.getIndexAttr(which)),
        ArrayRef<OpFoldResult>(b.getIndexAttr(1)),
        ArrayRef<OpFoldResult>(b.getIndexAttr(1)));
  }
  Value factor = constantOf(b.getI64Type(), 31);
  auto op = linalg::GenericOp::create(
      b, loc, results, value, out, maps, iterators,
      [&](OpBuilder &nested, Location, ValueRange args) {
        OpBuilder outer = b;
        b = nested;
        Value bits = toBits(args[0]);
        Value scaled = arith::MulIOp::create(b, loc, args[1], factor);
        Value both = arith::AddIOp::create(b, loc, scaled, bits);
        linalg::YieldOp::create(b, loc, both);
        b = outer;
      });
  if (isTensors)
    sum = tensor::ExtractOp::create(b, loc, op.getResult(0), ValueRange());
}

void Generator::retire(unsigned id) {
  const Item &item = *scope.find(id);
  bool readable = scope.isReadable(item);
  if (readable && (item.dirty || random.chance(30)))
    observe(id);
  scope.drop(id);
}
