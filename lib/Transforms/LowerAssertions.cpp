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

#include "AbortBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mplan;

LogicalResult mplan::checkAssertions(ModuleOp module,
                                     AssertionLowering lowering) {
  bool asserts =
      module.walk([](cf::AssertOp) { return WalkResult::interrupt(); })
          .wasInterrupted();
  if (!asserts || lowering == AssertionLowering::Trap)
    return success();
  return checkAbort(module, "a failed assertion",
                    "or lower assertions to traps");
}

void mplan::lowerAssertions(ModuleOp module, AssertionLowering lowering) {
  SmallVector<cf::AssertOp> assertions;
  module.walk([&](cf::AssertOp op) { assertions.push_back(op); });
  if (assertions.empty())
    return;
  AbortBuilder failure(module);
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
      failure.create(builder, loc, assertion.getMsg());
    assertion.erase();
  }
}
