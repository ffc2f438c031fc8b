//===- Writes.cpp - Buffers made, written in parts, copied, released ------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs. Loops of loads and stores run in order, so that what they read
// may share bytes with what they write.
//
//===----------------------------------------------------------------------===//

#include "Statements.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mplan::gen;

static Kind getKind(const Item &item) {
  return {llvm::to_vector(item.shape()), item.element()};
}

static Dest asDest(const Generator &g, const Item &item) {
  Dest dest;
  dest.value = item.value;
  dest.item = item.id;
  dest.readable = g.scope.isReadable(item);
  return dest;
}

/// A buffer that something else will write, or nothing.
static bool makeAlloc(Generator &g) {
  g.freshDest(g.pickKind());
  return true;
}

static bool makeInitialise(Generator &g) {
  Item *item = g.pickItem([&](const Item &item) {
    return item.writable && !g.scope.isReadable(item);
  });
  if (!item)
    item = g.pickItem([](const Item &item) { return item.writable; });
  if (!item)
    return false;
  g.initialise(asDest(g, *item));
  return true;
}

/// One element.
static bool makeStore(Generator &g) {
  Item *item = g.pickItem([](const Item &item) { return item.writable; });
  if (!item)
    return false;
  Item target = *item;
  SmallVector<Value> indices;
  for (int64_t extent : target.shape())
    indices.push_back(g.pickIndex(extent));
  Value value = g.pickScalar(target.element());
  memref::StoreOp::create(g.b, g.loc, value, target.value, indices);
  g.markTouched(target.id);
  return true;
}

/// A loop over all elements, which stores to all or to some.
static bool makeStoreLoop(Generator &g) {
  Item *item = g.pickItem([](const Item &item) { return item.writable; });
  if (!item)
    return false;
  Item target = *item;
  Item *other = g.pickReadable(
      [&](const Item &item) { return item.shape() == target.shape(); });
  std::optional<Item> source;
  if (other) {
    source = *other;
    g.markRead(source->id);
  }
  bool isPartial = g.random.chance(25);
  Value zero = g.constantIndex(0);
  Value one = g.constantIndex(1);
  Generator::Frame frame = g.enter();
  SmallVector<Value> indices;
  for (int64_t extent : target.shape()) {
    Value upper = g.constantIndex(extent);
    auto loop = scf::ForOp::create(g.b, g.loc, zero, upper, one);
    g.b.setInsertionPointToStart(loop.getBody());
    indices.push_back(loop.getInductionVar());
    g.scope.scalars.push_back(loop.getInductionVar());
  }
  if (isPartial) {
    Value condition = g.pickBool();
    auto branch = scf::IfOp::create(g.b, g.loc, condition, /*else=*/false);
    g.b.setInsertionPointToStart(branch.thenBlock());
  }
  SmallVector<Value> operands;
  if (source)
    operands.push_back(
        memref::LoadOp::create(g.b, g.loc, source->value, indices));
  operands.push_back(g.pickScalar(target.element()));
  Value value = g.expression(target.element(), operands);
  memref::StoreOp::create(g.b, g.loc, value, target.value, indices);
  g.leave(frame);
  if (isPartial)
    g.markTouched(target.id);
  else
    g.markWritten(target.id);
  return true;
}

static bool makeCopy(Generator &g) {
  Item *item = g.pickReadable([](const Item &) { return true; });
  if (!item)
    return false;
  Item source = *item;
  g.markRead(source.id);
  Dest dest = g.pickDest(getKind(source), source.places);
  auto op = memref::CopyOp::create(g.b, g.loc, source.value, dest.value);
  g.finish(dest, op);
  return true;
}

/// Two parts, each written by itself, the second perhaps in both branches.
static bool makeParts(Generator &g) {
  Item *item = g.pickItem([](const Item &item) {
    return item.writable && !item.shape().empty() && item.shape()[0] > 1;
  });
  if (!item)
    return false;
  Item whole = *item;
  int64_t rank = whole.shape().size();
  int64_t border = g.random.between(1, whole.shape()[0] - 1);
  unsigned parts[2];
  for (bool isSecond : {false, true}) {
    SmallVector<OpFoldResult> offsets(rank, g.b.getIndexAttr(0));
    SmallVector<OpFoldResult> strides(rank, g.b.getIndexAttr(1));
    SmallVector<OpFoldResult> sizes;
    for (int64_t extent : whole.shape())
      sizes.push_back(g.b.getIndexAttr(extent));
    offsets[0] = g.b.getIndexAttr(isSecond ? border : 0);
    sizes[0] = g.b.getIndexAttr(isSecond ? whole.shape()[0] - border : border);
    Value view = memref::SubViewOp::create(g.b, g.loc, whole.value, offsets,
                                           sizes, strides);
    parts[isSecond] =
        g.addItem(view, /*written=*/false, whole.places, whole.id);
  }
  g.initialise(asDest(g, *g.scope.find(parts[0])));
  // What is between may read the first part, and must not need the second.
  if (g.random.chance(40))
    g.statements(1);
  const Item *second = g.scope.find(parts[1]);
  if (!second || !g.scope.find(whole.id))
    return true;
  Dest dest = asDest(g, *second);
  if (g.random.chance(30)) {
    Value condition = g.pickBool();
    auto branch = scf::IfOp::create(g.b, g.loc, condition, /*else=*/true);
    for (Block *block : {branch.thenBlock(), branch.elseBlock()}) {
      Generator::Frame frame = g.enter(block);
      g.b.setInsertionPoint(block->getTerminator());
      g.initialise(dest);
      g.leave(frame);
    }
  } else {
    g.initialise(dest);
  }
  g.markWritten(parts[1]);
  g.markWritten(whole.id);
  return true;
}

static bool makeDealloc(Generator &g) {
  Item *item = g.pickItem([&](const Item &item) {
    return item.places.count() == 1 &&
           g.getAllocation(item.places.find_first());
  });
  if (!item)
    return false;
  Places places = item->places;
  Value allocation = g.getAllocation(places.find_first());
  if (item->dirty && g.scope.isReadable(*item))
    g.observe(item->id);
  memref::DeallocOp::create(g.b, g.loc, allocation);
  g.scope.dropPlaces(places);
  return true;
}

//===----------------------------------------------------------------------===//
// On tensors too
//===----------------------------------------------------------------------===//

static bool makeObservation(Generator &g) {
  Item *item = g.pickReadable([](const Item &) { return true; });
  if (!item)
    return false;
  g.markRead(item->id);
  g.observe(item->id);
  return true;
}

static bool makeFilled(Generator &g) {
  g.makeFresh(g.pickKind());
  return true;
}

void mplan::gen::addWrites(StatementList &list) {
  list.push_back({makeFilled, 4, Feature::Tensor, Statement::Tensors});
  list.push_back({makeObservation, 3, Feature::Tensor, Statement::Tensors});
  list.push_back({makeAlloc, 5, Feature::Memref, Statement::Memrefs});
  list.push_back({makeInitialise, 8, Feature::Memref, Statement::Memrefs});
  list.push_back({makeObservation, 3, Feature::Memref, Statement::Memrefs});
  list.push_back({makeStore, 5, Feature::Stores, Statement::Memrefs});
  list.push_back({makeStoreLoop, 6, Feature::Stores, Statement::Memrefs});
  list.push_back({makeCopy, 6, Feature::Copies, Statement::Memrefs});
  list.push_back({makeParts, 6, Feature::Partial, Statement::Memrefs});
  list.push_back({makeDealloc, 4, Feature::Dealloc, Statement::Memrefs});
}
