//===- Aliases.cpp - Which buffer value is which root ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A union-find over views, a worklist that collapses moved values with one
// source, and a worklist that carries slots along the moves that remain.
//
//===----------------------------------------------------------------------===//

#include "Aliases.h"

#include "mlir/IR/RegionGraphTraits.h"
#include "llvm/ADT/SCCIterator.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

//===----------------------------------------------------------------------===//
// Building
//===----------------------------------------------------------------------===//

unsigned AliasGraph::getNode(Value value) {
  auto [it, isNew] = indices.insert({value, nodes.size()});
  if (!isNew)
    return it->second;
  Node &node = nodes.emplace_back();
  node.value = value;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner()->isEntryBlock() &&
      argument.getOwner()->getParentOp() == function)
    node.kind = isCalled ? Root::Parameter : Root::Outside;
  else if (const Slot *slot = table.find(value.getDefiningOp());
           slot && !slot->state && !slot->bytes.empty())
    node.kind = Root::Slot; // State is like other memory outside.
  return it->second;
}

void AliasGraph::addView(Value result, Value source, bool whole) {
  unsigned to = getNode(result), from = getNode(source);
  nodes[to].wholeLink = whole;
  views.push_back({to, from});
}

void AliasGraph::addMove(Value to, Value from, bool atOp) {
  unsigned source = getNode(from);
  Node &node = nodes[getNode(to)];
  node.isMoved = true;
  node.isMovedAtOp = atOp;
  node.sources.push_back(source);
}

void AliasGraph::addOther(Value to) {
  Node &node = nodes[getNode(to)];
  node.isMoved = true;
  node.sources.push_back(outside);
}

void AliasGraph::addForeignSlot(Value to, unsigned slot) {
  addOther(to);
  nodes[getNode(to)].foreignSlots.push_back(slot);
}

//===----------------------------------------------------------------------===//
// Roots
//===----------------------------------------------------------------------===//

/// The node that `node` stands for. Shortens the way for the next time.
unsigned AliasGraph::find(unsigned node) {
  SmallVector<unsigned> path;
  while (nodes[node].link != node) {
    path.push_back(node);
    node = nodes[node].link;
  }
  bool whole = true;
  for (unsigned step : llvm::reverse(path)) {
    whole &= nodes[step].wholeLink;
    nodes[step].link = node;
    nodes[step].wholeLink = whole;
  }
  return node;
}

void AliasGraph::linkViews() {
  for (auto [index, node] : llvm::enumerate(nodes))
    if (node.isMoved || node.kind != Root::Outside)
      node.link = index;
  for (auto [to, from] : views)
    nodes[to].link = to;
  for (auto [to, from] : views) {
    // In code that is never reached a view may be its own source.
    unsigned source = find(from);
    nodes[to].link = source == to ? outside : from;
  }
}

/// True if control may go from one of two blocks of a region to the other and
/// back. Nobody knows of blocks that control is not seen to reach.
bool AliasGraph::isInCycleWith(Block *a, Block *b) {
  Region *region = a->getParent();
  if (hasComponents.insert(region).second) {
    unsigned number = 0;
    for (auto it = llvm::scc_begin(region); !it.isAtEnd(); ++it) {
      ++number;
      for (Block *block : *it)
        components[block] = number;
    }
  }
  unsigned aNumber = components.lookup(a), bNumber = components.lookup(b);
  return aNumber == bNumber || !aNumber || !bNumber;
}

/// True if the op or block that defines `definition` may run, again or at
/// last, while the value that `moved` was given is still held. A definition
/// that properly dominates it cannot: control would give `moved` a new value
/// before the old one could be used. Nor can one in a block that control came
/// from and does not come back to.
bool AliasGraph::mayRunAgain(Value definition, Value moved) {
  Operation *movedOp = moved.getDefiningOp();
  Block *block = moved.getParentBlock();
  Region *region = block->getParent();
  Operation *defining = definition.getDefiningOp();
  Block *definingBlock = definition.getParentBlock();
  if (!defining && definingBlock->getParent() == region) {
    // A block argument of the same region.
    if (movedOp && definingBlock == block)
      return false;
    return isInCycleWith(definingBlock, block) &&
           !dominance.properlyDominates(definingBlock, block);
  }
  if (!defining)
    defining = definingBlock->getParentOp();
  Operation *ancestor = region->findAncestorOpInRegion(*defining);
  if (!ancestor || ancestor == movedOp)
    return false;
  if (ancestor->getBlock() == block)
    return !movedOp || !ancestor->isBeforeInBlock(movedOp);
  return isInCycleWith(ancestor->getBlock(), block) &&
         !dominance.properlyDominates(ancestor->getBlock(), block);
}

/// Makes `index` stand for the one buffer that it is given, if there is one.
bool AliasGraph::collapse(unsigned index) {
  Node &node = nodes[index];
  std::optional<unsigned> only;
  bool whole = true;
  for (unsigned source : node.sources) {
    unsigned root = find(source);
    whole &= root == source || nodes[source].wholeLink;
    if (root == index)
      continue;
    if (only.value_or(root) != root)
      return false;
    only = root;
  }
  if (!node.foreignSlots.empty())
    return false;
  unsigned root = only.value_or(outside);
  if (root != outside && !node.isMovedAtOp &&
      mayRunAgain(nodes[root].value, node.value))
    return false;
  node.link = root;
  node.wholeLink = whole;
  return true;
}

void AliasGraph::collapseMoves() {
  llvm::SmallSetVector<unsigned, 16> worklist;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    if (!node.isMoved)
      continue;
    worklist.insert(index);
    for (unsigned source : node.sources)
      nodes[find(source)].users.push_back(index);
  }
  while (!worklist.empty()) {
    unsigned index = worklist.pop_back_val();
    if (nodes[index].link != index || !collapse(index))
      continue;
    // Whoever was given this is now given what it stands for.
    Node &root = nodes[nodes[index].link];
    SmallVector<unsigned, 0> users = std::move(nodes[index].users);
    worklist.insert(users.begin(), users.end());
    root.users.append(users.begin(), users.end());
  }
}

//===----------------------------------------------------------------------===//
// Targets
//===----------------------------------------------------------------------===//

/// Adds `ref`; returns whether that says anything new.
static bool addSlot(RootTargets &targets, SlotRef ref) {
  auto it = llvm::lower_bound(
      targets.slots, ref, [](SlotRef a, SlotRef b) { return a.slot < b.slot; });
  if (it == targets.slots.end() || it->slot != ref.slot) {
    targets.slots.insert(it, ref);
    return true;
  }
  bool isNew = ref.earlier && !it->earlier;
  it->earlier |= ref.earlier;
  return isNew;
}

static bool addParameter(RootTargets &targets, unsigned parameter) {
  auto it = llvm::lower_bound(targets.parameters, parameter);
  if (it != targets.parameters.end() && *it == parameter)
    return false;
  targets.parameters.insert(it, parameter);
  return true;
}

void AliasGraph::findTargets() {
  // Users, by root: those gathered so far may be collapsed themselves.
  std::vector<SmallVector<unsigned, 2>> users(roots.size());
  llvm::SmallSetVector<unsigned, 16> worklist;
  for (Node &node : nodes) {
    if (node.root == outside)
      continue;
    Root &root = roots[node.root];
    if (root.kind == Root::Slot) {
      root.index = table.indexOf(node.value.getDefiningOp());
      addSlot(root.targets, {root.index, false});
    } else if (root.kind == Root::Parameter) {
      root.index = cast<BlockArgument>(node.value).getArgNumber();
      addParameter(root.targets, root.index);
    }
    for (unsigned slot : node.foreignSlots)
      addSlot(root.targets, {slot, true});
    for (unsigned source : node.sources)
      users[nodes[find(source)].root].push_back(node.root);
    worklist.insert(node.root);
  }
  while (!worklist.empty()) {
    unsigned from = worklist.pop_back_val();
    for (unsigned to : users[from]) {
      if (to == from)
        continue;
      bool changed = false;
      RootTargets &targets = roots[to].targets;
      for (SlotRef ref : roots[from].targets.slots) {
        const Slot &slot = table[ref.slot];
        bool isOwn =
            slot.getOp()->getParentOfType<FunctionOpInterface>() == function;
        changed |= addSlot(
            targets, {ref.slot,
                      ref.earlier ||
                          (isOwn && mayRunAgain(slot.value, roots[to].value))});
      }
      for (unsigned parameter : roots[from].targets.parameters)
        changed |= addParameter(targets, parameter);
      if (changed)
        worklist.insert(to);
    }
  }
}

void AliasGraph::solve() {
  linkViews();
  collapseMoves();
  roots.emplace_back();
  roots.front().kind = Root::Outside;
  for (auto [index, node] : llvm::enumerate(nodes)) {
    if (index == outside || find(index) != index)
      continue;
    node.root = roots.size();
    Root root;
    root.kind = node.kind == Root::Outside ? Root::Moved : node.kind;
    root.value = node.value;
    roots.push_back(std::move(root));
  }
  findTargets();
}

unsigned AliasGraph::getRoot(Value value) {
  auto it = indices.find(value);
  return it == indices.end() ? outside : nodes[find(it->second)].root;
}

bool AliasGraph::isWhole(Value value) {
  auto it = indices.find(value);
  return it != indices.end() &&
         (find(it->second) == it->second || nodes[it->second].wholeLink);
}
