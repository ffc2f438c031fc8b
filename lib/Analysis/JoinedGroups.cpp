//===- JoinedGroups.cpp - Names that can be one buffer --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Joins are taken sources first, those of a cycle together, and put together
// with the groups of their sources if that is possible. Then copies are: both
// sides become one buffer if they can.
//
// Why a group that passes the check may be one buffer B. Let it hold the names
// S, all of whose sources are in S, and let D be the other names that may refer
// to what S refers to. The claim is that whatever is needed under a name of S
// or D, and is in a buffer of S, is in B too. A write under one name keeps it:
// by the check no other name is needed then. An edge keeps it, for it moves no
// byte. A copy within the group keeps it: it copies what is in B to where B
// stands for already. And what is not yet written may be anything.
//
// D need not hold the names that only refer to what an allocation made before
// it was made again. If an edge to a join leaves the place of B, and this place
// does not dominate the join, then B is made again before any name of S is used
// again: else there were a way to that use around B.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/JoinedBuffers.h"

#include "mplan/Analysis/Allocations.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

#include <map>

using namespace mlir;
using namespace mplan;

Operation *mplan::getAnchor(Value value, DominanceInfo &dominance) {
  if (Operation *op = value.getDefiningOp())
    return op;
  Block *block = cast<BlockArgument>(value).getOwner();
  if (block->isEntryBlock())
    return block->getParentOp();
  auto *node = dominance.getNode(block);
  return node && node->getIDom() ? node->getIDom()->getBlock()->getTerminator()
                                 : nullptr;
}

bool mplan::isMadeBefore(Operation *place, Value join,
                         DominanceInfo &dominance) {
  Region *region = place->getParentRegion();
  Block *block = place->getBlock();
  auto argument = dyn_cast<BlockArgument>(join);
  if (argument && !argument.getOwner()->isEntryBlock() &&
      argument.getParentRegion() == region)
    return dominance.properlyDominates(block, argument.getOwner());
  Operation *op =
      argument ? argument.getOwner()->getParentOp() : join.getDefiningOp();
  Operation *ancestor = region->findAncestorOpInRegion(*op);
  if (!ancestor)
    return false;
  if (ancestor->getBlock() == block)
    return !ancestor->isBeforeInBlock(place);
  return dominance.properlyDominates(block, ancestor->getBlock());
}

namespace mplan {
class GroupFinder {
public:
  explicit GroupFinder(JoinGraph &graph)
      : graph(graph), groupOf(graph.names.size(), none) {}

  std::vector<JoinedGroup> run();
  bool canBeOne(ArrayRef<unsigned> allocations);

private:
  static constexpr unsigned none = ~0u;

  std::vector<SmallVector<unsigned>> findCycles() const;
  void joinComponents();
  void joinSources(ArrayRef<unsigned> cycle);
  void joinCopies();
  bool fitTogether(ArrayRef<unsigned> group) const;
  Operation *findPlace(ArrayRef<unsigned> group) const;
  SmallVector<unsigned> findOthers(ArrayRef<unsigned> group,
                                   Operation *place) const;
  bool isEscaped(ArrayRef<unsigned> group) const;
  bool interfere(ArrayRef<unsigned> group, ArrayRef<unsigned> others) const;
  bool isOneBuffer(ArrayRef<unsigned> group) const;
  void merge(SmallVector<unsigned> group);

  JoinGraph &graph;
  std::vector<unsigned> groupOf;
  std::vector<SmallVector<unsigned>> groups;
};
} // namespace mplan

/// The cycles of joins, and single ones, each after its sources (Tarjan 1972).
std::vector<SmallVector<unsigned>> GroupFinder::findCycles() const {
  struct Frame {
    unsigned name;
    unsigned next = 0;
  };
  std::vector<SmallVector<unsigned>> cycles;
  std::vector<unsigned> index(graph.names.size(), 0), low(index);
  llvm::BitVector onStack(graph.names.size());
  std::vector<unsigned> stack;
  std::vector<Frame> path;
  unsigned counter = 0;
  auto enter = [&](unsigned name) {
    index[name] = low[name] = ++counter;
    stack.push_back(name);
    onStack.set(name);
    path.push_back({name});
  };
  for (unsigned root = 0; root != graph.names.size(); ++root) {
    if (index[root])
      continue;
    enter(root);
    while (!path.empty()) {
      Frame &frame = path.back();
      const BufferName &name = graph.names[frame.name];
      if (frame.next != name.sources.size()) {
        unsigned source = graph.edges[name.sources[frame.next++]].source;
        if (!index[source])
          enter(source);
        else if (onStack.test(source))
          low[frame.name] = std::min(low[frame.name], index[source]);
        continue;
      }
      unsigned done = frame.name;
      path.pop_back();
      if (!path.empty())
        low[path.back().name] = std::min(low[path.back().name], low[done]);
      if (low[done] != index[done])
        continue;
      SmallVector<unsigned> cycle;
      unsigned member;
      do {
        member = stack.back();
        stack.pop_back();
        onStack.reset(member);
        cycle.push_back(member);
      } while (member != done);
      cycles.push_back(std::move(cycle));
    }
  }
  return cycles;
}

/// True if one allocation can have the types of all and do what is asked of
/// each.
bool GroupFinder::fitTogether(ArrayRef<unsigned> group) const {
  Operation *first = nullptr;
  PlaceRequest wanted;
  for (unsigned number : group) {
    const BufferName &name = graph.names[number];
    if (name.kind != BufferName::Kind::Allocation)
      continue;
    Operation *op = name.value.getDefiningOp();
    PlaceRequest request = getPlaceRequest(op);
    if (!first) {
      first = op;
      wanted = request;
    } else if (request.pool != wanted.pool || request.offset != wanted.offset) {
      return false;
    }
  }
  auto type = cast<MemRefType>(first->getResult(0).getType());
  return llvm::all_of(group, [&](unsigned number) {
    const BufferName &name = graph.names[number];
    return name.kind == BufferName::Kind::Allocation
               ? name.value.getType() == type ||
                     (name.getType().getLayout().isIdentity() &&
                      canBeViewedAs(type, name.value.getType()))
               : canBeViewedAs(type, name.value.getType());
  });
}

/// Before which operation one allocation serves all of the group; null if there
/// is no such place.
Operation *GroupFinder::findPlace(ArrayRef<unsigned> group) const {
  SmallVector<Operation *> anchors;
  Region *region = nullptr;
  for (unsigned number : group) {
    Operation *anchor = getAnchor(graph.names[number].value, graph.dominance);
    if (!anchor || !graph.dominance.isReachableFromEntry(anchor->getBlock()))
      return nullptr;
    anchors.push_back(anchor);
    Region *own = anchor->getParentRegion();
    if (!region)
      region = own;
    while (!region->isAncestor(own))
      region = region->getParentRegion();
  }
  Block *block = nullptr;
  for (Operation *&anchor : anchors) {
    for (Operation *op = anchor->getParentOp(); op != region->getParentOp();
         op = op->getParentOp())
      if (op->hasTrait<OpTrait::IsIsolatedFromAbove>() || isParallelLoop(op))
        return nullptr;
    anchor = region->findAncestorOpInRegion(*anchor);
    block = block ? graph.dominance.findNearestCommonDominator(
                        block, anchor->getBlock())
                  : anchor->getBlock();
    if (!block)
      return nullptr;
  }
  Operation *place = block->getTerminator();
  for (Operation *anchor : anchors)
    if (anchor->getBlock() == block && anchor->isBeforeInBlock(place))
      place = anchor;
  return place;
}

/// The names outside of the group that may refer to a buffer made at `place`
/// while that is the last one made there; without a place, all that may refer
/// to one of the group.
SmallVector<unsigned> GroupFinder::findOthers(ArrayRef<unsigned> group,
                                              Operation *place) const {
  llvm::DenseSet<unsigned> seen(group.begin(), group.end());
  SmallVector<unsigned> worklist(group), others;
  while (!worklist.empty())
    for (unsigned edge : graph.names[worklist.pop_back_val()].forwards) {
      unsigned target = graph.edges[edge].target;
      if (seen.contains(target) ||
          (place &&
           !isMadeBefore(place, graph.names[target].value, graph.dominance)))
        continue;
      seen.insert(target);
      others.push_back(target);
      worklist.push_back(target);
    }
  return others;
}

bool GroupFinder::isEscaped(ArrayRef<unsigned> group) const {
  auto isRefused = [&](unsigned name) {
    return graph.names[name].uses.refusal.has_value();
  };
  return llvm::any_of(group, isRefused) ||
         llvm::any_of(findOthers(group, /*place=*/nullptr), isRefused);
}

/// True if one name is written while another one is needed.
bool GroupFinder::interfere(ArrayRef<unsigned> group,
                            ArrayRef<unsigned> others) const {
  std::vector<int64_t> lowers, uppers;
  SmallVector<unsigned> all(group);
  llvm::append_range(all, others);
  for (unsigned name : all)
    for (const solver::Segment &segment : graph.names[name].live) {
      lowers.push_back(segment.lower);
      uppers.push_back(segment.upper);
    }
  llvm::sort(lowers);
  llvm::sort(uppers);
  llvm::DenseSet<unsigned> inGroup(group.begin(), group.end());
  auto isWithinGroup = [&](Operation *op) {
    return graph.copies.contains(op) &&
           llvm::all_of(op->getOperands(), [&](Value operand) {
             std::optional<unsigned> name = graph.getName(operand);
             return name && inGroup.contains(*name);
           });
  };
  for (unsigned number : all) {
    const BufferName &name = graph.names[number];
    for (auto [tick, op] : name.writes) {
      auto countUpTo = [tick = tick](const std::vector<int64_t> &ticks) {
        return llvm::upper_bound(ticks, tick) - ticks.begin();
      };
      if (countUpTo(lowers) - countUpTo(uppers) > isLiveAt(name.live, tick) &&
          !isWithinGroup(op))
        return true;
    }
  }
  return false;
}

bool GroupFinder::isOneBuffer(ArrayRef<unsigned> group) const {
  if (!fitTogether(group))
    return false;
  Operation *place = findPlace(group);
  return place && !isEscaped(group) &&
         !interfere(group, findOthers(group, place));
}

void GroupFinder::merge(SmallVector<unsigned> group) {
  // The first allocation first.
  auto *first = llvm::find_if(group, [&](unsigned name) {
    return graph.names[name].kind == BufferName::Kind::Allocation;
  });
  std::rotate(group.begin(), first, std::next(first));
  unsigned index = groups.size();
  for (unsigned name : group) {
    if (groupOf[name] != none)
      groups[groupOf[name]].clear();
    groupOf[name] = index;
  }
  groups.push_back(std::move(group));
}

/// All that is joined at once, where that works: quicker than step by step.
void GroupFinder::joinComponents() {
  llvm::MapVector<unsigned, SmallVector<unsigned>> components;
  for (auto [number, name] : llvm::enumerate(graph.names))
    components[name.component].push_back(number);
  for (auto &[component, names] : components) {
    bool isKnown = llvm::all_of(names, [&](unsigned number) {
      const BufferName &name = graph.names[number];
      return name.kind == BufferName::Kind::Allocation ||
             (name.kind == BufferName::Kind::Join &&
              llvm::all_of(name.sources, [&](unsigned edge) {
                return graph.edges[edge].isWhole;
              }));
    });
    if (isKnown && names.size() > 1 && isOneBuffer(names))
      merge(names);
  }
}

/// Joins that are each of the others, or of what comes before them.
void GroupFinder::joinSources(ArrayRef<unsigned> cycle) {
  llvm::SmallSetVector<unsigned, 4> sourceGroups;
  for (unsigned number : cycle) {
    const BufferName &name = graph.names[number];
    if (name.kind != BufferName::Kind::Join || groupOf[number] != none)
      return;
    for (unsigned index : name.sources) {
      const JoinEdge &edge = graph.edges[index];
      if (!edge.isWhole)
        return;
      if (llvm::is_contained(cycle, edge.source))
        continue;
      if (groupOf[edge.source] == none)
        return;
      sourceGroups.insert(groupOf[edge.source]);
    }
  }
  SmallVector<unsigned> group;
  for (unsigned source : sourceGroups)
    llvm::append_range(group, groups[source]);
  llvm::sort(group);
  llvm::append_range(group, cycle);
  if (sourceGroups.empty())
    return;
  // Joins of a single buffer are that buffer, whatever is done to it, unless
  // its allocation had to move to where it is made less often.
  bool canJoin =
      sourceGroups.size() == 1 &&
              findPlace(group) == findPlace(groups[sourceGroups[0]])
          ? fitTogether(group) && findPlace(group) && !isEscaped(group)
          : isOneBuffer(group);
  if (canJoin)
    merge(std::move(group));
}

void GroupFinder::joinCopies() {
  // Those that run most often first.
  auto getDepth = [](Operation *op) {
    unsigned depth = 0;
    while ((op = op->getParentOp()))
      ++depth;
    return depth;
  };
  std::map<unsigned, std::vector<std::pair<unsigned, unsigned>>, std::greater<>>
      byDepth;
  for (Operation *copy : graph.copies) {
    std::optional<unsigned> source = graph.getName(copy->getOperand(0));
    std::optional<unsigned> target = graph.getName(copy->getOperand(1));
    if (source && target && groupOf[*source] != none &&
        groupOf[*target] != none && isViewOfWhole(copy->getOperand(0)) &&
        isViewOfWhole(copy->getOperand(1)))
      byDepth[getDepth(copy)].push_back({*source, *target});
  }
  auto tryMerge = [&](const llvm::SetVector<unsigned> &members) {
    SmallVector<unsigned> group;
    for (unsigned member : members)
      llvm::append_range(group, groups[member]);
    llvm::sort(group);
    if (isOneBuffer(group))
      merge(std::move(group));
  };
  for (auto &[depth, sides] : byDepth) {
    // All that hang together at once, where that works: quicker than one after
    // the other.
    llvm::IntEqClasses classes(groups.size());
    for (auto [source, target] : sides)
      classes.join(groupOf[source], groupOf[target]);
    classes.compress();
    llvm::MapVector<unsigned, llvm::SetVector<unsigned>> together;
    for (auto [source, target] : sides)
      for (unsigned group : {groupOf[source], groupOf[target]})
        together[classes[group]].insert(group);
    for (auto &[number, members] : together)
      if (members.size() > 2)
        tryMerge(members);
    for (auto [source, target] : sides)
      if (groupOf[source] != groupOf[target]) {
        llvm::SetVector<unsigned> members;
        members.insert(groupOf[source]);
        members.insert(groupOf[target]);
        tryMerge(members);
      }
  }
}

std::vector<JoinedGroup> GroupFinder::run() {
  for (auto [number, name] : llvm::enumerate(graph.names))
    if (name.kind == BufferName::Kind::Allocation)
      merge({unsigned(number)});
  joinComponents();
  for (const SmallVector<unsigned> &cycle : findCycles())
    joinSources(cycle);
  joinCopies();
  std::vector<JoinedGroup> result;
  for (SmallVector<unsigned> &group : groups)
    if (group.size() > 1)
      result.push_back({group, findPlace(group)});
  return result;
}

bool GroupFinder::canBeOne(ArrayRef<unsigned> allocations) {
  return fitTogether(allocations) && !isEscaped(allocations) &&
         !interfere(allocations, findOthers(allocations, /*place=*/nullptr));
}

std::vector<JoinedGroup> JoinGraph::findGroups() {
  return GroupFinder(*this).run();
}

bool JoinGraph::canBeOne(ArrayRef<unsigned> allocations) {
  return GroupFinder(*this).canBeOne(allocations);
}
