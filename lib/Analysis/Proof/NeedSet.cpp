//===- NeedSet.cpp - A persistent set of needed slots ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The treap behind NeedSet. Functions that change a tree take it by value: a
// node that nobody else holds is changed in place, any other is copied.
//
//===----------------------------------------------------------------------===//

#include "NeedSet.h"

using namespace mplan::proof;
using Need = NeedSet::Need;
using Node = NeedSet::Node;
using Ref = NeedSet::Ref;

/// A bijection on 64 bits (the finaliser of SplitMix64), so no two keys have
/// one priority.
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

static bool isAbove(const Node &a, const Node &b) {
  return mix(a.need.key()) > mix(b.need.key());
}

/// `node`, or a copy if somebody else holds it too.
static Ref own(Ref node) {
  return node->UseCount() == 1 ? std::move(node) : Ref(new Node(*node));
}

/// Sums up the children of a node just changed.
static void update(Node &node) {
  node.reach = node.need.bytes.upper;
  // Mixed once more: a hash must not cancel against the priorities' order.
  node.hash = mix(mix(node.need.key()));
  for (const Ref &child : {node.left, node.right}) {
    if (!child)
      continue;
    node.reach = std::max(node.reach, child->reach);
    node.hash += child->hash;
  }
}

/// Splits into the elements below and above `key`; one that equals it is
/// dropped.
static std::pair<Ref, Ref> split(Ref node, uint64_t key) {
  if (!node)
    return std::pair<Ref, Ref>();
  if (node->need.key() == key)
    return {node->left, node->right};
  node = own(std::move(node));
  if (node->need.key() < key) {
    auto [low, high] = split(std::move(node->right), key);
    node->right = std::move(low);
    update(*node);
    return {std::move(node), std::move(high)};
  }
  auto [low, high] = split(std::move(node->left), key);
  node->left = std::move(high);
  update(*node);
  return {std::move(low), std::move(node)};
}

/// Joins two trees, all of `low` below all of `high`.
static Ref join(Ref low, Ref high) {
  if (!low || !high)
    return low ? std::move(low) : std::move(high);
  if (isAbove(*low, *high)) {
    low = own(std::move(low));
    low->right = join(std::move(low->right), std::move(high));
    update(*low);
    return low;
  }
  high = own(std::move(high));
  high->left = join(std::move(low), std::move(high->left));
  update(*high);
  return high;
}

/// Adds `leaf`, whose key `node` does not hold.
static Ref insertLeaf(Ref node, Ref leaf) {
  if (!node || isAbove(*leaf, *node)) {
    std::tie(leaf->left, leaf->right) =
        split(std::move(node), leaf->need.key());
    update(*leaf);
    return leaf;
  }
  node = own(std::move(node));
  Ref &child = leaf->need.key() < node->need.key() ? node->left : node->right;
  child = insertLeaf(std::move(child), std::move(leaf));
  update(*node);
  return node;
}

/// Removes `key`, which `node` holds.
static Ref eraseKey(Ref node, uint64_t key) {
  if (node->need.key() == key)
    return join(node->left, node->right);
  node = own(std::move(node));
  Ref &child = key < node->need.key() ? node->left : node->right;
  child = eraseKey(std::move(child), key);
  update(*node);
  return node;
}

static Ref uniteTrees(Ref a, Ref b) {
  if (!a || !b || a == b)
    return a ? a : b;
  if (a->need.key() != b->need.key() && isAbove(*b, *a))
    std::swap(a, b);
  Ref low, high;
  if (a->need.key() == b->need.key()) {
    low = b->left;
    high = b->right;
  } else {
    std::tie(low, high) = split(std::move(b), a->need.key());
  }
  low = uniteTrees(a->left, std::move(low));
  high = uniteTrees(a->right, std::move(high));
  if (low == a->left && high == a->right)
    return a;
  a = own(std::move(a));
  a->left = std::move(low);
  a->right = std::move(high);
  update(*a);
  return a;
}

const Need *NeedSet::find(unsigned slot, unsigned rootId) const {
  uint64_t key = Need{slot, rootId, {}, nullptr}.key();
  const Node *node = root.get();
  while (node && node->need.key() != key)
    node = (key < node->need.key() ? node->left : node->right).get();
  return node ? &node->need : nullptr;
}

/// Sets the reader of `key`, which `node` holds.
static Ref setReader(Ref node, uint64_t key, mlir::Operation *reader) {
  node = own(std::move(node));
  if (node->need.key() == key) {
    node->need.reader = reader;
    return node;
  }
  Ref &child = key < node->need.key() ? node->left : node->right;
  child = setReader(std::move(child), key, reader);
  return node;
}

void NeedSet::insert(const Need &need) {
  if (const Need *present = find(need.slot, need.root)) {
    if (present->reader != need.reader)
      root = setReader(std::move(root), need.key(), need.reader);
    return;
  }
  Ref leaf(new Node());
  leaf->need = need;
  root = insertLeaf(std::move(root), std::move(leaf));
}

void NeedSet::erase(unsigned slot, unsigned rootId) {
  if (contains(slot, rootId))
    root = eraseKey(std::move(root), Need{slot, rootId, {}, nullptr}.key());
}

void NeedSet::unite(const NeedSet &other) {
  root = uniteTrees(std::move(root), other.root);
}

static void visitOverlaps(const Node *node, ByteRange bytes,
                          llvm::function_ref<void(const Need &)> fn) {
  if (!node || node->reach <= bytes.lower)
    return;
  visitOverlaps(node->left.get(), bytes, fn);
  // Everything to the right of a node starts no earlier than the node.
  if (node->need.bytes.lower >= bytes.upper)
    return;
  if (node->need.bytes.overlaps(bytes))
    fn(node->need);
  visitOverlaps(node->right.get(), bytes, fn);
}

void NeedSet::forEachOverlap(ByteRange bytes,
                             llvm::function_ref<void(const Need &)> fn) const {
  if (!bytes.empty())
    visitOverlaps(root.get(), bytes, fn);
}

static void visitSlot(const Node *node, unsigned slot,
                      llvm::function_ref<void(const Need &)> fn) {
  if (!node)
    return;
  if (node->need.slot >= slot)
    visitSlot(node->left.get(), slot, fn);
  if (node->need.slot == slot)
    fn(node->need);
  if (node->need.slot <= slot)
    visitSlot(node->right.get(), slot, fn);
}

void NeedSet::forEachOfSlot(unsigned slot,
                            llvm::function_ref<void(const Need &)> fn) const {
  visitSlot(root.get(), slot, fn);
}

static void visitAll(const Node *node,
                     llvm::function_ref<void(const Need &)> fn) {
  if (!node)
    return;
  visitAll(node->left.get(), fn);
  fn(node->need);
  visitAll(node->right.get(), fn);
}

void NeedSet::forEach(llvm::function_ref<void(const Need &)> fn) const {
  visitAll(root.get(), fn);
}

namespace {
/// The keys strictly between two bounds.
struct KeyRange {
  std::optional<uint64_t> above, below;

  /// The topmost node of `node`'s tree that lies in the range.
  const Node *top(const Node *node) const {
    while (node) {
      if (above && node->need.key() <= *above)
        node = node->right.get();
      else if (below && node->need.key() >= *below)
        node = node->left.get();
      else
        break;
    }
    return node;
  }
};
} // namespace

/// Both trees are looked at within `range` only. Their shapes follow from
/// their keys, so what they share is met at the same place in both.
static void visitDifference(const Node *a, const Node *b, KeyRange range,
                            llvm::function_ref<void(const Need &)> fn) {
  a = range.top(a);
  b = range.top(b);
  if (!a || a == b)
    return;
  bool same = b && a->need.key() == b->need.key();
  bool fromA = !b || same || isAbove(*a, *b);
  uint64_t key = (fromA ? a : b)->need.key();
  const Node *aLeft = fromA ? a->left.get() : a;
  const Node *aRight = fromA ? a->right.get() : a;
  const Node *bLeft = same || !fromA ? b->left.get() : b;
  const Node *bRight = same || !fromA ? b->right.get() : b;
  visitDifference(aLeft, bLeft, {range.above, key}, fn);
  if (fromA && !same)
    fn(a->need);
  visitDifference(aRight, bRight, {key, range.below}, fn);
}

void NeedSet::forEachNotIn(const NeedSet &other,
                           llvm::function_ref<void(const Need &)> fn) const {
  visitDifference(root.get(), other.root.get(), {}, fn);
}

static bool isEqual(const Node *a, const Node *b) {
  if (a == b)
    return true;
  return a && b && a->hash == b->hash && a->need.key() == b->need.key() &&
         isEqual(a->left.get(), b->left.get()) &&
         isEqual(a->right.get(), b->right.get());
}

bool NeedSet::isEqualTo(const NeedSet &other) const {
  return isEqual(root.get(), other.root.get());
}
