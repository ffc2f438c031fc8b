//===- RowDependence.h - Which rows an op reads for one row -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of a tensor is what has one index in a dimension, the stream dimension.
// To compute row t of its result an op reads, of each operand, an interval of
// rows that moves with t, or all of it. That follows from indexing maps by
// interval arithmetic.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_ROWDEPENDENCE_H
#define MPLAN_ANALYSIS_ROWDEPENDENCE_H

#include "mplan/Analysis/RowRange.h"

#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace mplan {

/// What is read of one operand for row t of the result.
struct OperandRows {
  /// The operand's stream dimension; nothing if all of it is read for each row.
  std::optional<unsigned> dim;
  RowRange rows = {};
};

struct RowDependence {
  std::vector<OperandRows> operands; ///< For each operand of the op.
  /// How many rows the op runs through: of its result, or of what it reduces.
  int64_t numRows = 0;
  /// True if the rows are summed up: each changes the whole result, in order.
  bool reduces = false;
  /// Of a linalg op, the loop over the rows.
  std::optional<unsigned> loop;
};

/// A dependence, or why there is none.
struct RowAnalysis {
  std::optional<RowDependence> dependence;
  std::string refusal; ///< A clause about the op: "reads rows backwards".
};

/// The rows that `op`, of one result of static shape, reads for a row of
/// dimension `dim` of its result. Of a `tensor.pad` they are counted in the
/// result: what is read for row t is row t - low, where there is one.
///
/// Understood are linalg ops, `tensor.pad`, `tensor.concat` along other
/// dimensions, slices with steps of 1, also to be written, and reshapes that
/// make one row of several or several of one.
RowAnalysis analyzeRows(mlir::Operation *op, unsigned dim);

/// The same of an op that reduces the rows of the operands which have any:
/// `result` has no stream dimension. A linalg op of which the outermost
/// reduction runs through rows, so that their order stays.
RowAnalysis analyzeReducedRows(mlir::Operation *op);

} // namespace mplan

#endif // MPLAN_ANALYSIS_ROWDEPENDENCE_H
