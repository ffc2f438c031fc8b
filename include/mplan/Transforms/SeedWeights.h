//===- SeedWeights.h - Random weights for networks without --------*- C++
//-*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Networks are often passed around with every weight replaced by a splat, which
// makes all outputs alike. The function under the pass `mplan-seed-weights`
// gives such weights back something to tell errors by.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SEEDWEIGHTS_H
#define MPLAN_TRANSFORMS_SEEDWEIGHTS_H

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

/// Replaces the splat constants that are weights of convolutions and
/// contractions below `root` by random values; which and how is told at the
/// pass. The values depend on `seed` and on how many constants were replaced
/// before, in program order of their first use as a weight. Returns the number
/// of constants replaced.
int64_t seedWeights(mlir::Operation *root, uint64_t seed);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SEEDWEIGHTS_H
