//===- Plan.cpp - Fuzz target: planning of programs on memrefs ------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever module parses: what mplan-allocate accepts is a plan that parses as
// it prints, that mplan-verify proves, and that becomes valid IR without a
// trace of our dialect. Then the same module goes through the whole pipeline.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Require.h"

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Pass/Pass.h"

#include <cstdint>

using namespace mlir;
using namespace mplan;
using namespace mplan::fuzz;

/// True if an argument is said to be an arena.
static bool hasArenaArguments(ModuleOp module) {
  for (auto function : module.getOps<FunctionOpInterface>())
    for (unsigned i = 0; i != function.getNumArguments(); ++i)
      if (function.getArgAttr(i, kArenaArgAttr))
        return true;
  return false;
}

static bool hasSlots(ModuleOp module) {
  return module
      .walk([](Operation *op) {
        return isa<SlotOp>(op) ? WalkResult::interrupt()
                               : WalkResult::advance();
      })
      .wasInterrupted();
}

static std::string print(ModuleOp module) {
  std::string text;
  llvm::raw_string_ostream(text) << module;
  return text;
}

/// Runs one pass alone. The watch over passes sees to it that the IR is valid
/// after it, or that it says why it fails.
static LogicalResult run(ModuleOp module, std::unique_ptr<Pass> pass) {
  return runPasses(module,
                   [&](OpPassManager &pm) { pm.addPass(std::move(pass)); });
}

/// Allocates, proves and materialises, with nothing in between.
static void plan(ModuleOp module) {
  // Slots and arenas of the input are somebody else's plan, right or wrong.
  bool isForeign = hasSlots(module) || hasArenaArguments(module);
  if (failed(run(module, createMplanAllocatePass())))
    return;
  std::string text = print(module);
  Diagnostics diagnostics(*module.getContext());
  require(bool(parse(text)), "a planned module parses as it prints",
          text + diagnostics.getErrors());
  require(succeeded(run(module, createMplanVerifyPass())) || isForeign,
          "mplan-verify proves what is planned", text);

  if (failed(run(module, createMplanMaterializePass())))
    require(print(module) == text, "what fails to materialize is unchanged",
            text);
  else
    require(!hasSlots(module), "no slot is left");
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  startInput();
  Diagnostics diagnostics(getContext());
  OwningOpRef<ModuleOp> module = parse(text);
  if (!module)
    return 0;
  plan(*clone(*module));
  (void)runPlanPipeline(*module, getOptions(text));
  return 0;
}
