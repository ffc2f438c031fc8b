//===- SlotTurns.h - Where slots begin and end to be needed -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Turns the live ranges that slots carry into places in the program: before
// which operation the bytes of a slot are taken, and after which they are given
// back. At these places the plan says that nobody needs what the bytes hold,
// so a debugging aid may put there what it likes.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_SLOTTURNS_H
#define MPLAN_ANALYSIS_SLOTTURNS_H

#include "mplan/IR/Mplan.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

#include <vector>

namespace mplan {

/// A place at which a slot begins or ceases to be needed.
struct SlotTurn {
  SlotOp slot;
  bool isBirth;        ///< Else a death.
  mlir::Operation *op; ///< The place is before or after it.
  bool isAfter;
};

/// The turns of the slots of one function.
struct SlotTurns {
  /// Where the contents are nobody's, deaths before births where both are at
  /// one place. Control flow may join with one way on which a slot is needed
  /// and another on which it is not: there, where something else may be needed
  /// of its bytes, is no turn.
  std::vector<SlotTurn> contents;
  /// Between which the slot, and its red zones, are its own: on every way to a
  /// place where it is needed the last turn is a birth. So where only some of
  /// the ways that join come with the slot needed, it dies at the end of these
  /// (which may lead to places where it is not needed, too) and is born anew.
  std::vector<SlotTurn> ownership;
  /// Before accesses that may read what was never written: whatever the bytes
  /// hold will do, and they may be another slot's.
  std::vector<SlotTurn> undefinedReads;
};

/// The turns of all slots of `function` that have bytes and a live range. Emits
/// an error and fails if the timeline cannot be made or a live range does not
/// fit it.
mlir::FailureOr<SlotTurns> findSlotTurns(mlir::FunctionOpInterface function);

} // namespace mplan

#endif // MPLAN_ANALYSIS_SLOTTURNS_H
