//===- ForeignBuffers.h - Memory from outside of a function -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_FOREIGNBUFFERS_H
#define MPLAN_LIB_ANALYSIS_FOREIGNBUFFERS_H

#include "mplan/Analysis/JoinedBuffers.h"

#include "mlir/Interfaces/CallInterfaces.h"

namespace mplan {

/// What can be known of the buffers that a function did not make.
class ForeignBuffers {
public:
  explicit ForeignBuffers(JoinGraph &graph) : graph(graph) {}

  /// True if nothing but views of `foreign` is the memory that it refers to, or
  /// it is constant.
  bool isUnshared(mlir::Value foreign);

  /// The ticks at which any memory from outside may be written; null if they
  /// cannot be known.
  const std::vector<int64_t> *findWrites();

private:
  bool isGivenAlone(mlir::CallOpInterface call, unsigned index);

  JoinGraph &graph;
  llvm::DenseMap<mlir::Value, bool> unshared; ///< What was answered before.
  std::optional<std::vector<int64_t>> writes;
  bool hasUnknownWrites = false;
};

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_FOREIGNBUFFERS_H
