//===- ToLLVM.cpp - From memrefs to the LLVM dialect ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `--mplan-to-llvm`: upstream's lowerings in an order that works, with our own
// steps where upstream would call a run-time library or leak symbols.
//
// In materialised IR two memrefs may share bytes. So every pass here is one of
// two kinds: it changes how an address is computed but not the order of loads
// and stores, or it moves or merges only what touches no memory (`cse` merges
// two loads only where nothing between them writes anything). A pass that
// forwards stores to loads or hoists loads does not belong here unless it
// understands views of one global.
//
//===----------------------------------------------------------------------===//

#include "mplan/Pipelines/Pipelines.h"
#include "mplan/Transforms/Canonicalizer.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ComplexToStandard/ComplexToStandard.h"
#include "mlir/Conversion/ConvertToLLVM/ToLLVMPass.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToSCF/VectorToSCF.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/SCF/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;
using namespace mplan;

/// Simplifies what touches no memory.
static void addCleanUp(OpPassManager &pm) {
  pm.addPass(createCanonicalizer());
  pm.addPass(createCSEPass());
}

/// All dialects that say how they become LLVM. `dynamic` honours the module's
/// `dlti.dl_spec`: `index = 32` is how 32-bit targets are told.
static void addConvertToLLVM(OpPassManager &pm) {
  ConvertToLLVMPassOptions options;
  options.useDynamic = true;
  pm.addPass(createConvertToLLVMPass(options));
}

void mplan::buildToLLVMPipeline(OpPassManager &pm,
                                const ToLLVMOptions &options) {
  // What nobody uses is neither checked nor lowered: an unused private function
  // may well allocate.
  pm.addPass(createSymbolDCEPass());
  addCleanUp(pm);

  // On memrefs, while functions still say what they take.
  MplanPrepareLLVMPassOptions prepare;
  prepare.symbolPrefix = options.symbolPrefix;
  prepare.assertions = options.assertions;
  prepare.allowHeap = options.allowHeap;
  prepare.arguments =
      options.arguments == EntryArguments::Apart ? "apart" : "any";
  pm.addPass(createMplanPrepareLLVMPass(prepare));

  // To loops. Copies first: those that are no memcpy become linalg.
  pm.addPass(createMplanExpandCopiesPass());
  if (options.optimize == CodeGoal::Size) {
    pm.addPass(createMplanShareKernelsPass());
    addCleanUp(pm);
  }
  pm.addNestedPass<func::FuncOp>(createConvertLinalgToLoopsPass());
  // Vectors that somebody made: rows, and what memory they come from. Unrolled:
  // as loops they would go through the stack, by way of a `vector.type_cast`,
  // whose lowering upstream takes an index for 64 bits wide.
  pm.addNestedPass<func::FuncOp>(createConvertVectorToSCFPass(
      VectorTransferToSCFOptions().enableFullUnroll()));
  pm.addNestedPass<func::FuncOp>(createMplanLowerVectorsPass());

  // While views still say where they are.
  if (options.aliasing != Aliasing::Unknown)
    pm.addNestedPass<func::FuncOp>(createMplanNotePlacesPass());

  // Reshapes become casts; what they read, they read here.
  pm.addPass(memref::createExpandOpsPass());

  // Addresses: views of views become one base and one index, then arithmetic.
  // Twice through affine: loops before, the index maps of the metadata after.
  pm.addPass(memref::createFoldMemRefAliasOpsPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  addCleanUp(pm);
  // Moves index arithmetic alone: a load is not moved, whatever it may alias.
  pm.addPass(createLoopInvariantCodeMotionPass());
  addCleanUp(pm);

  // To branches. One core: parallel loops run in order.
  pm.addNestedPass<func::FuncOp>(createForallToForLoopPass());
  pm.addPass(createSCFToControlFlowPass());

  // To LLVM. Math that has an intrinsic goes with the rest; what is left calls
  // libm, and those calls go after it. The other way round, upstream's libm
  // conversion fails at ops that are not in libm (math.ctlz).
  pm.addPass(createConvertComplexToStandardPass());
  addConvertToLLVM(pm);
  pm.addPass(createConvertMathToLibmPass());
  addConvertToLLVM(pm);
  pm.addPass(createReconcileUnrealizedCastsPass());
  addCleanUp(pm);
  pm.addPass(createSymbolDCEPass());
  if (options.aliasing == Aliasing::Checked)
    pm.addPass(createMplanCheckClaimsPass());
  if (options.aliasing != Aliasing::Unknown) {
    MplanClaimAliasesPassOptions claim;
    claim.remarks = options.aliasRemarks;
    pm.addNestedPass<LLVM::LLVMFuncOp>(createMplanClaimAliasesPass(claim));
  }
  MplanFinishLLVMPassOptions finish;
  finish.optimizeSize = options.optimize == CodeGoal::Size;
  pm.addPass(createMplanFinishLLVMPass(finish));
}
