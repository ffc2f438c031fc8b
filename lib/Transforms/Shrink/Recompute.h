//===- Recompute.h - Values made again at a late use ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value that is made before the peak and used after it takes its bytes there.
// If it is cheap to make, it can be made again for the uses after the peak;
// what it is made from must then be there as long, which can be more or less.
// So: try each such value, and keep what lowers the need the most.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINK_RECOMPUTE_H
#define MPLAN_TRANSFORMS_SHRINK_RECOMPUTE_H

#include "mplan/Transforms/Shrink.h"

namespace mplan {

/// Makes values again in `module` as long as that lowers what it needs once its
/// marked ops are tiled: `current`, which is kept up to date. `steps` is what
/// is left of the budget, in ops planned, and is counted down. True if anything
/// was changed.
bool recomputeLateUses(mlir::ModuleOp module, const ShrinkOptions &options,
                       Footprint &current, int64_t &steps);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SHRINK_RECOMPUTE_H
