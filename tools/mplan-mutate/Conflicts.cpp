//===- Conflicts.cpp - Which buffers are needed at the same time ----------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. All pairs: programs here have a few hundred buffers at most.
//
//===----------------------------------------------------------------------===//

#include "Conflicts.h"

#include "mplan/Analysis/CallOrder.h"
#include "mplan/Analysis/Timeline.h"

#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace mplan;
using namespace mplan::mutate;

FailureOr<Conflicts> Conflicts::compute(ModuleOp module, ArrayRef<Site> sites) {
  Conflicts result;
  result.sites = sites.vec();
  SymbolTableCollection symbols;
  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order))
    return failure();
  llvm::DenseMap<Operation *, unsigned> numbers;
  for (auto &[op, callees] : *order)
    numbers[op] = numbers.size();
  // Callees come first: what they run is known by then.
  std::vector<llvm::SmallBitVector> runs;
  for (auto &[op, callees] : *order) {
    FailureOr<Timeline> timeline =
        Timeline::compute(cast<FunctionOpInterface>(op));
    if (failed(timeline))
      return failure();
    llvm::SmallBitVector own(order->size());
    std::vector<Call> &calls = result.calls.emplace_back();
    for (CallSite site : callees) {
      unsigned callee = numbers.lookup(site.callee);
      llvm::SmallBitVector meanwhile = runs[callee];
      meanwhile.set(callee);
      own |= meanwhile;
      calls.push_back(
          {timeline->getPosition(site.call.getOperation()).tick, meanwhile});
    }
    runs.push_back(own);
  }
  for (const Site &site : sites)
    result.functions.push_back(
        numbers.lookup(site.op->getParentOfType<FunctionOpInterface>()));
  return result;
}

/// True if a call that `site` lives across runs the function of `other`.
bool Conflicts::livesAcross(unsigned site, unsigned other,
                            const Plan &plan) const {
  return llvm::any_of(calls[functions[site]], [&](const Call &call) {
    return call.runs.test(functions[other]) &&
           isLiveAt(plan[site].live, call.tick);
  });
}

bool Conflicts::mustDiffer(unsigned a, unsigned b, const Plan &plan) const {
  if (sites[a].arena != sites[b].arena || plan[a].live.empty() ||
      plan[b].live.empty())
    return false;
  if (functions[a] != functions[b])
    return livesAcross(a, b, plan) || livesAcross(b, a, plan);
  return llvm::any_of(plan[a].live, [&](const solver::Segment &one) {
    return llvm::any_of(plan[b].live, [&](const solver::Segment &other) {
      return one.lower < other.upper && other.lower < one.upper;
    });
  });
}

bool mplan::mutate::shareBytes(const Site &a, const Placed &placedA,
                               const Site &b, const Placed &placedB) {
  return a.arena == b.arena && a.bytes != 0 && b.bytes != 0 &&
         placedA.offset < placedB.offset + b.bytes &&
         placedB.offset < placedA.offset + a.bytes;
}

int64_t Conflicts::findOffset(unsigned site, int64_t from,
                              ArrayRef<unsigned> others,
                              const Plan &plan) const {
  Placed placed = plan[site];
  placed.offset = llvm::alignTo(from, sites[site].alignment);
  for (bool moved = true; moved;) {
    moved = false;
    for (unsigned other : others) {
      if (other == site || !mustDiffer(site, other, plan) ||
          !shareBytes(sites[site], placed, sites[other], plan[other]))
        continue;
      placed.offset = llvm::alignTo(plan[other].offset + sites[other].bytes,
                                    sites[site].alignment);
      moved = true;
    }
  }
  return placed.offset;
}

void Conflicts::place(ArrayRef<unsigned> order, Plan &plan) const {
  for (size_t i = 0; i != order.size(); ++i)
    plan[order[i]].offset = findOffset(order[i], 0, order.take_front(i), plan);
}

void Conflicts::placeWrong(const Plan &truth, Plan &plan,
                           gen::Random &random) const {
  constexpr unsigned orders = 8;
  std::vector<unsigned> order(sites.size());
  std::iota(order.begin(), order.end(), 0);
  for (unsigned i = 0; i != orders; ++i) {
    for (size_t left = order.size(); left > 1; --left)
      std::swap(order[left - 1], order[random.below(left)]);
    Plan placed = plan, judged = truth;
    place(order, placed);
    for (auto [to, from] : llvm::zip_equal(judged, placed))
      to.offset = from.offset;
    if (isRight(judged))
      continue;
    plan = std::move(placed);
    return;
  }
}

bool Conflicts::isRight(const Plan &plan) const {
  for (unsigned a = 0; a != sites.size(); ++a)
    for (unsigned b = 0; b != a; ++b)
      if (shareBytes(sites[a], plan[a], sites[b], plan[b]) &&
          mustDiffer(a, b, plan))
        return false;
  return true;
}
