//===- AbortBuilder.cpp - End a program with a message --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. `abort` alone would leave the message in a buffer.
//
//===----------------------------------------------------------------------===//

#include "AbortBuilder.h"

using namespace mlir;
using namespace mplan;

LogicalResult mplan::checkAbort(ModuleOp module, StringRef what,
                                StringRef instead) {
  SymbolTable symbols(module);
  for (StringRef name : {"puts", "fflush", "abort"}) {
    Operation *taken = symbols.lookup(name);
    if (taken && !isa<LLVM::LLVMFuncOp>(taken))
      return emitError(taken->getLoc(), "@")
             << name << " is what " << what
             << " calls in the C library: rename it, " << instead;
  }
  return success();
}

AbortBuilder::AbortBuilder(ModuleOp module)
    : module(module), symbols(module),
      pointer(LLVM::LLVMPointerType::get(module.getContext())),
      i32(IntegerType::get(module.getContext(), 32)) {}

void AbortBuilder::create(OpBuilder &builder, Location loc, StringRef message) {
  Value text = LLVM::AddressOfOp::create(builder, loc, getText(message));
  LLVM::CallOp::create(builder, loc, getFunction("puts", i32, pointer), text);
  // Of all streams.
  Value null = LLVM::ZeroOp::create(builder, loc, pointer);
  LLVM::CallOp::create(builder, loc, getFunction("fflush", i32, pointer), null);
  LLVM::CallOp::create(
      builder, loc,
      getFunction("abort", LLVM::LLVMVoidType::get(module.getContext()), {}),
      ValueRange());
}

LLVM::LLVMFuncOp AbortBuilder::getFunction(StringRef name, Type result,
                                           ArrayRef<Type> arguments) {
  if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(name))
    return function;
  OpBuilder builder(module.getContext());
  auto function =
      LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                               LLVM::LLVMFunctionType::get(result, arguments));
  symbols.insert(function, module.getBody()->begin());
  return function;
}

/// The message as a constant, the same for the same text.
LLVM::GlobalOp AbortBuilder::getText(StringRef message) {
  LLVM::GlobalOp &text = texts[message];
  if (text)
    return text;
  OpBuilder builder(module.getContext());
  std::string bytes = message.str();
  bytes.push_back('\0');
  auto type = LLVM::LLVMArrayType::get(builder.getI8Type(), bytes.size());
  text = LLVM::GlobalOp::create(builder, module.getLoc(), type,
                                /*isConstant=*/true, LLVM::Linkage::Internal,
                                "assertion", builder.getStringAttr(bytes));
  symbols.insert(text, module.getBody()->begin());
  return text;
}
