//===- ElementWork.h - How many operations a program runs -------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_ELEMENTWORK_H
#define MPLAN_ANALYSIS_ELEMENTWORK_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"

#include <optional>

namespace mplan {

/// How many operations the bodies of the linalg ops below `root` run when each
/// function is called once: for each op its points times the ops of its body,
/// times the iterations of the loops around it. Fills, copies and broadcasts
/// run none. A loop of unknown length counts once, and so does each branch.
/// None if an extent is unknown. Saturates at INT64_MAX.
std::optional<int64_t> countElementOps(mlir::Operation *root);

} // namespace mplan

#endif // MPLAN_ANALYSIS_ELEMENTWORK_H
