//===- Measure.cpp - What a marked program will need ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Measure.h"

#include "mplan/Transforms/Fuse.h"

#include "mlir/IR/Diagnostics.h"

using namespace mlir;
using namespace mplan;

void mplan::becomeCopy(ModuleOp module, ModuleOp source) {
  OwningOpRef<ModuleOp> copy(source.clone());
  module.getBodyRegion().takeBody(copy->getBodyRegion());
}

FailureOr<Footprint> mplan::measureTiled(OwningOpRef<ModuleOp> module,
                                         const PlanSettings &settings,
                                         int64_t &steps) {
  {
    ScopedDiagnosticHandler silence(module->getContext(),
                                    [](Diagnostic &) { return success(); });
    if (failed(tileAnnotated(*module)))
      return failure();
  }
  module->walk([&](Operation *) { --steps; });
  return takeFootprint(std::move(module), settings);
}
