//===- EntryGroups.h - Entries that may run at once -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entries run one after the other, unless one is marked `mplan.concurrent`: it
// may run while others do. So the functions of a module form groups. Group 0
// is all that entries without the mark run (and what nothing runs); each entry
// with the mark is a group of its own, with all that it calls. Functions of
// one group never run at the same time but within one another; those of two
// groups may, and share nothing.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_ENTRYGROUPS_H
#define MPLAN_ANALYSIS_ENTRYGROUPS_H

#include "mplan/Analysis/CallOrder.h"

namespace mplan {

/// True for an entry that may run while other entries do.
bool isConcurrentEntry(mlir::FunctionOpInterface function);

class EntryGroups {
public:
  /// Groups the functions of `order`. Emits an error and fails where a function
  /// for which `hasBuffers` holds is in two groups: two of its activations
  /// would share its buffers.
  static mlir::FailureOr<EntryGroups>
  compute(mlir::ModuleOp module, const CallOrder &order,
          llvm::function_ref<bool(mlir::Operation *)> hasBuffers);

  size_t size() const { return entries.size(); }
  /// The group of a function. One without buffers of its own may be in several:
  /// then the first.
  size_t getGroup(mlir::Operation *function) const {
    return groups.lookup(function);
  }
  /// The entry marked concurrent whose group it is; null for group 0.
  mlir::FunctionOpInterface getEntry(size_t group) const {
    return entries[group];
  }

private:
  std::vector<mlir::FunctionOpInterface> entries;
  llvm::DenseMap<mlir::Operation *, size_t> groups;
};

} // namespace mplan

#endif // MPLAN_ANALYSIS_ENTRYGROUPS_H
