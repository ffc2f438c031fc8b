//===- NumberedOps.cpp - Ops that are known in a copy ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NumberedOps.h"

using namespace mlir;
using namespace mplan;

/// The file name in locations that are numbers of ops.
static constexpr llvm::StringLiteral opFile = "mplan op";

NumberedOps::NumberedOps(ModuleOp module) {
  module->walk([&](Operation *op) {
    locations.push_back(op->getLoc());
    op->setLoc(FileLineColLoc::get(op->getContext(), opFile, ops.size(), 0));
    ops.push_back(op);
  });
}

NumberedOps::~NumberedOps() {
  for (auto [op, loc] : llvm::zip(ops, locations))
    op->setLoc(loc);
}

Location NumberedOps::getLocation(Operation *op) const {
  return locations[cast<FileLineColLoc>(op->getLoc()).getLine()];
}

Operation *NumberedOps::find(Location loc) const {
  Operation *found = nullptr;
  loc->walk([&](Location nested) {
    auto place = dyn_cast<FileLineColLoc>(nested);
    if (!place || place.getFilename() != opFile ||
        place.getLine() >= ops.size())
      return WalkResult::advance();
    found = ops[place.getLine()];
    return WalkResult::interrupt();
  });
  return found;
}

SmallVector<Operation *>
NumberedOps::findAlive(const Footprint &footprint) const {
  SmallVector<Operation *> alive;
  for (const PeakBuffer &buffer : footprint.alive)
    if (Operation *op = find(buffer.loc))
      alive.push_back(op);
  return alive;
}
