//===- AsanCalls.h - Dead slots for AddressSanitizer ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The calls of AddressSanitizer's runtime that say which bytes nobody may
// touch.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_POISON_ASANCALLS_H
#define MPLAN_LIB_TRANSFORMS_POISON_ASANCALLS_H

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mplan {

class AsanCalls {
public:
  /// Declares the runtime's functions. Fails, with an error, where their names
  /// are taken.
  static llvm::FailureOr<AsanCalls> create(mlir::ModuleOp module);

  /// True if the runtime knows of memory like that of `slot`: of the default
  /// memory space.
  static bool covers(SlotOp slot);

  /// Nobody may touch the bytes of `slot`.
  void poison(mlir::OpBuilder &builder, SlotOp slot);
  /// Everybody may.
  void unpoison(mlir::OpBuilder &builder, SlotOp slot);

  /// Adds what is nobody's while an entry runs but no slot is needed: all bytes
  /// of the slots of the functions that it may run, and their red zones. What
  /// its caller has filled, and state, are somebody's.
  llvm::LogicalResult guardEntries();

  /// Has LLVM check the accesses of each function with a body.
  void markFunctions();

private:
  AsanCalls(mlir::ModuleOp module, mlir::func::FuncOp poisonFunction,
            mlir::func::FuncOp unpoisonFunction)
      : module(module), poisonFunction(poisonFunction),
        unpoisonFunction(unpoisonFunction) {}

  /// `bytes` from `offset` on of the arena of `slot`.
  void call(mlir::OpBuilder &builder, mlir::func::FuncOp function, SlotOp slot,
            int64_t offset, int64_t bytes);

  mlir::ModuleOp module;
  mlir::func::FuncOp poisonFunction, unpoisonFunction;
};

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_POISON_ASANCALLS_H
