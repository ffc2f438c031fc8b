//===- SlotTable.h - The slots of a module, by place ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the slots of a module by arena and offset, and checks what can be
// said of each slot alone: that it lies in its arena, aligned, with an id of
// its own, and that the arena's numbers agree with each other.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_SLOTTABLE_H
#define MPLAN_LIB_ANALYSIS_PROOF_SLOTTABLE_H

#include "NeedSet.h"

#include "mplan/IR/Mplan.h"

#include "mlir/IR/Diagnostics.h"

namespace mplan::proof {

/// One slot of the module.
struct Slot {
  SlotOp op;
  ArenaOp arena;
  /// Bytes from the arena's first byte, and from the first to the last element.
  int64_t offset = 0, size = 0;
  /// Bytes on either side that are its own as well.
  int64_t redZone = 0;
  /// All of these, comparable with other slots.
  ByteRange bytes;

  /// It keeps its contents between calls. Several slots of one name are one
  /// buffer.
  mlir::StringAttr state;
  /// What it is to whoever calls the entry, if anything.
  std::optional<Role> role;
};

class SlotTable {
public:
  /// Finds the slots below `module`. Fails, with errors, where a slot cannot
  /// be right whatever the program does.
  static llvm::FailureOr<SlotTable> build(mlir::ModuleOp module);

  bool empty() const { return slots.empty(); }
  size_t size() const { return slots.size(); }
  const Slot &operator[](unsigned slot) const { return slots[slot]; }
  /// The number of `op`.
  unsigned indexOf(SlotOp op) const { return indices.lookup(op); }

private:
  /// Ordered by arena (in program order), then offset, then program order.
  std::vector<Slot> slots;
  llvm::DenseMap<mlir::Operation *, unsigned> indices;
};

/// "slot 3, bytes [16, 48) of '@arena'", for messages.
std::string describe(const Slot &slot);
/// The bytes that two slots share, as "bytes [16, 32) of '@arena'", red zones
/// included.
std::string describeShared(const Slot &a, const Slot &b);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_SLOTTABLE_H
