//===- MemoryPlanningOpInterface.cpp - What ops say to mplan --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/IR/MemoryPlanningOpInterface.h"

#include "mplan/IR/MemoryPlanningOpInterface.cpp.inc"
