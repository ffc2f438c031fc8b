//===- Inplace.cpp - Results over operands that die -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op in destination-passing style writes where its init is. If that is an
// empty tensor, it can as well be an operand that is not needed afterwards: its
// contents are not read through the init, and bufferization, which knows that
// the op reads an element before it writes there, then needs no second buffer.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Inplace.h"

#include "mplan/Analysis/DyingOperands.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANINPLACEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

void mplan::reuseDyingOperands(Operation *root) {
  root->walk([](DestinationStyleOpInterface op) {
    if (!op.hasPureTensorSemantics())
      return;
    for (unsigned number = 0; number != op.getNumDpsInits(); ++number) {
      OpOperand *init = op.getDpsInitOperand(number);
      Operation *empty = init->get().getDefiningOp<tensor::EmptyOp>();
      if (!empty)
        continue;
      OpOperand *dying = findDyingOperand(op, number);
      // Of several results only one can have it.
      if (!dying || llvm::is_contained(op.getDpsInits(), dying->get()))
        continue;
      init->set(dying->get());
      if (empty->use_empty())
        empty->erase();
    }
  });
}

namespace {
struct MplanInplacePass : mplan::impl::MplanInplacePassBase<MplanInplacePass> {
  using Base::Base;
  void runOnOperation() override { reuseDyingOperands(getOperation()); }
};
} // namespace
