//===- Sharing.h - Slots that may share no byte -----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What holds of slots whenever the program reads and writes them, or rather
// because nobody knows when: state keeps its contents for ever, an address that
// escaped may be used at any time, and entries that are marked for it run while
// others do. Each function returns true if it has emitted errors.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_SHARING_H
#define MPLAN_LIB_ANALYSIS_PROOF_SHARING_H

#include "Flow.h"

namespace mplan::proof {

/// State shares bytes with nothing, and has one place.
bool emitSharedState(const SlotTable &table);

/// A slot whose address is known elsewhere shares bytes with nothing.
bool emitEscapes(const llvm::MapVector<unsigned, mlir::Operation *> &escapes,
                 const SlotTable &table);

/// What a concurrent entry runs shares no slot and no bytes with what any other
/// entry runs.
bool emitConcurrent(const ModuleFlow &module, const SlotTable &table);

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_SHARING_H
