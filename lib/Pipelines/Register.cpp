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

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ComplexToLLVM/ComplexToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;

void mplan::registerDialects(DialectRegistry &registry) {
  registry.insert<MplanDialect>();
  // How upstream's dialects become LLVM: `convert-to-llvm` asks them, and
  // silently leaves the ops of a dialect that does not answer.
  arith::registerConvertArithToLLVMInterface(registry);
  cf::registerConvertControlFlowToLLVMInterface(registry);
  index::registerConvertIndexToLLVMInterface(registry);
  registerConvertComplexToLLVMInterface(registry);
  registerConvertFuncToLLVMInterface(registry);
  registerConvertMathToLLVMInterface(registry);
  registerConvertMemRefToLLVMInterface(registry);
  ub::registerConvertUBToLLVMInterface(registry);
  vector::registerConvertVectorToLLVMInterface(registry);
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
