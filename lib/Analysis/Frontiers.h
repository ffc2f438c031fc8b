//===- Frontiers.h - Values through which all of a network goes -*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_FRONTIERS_H
#define MPLAN_LIB_ANALYSIS_FRONTIERS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SetVector.h"

#include <vector>

namespace mplan {

/// A value through which all goes, and the most that is alive at once from the
/// one before on if all is whole, in bytes, without the two.
struct Frontier {
  mlir::Value value;
  int64_t between = 0;
};

/// Those that follow from the argument of `entry` from which most do, in order:
/// the argument, then each value after whose op nothing else is read of what
/// comes from it. Empty if no argument is a tensor of known extents.
std::vector<Frontier> findFrontiers(mlir::Block &entry);

/// The ops of the block of `value` that depend on it, also by a region.
llvm::SetVector<mlir::Operation *> findDependents(mlir::Value value);

/// What `value` takes if it exists as a whole. A pad does not: it is computed
/// with the tiles of whoever reads it.
int64_t getWholeBytes(mlir::Value value);

/// True if `op` may write over what it reads, or only says it differently.
bool isInPlace(mlir::Operation *op);

/// The type of `value` if that is a tensor of known extents; else null.
mlir::RankedTensorType getStaticTensor(mlir::Value value);

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_FRONTIERS_H
