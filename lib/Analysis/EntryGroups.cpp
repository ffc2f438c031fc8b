//===- EntryGroups.cpp - Entries that may run at once ---------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A walk down the calls from each entry.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/EntryGroups.h"

#include "mplan/IR/Mplan.h"

using namespace mlir;
using namespace mplan;

bool mplan::isConcurrentEntry(FunctionOpInterface function) {
  return function.isPublic() && function->hasAttr(kConcurrentAttrName);
}

/// What a function with buffers says where two groups meet in it.
static LogicalResult emitShared(FunctionOpInterface function,
                                FunctionOpInterface first,
                                FunctionOpInterface second) {
  InFlightDiagnostic diag =
      emitError(function.getLoc(), "'")
      << function.getName() << "' has buffers of its own and is run by '"
      << first.getName() << "' and by '" << second.getName()
      << "', which may run at the same time: both would use the same bytes; "
         "give each a copy of '"
      << function.getName() << "', or do not mark '"
      << (isConcurrentEntry(second) ? second : first).getName() << "' '"
      << kConcurrentAttrName << "'";
  for (FunctionOpInterface entry : {first, second})
    if (entry != function)
      diag.attachNote(entry.getLoc())
          << "entry '" << entry.getName() << "' is here";
  return diag;
}

FailureOr<EntryGroups>
EntryGroups::compute(ModuleOp module, const CallOrder &order,
                     function_ref<bool(Operation *)> hasBuffers) {
  EntryGroups result;
  result.entries.emplace_back();
  // The entry from which each function was reached first.
  llvm::DenseMap<Operation *, FunctionOpInterface> reachedFrom;
  auto visit = [&](FunctionOpInterface entry, size_t group) -> LogicalResult {
    llvm::SmallPtrSet<Operation *, 16> seen = {entry};
    SmallVector<Operation *> worklist = {entry};
    while (!worklist.empty()) {
      Operation *function = worklist.pop_back_val();
      auto [it, isNew] = result.groups.insert({function, group});
      if (isNew)
        reachedFrom[function] = entry;
      else if (it->second != group && hasBuffers(function))
        return emitShared(cast<FunctionOpInterface>(function),
                          reachedFrom[function], entry);
      else if (group == 0)
        continue; // What it calls has been seen, too.
      for (const CallSite &site : order.find(function)->second)
        if (seen.insert(site.callee).second)
          worklist.push_back(site.callee);
    }
    return success();
  };

  llvm::SmallPtrSet<Operation *, 16> called;
  for (auto &[op, calls] : order)
    for (const CallSite &site : calls)
      called.insert(site.callee);
  for (auto function : module.getOps<FunctionOpInterface>()) {
    // A private one that nothing calls is nobody's in particular.
    bool isRoot = function.isPublic() || !called.contains(function);
    if (order.contains(function) && isRoot && !isConcurrentEntry(function) &&
        failed(visit(function, 0)))
      return failure();
  }
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (!order.contains(function) || !isConcurrentEntry(function))
      continue;
    result.entries.push_back(function);
    if (failed(visit(function, result.entries.size() - 1)))
      return failure();
  }
  return result;
}
