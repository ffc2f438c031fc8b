//===- LowerAssertions.cpp - What becomes of cf.assert --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Upstream prints the message with `puts` and calls `abort`: two symbols that a
// bare-metal program does not have, and where there is a C library the message
// stays in a buffer that `abort` does not write out. So it is either a trap, or
// the message, the buffers written out, and then `abort`.
//
//===----------------------------------------------------------------------===//

#include "LowerAssertions.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mplan;

namespace {
/// Builds what runs when an assertion has failed.
class FailureBuilder {
public:
  explicit FailureBuilder(ModuleOp module)
      : module(module), symbols(module),
        pointer(LLVM::LLVMPointerType::get(module.getContext())),
        i32(IntegerType::get(module.getContext(), 32)) {}

  void createAbort(OpBuilder &builder, Location loc, StringRef message) {
    Value text = LLVM::AddressOfOp::create(builder, loc, getText(message));
    LLVM::CallOp::create(builder, loc, getFunction("puts", i32, pointer), text);
    // Of all streams.
    Value null = LLVM::ZeroOp::create(builder, loc, pointer);
    LLVM::CallOp::create(builder, loc, getFunction("fflush", i32, pointer),
                         null);
    LLVM::CallOp::create(
        builder, loc,
        getFunction("abort", LLVM::LLVMVoidType::get(module.getContext()), {}),
        ValueRange());
  }

private:
  LLVM::LLVMFuncOp getFunction(StringRef name, Type result,
                               ArrayRef<Type> arguments) {
    if (auto function = symbols.lookup<LLVM::LLVMFuncOp>(name))
      return function;
    OpBuilder builder(module.getContext());
    auto function = LLVM::LLVMFuncOp::create(
        builder, module.getLoc(), name,
        LLVM::LLVMFunctionType::get(result, arguments));
    symbols.insert(function, module.getBody()->begin());
    return function;
  }

  /// The message as a constant, the same for the same text.
  LLVM::GlobalOp getText(StringRef message) {
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

  ModuleOp module;
  SymbolTable symbols;
  Type pointer, i32;
  llvm::StringMap<LLVM::GlobalOp> texts;
};
} // namespace

LogicalResult mplan::checkAssertions(ModuleOp module,
                                     AssertionLowering lowering) {
  bool asserts =
      module.walk([](cf::AssertOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!asserts || lowering == AssertionLowering::Trap)
    return success();
  SymbolTable symbols(module);
  for (StringRef name : {"puts", "fflush", "abort"}) {
    Operation *taken = symbols.lookup(name);
    if (taken && !isa<LLVM::LLVMFuncOp>(taken))
      return emitError(taken->getLoc(), "@")
             << name
             << " is what a failed assertion calls in the C library: rename "
                "it, or lower assertions to traps";
  }
  return success();
}

void mplan::lowerAssertions(ModuleOp module, AssertionLowering lowering) {
  SmallVector<cf::AssertOp> assertions;
  module.walk([&](cf::AssertOp op) { assertions.push_back(op); });
  if (assertions.empty())
    return;
  FailureBuilder failure(module);
  for (cf::AssertOp assertion : assertions) {
    OpBuilder builder(assertion);
    Location loc = assertion.getLoc();
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value failed = arith::XOrIOp::create(builder, loc, assertion.getArg(), one);
    auto branch = scf::IfOp::create(builder, loc, failed,
                                    /*withElseRegion=*/false);
    builder.setInsertionPointToStart(branch.thenBlock());
    if (lowering == AssertionLowering::Trap)
      LLVM::Trap::create(builder, loc);
    else
      failure.createAbort(builder, loc, assertion.getMsg());
    assertion.erase();
  }
}
