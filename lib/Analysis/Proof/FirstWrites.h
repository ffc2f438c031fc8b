//===- FirstWrites.h - Where nothing was written yet ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer whose parts are written one by one is never overwritten whole, and
// would seem needed from where it was made on. But before the first of these
// writes it holds nothing. This forward analysis finds the slots that may have
// been written since their birth, and notes at the steps and edges of a flow
// those that are not among them. A buffer of an earlier execution counts as
// written, as does what is passed to the function.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_FIRSTWRITES_H
#define MPLAN_LIB_ANALYSIS_PROOF_FIRSTWRITES_H

#include "Flow.h"

namespace mplan::proof {

/// Sets `unwritten` throughout `flow`, whose roots and order are known.
void markUnwritten(FunctionFlow &flow, const SlotTable &table);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_FIRSTWRITES_H
