//===- FlowBuilder.cpp - From a function to its flow ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks regions, blocks and ops once, and appends steps and edges.
//
//===----------------------------------------------------------------------===//

#include "FlowBuilder.h"

#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

//===----------------------------------------------------------------------===//
// Appending
//===----------------------------------------------------------------------===//

OpBehavior FlowBuilder::getOpBehavior(Operation *op,
                                      ArrayRef<Value> forwarded) const {
  return getBehavior(op, forwarded, [&](Value value) {
    return table.find(value.getDefiningOp()) != nullptr;
  });
}

unsigned FlowBuilder::addBlock() {
  flow.blocks.emplace_back();
  return flow.blocks.size() - 1;
}

void FlowBuilder::addStep(unsigned block, Step step) {
  flow.blocks[block].steps.push_back(std::move(step));
}

/// Reads and writes of a parallel region overwrite nothing for good: other
/// iterations are anywhere at that time.
void FlowBuilder::addBehavior(unsigned block, Operation *op,
                              const OpBehavior &behavior) {
  if (!behavior.accesses.empty()) {
    Step step(Step::Access, op);
    for (const OpBehavior::Access &access : behavior.accesses) {
      Access &added = step.accesses.emplace_back();
      added.value = access.value;
      added.read = access.read;
      added.write = access.write;
      added.full = access.full && !parallelOp;
    }
    addStep(block, std::move(step));
  }
  for (Value value : behavior.escapes)
    escapes.push_back({value, op});
  for (const OpBehavior::View &view : behavior.views)
    aliases.addView(view.result, view.source, view.whole);
  if (behavior.merges.empty())
    return;
  Step step(Step::Choice, op);
  for (const OpBehavior::Merge &merge : behavior.merges) {
    if (merge.orOther)
      aliases.addOther(merge.result);
    for (Value source : merge.sources) {
      aliases.addMove(merge.result, source, /*atOp=*/true);
      step.moves.push_back({merge.result, source});
    }
  }
  addStep(block, std::move(step));
}

void FlowBuilder::addEdge(unsigned from, unsigned to, ArrayRef<Move> moves) {
  Edge edge;
  edge.target = to;
  edge.moves.assign(moves.begin(), moves.end());
  flow.blocks[from].edges.push_back(std::move(edge));
  flow.blocks[to].predecessors.push_back(from);
  for (const Move &move : moves)
    aliases.addMove(move.toValue, move.fromValue, /*atOp=*/false);
}

//===----------------------------------------------------------------------===//
// Blocks
//===----------------------------------------------------------------------===//

LogicalResult FlowBuilder::run() {
  Region &body = flow.op.getFunctionBody();
  for (BlockArgument argument : body.getArguments())
    if (isBuffer(argument))
      aliases.addBuffer(argument);
  return buildRegion(body);
}

LogicalResult FlowBuilder::buildRegion(Region &region) {
  for (Block &block : region)
    begins[&block] = addBlock();
  if (&region == &flow.op.getFunctionBody())
    buildInputs();
  for (Block &block : region) {
    unsigned current = begins[&block];
    for (Operation &op : block) {
      if (auto call = dyn_cast<CallOpInterface>(op);
          call && op.getNumSuccessors() != 0 &&
          failed(buildCall(call, current)))
        return failure();
      if (op.hasTrait<OpTrait::IsTerminator>()) {
        if (failed(buildTerminator(&op, current)))
          return failure();
        continue;
      }
      FailureOr<unsigned> next = buildOp(&op, current);
      if (failed(next))
        return failure();
      current = *next;
    }
    ends[&block] = current;
  }
  return success();
}

LogicalResult FlowBuilder::buildTerminator(Operation *op, unsigned block) {
  if (op->getNumRegions() != 0 && usesBuffers(op))
    return buildOpaque(op, block);
  bool isReturn = op->getNumSuccessors() == 0 &&
                  op->getParentOp() == flow.op.getOperation();
  auto branch = dyn_cast<BranchOpInterface>(op);
  bool isRegionBranch = isa<RegionBranchTerminatorOpInterface>(op);
  SmallVector<Value> buffers = getBufferOperands(op);
  addBehavior(block, op,
              getOpBehavior(op, isReturn || branch || isRegionBranch
                                    ? ArrayRef<Value>(buffers)
                                    : ArrayRef<Value>()));
  if (isReturn) {
    Step step(Step::Return, op);
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isBuffer(operand.get()))
        continue;
      Access &access = step.accesses.emplace_back();
      access.value = operand.get();
      access.read = true;
      access.parameter = operand.getOperandNumber();
    }
    addOutputs(step);
    addStep(block, std::move(step));
  }
  for (auto [index, successor] : llvm::enumerate(op->getSuccessors())) {
    SmallVector<Move, 1> moves;
    for (BlockArgument argument : successor->getArguments()) {
      if (!isBuffer(argument))
        continue;
      unsigned position = argument.getArgNumber();
      if (!branch) {
        // Whatever the terminator has may be passed.
        aliases.addOther(argument);
        for (Value buffer : buffers)
          moves.push_back({argument, buffer});
      } else if (Value passed = branch.getSuccessorOperands(index)[position]) {
        moves.push_back({argument, passed});
      } else {
        aliases.addOther(argument); // made by the terminator itself
      }
    }
    addEdge(block, begins.lookup(successor), moves);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

FailureOr<unsigned> FlowBuilder::buildOp(Operation *op, unsigned block) {
  if (const Slot *slot = table.find(op)) {
    if (failed(buildSlot(*slot, block)))
      return failure();
    return block;
  }
  if (auto call = dyn_cast<CallOpInterface>(op)) {
    if (failed(buildCall(call, block)))
      return failure();
    return block;
  }
  if (op->getNumRegions() != 0) {
    bool parallel = op->hasTrait<OpTrait::HasParallelRegion>();
    std::optional<SmallVector<RegionEdge>> edges = getEdges(op);
    if (edges && !parallel && !isa<RegionBranchOpInterface>(op))
      parallel = true; // a loop that does not say how its iterations follow
    if (edges)
      return buildRegions(op, *edges, parallel, block);
    if (usesBuffers(op)) {
      if (std::optional<SmallVector<RegionEdge>> step = getStepEdges(op))
        return buildStep(op, *step, block);
      if (failed(buildOpaque(op, block)))
        return failure();
      return block;
    }
  }
  addBehavior(block, op, getOpBehavior(op));
  return block;
}

/// The accesses of `op` itself are mixed with those of its regions: they come
/// before and after them, and overwrite nothing for good once these have begun.
FailureOr<unsigned> FlowBuilder::buildStep(Operation *op,
                                           ArrayRef<RegionEdge> edges,
                                           unsigned block) {
  FailureOr<unsigned> after = buildRegions(op, edges, /*parallel=*/true, block);
  if (failed(after))
    return failure();
  OpBehavior again;
  for (const OpBehavior::Access &access : getOpBehavior(op).accesses)
    again.addAccess(access.value, access.read, access.write, /*full=*/false);
  addBehavior(*after, op, again);
  return after;
}

LogicalResult FlowBuilder::buildCall(CallOpInterface call, unsigned block) {
  Callee callee = lookup(call);
  bool mayOverlap = isAsynchronous(call);
  const Slot *slot = callee.flow ? callee.flow->anySlot : callee.indirectSlot;
  if (slot && (parallelOp || mayOverlap || !callee.flow)) {
    InFlightDiagnostic diag = call.emitError();
    if (!callee.flow)
      diag << "call through a pointer may reach a function with slots, and "
              "cannot be followed";
    else
      diag << "call may run at the same time as other code, which would share "
              "the bytes of the callee's slots";
    diag.attachNote(slot->getLoc()) << "such as " << getName(*slot);
    return diag;
  }
  if (!callee.flow || mayOverlap) {
    addBehavior(block, call, getExternalCallBehavior(call, callee.op));
    return success();
  }

  FunctionFlow &function = *callee.flow;
  flow.anySlot = flow.anySlot ? flow.anySlot : slot;
  flow.callees.insert({&function, call});
  Step step(Step::Call, call);
  step.callee = &function;
  auto arguments = call.getArgOperands();
  for (auto [index, value] : llvm::enumerate(arguments)) {
    if (!isBuffer(value))
      continue;
    Access &access = step.accesses.emplace_back();
    access.value = value;
    access.parameter = index;
    access.read = true;
    access.write = function.writtenParameters.contains(index);
    access.full = !parallelOp;
  }
  for (Value buffer : getBufferOperands(call))
    if (!llvm::is_contained(arguments, buffer))
      escapes.push_back({buffer, call});
  for (auto [result, targets] :
       llvm::zip(call->getResults(), function.results)) {
    if (!isBuffer(result))
      continue;
    // Also so that the result stays a root of its own: what is needed of it
    // is followed into the callee.
    aliases.addOther(result);
    for (unsigned parameter : targets.parameters)
      if (parameter < arguments.size())
        aliases.addMove(result, arguments[parameter], /*atOp=*/true);
    for (SlotRef ref : targets.slots)
      aliases.addForeignSlot(result, ref.slot);
  }
  addStep(block, std::move(step));
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

bool FlowBuilder::isPassedBy(Operation *op, ArrayRef<RegionEdge> edges) {
  return isa<RegionBranchOpInterface>(op) && isa<LoopLikeOpInterface>(op) &&
         llvm::none_of(edges,
                       [](const RegionEdge &edge) { return edge.region; });
}

std::optional<SmallVector<FlowBuilder::RegionEdge>>
FlowBuilder::getEdges(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  bool isLoop = isa<LoopLikeOpInterface>(op);
  if (isAsynchronous(op) || (!branch && !isLoop))
    return std::nullopt;

  SmallVector<Operation *> points = {nullptr};
  SmallVector<Value> inputs; // buffers that some edge must give
  for (Region &region : op->getRegions()) {
    if (region.empty())
      continue;
    for (Block &block : region) {
      if (block.empty() || !block.back().hasTrait<OpTrait::IsTerminator>())
        return std::nullopt;
      if (block.back().getNumSuccessors() != 0)
        continue;
      if (!isLoop && !isa<RegionBranchTerminatorOpInterface>(block.back()))
        return std::nullopt;
      points.push_back(&block.back());
    }
    llvm::copy_if(region.getArguments(), std::back_inserter(inputs), isBuffer);
  }
  llvm::copy_if(op->getResults(), std::back_inserter(inputs), isBuffer);

  SmallVector<RegionEdge> edges;
  for (Operation *point : points) {
    auto terminator =
        dyn_cast_or_null<RegionBranchTerminatorOpInterface>(point);
    bool isDescribed = branch && (terminator || !point);
    SmallVector<RegionSuccessor> successors;
    if (isDescribed) {
      branch.getSuccessorRegions(point ? RegionBranchPoint(terminator)
                                       : RegionBranchPoint::parent(),
                                 successors);
    } else {
      // A loop does nothing but run its regions, in some order.
      for (Region &region : op->getRegions())
        if (!region.empty())
          successors.push_back(RegionSuccessor(&region));
      successors.push_back(RegionSuccessor(op, op->getResults()));
    }
    for (RegionSuccessor successor : successors) {
      RegionEdge edge{point, successor.getSuccessor(), {}};
      if (edge.region && edge.region->empty())
        edge.region = nullptr;
      if (isDescribed) {
        OperandRange passed = point
                                  ? terminator.getSuccessorOperands(successor)
                                  : branch.getEntrySuccessorOperands(successor);
        ValueRange given = successor.getSuccessorInputs();
        if (passed.size() != given.size())
          return std::nullopt;
        for (auto [to, from] : llvm::zip_equal(given, passed))
          if (isBuffer(to) && isBuffer(from))
            edge.moves.push_back({to, from});
      }
      edges.push_back(std::move(edge));
    }
  }
  // A buffer that comes into a region, or out of the op, by another way than
  // the edges say: not an op that the interface describes.
  for (const RegionEdge &edge : edges)
    for (const Move &move : edge.moves)
      llvm::erase(inputs, move.toValue);
  if (isPassedBy(op, edges)) {
    llvm::erase_if(inputs, llvm::IsaPred<BlockArgument>);
    llvm::erase_if(edges,
                   [](const RegionEdge &edge) { return edge.terminator; });
  }
  if (!inputs.empty())
    return std::nullopt;
  return edges;
}

/// For an op that declares what it does itself, and whose regions are a part of
/// that (a load in a `linalg.generic`): they may run any number of times, in
/// any order and at once, but only while it does.
std::optional<SmallVector<FlowBuilder::RegionEdge>>
FlowBuilder::getStepEdges(Operation *op) {
  if (!isa<MemoryEffectOpInterface>(op) || isAsynchronous(op) ||
      llvm::any_of(op->getResults(), isBuffer))
    return std::nullopt;
  SmallVector<Operation *> points = {nullptr};
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      if (llvm::any_of(block.getArguments(), isBuffer) || block.empty() ||
          !block.back().hasTrait<OpTrait::IsTerminator>() ||
          llvm::any_of(block.back().getOperands(), isBuffer))
        return std::nullopt;
      if (block.back().getNumSuccessors() == 0)
        points.push_back(&block.back());
    }
  SmallVector<RegionEdge> edges;
  for (Operation *point : points) {
    edges.push_back({point, nullptr, {}});
    for (Region &region : op->getRegions())
      if (!region.empty())
        edges.push_back({point, &region, {}});
  }
  return edges;
}

FailureOr<unsigned> FlowBuilder::buildRegions(Operation *op,
                                              ArrayRef<RegionEdge> edges,
                                              bool parallel, unsigned block) {
  SmallVector<Value> forwarded;
  for (const RegionEdge &edge : edges)
    if (!edge.terminator)
      for (const Move &move : edge.moves)
        forwarded.push_back(move.fromValue);
  addBehavior(block, op, getOpBehavior(op, forwarded));

  const bool isDead = isPassedBy(op, edges);
  Operation *outerParallelOp = parallelOp;
  if (parallel)
    parallelOp = op;
  for (Region &region : op->getRegions())
    if (!isDead && failed(buildRegion(region)))
      return failure();
  parallelOp = outerParallelOp;

  unsigned after = addBlock();
  llvm::SmallPtrSet<Region *, 4> entered;
  for (const RegionEdge &edge : edges) {
    unsigned from =
        edge.terminator ? ends.lookup(edge.terminator->getBlock()) : block;
    unsigned to = edge.region ? begins.lookup(&edge.region->front()) : after;
    addEdge(from, to, edge.moves);
    entered.insert(edge.region);
    // Iterations that run at once come before and after each other.
    if (parallel && edge.terminator)
      addEdge(from, begins.lookup(&edge.terminator->getParentRegion()->front()),
              {});
  }
  // A region that nothing is said to enter is not left out for that.
  for (Region &region : op->getRegions())
    if (!region.empty() && !entered.contains(&region) && !isDead)
      addEdge(block, begins.lookup(&region.front()), {});
  return after;
}

bool FlowBuilder::usesBuffers(Operation *op) {
  auto isUsed = [&](Operation *nested) {
    if (nested == op)
      return WalkResult::advance();
    bool uses = llvm::any_of(nested->getOperands(), isBuffer) ||
                llvm::any_of(nested->getResults(), isBuffer);
    for (Region &region : nested->getRegions())
      for (Block &block : region)
        uses |= llvm::any_of(block.getArguments(), isBuffer);
    if (auto call = dyn_cast<CallOpInterface>(nested); call && !uses) {
      Callee callee = lookup(call);
      uses = callee.indirectSlot || (callee.flow && callee.flow->anySlot);
    }
    return uses ? WalkResult::interrupt() : WalkResult::advance();
  };
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (llvm::any_of(block.getArguments(), isBuffer))
        return true;
  return op->walk(isUsed).wasInterrupted();
}

/// An op whose regions run nobody knows when and how often: what they use of
/// the outside is kept for ever, and what they have of their own is refused.
LogicalResult FlowBuilder::buildOpaque(Operation *op, unsigned block) {
  bool ok = true;
  llvm::SmallSetVector<Value, 8> used;
  op->walk([&](Operation *nested) {
    const Slot *slot = table.find(nested);
    if (auto call = dyn_cast<CallOpInterface>(nested)) {
      Callee callee = lookup(call);
      slot = callee.flow ? callee.flow->anySlot : callee.indirectSlot;
    }
    if (slot) {
      InFlightDiagnostic diag = nested->emitError("uses ")
                                << getName(*slot) << " within a region of '"
                                << op->getName()
                                << "', whose control flow cannot be followed";
      diag.attachNote(op->getLoc()) << "place the buffer outside of this op";
      ok = false;
    }
    for (Value value : getBufferOperands(nested))
      if (!op->isAncestor(value.getParentBlock()->getParentOp()) ||
          value.getDefiningOp() == op)
        used.insert(value);
  });
  OpBehavior behavior;
  for (Value value : used) {
    behavior.addAccess(value, /*read=*/true, /*write=*/true);
    behavior.escapes.push_back(value);
  }
  for (Value result : op->getResults())
    if (isBuffer(result))
      behavior.merges.push_back(
          {result, SmallVector<Value>(used.begin(), used.end()), true});
  addBehavior(block, op, behavior);
  return success(ok);
}
