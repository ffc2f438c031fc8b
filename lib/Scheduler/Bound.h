//===- Bound.h - How low can the peak be? -----------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_BOUND_H
#define MPLAN_LIB_SCHEDULER_BOUND_H

#include "Model.h"

namespace mplan::scheduler::detail {

/// No order has a lower peak: in each step there are its own bytes, and those
/// of values that are made before it and read after it in every order (in
/// problems too large for that: of its operands).
Bytes findBound(const Model &model);

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_BOUND_H
