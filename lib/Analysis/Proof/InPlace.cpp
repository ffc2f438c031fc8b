//===- InPlace.cpp - One op, two slots, the same bytes --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A structured op runs its payload once for each point of its iteration space,
// in any order; each run reads its elements and then writes. If the maps of
// both operands are one permutation of the loops, an element belongs to one
// point.
//
//===----------------------------------------------------------------------===//

#include "InPlace.h"

#include "mplan/IR/MemoryPlanningOpInterface.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

/// True if element by element the two lie in the same bytes.
static bool hasSameElements(const Slot &a, const Slot &b) {
  if (a.arena != b.arena || a.offset != b.offset || a.size != b.size)
    return false;
  auto aType = cast<MemRefType>(a.value.getType());
  auto bType = cast<MemRefType>(b.value.getType());
  if (aType.getShape() != bType.getShape() ||
      aType.getLayout() != bType.getLayout())
    return false;
  DataLayout layout = DataLayout::closest(a.getOp());
  return layout.getTypeSize(aType.getElementType()) ==
             layout.getTypeSize(bType.getElementType()) &&
         layout.getTypeABIAlignment(aType.getElementType()) ==
             layout.getTypeABIAlignment(bType.getElementType());
}

/// True if `op` says so of all operands that are `read` and all that are
/// `written`.
static bool saysSo(MemoryPlanningOpInterface op, Value read, Value written) {
  for (OpOperand &reading : op->getOpOperands())
    for (OpOperand &writing : op->getOpOperands())
      if (reading.get() == read && writing.get() == written &&
          !op.canOverwrite(reading, writing))
        return false;
  return true;
}

bool mplan::proof::isInPlaceSafe(Operation *op, Value read, Value written,
                                 const SlotTable &table) {
  const Slot *readSlot = table.find(read.getDefiningOp());
  const Slot *writtenSlot = table.find(written.getDefiningOp());
  if (!readSlot || !writtenSlot || !hasSameElements(*readSlot, *writtenSlot))
    return false;
  if (auto planned = dyn_cast<MemoryPlanningOpInterface>(op))
    return saysSo(planned, read, written);
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  if (!structured)
    return false;
  AffineMap common;
  for (OpOperand &operand : op->getOpOperands()) {
    if (operand.get() != read && operand.get() != written)
      continue;
    AffineMap map = structured.getMatchingIndexingMap(&operand);
    if (!map.isPermutation() || (common && map != common))
      return false;
    common = map;
  }
  return true;
}
