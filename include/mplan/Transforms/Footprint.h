//===- Footprint.h - What a program on tensors will need --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How many bytes a program needs at once is not decided by its tensors: which
// of them become buffers, and for how long, is what bufferization finds out. So
// it is asked: a copy of the program is bufferized and planned, which for a
// network takes milliseconds (its weights are not copied). What is said here is
// then what will be, and never under it.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_FOOTPRINT_H
#define MPLAN_TRANSFORMS_FOOTPRINT_H

#include "mplan/Analysis/ModulePlan.h"

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <vector>

namespace mplan {

/// How the program will be planned.
struct PlanSettings {
  /// Arguments of entries lie in the arena and count.
  bool ioInArena = false;
  /// With that, inputs die with their last read.
  bool inputsDie = false;
  /// In bytes, as `BufferizeOptions` says it.
  unsigned bufferAlignment = 0;
  /// Loops that are parallel run in order.
  bool sequential = false;
  AllocateOptions allocate;
};

/// A buffer needed at the peak.
struct PeakBuffer {
  mlir::Location loc; ///< Of the op that it was made for.
  int64_t bytes;
};

struct Footprint {
  int64_t peak = 0; ///< In bytes: the most alive at once, over all arenas.
  int64_t size = 0; ///< In bytes: of all arenas.
  /// The most that one function has alive, in bytes, and at how many places of
  /// the program it is reached: to lower it, all of them must be.
  int64_t largest = 0, numLargest = 0;
  /// The op at the first tick of the peak in the innermost function, and the
  /// buffers needed then in all functions on the way.
  std::optional<mlir::Location> where;
  std::vector<PeakBuffer> alive;

  /// True if this one is to be preferred: arenas that are no larger, and a
  /// lower peak, then fewer places where it is reached, then smaller arenas.
  bool isBelow(const Footprint &other) const;
};

/// Bufferizes and plans `module`, as `--mplan-pipeline` does with the same
/// settings, and says what came out. `module` is used up. Fails without a
/// diagnostic if it cannot be planned.
mlir::FailureOr<Footprint>
takeFootprint(mlir::OwningOpRef<mlir::ModuleOp> module,
              const PlanSettings &settings);

/// The same of a copy of `module`, which stays as it is.
mlir::FailureOr<Footprint> computeFootprint(mlir::ModuleOp module,
                                            const PlanSettings &settings);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_FOOTPRINT_H
