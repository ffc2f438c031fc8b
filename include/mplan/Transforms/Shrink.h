//===- Shrink.h - Lower the peak, by measuring ------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINK_H
#define MPLAN_TRANSFORMS_SHRINK_H

#include "mplan/Transforms/Footprint.h"

namespace mplan {

/// What may be given for fewer bytes.
enum class Optimize {
  None,  ///< Nothing is done.
  Speed, ///< No time: only what makes the program faster too, or no slower.
  Size,  ///< Time: loops over tiles, at the ops where the most is needed.
};

/// Whether ops are computed row by row (see Stream.h).
enum class Streaming {
  Off,
  Auto, ///< Where it lowers the footprint.
  On,   ///< Or it is an error.
};

struct ShrinkOptions {
  PlanSettings plan;
  Optimize optimize = Optimize::Speed;
  /// In bytes: as soon as the arenas are no larger, no more is done. 0: none.
  int64_t arenaLimit = 0;
  /// With `Optimize::Size`.
  Streaming stream = Streaming::Auto;
  /// With `Optimize::Size`, how many rows of its input each entry gets at a
  /// time; 0: all of them.
  int64_t feed = 0;
  /// The budget: how many ops there may be, all together, in the programs that
  /// are planned to see what they need. Some ten microseconds for each.
  int64_t maxSteps = 1'500'000;
  /// Emit a remark for each step that was taken.
  bool remarks = false;

  /// True if a program that needs `footprint` fits.
  bool isEnough(const Footprint &footprint) const {
    return arenaLimit != 0 && footprint.size <= arenaLimit;
  }
};

/// Rewrites the tensor program `module` so that it needs fewer bytes: what the
/// pass `mplan-shrink` does. Never makes the footprint larger. A program that
/// cannot be planned is left as it is, for planning to say why. Warns if
/// `arenaLimit` was not reached. Emits an error and fails if an op is marked
/// with `mplan.tile` and cannot be tiled like that, or if nothing can be
/// streamed, or fed, and has to.
mlir::LogicalResult shrink(mlir::ModuleOp module,
                           const ShrinkOptions &options = {});

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SHRINK_H
