//===- ElementWork.h - How many operations a program runs -------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_ELEMENTWORK_H
#define MPLAN_ANALYSIS_ELEMENTWORK_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mplan {

/// What an op does while its function runs; none where it depends on an extent
/// that is unknown. Saturates at INT64_MAX.
struct Work {
  /// That bodies of linalg ops run.
  std::optional<int64_t> operations = 0;
  /// Written by what only moves elements of memrefs.
  std::optional<int64_t> movedBytes = 0;

  Work &operator+=(const Work &other);
};

/// How often each block below an op runs when each function is called once, and
/// with that the work of its ops. Loops whose bounds depend on constants and on
/// other loops alone (those of streamed programs) are run through; one of
/// unknown length counts once, and so does each branch.
class ElementWork {
public:
  /// Nothing is known if it takes to look at more than `maxSteps` ops.
  explicit ElementWork(mlir::Operation *root, int64_t maxSteps = 10'000'000);

  /// Of a linalg op: its points times the ops of its body. Fills, copies and
  /// broadcasts run none; copies, transposes, and stores of what was loaded
  /// move.
  Work getWork(mlir::Operation *op) const;

private:
  llvm::DenseMap<mlir::Block *, int64_t> runs;
  bool isComplete;
};

/// Of all ops below `root`.
Work countWork(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_ANALYSIS_ELEMENTWORK_H
