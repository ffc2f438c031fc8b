//===- NumberedOps.h - Ops that are known in a copy -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A footprint is measured on a copy of a module that is planned to the end. Of
// what is at the peak there only locations are left; so every op of the module
// gets a location that is its number.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_SHRINK_NUMBEREDOPS_H
#define MPLAN_TRANSFORMS_SHRINK_NUMBEREDOPS_H

#include "mplan/Transforms/Footprint.h"

#include "mlir/IR/BuiltinOps.h"

namespace mplan {

class NumberedOps {
public:
  /// Numbers the ops of `module`, none of which may be erased as long as this
  /// lives: then they get back the locations that they had.
  explicit NumberedOps(mlir::ModuleOp module);
  ~NumberedOps();
  NumberedOps(const NumberedOps &) = delete;
  NumberedOps &operator=(const NumberedOps &) = delete;

  llvm::ArrayRef<mlir::Operation *> getOps() const { return ops; }
  int64_t size() const { return ops.size(); }

  /// The location that `op` had and will have.
  mlir::Location getLocation(mlir::Operation *op) const;

  /// The op that the one at `loc` in a copy was made from; null if unknown.
  mlir::Operation *find(mlir::Location loc) const;

  /// The ops whose copies make the buffers alive at the peak of `footprint`.
  llvm::SmallVector<mlir::Operation *>
  findAlive(const Footprint &footprint) const;

private:
  std::vector<mlir::Operation *> ops;
  std::vector<mlir::Location> locations;
};

} // namespace mplan

#endif // MPLAN_TRANSFORMS_SHRINK_NUMBEREDOPS_H
