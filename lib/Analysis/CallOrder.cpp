//===- CallOrder.cpp - Functions, callees first ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A depth-first walk over the calls that writes each function down on leaving.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/CallOrder.h"

using namespace mlir;
using namespace mplan;

FunctionOpInterface mplan::getCallee(CallOpInterface call,
                                     SymbolTableCollection &symbols) {
  return dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
}

/// The calls of `function`; an error where one cannot be resolved.
static FailureOr<std::vector<CallSite>>
findCalls(FunctionOpInterface function, SymbolTableCollection &symbols) {
  std::vector<CallSite> calls;
  WalkResult result =
      function.getFunctionBody().walk([&](CallOpInterface call) {
        FunctionOpInterface callee = getCallee(call, symbols);
        if (!callee) {
          call.emitError() << "'" << call->getName()
                           << "' calls what is not a function of the module: "
                              "its buffers cannot be planned; call it by name";
          return WalkResult::interrupt();
        }
        if (!callee.isExternal())
          calls.push_back({call, callee});
        return WalkResult::advance();
      });
  if (result.wasInterrupted())
    return failure();
  return calls;
}

namespace {
/// A function on the way down, and which of its calls comes next.
struct Frame {
  FunctionOpInterface function;
  std::vector<CallSite> calls;
  size_t next = 0;
};
} // namespace

/// Says that the last function on `path` calls one that is on it already.
static LogicalResult emitRecursion(ArrayRef<Frame> path, const CallSite &last) {
  const auto *begin = llvm::find_if(
      path, [&](const Frame &frame) { return frame.function == last.callee; });
  ArrayRef<Frame> cycle(begin, path.end());
  InFlightDiagnostic diag = last.call->emitError("recursion: ");
  for (const Frame &frame : cycle)
    diag << "'" << FunctionOpInterface(frame.function).getName() << "' calls ";
  diag << "'" << FunctionOpInterface(last.callee).getName()
       << "'; buffers at fixed addresses can serve one activation of a "
          "function at a time: rewrite it as a loop";
  for (const Frame &frame : cycle.drop_back()) {
    const CallSite &site = frame.calls[frame.next - 1];
    diag.attachNote(CallOpInterface(site.call).getLoc())
        << "'" << FunctionOpInterface(site.callee).getName()
        << "' is called here";
  }
  return diag;
}

FailureOr<CallOrder> mplan::computeCallOrder(ModuleOp module,
                                             SymbolTableCollection &symbols) {
  CallOrder order;
  llvm::SmallPtrSet<Operation *, 16> onPath;
  std::vector<Frame> path;
  auto enter = [&](FunctionOpInterface function) -> LogicalResult {
    FailureOr<std::vector<CallSite>> calls = findCalls(function, symbols);
    if (failed(calls))
      return failure();
    path.push_back({function, std::move(*calls)});
    onPath.insert(function);
    return success();
  };
  for (auto root : module.getOps<FunctionOpInterface>()) {
    if (root.isExternal() || order.contains(root))
      continue;
    if (failed(enter(root)))
      return failure();
    while (!path.empty()) {
      Frame &frame = path.back();
      if (frame.next == frame.calls.size()) {
        onPath.erase(frame.function);
        order[frame.function] = std::move(frame.calls);
        path.pop_back();
        continue;
      }
      const CallSite &site = frame.calls[frame.next++];
      if (onPath.contains(site.callee))
        return emitRecursion(path, site);
      if (!order.contains(site.callee) && failed(enter(site.callee)))
        return failure();
    }
  }
  return order;
}
