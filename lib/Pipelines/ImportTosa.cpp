//===- ImportTosa.cpp - From what converters write to linalg --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream's lowering of TOSA, pass by pass and not as its stock pipeline,
// which validates against a target profile and thereby refuses double rounding.
// Modules that are linalg already, or partly, go through unharmed.
//
//===----------------------------------------------------------------------===//

#include "mplan/Pipelines/Pipelines.h"
#include "mplan/Transforms/Canonicalizer.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Conversion/TosaToArith/TosaToArith.h"
#include "mlir/Conversion/TosaToLinalg/TosaToLinalg.h"
#include "mlir/Conversion/TosaToMLProgram/TosaToMLProgram.h"
#include "mlir/Conversion/TosaToSCF/TosaToSCF.h"
#include "mlir/Conversion/TosaToTensor/TosaToTensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Tosa/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void mplan::buildImportTosaPipeline(OpPassManager &pm,
                                    const ImportTosaOptions &options) {
  // Shapes first: nothing below can make a dynamic op static again.
  MplanStaticBatchPassOptions batch;
  batch.batch = options.batch;
  pm.addPass(createMplanStaticBatchPass(batch));
  // What is still unknown then.
  MplanMaxBatchPassOptions maxBatch;
  maxBatch.maxBatch = options.maxBatch;
  pm.addPass(createMplanMaxBatchPass(maxBatch));
  // Variables are ops of the module, all else is in functions.
  pm.addPass(createTosaToMLProgram());

  OpPassManager &func = pm.nest<func::FuncOp>();
  func.addPass(tosa::createTosaOptionalDecompositionsPass());
  func.addPass(createCanonicalizer());
  // Reshapes and transposes of weights become weights: what is left of them
  // would be computed at run time, into the arena. Before the named lowering,
  // which would make linalg of the transposes.
  func.addPass(tosa::createTosaLayerwiseConstantFoldPass());
  // Before tosa-to-linalg: it takes no region apart.
  func.addPass(createTosaToSCFPass());
  func.addPass(tosa::createTosaInferShapesPass());
  func.addPass(tosa::createTosaMakeBroadcastablePass());
  func.addPass(tosa::createTosaToLinalgNamed());
  func.addPass(createCanonicalizer());
  // Once more: the ops that the named lowering made.
  func.addPass(tosa::createTosaMakeBroadcastablePass());
  func.addPass(tosa::createTosaToLinalg());
  // Rescaling is done in 64 bits, which rounds as TFLite does, twice if asked.
  TosaToArithPassOptions arith;
  arith.includeApplyRescale = true;
  func.addPass(createTosaToArithPass(arith));
  func.addPass(createTosaToTensorPass());
  // What converters write beside TOSA.
  func.addPass(createConvertElementwiseToLinalgPass());
  func.addPass(createMplanDecomposePass());
  // The transposes that are linalg, and those of resources.
  func.addPass(createMplanFoldWeightsPass());
  func.addPass(createCanonicalizer());
  // On canonical extents: equal ones are then mostly one value.
  func.addPass(createMplanFoldBroadcastsPass());
  // No CSE: it would merge the cheap inits of different ops (an empty tensor,
  // a fill, a broadcast bias), and bufferization then has to copy them.

  pm.addPass(createMplanVerifyImportPass());
}
