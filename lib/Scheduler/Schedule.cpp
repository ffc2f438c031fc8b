//===- Schedule.cpp - From a problem to an order --------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the methods one after the other and keeps the best orders.
//
//===----------------------------------------------------------------------===//

#include "mplan/Scheduler/Schedule.h"
#include "Bound.h"
#include "Contract.h"
#include "Improve.h"
#include "Part.h"
#include "Rules.h"
#include "Search.h"

#include <algorithm>
#include <cassert>
#include <memory>

using namespace mplan::scheduler;
using namespace mplan::scheduler::detail;

const char *mplan::scheduler::toString(Status status) {
  switch (status) {
  case Status::Optimal:
    return "optimal";
  case Status::Feasible:
    return "feasible";
  case Status::Invalid:
    return "invalid";
  }
  return "unknown";
}

namespace {
/// The best orders met, each once; of equal peaks the one met first comes
/// first.
class Pool {
public:
  Pool(const Problem &problem, size_t room) : problem(problem), room(room) {}

  void add(std::vector<size_t> steps) {
    const std::optional<Peak> peak = measure(problem, steps);
    assert(peak && "the search made something that is no order");
    if (!peak)
      return;
    for (const Order &order : orders)
      if (order.steps == steps)
        return;
    auto place = std::upper_bound(
        orders.begin(), orders.end(), peak->bytes,
        [](Bytes bytes, const Order &order) { return bytes < order.peak; });
    orders.insert(place, {std::move(steps), peak->bytes});
    if (orders.size() > room)
      orders.pop_back();
  }

  const Order &best() const { return orders.front(); }
  const std::vector<Order> &get() const { return orders; }

private:
  const Problem &problem;
  size_t room;
  std::vector<Order> orders;
};

/// Solves one part on its own.
class PartSolver {
public:
  PartSolver(Problem given, const ScheduleOptions &options)
      : problem(std::move(given)), options(options), model(problem),
        chunks(contract(model)), bound(findBound(model)),
        pool(problem, std::max<size_t>(options.keep, 1)) {
    pool.add(givenOrder(problem));
    if (!isSolved() && options.lists)
      runRules();
  }

  bool isSolved() const { return pool.best().peak == bound; }
  Bytes getPeak() const { return pool.best().peak; }
  Bytes getBound() const { return bound; }
  int64_t getStates() const { return states; }
  const std::vector<Order> &getOrders() const { return pool.get(); }

  void run(int64_t &budget) {
    Search search(model, chunks);
    if (options.exact)
      searchBelow(search, budget, budget * 2 / 5);
    if (options.improve)
      improve(budget, budget / 2);
    if (options.exact) {
      // What is remembered still holds: the limit has not risen.
      searchBelow(search, budget, budget / 2);
      raiseBound(search, budget);
    }
    states += search.getStates();
  }

  /// Other orders that are as good, to choose from.
  void vary(int64_t &budget) {
    if (options.keep < 2 || !options.exact)
      return;
    Search search(model, chunks);
    const size_t tries = 2 * options.keep;
    for (size_t seed = 1; seed <= tries && budget > 0; ++seed) {
      search.shake(seed);
      int64_t share = budget / static_cast<int64_t>(tries);
      budget -= share;
      if (search.run(getPeak(), share) == Search::Answer::Found)
        pool.add(search.getOrder());
      budget += share;
    }
    states += search.getStates();
  }

private:
  void runRules() {
    for (Rule rule : allRules)
      pool.add(orderByRule(model, chunks, rule));
    pool.add(orderBackwards(model));
  }

  /// Lower, step by step, until that is proved impossible or `share` of the
  /// budget is spent.
  void searchBelow(Search &search, int64_t &budget, int64_t share) {
    budget -= share;
    while (!isSolved() && share > 0) {
      const Search::Answer answer = search.run(getPeak() - 1, share);
      if (answer == Search::Answer::Found)
        pool.add(search.getOrder());
      else if (answer == Search::Answer::Impossible)
        bound = getPeak();
    }
    budget += share;
  }

  void improve(int64_t &budget, int64_t share) {
    if (isSolved())
      return;
    budget -= share;
    std::vector<size_t> order = pool.best().steps;
    int64_t half = share / 2;
    share -= half;
    moveFromPeak(model, order, half);
    pool.add(order);
    share += half;
    order = pool.best().steps;
    ScheduleOptions inner = options;
    inner.improve = false;
    inner.keep = 1;
    reorderAtPeak(
        problem, order,
        [&](const Problem &part, int64_t &left) -> std::vector<size_t> {
          PartSolver solver(part, inner);
          const Bytes before = measure(part, givenOrder(part))->bytes;
          left -= 8 * static_cast<int64_t>(part.steps.size());
          if (solver.getPeak() == before && options.exact) {
            int64_t some = std::min<int64_t>(left, stretchBudget);
            left -= some;
            Search search(solver.model, solver.chunks);
            solver.searchBelow(search, some, some);
            states += search.getStates();
            left += some;
          }
          if (solver.getPeak() < before)
            return solver.pool.best().steps;
          return {};
        },
        share);
    pool.add(order);
    budget += std::max<int64_t>(share, 0);
  }

  /// If the whole cannot be searched below the best peak, it can for lower
  /// ones.
  void raiseBound(Search &search, int64_t &budget) {
    Bytes low = bound, high = getPeak() - 1;
    while (low <= high && budget > 0) {
      const Bytes middle = low + (high - low) / 2;
      int64_t share = std::max<int64_t>(budget / 3, 1);
      budget -= share;
      search.forget();
      switch (search.run(middle, share)) {
      case Search::Answer::Impossible:
        bound = low = middle + 1;
        break;
      case Search::Answer::Found:
        pool.add(search.getOrder());
        high = getPeak() - 1;
        break;
      case Search::Answer::Unknown:
        high = middle - 1;
        break;
      }
      budget += std::max<int64_t>(share, 0);
    }
  }

  /// For each attempt to order a stretch of a larger problem.
  static constexpr int64_t stretchBudget = 200'000;

  const Problem problem;
  const ScheduleOptions options;
  const Model model;
  const Chunks chunks;
  Bytes bound;
  Pool pool;
  int64_t states = 0;
};

/// Solves all parts, those first that have the highest peak.
class Solver {
public:
  Solver(const Problem &problem, const ScheduleOptions &options)
      : problem(problem), options(options) {
    const Model model(problem);
    const Chunks chunks = contract(model);
    std::vector<size_t> ends(1, 0);
    for (const std::vector<int> &members : chunks.members) {
      base.insert(base.end(), members.begin(), members.end());
      ends.push_back(base.size());
    }
    size_t begin = 0;
    for (int cut : findCuts(chunks)) {
      parts.push_back(std::make_unique<PartSolver>(
          makePart(problem, base, begin, ends[cut]), options));
      begin = ends[cut];
    }
  }

  Schedule run() {
    Schedule schedule;
    schedule.given = measure(problem, givenOrder(problem))->bytes;
    solveParts();
    for (const std::unique_ptr<PartSolver> &part : parts)
      schedule.states += part->getStates();
    schedule.lowerBound = getBound();
    schedule.orders = join(schedule.given);
    schedule.status = schedule.peak() == schedule.lowerBound ? Status::Optimal
                                                             : Status::Feasible;
    return schedule;
  }

private:
  Bytes getBound() const {
    Bytes bound = 0;
    for (const std::unique_ptr<PartSolver> &part : parts)
      bound = std::max(bound, part->getBound());
    return bound;
  }

  void solveParts() {
    std::vector<PartSolver *> open;
    for (const std::unique_ptr<PartSolver> &part : parts)
      open.push_back(part.get());
    std::stable_sort(open.begin(), open.end(),
                     [](PartSolver *a, PartSolver *b) {
                       return a->getPeak() > b->getPeak();
                     });
    int64_t budget = options.budget;
    // Below the bound of another part nothing is to be gained.
    auto matters = [this](const PartSolver *part) {
      return !part->isSolved() && part->getPeak() > getBound();
    };
    for (size_t i = 0; i < open.size() && budget > 0; ++i) {
      if (!matters(open[i]))
        continue;
      const bool isLast =
          std::none_of(open.begin() + i + 1, open.end(), matters);
      int64_t share = isLast ? budget : budget / 2;
      budget -= share;
      open[i]->run(share);
      budget += std::max<int64_t>(share, 0);
    }
    for (PartSolver *part : open) {
      int64_t share = budget / 4;
      budget -= share;
      part->vary(share);
      budget += std::max<int64_t>(share, 0);
    }
  }

  /// Orders of the whole: the best of all parts, then the second, and so on.
  std::vector<Order> join(Bytes given) const {
    Pool pool(problem, std::max<size_t>(options.keep, 1));
    size_t most = 0;
    for (const std::unique_ptr<PartSolver> &part : parts)
      most = std::max(most, part->getOrders().size());
    Pool whole(problem, most + 1);
    for (size_t i = 0; i < most; ++i) {
      std::vector<size_t> steps;
      for (const std::unique_ptr<PartSolver> &part : parts) {
        const std::vector<Order> &orders = part->getOrders();
        const size_t begin = steps.size();
        for (size_t step : orders[std::min(i, orders.size() - 1)].steps)
          steps.push_back(base[begin + step]);
      }
      whole.add(std::move(steps));
    }
    if (whole.get().empty() || whole.best().peak >= given)
      pool.add(givenOrder(problem));
    for (const Order &order : whole.get())
      pool.add(order.steps);
    return pool.get();
  }

  const Problem &problem;
  const ScheduleOptions &options;
  std::vector<size_t> base; ///< The chunks of the whole, in order.
  std::vector<std::unique_ptr<PartSolver>> parts;
};
} // namespace

Schedule mplan::scheduler::schedule(const Problem &problem,
                                    const ScheduleOptions &options) {
  if (std::optional<ProblemError> error = check(problem)) {
    Schedule schedule;
    schedule.error = error->message;
    return schedule;
  }
  return Solver(problem, options).run();
}

std::vector<size_t> mplan::scheduler::shuffledOrder(const Problem &problem,
                                                    uint64_t seed) {
  return orderByChance(Model(problem), seed);
}
