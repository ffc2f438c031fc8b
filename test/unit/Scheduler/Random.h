//===- Random.h - Random ordering problems for the tests --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems by chance, and the truth about small ones by trying every order.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TEST_UNIT_SCHEDULER_RANDOM_H
#define MPLAN_TEST_UNIT_SCHEDULER_RANDOM_H

#include "../RandomNumbers.h"
#include "mplan/Scheduler/Problem.h"

#include <algorithm>

namespace mplan::scheduler::test {

using mplan::test::Random;

/// What a random problem may have.
struct Shape {
  size_t steps = 8;
  Bytes size = 9;    ///< From 0.
  Bytes scratch = 0; ///< From 0.
  int64_t reach = 4; ///< Operands are among so many values made last.
  int64_t operands = 2;
  int64_t results = 1;
  bool inPlace = false;
  bool precedences = false;
  bool liveIns = false;
  int64_t keptOneIn = 0; ///< 0: nothing is kept.
};

inline Problem makeProblem(Random &random, const Shape &shape) {
  Problem problem;
  for (int64_t i = shape.liveIns ? random.in(0, 2) : 0; i > 0; --i) {
    Value value;
    value.size = random.in(0, shape.size);
    value.kept = random.oneIn(4);
    problem.values.push_back(value);
  }
  for (size_t step = 0; step < shape.steps; ++step) {
    problem.steps.push_back({random.in(0, shape.scratch)});
    std::vector<size_t> operands;
    const int64_t made = problem.values.size();
    if (made > 0)
      for (int64_t i = random.in(0, shape.operands); i > 0; --i) {
        operands.push_back(
            random.in(std::max<int64_t>(0, made - shape.reach), made - 1));
        problem.values[operands.back()].consumers.push_back(step);
      }
    std::sort(operands.begin(), operands.end());
    operands.erase(std::unique(operands.begin(), operands.end()),
                   operands.end());
    for (int64_t i = random.in(shape.results > 1 ? 0 : 1, shape.results); i > 0;
         --i) {
      Value value;
      value.size = random.in(0, shape.size);
      value.producer = step;
      value.kept = shape.keptOneIn > 0 && random.oneIn(shape.keptOneIn);
      // Each operand goes to one result at most.
      while (shape.inPlace && !operands.empty() && random.oneIn(2)) {
        problem.inPlace.push_back(
            {step, operands.back(), problem.values.size()});
        operands.pop_back();
      }
      problem.values.push_back(value);
    }
    if (shape.precedences && step > 0 && random.oneIn(4))
      problem.precedences.push_back(
          {static_cast<size_t>(random.in(0, step - 1)), step});
  }
  return problem;
}

/// Shapes that between them have everything.
inline std::vector<Shape> allShapes() {
  std::vector<Shape> shapes;
  for (int bits = 0; bits < 32; ++bits) {
    Shape shape;
    shape.inPlace = bits & 1;
    shape.scratch = bits & 2 ? 6 : 0;
    shape.precedences = bits & 4;
    shape.liveIns = bits & 4;
    shape.results = bits & 8 ? 2 : 1;
    shape.keptOneIn = bits & 8 ? 6 : 0;
    shape.operands = bits & 16 ? 3 : 2;
    shape.reach = bits & 16 ? 9 : 3;
    shapes.push_back(shape);
  }
  return shapes;
}

} // namespace mplan::scheduler::test

#endif // MPLAN_TEST_UNIT_SCHEDULER_RANDOM_H
