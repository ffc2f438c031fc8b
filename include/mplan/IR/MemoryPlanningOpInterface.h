//===- MemoryPlanningOpInterface.h - What ops say to mplan ------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_IR_MEMORYPLANNINGOPINTERFACE_H
#define MPLAN_IR_MEMORYPLANNINGOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"

#include "mplan/IR/MemoryPlanningOpInterface.h.inc"

#endif // MPLAN_IR_MEMORYPLANNINGOPINTERFACE_H
