//===- BlockOrder.cpp - In which order the ops of a block run -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From orders of steps to orders of all ops.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/BlockOrder.h"
#include "BlockProblem.h"

#include "mplan/Scheduler/Schedule.h"

#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mplan;

namespace {
/// Puts the ops that travel before the first step that uses them.
class Embedding {
public:
  explicit Embedding(const BlockProblem &block)
      : block(block), isPlaced(block.ops.size(), false) {
    for (auto [position, op] : llvm::enumerate(block.ops))
      positions[op] = position;
  }

  SmallVector<unsigned> run(ArrayRef<size_t> steps) {
    for (size_t step : steps)
      placeWithSources(block.steps[step]);
    // What only the terminator uses, or nobody.
    for (unsigned position = 0; position < block.ops.size(); ++position)
      place(position);
    return std::move(order);
  }

private:
  void place(unsigned position) {
    if (!isPlaced[position])
      order.push_back(position);
    isPlaced[position] = true;
  }

  void placeWithSources(unsigned last) {
    // Those found, in the order that they have now.
    llvm::SmallSetVector<unsigned, 8> found;
    auto add = [&](Value value) {
      Operation *source = value.getDefiningOp();
      if (auto it = positions.find(source);
          source && it != positions.end() && !isPlaced[it->second])
        found.insert(it->second);
    };
    found.insert(last);
    for (unsigned i = 0; i < found.size(); ++i) {
      Operation *op = block.ops[found[i]];
      for (Value operand : op->getOperands())
        add(operand);
      visitUsedValuesDefinedAbove(
          op->getRegions(), [&](OpOperand *operand) { add(operand->get()); });
    }
    SmallVector<unsigned> sorted(found.getArrayRef());
    llvm::sort(sorted);
    for (unsigned position : sorted)
      place(position);
  }

  const BlockProblem &block;
  DenseMap<Operation *, unsigned> positions;
  SmallVector<bool> isPlaced;
  SmallVector<unsigned> order;
};
} // namespace

FailureOr<BlockOrders> mplan::findOrders(Block &block,
                                         const BlockOrderOptions &options,
                                         BlockOrderRefusal *refusal) {
  BlockOrderRefusal ignored;
  BlockOrderRefusal &why = refusal ? *refusal : ignored;
  FailureOr<BlockProblem> built = buildBlockProblem(block, options, why);
  if (failed(built))
    return failure();
  scheduler::ScheduleOptions schedule;
  schedule.budget = options.budget;
  schedule.keep = options.keep;
  scheduler::Schedule answer = scheduler::schedule(built->problem, schedule);
  if (!answer.ok()) {
    why = {Value(), "its tensors have more bytes than can be counted"};
    return failure();
  }
  BlockOrders result;
  result.given = answer.given;
  result.bound = answer.lowerBound;
  result.steps = built->steps.size();
  result.states = answer.states;
  for (const scheduler::Order &order : answer.orders) {
    BlockOrder embedded;
    embedded.peak = order.peak;
    // The order that it has, down to the ops that travel.
    if (order.steps == scheduler::givenOrder(built->problem))
      llvm::append_range(embedded.ops,
                         llvm::seq<unsigned>(0, built->ops.size()));
    else
      embedded.ops = Embedding(*built).run(order.steps);
    result.orders.push_back(std::move(embedded));
  }
  return result;
}

FailureOr<BlockOrder>
mplan::findShuffledOrder(Block &block, uint64_t seed,
                         const BlockOrderOptions &options) {
  BlockOrderRefusal ignored;
  FailureOr<BlockProblem> built = buildBlockProblem(block, options, ignored);
  if (failed(built) || check(built->problem))
    return failure();
  BlockOrder order;
  order.ops =
      Embedding(*built).run(scheduler::shuffledOrder(built->problem, seed));
  return order;
}

void mplan::applyOrder(Block &block, const BlockOrder &order) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  Operation *end = ops.size() > order.ops.size() ? ops.back() : nullptr;
  for (unsigned position : order.ops) {
    if (end)
      ops[position]->moveBefore(end);
    else
      ops[position]->moveBefore(&block, block.end());
  }
}
