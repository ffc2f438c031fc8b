//===- Solve.cpp - From a problem to a plan -------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the methods one after the other, keeps the lowest plan, and stops when
// it reaches the lower bound. Each method gives offsets by item of the model;
// a new one is added in `Portfolio::run`.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Solve.h"

#include "Fit.h"
#include "Model.h"
#include "Orders.h"
#include "Skyline.h"
#include "mplan/Solver/Bounds.h"
#include "mplan/Solver/Validate.h"

#include <algorithm>
#include <memory>

using namespace mplan::solver;
using namespace mplan::solver::detail;

namespace {
/// The best plan so far, and what is left of the budget.
class Portfolio {
public:
  Portfolio(const Model &model, Bytes bound, const SolveOptions &options)
      : model(model), bound(bound), options(options), steps(options.steps) {}

  void run();

  std::vector<Bytes> offsets; ///< By item.
  Bytes height = -1;          ///< -1 while there is no plan.
  std::string method;

private:
  /// Keeps the plan if it is the lowest so far.
  void offer(std::vector<Bytes> plan, std::string name);

  bool done() const { return height >= 0 && (height == bound || steps <= 0); }

  /// Are there few enough conflicts to list them?
  bool canListConflicts() const;
  const Conflicts &getConflicts();

  void runSkylines(bool fallback);
  void runFits(const Order &order);

  const Model &model;
  const Bytes bound;
  const SolveOptions &options;
  int64_t steps;
  std::unique_ptr<Conflicts> conflicts; ///< Made when first needed.
};
} // namespace

bool Portfolio::canListConflicts() const {
  // Each takes 8 bytes.
  constexpr int64_t maxConflicts = 8'000'000;
  return model.maxConflicts() <= maxConflicts;
}

const Conflicts &Portfolio::getConflicts() {
  if (!conflicts)
    conflicts = std::make_unique<Conflicts>(model);
  return *conflicts;
}

void Portfolio::offer(std::vector<Bytes> plan, std::string name) {
  auto heightOf = [&](const std::vector<Bytes> &plan) {
    Bytes height = 0;
    for (int item = 0; item < model.size(); ++item)
      height = std::max(height, plan[item] + model[item].size);
    return height;
  };
  Bytes planHeight = heightOf(plan);
  if (options.settle && planHeight > bound && canListConflicts()) {
    std::vector<Bytes> settled = settle(model, getConflicts(), plan, steps);
    Bytes settledHeight = heightOf(settled);
    if (settledHeight < planHeight) {
      plan = std::move(settled);
      planHeight = settledHeight;
      name += ", settled";
    }
  }
  if (height >= 0 && planHeight >= height)
    return;
  offsets = std::move(plan);
  height = planHeight;
  method = std::move(name);
}

void Portfolio::runFits(const Order &order) {
  if (done())
    return;
  const std::vector<int> items = sortItems(model, order, &getConflicts());
  if (options.firstFit && !done())
    offer(placeByFit(model, getConflicts(), items, Fit::First, steps),
          std::string("first fit by ") + order.name);
  if (options.bestFit && !done())
    offer(placeByFit(model, getConflicts(), items, Fit::Best, steps),
          std::string("best fit by ") + order.name);
}

void Portfolio::runSkylines(bool fallback) {
  // Waiting longer hardly ever gives a lower plan, and costs time.
  constexpr int patience = 64;
  SkylineMethod skyline(model);
  auto run = [&](const std::vector<int> &items, Choice choice,
                 std::string name) {
    if (!done())
      offer(skyline.place(items, choice, patience, steps),
            (choice == Choice::Any ? "skyline by " : "peak skyline by ") +
                std::move(name));
  };
  std::vector<Choice> choices;
  if (options.skyline || (fallback && !options.peakSkyline))
    choices.push_back(Choice::Any);
  if (options.peakSkyline)
    choices.push_back(Choice::AtPeak);
  if (choices.empty())
    return;
  for (const Order &order : cheapOrders) {
    if (done())
      return;
    const std::vector<int> items = sortItems(model, order);
    for (Choice choice : choices)
      run(items, choice, order.name);
  }
  // A small problem is shaken more often: that is where it is cheap.
  const int shakes =
      options.shakes * std::max(1, 1000 / std::max(1, model.size()));
  for (int shake = 0; shake < shakes && !done(); ++shake) {
    const Order &order = cheapOrders[shake % cheapOrders.size()];
    const std::vector<int> items = sortItemsRoughly(model, order, shake);
    for (Choice choice : choices)
      run(items, choice, std::string(order.name) + ", shaken");
  }
}

void Portfolio::run() {
  const bool fits = (options.firstFit || options.bestFit) && canListConflicts();
  runSkylines(/*fallback=*/!fits);
  if (!fits)
    return;
  for (const Order &order : cheapOrders)
    runFits(order);
  runFits(byConflicts);
}

std::optional<SolveOptions>
mplan::solver::getPlacementOptions(std::string_view placement) {
  SolveOptions options;
  if (placement == "all")
    return options;
  options.skyline = placement == "skyline";
  options.peakSkyline = placement == "peak-skyline";
  options.firstFit = placement == "first-fit";
  options.bestFit = placement == "best-fit";
  options.shakes = 0;
  options.settle = false;
  if (!options.skyline && !options.peakSkyline && !options.firstFit &&
      !options.bestFit)
    return std::nullopt;
  return options;
}

Solution mplan::solver::solve(const Problem &problem,
                              const SolveOptions &options) {
  Solution solution;
  if (std::optional<ProblemError> error = check(problem)) {
    solution.status = Status::Invalid;
    solution.error = describe(problem, *error);
    return solution;
  }
  solution.lowerBound = lowerBound(problem);
  if (problem.capacity && solution.lowerBound > *problem.capacity) {
    solution.status = Status::Infeasible;
    solution.method = "lower bound";
    return solution;
  }

  const Model model(problem);
  Portfolio portfolio(model, solution.lowerBound, options);
  portfolio.run();

  // Those without bytes lie wherever they may.
  for (const Buffer &buffer : problem.buffers)
    solution.offsets.push_back(buffer.fixedOffset.value_or(0));
  for (int item = 0; item < model.size(); ++item)
    solution.offsets[model[item].buffer] = portfolio.offsets[item];
  solution.height = portfolio.height;
  solution.method = portfolio.method;
  if (problem.capacity && solution.height > *problem.capacity)
    solution.status = Status::NotFound;
  else if (solution.height == solution.lowerBound)
    solution.status = Status::Optimal;
  else
    solution.status = Status::Feasible;

  if (std::optional<Violation> violation = validate(problem, solution)) {
    // A mistake of ours must never become a wrong plan of theirs.
    Solution invalid;
    invalid.status = Status::Invalid;
    invalid.error = "internal error of the solver (" + solution.method +
                    "): " + describe(problem, *violation);
    return invalid;
  }
  return solution;
}
