//===- RedZones.h - Nobody's bytes around slots -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code that puts a pattern into the red zones of a slot, and the code that
// stops the program where one was written to.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_POISON_REDZONES_H
#define MPLAN_LIB_TRANSFORMS_POISON_REDZONES_H

#include "mplan/IR/Mplan.h"

#include "llvm/ADT/MapVector.h"

namespace mplan {

/// Bytes of `slot`'s arena from `offset` on, as `type`: a slot of the same id.
mlir::Value createBytes(mlir::OpBuilder &builder, SlotOp slot, int64_t offset,
                        mlir::MemRefType type);

class RedZones {
public:
  explicit RedZones(mlir::ModuleOp module) : symbols(module) {}

  /// True if `slot` lies between red zones.
  bool hasZones(SlotOp slot) { return getZoneBytes(slot) > 0; }
  /// Fills the zones of `slot`.
  void fill(mlir::OpBuilder &builder, SlotOp slot);
  /// Asserts that they are as they were filled.
  void check(mlir::OpBuilder &builder, SlotOp slot);

private:
  int64_t getZoneBytes(SlotOp slot);
  /// The zones before and behind `slot`, in bytes from the arena's first.
  std::array<int64_t, 2> getZones(SlotOp slot);
  mlir::MemRefType getZoneType(SlotOp slot);
  mlir::Operation *getChecker(mlir::MemRefType type);

  mlir::SymbolTable symbols;
  /// Functions of the module that tell whether a zone is intact, by its type.
  llvm::DenseMap<mlir::Type, mlir::Operation *> checkers;
};

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_POISON_REDZONES_H
