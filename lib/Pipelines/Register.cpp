//===- Register.cpp - Dialects, passes and pipelines by name --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Register.h"

#include "mplan/IR/Mplan.h"
#include "mplan/Pipelines/Pipelines.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void mplan::registerDialects(DialectRegistry &registry) {
  registry.insert<MplanDialect>();
}

void mplan::registerPasses() { registerMplanPasses(); }

void mplan::registerPipelines() {
  PassPipelineRegistration<ImportTosaOptions>(
      "mplan-import-tosa",
      "TOSA, and what converters leave beside it, to linalg on tensors",
      buildImportTosaPipeline);
  PassPipelineRegistration<PlanOptions>(
      "mplan-pipeline",
      "From tensors or memrefs to memrefs at fixed offsets in one arena",
      buildPlanPipeline);
  PassPipelineRegistration<ToLLVMOptions>(
      "mplan-to-llvm", "Memrefs to the LLVM dialect, without a runtime",
      buildToLLVMPipeline);
}
