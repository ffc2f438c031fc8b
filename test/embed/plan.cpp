//===- plan.cpp - Plans a module from C++ ---------------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads MLIR from the standard input, writes it planned to the standard output.
//
//===----------------------------------------------------------------------===//

#include "mplan/Pipelines/Pipelines.h"
#include "mplan/Register.h"
#include "ops.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/raw_ostream.h"

int main() {
  mlir::DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  mplan::registerDialects(registry);
  embed::registerDialect(registry);
  mlir::MLIRContext context(registry);

  mlir::OwningOpRef<mlir::ModuleOp> module =
      mlir::parseSourceFile<mlir::ModuleOp>("-", &context);
  if (!module)
    return 1;
  mlir::PassManager pm(&context);
  mplan::PlanOptions options;
  options.bufferAlignment = 16;
  mplan::buildPlanPipeline(pm, options);
  if (mlir::failed(pm.run(*module)))
    return 1;
  module->print(llvm::outs());
}
