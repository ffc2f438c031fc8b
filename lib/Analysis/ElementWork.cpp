//===- ElementWork.cpp - How many operations a program runs ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The index arithmetic of a program is run, and nothing else of it: each loop
// of which the length is not the same every time, and those around it.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/ElementWork.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan;

//===----------------------------------------------------------------------===//
// How often blocks run
//===----------------------------------------------------------------------===//

static int64_t saturate(uint64_t value) {
  return std::min<uint64_t>(value, std::numeric_limits<int64_t>::max());
}

static int64_t add(int64_t a, int64_t b) {
  return saturate(llvm::SaturatingAdd<uint64_t>(a, b));
}

static int64_t multiply(int64_t a, int64_t b) {
  return saturate(llvm::SaturatingMultiply<uint64_t>(a, b));
}

namespace {
class Runner {
public:
  Runner(llvm::DenseMap<Block *, int64_t> &runs, int64_t maxSteps)
      : runs(runs), steps(maxSteps) {}

  bool isExhausted() const { return steps <= 0; }
  /// `times` times, each like the others.
  void runRegions(Operation *op, int64_t times) {
    for (Region &region : op->getRegions())
      for (Block &block : region)
        runBlock(block, times);
  }

private:
  void runBlock(Block &block, int64_t times);
  void run(Operation *op, int64_t times);
  void runLoop(scf::ForOp loop, int64_t times);
  bool isUneven(scf::ForOp loop);
  std::optional<int64_t> getValue(Value value) const;
  void setValue(Value value, std::optional<int64_t> number);

  llvm::DenseMap<Block *, int64_t> &runs;
  llvm::DenseMap<Value, int64_t> values; ///< Those that are known.
  llvm::DenseMap<Operation *, bool> uneven;
  int64_t steps;
};
} // namespace

std::optional<int64_t> Runner::getValue(Value value) const {
  auto it = values.find(value);
  if (it == values.end())
    return std::nullopt;
  return it->second;
}

void Runner::setValue(Value value, std::optional<int64_t> number) {
  if (number)
    values[value] = *number;
  else
    values.erase(value);
}

/// Whether how `loop` runs, or what is in it, depends on numbers that it or
/// loops around it carry.
bool Runner::isUneven(scf::ForOp loop) {
  auto [it, isNew] = uneven.try_emplace(loop, false);
  if (!isNew)
    return it->second;
  bool found =
      llvm::any_of(loop.getInitArgs(),
                   [](Value init) { return init.getType().isIndex(); }) ||
      loop.getBody()
          ->walk([](scf::ForOp inner) {
            return inner.getStaticTripCount() ? WalkResult::advance()
                                              : WalkResult::interrupt();
          })
          .wasInterrupted();
  return uneven[loop] = found;
}

void Runner::runLoop(scf::ForOp loop, int64_t times) {
  std::optional<int64_t> lower = getValue(loop.getLowerBound());
  std::optional<int64_t> upper = getValue(loop.getUpperBound());
  std::optional<int64_t> step = getValue(loop.getStep());
  bool isKnown = lower && upper && step && *step > 0;
  if (!isKnown || !isUneven(loop)) {
    int64_t trips = 1;
    if (isKnown)
      trips = *lower < *upper ? llvm::divideCeil(*upper - *lower, *step) : 0;
    for (Value argument : loop.getBody()->getArguments())
      values.erase(argument);
    runBlock(*loop.getBody(), multiply(times, trips));
    for (Value result : loop.getResults())
      values.erase(result);
    return;
  }
  SmallVector<std::optional<int64_t>> carried;
  for (Value init : loop.getInitArgs())
    carried.push_back(getValue(init));
  for (int64_t i = *lower; i < *upper && steps > 0; i += *step) {
    setValue(loop.getInductionVar(), i);
    for (auto [argument, number] :
         llvm::zip_equal(loop.getRegionIterArgs(), carried))
      setValue(argument, number);
    runBlock(*loop.getBody(), times);
    for (auto [number, yielded] :
         llvm::zip_equal(carried, loop.getYieldedValues()))
      number = getValue(yielded);
  }
  for (auto [result, number] : llvm::zip_equal(loop.getResults(), carried))
    setValue(result, number);
}

void Runner::run(Operation *op, int64_t times) {
  --steps;
  // Its points are not iterations of a loop of the program.
  if (isa<linalg::LinalgOp>(op))
    return;
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return runLoop(loop, times);
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      times = multiply(times, saturate(trips->getLimitedValue()));
  if (op->getNumRegions() != 0)
    return runRegions(op, times);

  auto arithmetic = dyn_cast<InferIntRangeInterface>(op);
  auto isNumber = [](Type type) { return type.isIntOrIndex(); };
  if (!arithmetic || !llvm::all_of(op->getOperandTypes(), isNumber) ||
      !llvm::all_of(op->getResultTypes(), isNumber))
    return;
  SmallVector<ConstantIntRanges> operands;
  for (Value operand : op->getOperands()) {
    std::optional<int64_t> number = getValue(operand);
    if (!number) {
      for (Value result : op->getResults())
        values.erase(result);
      return;
    }
    unsigned width = ConstantIntRanges::getStorageBitwidth(operand.getType());
    operands.push_back(
        ConstantIntRanges::constant(APInt(width, *number, /*isSigned=*/true,
                                          /*implicitTrunc=*/true)));
  }
  arithmetic.inferResultRanges(
      operands, [&](Value result, const ConstantIntRanges &range) {
        const APInt &number = range.smin();
        if (range.smax() == number && number.getBitWidth() <= 64)
          values[result] = number.getSExtValue();
        else
          values.erase(result);
      });
}

void Runner::runBlock(Block &block, int64_t times) {
  int64_t &count = runs[&block];
  count = add(count, times);
  for (Operation &op : block)
    run(&op, times);
}

ElementWork::ElementWork(Operation *root, int64_t maxSteps) {
  Runner runner(runs, maxSteps);
  runner.runRegions(root, 1);
  isComplete = !runner.isExhausted();
}

//===----------------------------------------------------------------------===//
// What an op does
//===----------------------------------------------------------------------===//

static std::optional<int64_t> add(std::optional<int64_t> a,
                                  std::optional<int64_t> b) {
  return a && b ? std::optional(add(*a, *b)) : std::nullopt;
}

Work &Work::operator+=(const Work &other) {
  operations = add(operations, other.operations);
  movedBytes = add(movedBytes, other.movedBytes);
  return *this;
}

static std::optional<int64_t> getBytes(Operation *op, MemRefType type) {
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  return multiply(type.getNumElements(),
                  DataLayout::closest(op).getTypeSize(type.getElementType()));
}

/// Whether `op` writes each element that it reads somewhere, as it is.
static bool isMove(linalg::LinalgOp op) {
  if (op.getNumDpsInits() != 1 || !op.hasPureBufferSemantics() ||
      !llvm::hasSingleElement(*op.getBlock()))
    return false;
  auto yielded =
      dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
  if (!yielded || yielded.getOwner() != op.getBlock())
    return false;
  OpOperand *source = op.getMatchingOpOperand(yielded);
  return op.isDpsInput(source) &&
         op.getMatchingIndexingMap(source).getNumResults() == op.getNumLoops();
}

/// Bytes that `op` moves each time it runs.
static std::optional<int64_t> getMovedBytes(Operation *op) {
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    return getBytes(op, dyn_cast<MemRefType>(copy.getTarget().getType()));
  auto store = dyn_cast<memref::StoreOp>(op);
  if (store && store.getValue().getDefiningOp<memref::LoadOp>())
    return DataLayout::closest(op).getTypeSize(store.getValue().getType());
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
      linalgOp && isMove(linalgOp))
    return getBytes(
        op, dyn_cast<MemRefType>(linalgOp.getDpsInits().front().getType()));
  return 0;
}

/// Operations that `op` runs each time.
static std::optional<int64_t> getOperations(Operation *op) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp)
    return 0;
  int64_t operations = linalgOp.getBlock()->getOperations().size() - 1;
  if (operations == 0)
    return 0;
  for (int64_t extent : linalgOp.getStaticLoopRanges()) {
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    operations = multiply(operations, extent);
  }
  return operations;
}

Work ElementWork::getWork(Operation *op) const {
  if (!isComplete)
    return {std::nullopt, std::nullopt};
  const int64_t times = runs.lookup(op->getBlock());
  auto allTimes = [&](std::optional<int64_t> once) {
    return once ? std::optional(multiply(*once, times)) : std::nullopt;
  };
  return {allTimes(getOperations(op)), allTimes(getMovedBytes(op))};
}

Work mplan::countWork(Operation *root) {
  ElementWork work(root);
  Work total;
  root->walk([&](Operation *op) {
    // Bodies of linalg ops are part of them.
    if (op != root && !isa<linalg::LinalgOp>(op->getParentOp()))
      total += work.getWork(op);
  });
  return total;
}
