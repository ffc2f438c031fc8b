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
// its own, and that the arena's numbers agree with each other. A slot is an
// `mplan.slot` or, where the plan is materialised, a `memref.view` at a
// constant offset of the arena's bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_SLOTTABLE_H
#define MPLAN_LIB_ANALYSIS_PROOF_SLOTTABLE_H

#include "NeedSet.h"

#include "mplan/Analysis/VerifySlots.h"
#include "mplan/IR/Mplan.h"

#include "mlir/IR/Diagnostics.h"

namespace mplan::proof {

/// What slots lie in: an `mplan.arena`, a global, or the arguments of one name.
struct Arena {
  Arena(llvm::StringRef name, mlir::Location loc) : name(name), loc(loc) {}

  std::string name;
  mlir::Location loc;
  int64_t size = 0; ///< In bytes.
  /// Of the first byte; none if nobody says.
  std::optional<int64_t> alignment;
  int64_t stateBytes = 0; ///< From the first on.
  int64_t redZone = 0;    ///< Bytes on either side that are each slot's own.
};

/// One slot of the module.
struct Slot {
  mlir::Value value;
  const Arena *arena = nullptr;
  /// Of an `mplan.slot`.
  std::optional<int64_t> id;
  /// Bytes from the arena's first byte, and from the first to the last element.
  int64_t offset = 0, size = 0;
  /// What the offset must be a multiple of, in bytes.
  int64_t alignment = 1;
  /// All bytes with the red zones, comparable with other slots.
  ByteRange bytes;

  /// It keeps its contents between calls. Several slots of one name are one
  /// buffer.
  mlir::StringAttr state;
  /// What it is to whoever calls the entry, if anything.
  std::optional<Role> role;

  mlir::Operation *getOp() const { return value.getDefiningOp(); }
  mlir::Location getLoc() const { return value.getLoc(); }
};

class SlotTable {
public:
  /// Finds the slots below `module`, views of `globalArenas` among them. Fails,
  /// with errors, where a slot cannot be right whatever the program does.
  static llvm::FailureOr<SlotTable>
  build(mlir::ModuleOp module, llvm::ArrayRef<GlobalArena> globalArenas);

  bool empty() const { return slots.empty(); }
  size_t size() const { return slots.size(); }
  const Slot &operator[](unsigned slot) const { return slots[slot]; }
  /// The slot that `op` makes, or null.
  const Slot *find(mlir::Operation *op) const {
    auto it = indices.find(op);
    return it == indices.end() ? nullptr : &slots[it->second];
  }
  /// The number of the slot that `op` makes.
  unsigned indexOf(mlir::Operation *op) const { return indices.lookup(op); }

private:
  /// Ordered by arena (in program order), then offset, then program order.
  std::vector<Slot> slots;
  std::vector<std::unique_ptr<Arena>> arenas;
  llvm::DenseMap<mlir::Operation *, unsigned> indices;
};

/// "slot 3", or "the view".
std::string getName(const Slot &slot);
/// "slot 3, bytes [16, 48) of '@arena'", for messages.
std::string describe(const Slot &slot);
/// The bytes that two slots share, as "bytes [16, 32) of '@arena'", red zones
/// included.
std::string describeShared(const Slot &a, const Slot &b);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_SLOTTABLE_H
