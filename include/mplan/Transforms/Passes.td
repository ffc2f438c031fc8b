//===- Passes.td - The passes of mplan ---------------------*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_PASSES_TD
#define MPLAN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def MplanSeedWeightsPass : Pass<"mplan-seed-weights", "::mlir::ModuleOp"> {
  let summary = "replace splat weights by seeded random values";
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "Seed of the values">
  ];
}

def MplanBufferizePass : Pass<"mplan-bufferize", "::mlir::ModuleOp"> {
  let summary = "tensors to memrefs, with results in the caller's buffers";
  let options = [
    Option<"bufferAlignment", "buffer-alignment", "int64_t", "0",
           "Alignment in bytes put on every allocation; 0: the element type's own">
  ];
}

def MplanAllocatePass : Pass<"mplan-allocate", "::mlir::ModuleOp"> {
  let summary = "give every allocation a fixed offset in an arena";
  let options = [
    Option<"printLive", "print-live", "bool", "false",
           "Write the live range of each slot into the IR">
  ];
}

def MplanVerifyPass : Pass<"mplan-verify", "::mlir::ModuleOp"> {
  let summary = "prove that no slot is overwritten while it is needed";
}

def MplanReportPass : Pass<"mplan-report", "::mlir::ModuleOp"> {
  let summary = "print the plan: footprint, peak, and who is alive there";
  let options = [
    Option<"format", "format", "std::string", "\"text\"", "text or json">,
    Option<"output", "output", "std::string", "\"-\"",
           "File to write to; - is the standard output">
  ];
}

def MplanMaterializePass : Pass<"mplan-materialize", "::mlir::ModuleOp"> {
  let summary = "replace slots by views of the arena's bytes";
  let options = [
    Option<"storage", "storage", "std::string", "\"\"",
           "global, argument or external: overrides what the arenas say">
  ];
}

#endif // MPLAN_TRANSFORMS_PASSES_TD
