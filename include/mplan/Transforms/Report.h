//===- Report.h - Prints a plan for people and for programs -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The function under `mplan-report`, and its two forms of output by themselves.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_REPORT_H
#define MPLAN_TRANSFORMS_REPORT_H

#include "mplan/Analysis/PlanSummary.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace mplan {

struct ReportOptions {
  std::string format = "text"; ///< Or "json".
  std::string output = "-";    ///< A file; "-" is the standard output.
};

/// Writes the report of `module`. Emits an error and fails, and writes nothing,
/// if the format is unknown, the file cannot be written, the module is not yet
/// planned or already materialised, or its plan cannot be summed up (see
/// `summarizePlan`).
mlir::LogicalResult reportPlan(mlir::ModuleOp module,
                               const ReportOptions &options);

/// For people: the numbers, and a map of the arena at the peak.
void printPlanAsText(llvm::ArrayRef<ArenaSummary> summaries,
                     llvm::raw_ostream &os);

/// For programs: one object, whose schema is in the description of
/// `mplan-report`.
void printPlanAsJSON(llvm::ArrayRef<ArenaSummary> summaries,
                     llvm::raw_ostream &os);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_REPORT_H
