//===- BlockProblem.cpp - A block as an ordering problem ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Goes through the block once. Each tensor is known by the *storages* whose
// bytes it may be made of: none for what is not counted, one for a result, and
// those of its sources for a view. Storages are the values of the problem.
//
//===----------------------------------------------------------------------===//

#include "BlockProblem.h"
#include "AccessOrder.h"
#include "TensorUses.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Analysis/DataLayoutAnalysis.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mplan;
using bufferization::BufferizableOpInterface;

/// Tensors on top of this are not counted, so that sums fit 64 bits.
static constexpr int64_t mostBytes = int64_t(1) << 60;

namespace {
/// What a tensor is made of.
struct Contents {
  SmallVector<size_t, 1> storages; ///< Ascending.
  /// Memory that is written under other names, too (a `to_tensor`): a use is an
  /// access to it.
  bool isForeign = false;
};

class ProblemBuilder {
public:
  ProblemBuilder(Block &block, const BlockOrderOptions &options,
                 BlockOrderRefusal &refusal)
      : block(block), options(options), refusal(refusal), state(bufferization),
        layout(DataLayout::closest(block.getParentOp())),
        accesses(result.problem.precedences) {
    bufferization.bufferizeFunctionBoundaries = true;
  }

  FailureOr<BlockProblem> run();

private:
  LogicalResult addArguments();
  LogicalResult addOp(Operation &op);
  LogicalResult addStep(Operation &op, unsigned position);
  LogicalResult addResults(Operation &op, size_t step);
  void addCandidates(OpOperand &operand, size_t step,
                     DenseMap<size_t, size_t> &given);
  void addNeeds(Operation &op, size_t step);
  void addAccesses(Operation &op, size_t step);
  void keepWhatLeaves();
  void dropReturned(Operation *terminator);

  bool travels(Operation &op);
  Access findForeignAccess(Operation &op);
  Access findAccess(Operation &op);
  void findReads(Operation &op, llvm::SetVector<size_t> &storages);
  Contents joinSources(OpResult opResult);
  FailureOr<int64_t> getBytes(Value value);
  FailureOr<size_t> addStorage(Value value, size_t producer);
  LogicalResult refuse(Value value, const Twine &reason);
  FailureOr<int64_t> getScratch(Operation &op);

  /// Those from outside the block take no bytes of it.
  const Contents &getContents(Value value) {
    return value.getParentBlock() == &block ? contents[value] : outside;
  }
  bool mayBeMemoryOutside();

  Block &block;
  const BlockOrderOptions &options;
  BlockOrderRefusal &refusal;
  bufferization::BufferizationOptions bufferization;
  bufferization::AnalysisState state;
  DataLayout layout;

  BlockProblem result;
  DenseMap<Value, Contents> contents;
  Contents outside;
  DenseMap<Operation *, size_t> stepOf;
  /// Of an op that travels: the steps that it needs.
  DenseMap<Operation *, SmallVector<size_t, 2>> needsOf;
  AccessOrder accesses;
};
} // namespace

LogicalResult ProblemBuilder::refuse(Value value, const Twine &reason) {
  refusal.value = value;
  refusal.reason = reason.str();
  return failure();
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

/// The bytes of a tensor, or of the largest that it can be.
FailureOr<int64_t> ProblemBuilder::getBytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type || !BaseMemRefType::isValidElementType(type.getElementType()))
    return failure();
  SmallVector<int64_t> shape(type.getShape());
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (ShapedType::isStatic(size))
      continue;
    if (!options.bounds)
      return failure();
    std::optional<int64_t> upper = options.bounds->getRange(value, dim).upper;
    if (!upper)
      return failure();
    size = std::max<int64_t>(*upper, 0);
  }
  return getBufferBytes(MemRefType::get(shape, type.getElementType()), layout);
}

FailureOr<size_t> ProblemBuilder::addStorage(Value value, size_t producer) {
  FailureOr<int64_t> bytes = getBytes(value);
  if (failed(bytes))
    return refuse(value, "a tensor in it has no known size");
  if (*bytes > mostBytes)
    return refuse(value, "a tensor in it has more than 2^60 bytes");
  scheduler::Value storage;
  storage.size = *bytes;
  storage.producer = producer;
  result.problem.values.push_back(storage);
  contents[value].storages.push_back(result.problem.values.size() - 1);
  return result.problem.values.size() - 1;
}

/// What the blocks of `op` need beside its results, which are where they leave
/// theirs, or carry what they begin with.
FailureOr<int64_t> ProblemBuilder::getScratch(Operation &op) {
  int64_t most = 0;
  for (Region &region : op.getRegions())
    for (Block &inner : region) {
      // Its regions may hold what has nothing to do with tensors.
      if (!mayHaveSSADominance(region))
        continue;
      FailureOr<BlockProblem> nested =
          buildBlockProblem(inner, options, refusal);
      if (failed(nested))
        return failure();
      if (check(nested->problem))
        return refuse(Value(), "the tensors of a block in it have more bytes "
                               "than can be counted");
      most = std::max(
          most, measure(nested->problem, givenOrder(nested->problem))->bytes);
    }
  for (Value value : op.getResults())
    for (size_t storage : getContents(value).storages)
      most -= result.problem.values[storage].size;
  return std::max<int64_t>(most, 0);
}

//===----------------------------------------------------------------------===//
// What ops do
//===----------------------------------------------------------------------===//

/// The storages that must be there while the op runs; those, too, that it uses
/// inside its regions.
void ProblemBuilder::findReads(Operation &op,
                               llvm::SetVector<size_t> &storages) {
  auto add = [&](Value value) {
    const Contents &made = getContents(value);
    storages.insert(made.storages.begin(), made.storages.end());
  };
  for (OpOperand &operand : op.getOpOperands())
    if (!isView(operand, state) && usesContents(operand, state))
      add(operand.get());
  visitUsedValuesDefinedAbove(op.getRegions(), [&](OpOperand *operand) {
    if (isTensor(operand->get()))
      add(operand->get());
  });
}

/// What a result is made of that is a view of operands.
Contents ProblemBuilder::joinSources(OpResult opResult) {
  Contents joined;
  llvm::SetVector<size_t> storages;
  for (OpOperand &operand : opResult.getOwner()->getOpOperands()) {
    if (!isViewAs(operand, opResult, state))
      continue;
    const Contents &source = getContents(operand.get());
    storages.insert(source.storages.begin(), source.storages.end());
    joined.isForeign |= source.isForeign;
  }
  joined.storages = SmallVector<size_t, 1>(storages.getArrayRef());
  llvm::sort(joined.storages);
  return joined;
}

/// An op that does not matter to the bytes alive, wherever it runs.
bool ProblemBuilder::travels(Operation &op) {
  if (op.getNumRegions() > 0 || findAccess(op) != Access::None)
    return false;
  llvm::SetVector<size_t> reads;
  findReads(op, reads);
  if (!reads.empty() || op.getNumResults() == 0)
    return false;
  return llvm::all_of(op.getResults(), [&](OpResult result) {
    return hasNoBytes(result, state) || isView(result, state);
  });
}

/// May a tensor from outside the block be memory that is written in it? Asked
/// once a block, and answered for all of them together: it is rare.
bool ProblemBuilder::mayBeMemoryOutside() {
  if (llvm::none_of(
          block, [](Operation &op) { return getAccess(op) == Access::Writes; }))
    return false;
  Operation *root = block.getParentOp();
  while (!isa<FunctionOpInterface>(root) && root->getParentOp())
    root = root->getParentOp();
  return root
      ->walk([](Operation *op) {
        return llvm::any_of(op->getResults(), isMadeOfMemory)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// How `op` stands to memory by way of tensors that are made of it.
Access ProblemBuilder::findForeignAccess(Operation &op) {
  Access access = Access::None;
  auto addUse = [&](OpOperand &operand, bool writes) {
    if (isTensor(operand.get()) && getContents(operand.get()).isForeign)
      access = writes ? Access::Writes : std::max(access, Access::Reads);
  };
  for (OpOperand &operand : op.getOpOperands())
    if (!isView(operand, state) && usesContents(operand, state))
      addUse(operand, isWritten(operand, state));
  visitUsedValuesDefinedAbove(op.getRegions(), [&](OpOperand *operand) {
    addUse(*operand, /*writes=*/true);
  });
  return access;
}

Access ProblemBuilder::findAccess(Operation &op) {
  return std::max(getAccess(op), findForeignAccess(op));
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Arguments that are given up are there from the start. Others are the
/// caller's, whatever the order is.
LogicalResult ProblemBuilder::addArguments() {
  auto function = dyn_cast<FunctionOpInterface>(block.getParentOp());
  for (BlockArgument argument : block.getArguments()) {
    if (!isTensor(argument))
      continue;
    contents[argument].isForeign = outside.isForeign;
    if (function && block.isEntryBlock()) {
      contents[argument].isForeign = false;
      auto writable = function.getArgAttrOfType<BoolAttr>(
          argument.getArgNumber(),
          bufferization::BufferizationDialect::kWritableAttrName);
      if (!options.argumentsDie && (!writable || !writable.getValue()))
        continue;
    }
    if (failed(addStorage(argument, scheduler::none)))
      return failure();
  }
  return success();
}

LogicalResult ProblemBuilder::addOp(Operation &op) {
  const unsigned position = result.ops.size();
  result.ops.push_back(&op);
  if (!travels(op))
    return addStep(op, position);
  for (OpResult opResult : op.getResults())
    if (isTensor(opResult) && !hasNoBytes(opResult, state))
      contents[opResult] = joinSources(opResult);
  llvm::SmallSetVector<size_t, 4> needs;
  for (Value operand : op.getOperands())
    if (Operation *source = operand.getDefiningOp()) {
      if (auto step = stepOf.find(source); step != stepOf.end())
        needs.insert(step->second);
      else if (auto before = needsOf.find(source); before != needsOf.end())
        needs.insert(before->second.begin(), before->second.end());
    }
  needsOf[&op] = SmallVector<size_t, 2>(needs.getArrayRef());
  return success();
}

LogicalResult ProblemBuilder::addStep(Operation &op, unsigned position) {
  const size_t step = result.steps.size();
  result.steps.push_back(position);
  result.problem.steps.emplace_back();
  stepOf[&op] = step;
  addNeeds(op, step);
  addAccesses(op, step);
  llvm::SetVector<size_t> reads;
  findReads(op, reads);
  for (size_t storage : reads)
    result.problem.values[storage].consumers.push_back(step);
  if (failed(addResults(op, step)))
    return failure();
  DenseMap<size_t, size_t> given;
  for (OpOperand &operand : op.getOpOperands())
    addCandidates(operand, step, given);
  if (op.getNumRegions() == 0)
    return success();
  FailureOr<int64_t> scratch = getScratch(op);
  if (failed(scratch))
    return failure();
  result.problem.steps[step].scratch = *scratch;
  return success();
}

LogicalResult ProblemBuilder::addResults(Operation &op, size_t step) {
  for (OpResult opResult : op.getResults()) {
    if (!isTensor(opResult))
      continue;
    if (isView(opResult, state)) {
      contents[opResult] = joinSources(opResult);
      continue;
    }
    if (isMadeOfMemory(opResult)) {
      contents[opResult].isForeign = true;
      continue;
    }
    if (hasNoBytes(opResult, state))
      continue;
    if (failed(addStorage(opResult, step)))
      return failure();
  }
  return success();
}

/// Where `operand` may give its place to a result.
void ProblemBuilder::addCandidates(OpOperand &operand, size_t step,
                                   DenseMap<size_t, size_t> &given) {
  Operation *op = operand.getOwner();
  BufferizableOpInterface bufferizable = getBufferizable(op);
  if (!bufferizable || !isTensor(operand.get()) ||
      !bufferizable.bufferizesToMemoryWrite(operand, state))
    return;
  const Contents source = getContents(operand.get());
  SmallVector<Value, 1> targets;
  for (const auto &alias : bufferizable.getAliasingValues(operand, state))
    if (alias.isDefinite)
      targets.push_back(alias.value);
  // A loop writes what it hands on to where it began.
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (OpResult tied = loop.getTiedLoopResult(&operand))
      targets.push_back(tied);
  for (Value target : targets) {
    contents[target].isForeign |= source.isForeign;
    const Contents &made = getContents(target);
    if (source.storages.size() != 1 || made.storages.size() != 1)
      continue;
    const size_t from = source.storages.front(), to = made.storages.front();
    // A part of something larger keeps all of that alive.
    if (result.problem.values[from].size != result.problem.values[to].size ||
        result.problem.values[to].producer != step ||
        given.try_emplace(from, to).first->second != to)
      continue;
    result.problem.inPlace.push_back({step, from, to});
  }
}

/// It runs after the ops that it gets values from, also by way of such as
/// travel.
void ProblemBuilder::addNeeds(Operation &op, size_t step) {
  llvm::SmallSetVector<size_t, 8> needs;
  auto add = [&](Value value) {
    Operation *source = value.getDefiningOp();
    if (!source)
      return;
    if (auto before = stepOf.find(source); before != stepOf.end())
      needs.insert(before->second);
    else if (auto steps = needsOf.find(source); steps != needsOf.end())
      needs.insert(steps->second.begin(), steps->second.end());
  };
  for (Value operand : op.getOperands())
    add(operand);
  visitUsedValuesDefinedAbove(op.getRegions(),
                              [&](OpOperand *operand) { add(operand->get()); });
  for (size_t before : needs)
    result.problem.precedences.push_back({before, step});
}

/// Writes keep their place among all accesses to what may be the same memory.
void ProblemBuilder::addAccesses(Operation &op, size_t step) {
  StringAttr global = getGlobal(op);
  if (!global)
    return accesses.add(findAccess(op), step);
  // A load gives its result, a store gives none.
  accesses.add(global, op.getNumResults() == 0 ? Access::Writes : Access::Reads,
               step);
  accesses.add(findForeignAccess(op), step);
}

/// Whatever is used by the terminator or in another block is needed to the end.
void ProblemBuilder::keepWhatLeaves() {
  Operation *terminator =
      block.mightHaveTerminator() ? block.getTerminator() : nullptr;
  auto keepUses = [&](Value value) {
    if (!isTensor(value))
      return;
    for (Operation *user : value.getUsers()) {
      Operation *ancestor = block.findAncestorOpInBlock(*user);
      if (!ancestor || ancestor == terminator)
        for (size_t storage : getContents(value).storages)
          result.problem.values[storage].kept = true;
    }
  };
  for (Operation *op : result.ops)
    for (Value value : op->getResults())
      keepUses(value);
  for (BlockArgument argument : block.getArguments())
    keepUses(argument);
  if (!options.countReturned && terminator &&
      isa<FunctionOpInterface>(block.getParentOp()) &&
      terminator->hasTrait<OpTrait::ReturnLike>())
    dropReturned(terminator);
}

/// What a function returns is where its caller wants it, and so is all that it
/// was written over step by step, or that was inserted into it.
void ProblemBuilder::dropReturned(Operation *terminator) {
  DenseMap<size_t, SmallVector<size_t, 1>> operandsOf, insertedIn;
  for (const scheduler::InPlace &pair : result.problem.inPlace)
    operandsOf[pair.result].push_back(pair.operand);
  for (Operation *op : result.ops) {
    auto insertion = dyn_cast<SubsetInsertionOpInterface>(op);
    if (!insertion || op->getNumResults() != 1)
      continue;
    // All of a storage, not a part of a larger one.
    Value source = insertion.getSourceOperand().get();
    const Contents &made = getContents(source);
    if (made.storages.size() != 1)
      continue;
    FailureOr<int64_t> bytes = getBytes(source);
    if (failed(bytes) ||
        *bytes != result.problem.values[made.storages.front()].size)
      continue;
    for (size_t storage : getContents(op->getResult(0)).storages)
      insertedIn[storage].push_back(made.storages.front());
  }
  SmallVector<size_t> left;
  for (Value value : terminator->getOperands())
    if (isTensor(value))
      llvm::append_range(left, getContents(value).storages);
  while (!left.empty()) {
    const size_t storage = left.pop_back_val();
    scheduler::Value &value = result.problem.values[storage];
    // An argument that is given up is in the arena already.
    if (value.producer == scheduler::none || value.size == 0)
      continue;
    value.size = 0;
    // It is computed there, and read there by others.
    llvm::append_range(left, insertedIn.lookup(storage));
    // One that has other readers may have to stay elsewhere.
    for (size_t operand : operandsOf.lookup(storage))
      if (llvm::all_equal(result.problem.values[operand].consumers))
        left.push_back(operand);
  }
}

FailureOr<BlockProblem> ProblemBuilder::run() {
  if (!mayHaveSSADominance(*block.getParent()))
    return refuse(Value(), "its operations have no order");
  outside.isForeign = mayBeMemoryOutside();
  if (failed(addArguments()))
    return failure();
  for (Operation &op : block)
    if (!op.hasTrait<OpTrait::IsTerminator>() && failed(addOp(op)))
      return failure();
  keepWhatLeaves();
  return std::move(result);
}

FailureOr<BlockProblem>
mplan::buildBlockProblem(Block &block, const BlockOrderOptions &options,
                         BlockOrderRefusal &refusal) {
  return ProblemBuilder(block, options, refusal).run();
}
