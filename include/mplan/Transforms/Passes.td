//===- Passes.td - The passes of mplan ---------------------*- tablegen -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_PASSES_TD
#define MPLAN_TRANSFORMS_PASSES_TD

// In the order in which a program meets them.
include "mplan/Transforms/ImportPasses.td"
include "mplan/Transforms/ShrinkPasses.td"
include "mplan/Transforms/PlanPasses.td"
include "mplan/Transforms/LowerPasses.td"

#endif // MPLAN_TRANSFORMS_PASSES_TD
