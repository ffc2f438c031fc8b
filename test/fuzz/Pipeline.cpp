//===- Pipeline.cpp - Fuzz target: tensors to an arena, whole -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever module parses goes through --mplan-import-tosa, if its options say
// so, and through --mplan-pipeline. Most of the code that runs is upstream's.
//
//===----------------------------------------------------------------------===//

#include "Program.h"

#include "mplan/Pipelines/Pipelines.h"

#include <cstdint>

using namespace mlir;
using namespace mplan;
using namespace mplan::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  StringRef text(reinterpret_cast<const char *>(data), size);
  startInput();
  Diagnostics diagnostics(getContext());
  OwningOpRef<ModuleOp> module = parse(text);
  if (!module)
    return 0;
  SmallVector<StringRef> options = getOptions(text);
  if (llvm::is_contained(options, "import-tosa"))
    if (failed(runPasses(*module, [](OpPassManager &pm) {
          buildImportTosaPipeline(pm, ImportTosaOptions());
        })))
      return 0;
  (void)runPlanPipeline(*module, options);
  return 0;
}
