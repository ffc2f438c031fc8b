//===- JoinedBuffers.cpp - Buffers that control flow joins ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The names and edges of a function, and when each name is needed.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/JoinedBuffers.h"

#include "mplan/Analysis/Allocations.h"
#include "mplan/Analysis/JoinOperands.h"
#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mplan;

Value mplan::getViewedBuffer(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>()) {
    if (view.getViewDest() != value)
      break;
    value = view.getViewSource();
  }
  return value;
}

bool mplan::isViewOfWhole(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>()) {
    if (view.getViewDest() != value)
      break;
    bool isRanked = isa<MemRefType>(value.getType()) &&
                    isa<MemRefType>(view.getViewSource().getType());
    if (!isRanked || (!isa<memref::CastOp>(view.getOperation()) &&
                      !isWholeView(view.getViewSource(), value)))
      return false;
    value = view.getViewSource();
  }
  return true;
}

bool mplan::canBeViewedAs(MemRefType buffer, Type type) {
  auto view = dyn_cast<MemRefType>(type);
  if (!view || !buffer.hasStaticShape())
    return false;
  if (view == buffer)
    return true;
  if (buffer.getElementType() == view.getElementType() &&
      buffer.getMemorySpace() == view.getMemorySpace() &&
      buffer.getLayout().isIdentity() && view.getLayout().isIdentity() &&
      view.hasStaticShape() && buffer.getNumElements() == view.getNumElements())
    return true;
  return memref::CastOp::areCastCompatible(TypeRange{buffer}, TypeRange{view});
}

JoinGraph::JoinGraph(FunctionOpInterface function, const Timeline &timeline,
                     BufferUseAnalysis &analysis, DominanceInfo &dominance,
                     llvm::SetVector<Operation *> copyOps)
    : function(function), timeline(timeline), analysis(analysis),
      dominance(dominance), copies(std::move(copyOps)) {
  function.getFunctionBody().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isPlannable(op))
      return;
    // Only those that are passed on, or copied to such.
    bool isJoined = false;
    SmallVector<Value> views = {op->getResult(0)};
    while (!views.empty() && !isJoined)
      for (Operation *user : views.pop_back_val().getUsers()) {
        if (auto view = dyn_cast<ViewLikeOpInterface>(user))
          views.push_back(view.getViewDest());
        isJoined |= copies.contains(user) || isa<CallOpInterface>(user) ||
                    isa<SelectLikeOpInterface, RegionBranchOpInterface>(user) ||
                    user->hasTrait<OpTrait::IsTerminator>();
      }
    if (isJoined)
      addName(op->getResult(0));
  });
  for (unsigned name = 0; name != names.size(); ++name)
    addEdges(name);
  checkJoins();
  findComponents();
  findLiveRanges();
}

unsigned JoinGraph::addName(Value value) {
  auto [it, isNew] = numbers.try_emplace(value, names.size());
  if (!isNew)
    return it->second;
  BufferName &name = names.emplace_back();
  name.value = value;
  SmallVector<OpOperand *> incoming;
  Operation *op = value.getDefiningOp();
  // One with a role is a place that an entry's caller knows.
  if (op && isPlannable(op) && !getRole(op) && op->getNumOperands() == 0 &&
      cast<MemRefType>(value.getType()).hasStaticShape())
    name.kind = BufferName::Kind::Allocation;
  else if (findJoinOperands(value, incoming))
    name.kind = BufferName::Kind::Join;
  else
    name.kind = BufferName::Kind::Foreign;
  return it->second;
}

void JoinGraph::addEdges(unsigned name) {
  Value value = names[name].value;
  if (names[name].kind == BufferName::Kind::Join) {
    SmallVector<OpOperand *> incoming;
    findJoinOperands(value, incoming);
    for (OpOperand *operand : incoming)
      addName(getViewedBuffer(operand->get()));
  }
  BufferUses uses = analysis.getNameUses(value);
  for (const Forward &forward : uses.forwards) {
    unsigned target = addName(forward.into);
    if (names[target].kind == BufferName::Kind::Foreign)
      names[target].kind = BufferName::Kind::Opaque;
    names[name].forwards.push_back(edges.size());
    names[target].sources.push_back(edges.size());
    edges.push_back({name, target, forward.operand, forward.isWhole});
  }
  names[name].uses = std::move(uses);
}

/// A join is one only if all that it may be is known.
void JoinGraph::checkJoins() {
  for (BufferName &name : names) {
    if (name.kind != BufferName::Kind::Join)
      continue;
    SmallVector<OpOperand *> incoming;
    findJoinOperands(name.value, incoming);
    llvm::SmallPtrSet<OpOperand *, 4> found;
    for (unsigned edge : name.sources)
      found.insert(edges[edge].operand);
    if (!llvm::all_of(incoming, [&](OpOperand *operand) {
          return found.contains(operand);
        }))
      name.kind = BufferName::Kind::Opaque;
  }
}

void JoinGraph::findComponents() {
  llvm::IntEqClasses classes(names.size());
  for (const JoinEdge &edge : edges)
    classes.join(edge.source, edge.target);
  for (Operation *copy : copies) {
    std::optional<unsigned> source = getName(copy->getOperand(0));
    std::optional<unsigned> target = getName(copy->getOperand(1));
    if (source && target)
      classes.join(*source, *target);
  }
  classes.compress();
  for (auto [number, name] : llvm::enumerate(names))
    name.component = classes[number];
}

std::optional<unsigned> JoinGraph::getName(Value value) const {
  auto it = numbers.find(getViewedBuffer(value));
  if (it == numbers.end())
    return std::nullopt;
  return it->second;
}

llvm::BitVector JoinGraph::closeOverSources(llvm::BitVector marks) const {
  SmallVector<unsigned> worklist;
  for (unsigned name : marks.set_bits())
    worklist.push_back(name);
  while (!worklist.empty())
    for (unsigned edge : names[worklist.pop_back_val()].sources)
      if (unsigned source = edges[edge].source; !marks.test(source)) {
        marks.set(source);
        worklist.push_back(source);
      }
  return marks;
}

//===----------------------------------------------------------------------===//
// Live ranges
//===----------------------------------------------------------------------===//

/// Where `value` begins to exist.
static Position getDefinition(const Timeline &timeline, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return timeline.getStart(*argument.getOwner());
  // Results exist after the operation, which is no terminator.
  return timeline.getPosition(value.getDefiningOp()->getNextNode());
}

void JoinGraph::findLiveRanges() {
  // What nobody reads under any name need not be passed on; what may be
  // written under another name from where it is passed on counts as written
  // there.
  llvm::BitVector isRead(names.size()), isWritten(names.size());
  for (auto [number, name] : llvm::enumerate(names)) {
    if (name.uses.refusal) {
      isRead.set(number);
      isWritten.set(number);
    }
    for (const Access &access : name.uses.accesses) {
      if (access.reads)
        isRead.set(number);
      if (access.writes)
        isWritten.set(number);
    }
  }
  isRead = closeOverSources(std::move(isRead));
  isWritten = closeOverSources(std::move(isWritten));

  for (BufferName &name : names) {
    for (const Access &access : name.uses.accesses)
      if (access.writes)
        name.writes.emplace_back(timeline.getPosition(access.op).tick,
                                 access.op);
    llvm::sort(name.writes, llvm::less_first());
    if (name.kind == BufferName::Kind::Foreign) {
      name.live = {{0, timeline.getNumTicks()}};
      continue;
    }
    std::vector<BufferEvent> events;
    BufferEvent birth;
    birth.isBirth = true;
    if (name.kind == BufferName::Kind::Allocation) {
      birth.position = timeline.getPosition(name.value.getDefiningOp());
    } else {
      birth.position = getDefinition(timeline, name.value);
      birth.writes = true;
    }
    events.push_back(birth);
    for (const Access &access : name.uses.accesses)
      events.push_back(getEvent(timeline, access));
    for (unsigned edge : name.forwards) {
      BufferEvent event;
      event.position = timeline.getPosition(edges[edge].operand->getOwner());
      event.reads = isRead.test(edges[edge].target);
      event.writes = isWritten.test(edges[edge].target);
      events.push_back(event);
    }
    name.live = computeLiveRange(timeline, events);
  }
}
