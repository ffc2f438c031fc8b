//===- Contract.h - Steps that need not be parted ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Some steps can run right before or right after another one in any order at
// all without making its peak higher. They become one chunk, exactly: some best
// order keeps all chunks together. Chains of hills and valleys are contracted
// in this way for trees by Liu (1987) and for series-parallel graphs by
// Kayaaslan et al. (2018); these are the two rules that hold in any graph.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_CONTRACT_H
#define MPLAN_LIB_SCHEDULER_CONTRACT_H

#include "Walk.h"

namespace mplan::scheduler::detail {

/// Run one after the other, the chunks are an order whose peak is not above
/// that of the given one.
Chunks contract(const Model &model);

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_CONTRACT_H
