//===- CallOrder.h - Functions, callees first -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions of a module in an order in which each comes after all that it
// calls. A static plan needs there to be one: recursion would need a buffer
// once for each depth.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_CALLORDER_H
#define MPLAN_ANALYSIS_CALLORDER_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

#include <vector>

namespace mplan {

/// The function that `call` calls; null if it cannot be known.
mlir::FunctionOpInterface getCallee(mlir::CallOpInterface call,
                                    mlir::SymbolTableCollection &symbols);

/// One call of a function of the module that has a body.
struct CallSite {
  mlir::CallOpInterface call;
  mlir::FunctionOpInterface callee;
};

/// Each function with a body, after all that it calls, with its calls.
using CallOrder = llvm::MapVector<mlir::Operation *, std::vector<CallSite>>;

/// Emits an error and fails on recursion (printing the cycle) and on calls
/// whose callee is not a function of the module.
mlir::FailureOr<CallOrder>
computeCallOrder(mlir::ModuleOp module, mlir::SymbolTableCollection &symbols);

} // namespace mplan

#endif // MPLAN_ANALYSIS_CALLORDER_H
