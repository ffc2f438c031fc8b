//===- Random.h - Random problems for the tests -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Problems by chance.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TEST_UNIT_SOLVER_RANDOM_H
#define MPLAN_TEST_UNIT_SOLVER_RANDOM_H

#include "../RandomNumbers.h"
#include "mplan/Solver/Problem.h"

#include <utility>

namespace mplan::solver::test {

using mplan::test::Random;

/// What a random problem may have. The largest values, the smallest are fixed.
struct Shape {
  int64_t buffers = 8;
  Bytes size = 9; ///< From 0.
  Bytes alignment = 1;
  Tick ticks = 12; ///< In which lifetimes begin.
  Tick length = 6; ///< Of a segment.
  int64_t segments = 1;
  bool fixed = false; ///< Fix one or two buffers where they do not overlap.
};

inline Problem makeProblem(Random &random, const Shape &shape) {
  Problem problem;
  const int64_t count = random.in(0, shape.buffers);
  for (int64_t i = 0; i < count; ++i) {
    Buffer buffer;
    buffer.size = random.in(0, shape.size);
    buffer.alignment = random.in(1, shape.alignment);
    Tick lower = random.in(-shape.ticks / 2, shape.ticks / 2);
    for (int64_t s = random.in(1, shape.segments); s > 0; --s) {
      const Tick upper = lower + random.in(1, shape.length);
      buffer.segments.push_back({lower, upper});
      lower = upper + random.in(1, shape.length);
    }
    problem.buffers.push_back(std::move(buffer));
  }
  if (!shape.fixed)
    return problem;
  for (int tries = 0; tries < 2 && count > 0; ++tries) {
    Buffer &buffer = problem.buffers[random.in(0, count - 1)];
    const std::optional<Bytes> before = buffer.fixedOffset;
    buffer.fixedOffset = buffer.alignment * random.in(0, shape.size);
    if (check(problem))
      buffer.fixedOffset = before;
  }
  return problem;
}

/// Shapes that between them have everything, small enough to look at.
inline std::vector<Shape> allShapes() {
  std::vector<Shape> shapes;
  for (int64_t segments : {1, 3})
    for (Bytes alignment : {1, 4})
      for (bool fixed : {false, true}) {
        Shape shape;
        shape.segments = segments;
        shape.alignment = alignment;
        shape.fixed = fixed;
        shapes.push_back(shape);
      }
  return shapes;
}

} // namespace mplan::solver::test

#endif // MPLAN_TEST_UNIT_SOLVER_RANDOM_H
