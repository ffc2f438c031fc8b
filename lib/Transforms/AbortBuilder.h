//===- AbortBuilder.h - End a program with a message ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the C library that write a message to the standard output, write
// out all buffers, and abort: what there is under an operating system, and in
// an emulator, and not on a bare machine.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_ABORTBUILDER_H
#define MPLAN_LIB_TRANSFORMS_ABORTBUILDER_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringMap.h"

namespace mplan {

/// Fails, with an error that says that `what` needs them and what to do
/// `instead`, where the functions to call are something else in `module`.
llvm::LogicalResult checkAbort(mlir::ModuleOp module, llvm::StringRef what,
                               llvm::StringRef instead);

/// Makes the calls, in a module that `checkAbort` found good.
class AbortBuilder {
public:
  explicit AbortBuilder(mlir::ModuleOp module);

  /// The calls; what follows them is never reached.
  void create(mlir::OpBuilder &builder, mlir::Location loc,
              llvm::StringRef message);

private:
  mlir::LLVM::LLVMFuncOp getFunction(llvm::StringRef name, mlir::Type result,
                                     llvm::ArrayRef<mlir::Type> arguments);
  mlir::LLVM::GlobalOp getText(llvm::StringRef message);

  mlir::ModuleOp module;
  mlir::SymbolTable symbols;
  mlir::Type pointer, i32;
  llvm::StringMap<mlir::LLVM::GlobalOp> texts;
};

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_ABORTBUILDER_H
