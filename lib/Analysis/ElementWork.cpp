//===- ElementWork.cpp - How many operations a program runs ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/ElementWork.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

/// Iterations of all loops around `op`.
static int64_t countIterations(Operation *op) {
  int64_t count = 1;
  for (auto loop = op->getParentOfType<LoopLikeOpInterface>(); loop;
       loop = loop->getParentOfType<LoopLikeOpInterface>())
    if (std::optional<APInt> trips = loop.getStaticTripCount())
      count =
          llvm::SaturatingMultiply<uint64_t>(count, trips->getLimitedValue());
  return count;
}

std::optional<int64_t> mplan::countElementOps(Operation *root) {
  uint64_t total = 0;
  WalkResult walk = root->walk([&](linalg::LinalgOp op) {
    int64_t bodyOps = op.getBlock()->getOperations().size() - 1;
    if (bodyOps == 0)
      return WalkResult::advance();
    uint64_t work =
        llvm::SaturatingMultiply<uint64_t>(bodyOps, countIterations(op));
    for (int64_t extent : op.getStaticLoopRanges()) {
      if (ShapedType::isDynamic(extent))
        return WalkResult::interrupt();
      work = llvm::SaturatingMultiply<uint64_t>(work, extent);
    }
    total = llvm::SaturatingAdd(total, work);
    return WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return std::nullopt;
  return std::min<uint64_t>(total, std::numeric_limits<int64_t>::max());
}
