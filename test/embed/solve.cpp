//===- solve.cpp - Uses the solver without MLIR ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Three buffers, of which two are never alive together.
//
//===----------------------------------------------------------------------===//

#include "mplan/Solver/Solve.h"

#include <cstdio>

int main() {
  mplan::solver::Problem problem;
  problem.buffers.push_back({/*size=*/64, /*alignment=*/4, {{0, 2}}, {}, "a"});
  problem.buffers.push_back({/*size=*/32, /*alignment=*/4, {{1, 3}}, {}, "b"});
  problem.buffers.push_back({/*size=*/64, /*alignment=*/4, {{2, 4}}, {}, "c"});
  mplan::solver::Solution solution = mplan::solver::solve(problem);
  for (size_t i = 0; i < problem.buffers.size(); ++i)
    std::printf("%s at %lld\n", problem.buffers[i].name.c_str(),
                static_cast<long long>(solution.offsets[i]));
  std::printf("height %lld, lower bound %lld\n",
              static_cast<long long>(solution.height),
              static_cast<long long>(solution.lowerBound));
}
