//===- Scope.cpp - The values that a statement may use --------------------===//
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

#include "Scope.h"

#include "llvm/ADT/STLExtras.h"

using namespace mplan::gen;

Item *Scope::find(unsigned id) {
  auto found =
      llvm::find_if(items, [&](const Item &item) { return item.id == id; });
  return found == items.end() ? nullptr : &*found;
}

bool Scope::isReadable(const Item &item) const {
  if (item.written)
    return true;
  const Item *base = item.view < 0 ? nullptr : find(item.view);
  return base && isReadable(*base);
}

Places Scope::readable() const {
  Places ids;
  for (const Item &item : items)
    if (isReadable(item)) {
      if (ids.size() <= item.id)
        ids.resize(item.id + 1);
      ids.set(item.id);
    }
  return ids;
}

void Scope::drop(unsigned id) {
  const Item *gone = find(id);
  if (!gone)
    return;
  bool written = gone->written;
  int base = gone->view;
  for (Item &item : items)
    if (item.view == int(id)) {
      item.written |= written;
      item.view = base;
    }
  llvm::erase_if(items, [&](const Item &item) { return item.id == id; });
}

void Scope::dropPlaces(const Places &places) {
  llvm::erase_if(
      items, [&](const Item &item) { return item.places.anyCommon(places); });
}

void Scope::soil(const Places &places) {
  for (Item &item : items)
    if (item.places.anyCommon(places))
      item.dirty = true;
}

void Scope::mergeDirt(const Scope &inner) {
  for (Item &item : items)
    if (const Item *after = inner.find(item.id))
      item.dirty |= after->dirty;
}
