//===- Joins.cpp - Values that regions hand on ----------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. A buffer that is made in an iteration has a place of its own;
// by the next iteration it counts as stale, since then the same operation has
// made another one.
//
//===----------------------------------------------------------------------===//

#include "Joins.h"

using namespace mlir;
using namespace mplan::gen;

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

Joins::Joins(Generator &g) : g(g) {
  if (g.isTensors)
    allTypes.push_back(g.b.getI64Type());
  unsigned count = 0;
  if (g.isTensors || g.has(Feature::Joins))
    count = g.random.below(3);
  for (unsigned i = 0; i < count; ++i)
    joined.push_back(g.makeType(g.pickKind()));
  allTypes.append(joined.begin(), joined.end());
  places.resize(count);
}

SmallVector<Value> Joins::chooseHere() {
  SmallVector<Value> values;
  for (auto [type, from] : llvm::zip(joined, places)) {
    unsigned id =
        g.pickOrMake(type, [](const Item &item) { return item.writable; });
    const Item &item = *g.scope.find(id);
    values.push_back(item.value);
    from |= item.places;
  }
  // After that: making a value may have read others.
  if (g.isTensors)
    values.insert(values.begin(), g.sum);
  noteReadable(g.scope.readable());
  return values;
}

void Joins::noteReadable(const Places &readable) {
  if (isFirst)
    written = readable;
  else
    written &= readable;
  isFirst = false;
}

void Joins::addBranch(Block *block,
                      llvm::function_ref<void(ValueRange)> terminate) {
  Generator::Frame frame = g.enter(block);
  if (g.random.chance(85))
    g.body();
  terminate(chooseHere());
  g.leave(frame);
}

void Joins::finish(ValueRange results) {
  if (g.isTensors) {
    g.sum = results.front();
    results = results.drop_front();
  }
  g.markReadable(written);
  for (auto [result, from] : llvm::zip(results, places))
    g.addItem(result, /*written=*/true, from);
}

//===----------------------------------------------------------------------===//
// Carried
//===----------------------------------------------------------------------===//

Carried::Carried(Generator &g) : g(g) {
  unsigned count = 0;
  if (g.isTensors || g.has(Feature::Carried))
    count = g.random.below(4);
  Kind kind = g.pickKind();
  bool isOneKind = g.random.chance(60);
  for (unsigned i = 0; i < count; ++i) {
    carried.push_back(g.makeType(kind));
    unsigned id = g.pickOrMake(carried.back(),
                               [](const Item &item) { return item.writable; });
    const Item &item = *g.scope.find(id);
    firstValues.push_back(item.value);
    places |= item.places;
    if (!isOneKind)
      kind = g.pickKind();
  }
  // One more buffer from before the loop that iterations may hand on.
  if (count && g.random.chance(50)) {
    const Item *item = g.pickReadable([&](const Item &item) {
      return item.writable && item.value.getType() == carried.front();
    });
    if (item)
      places |= item->places;
  }
  if (g.isTensors) {
    allTypes.push_back(g.b.getI64Type());
    firstValues.insert(firstValues.begin(), g.sum);
  }
  allTypes.append(carried.begin(), carried.end());
  if (!g.isTensors) {
    stale = g.newPlace();
    places |= Generator::onePlace(stale);
  }
}

void Carried::addArguments(ValueRange values, bool isWithin) {
  if (g.isTensors) {
    g.sum = values.front();
    values = values.drop_front();
  }
  Places from = places;
  if (isWithin)
    from |= handed;
  arguments.assign(values.begin(), values.end());
  for (Value value : values)
    g.addItem(value, /*written=*/true, from);
}

bool Carried::mayCarry(const Item &item) const {
  if (!item.writable)
    return false;
  for (unsigned place : item.places.set_bits())
    if (place < stale && !(place < places.size() && places.test(place)))
      return false;
  return true;
}

SmallVector<Value> Carried::next() {
  SmallVector<Value> values;
  for (unsigned i = 0; i < carried.size(); ++i) {
    Value rotated = arguments[(i + 1) % arguments.size()];
    size_t choice = g.random.below(100);
    if (choice < 20) {
      values.push_back(arguments[i]);
      continue;
    }
    if (choice < 45 && rotated.getType() == carried[i]) {
      values.push_back(rotated);
      continue;
    }
    unsigned id = g.pickOrMake(
        carried[i], [&](const Item &item) { return mayCarry(item); });
    const Item &item = *g.scope.find(id);
    values.push_back(item.value);
    handed |= item.places;
  }
  if (g.isTensors)
    values.insert(values.begin(), g.sum);
  return values;
}

SmallVector<Value> Carried::same() const {
  SmallVector<Value> values(arguments);
  if (g.isTensors)
    values.insert(values.begin(), g.sum);
  return values;
}

void Carried::finish(ValueRange results) {
  if (g.isTensors) {
    g.sum = results.front();
    results = results.drop_front();
  }
  Places from = places;
  from |= handed;
  for (Value value : results)
    g.addItem(value, /*written=*/true, from);
}
