//===- Calls.cpp - Clone and inline before bufferization ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function of the module's interface must leave its arguments alone and
// takes buffers without strides; one that is only called inside need not do
// either. So the two are kept apart: calls go to private functions, and where
// there is but one call the body goes there instead.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mplan/Analysis/CallOrder.h"

#include "mlir/IR/SymbolTable.h"
#include "mlir/Transforms/Inliner.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;

namespace mplan::bufferize_steps {

bool hasTensorsInSignature(func::FuncOp func) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return llvm::any_of(func.getArgumentTypes(), isTensor) ||
         llvm::any_of(func.getResultTypes(), isTensor);
}

bool usesTensors(Operation *root) {
  auto isTensor = [](Type type) { return isa<TensorType>(type); };
  return root
      ->walk([&](Operation *op) {
        bool found = llvm::any_of(op->getOperandTypes(), isTensor) ||
                     llvm::any_of(op->getResultTypes(), isTensor);
        for (Region &region : op->getRegions())
          for (Block &block : region)
            found |= llvm::any_of(block.getArgumentTypes(), isTensor);
        if (auto func = dyn_cast<func::FuncOp>(op))
          found |= hasTensorsInSignature(func);
        return found ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

LogicalResult checkReferences(ModuleOp module) {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(&module.getBodyRegion());
  if (!uses)
    return success(); // An op that nobody knows: nothing can be said.
  for (const SymbolTable::SymbolUse &use : *uses) {
    if (isa<CallOpInterface>(use.getUser()))
      continue;
    auto func = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
        use.getUser(), use.getSymbolRef());
    if (!func || !hasTensorsInSignature(func))
      continue;
    InFlightDiagnostic error = emitError(func.getLoc(), "'")
                               << func.getSymName()
                               << "' takes or returns tensors and is not only "
                                  "called, so that its type cannot change: "
                                  "call it directly, or give it memrefs";
    error.attachNote(use.getUser()->getLoc()) << "referred to here";
    return error;
  }
  return success();
}

LogicalResult checkResults(ModuleOp module) {
  for (auto func : module.getOps<func::FuncOp>()) {
    for (auto [index, type] : llvm::enumerate(func.getResultTypes())) {
      if (!isa<TensorType>(type))
        continue;
      if (func.isExternal())
        return emitError(func.getLoc(), "'")
               << func.getSymName()
               << "' has no body and returns a tensor, so nobody knows whose "
                  "the buffer would be: have it write to an argument marked "
                  "bufferization.access = \"write\", or take a memref";
      if (!func.isPublic())
        continue;
      SmallVector<Value> returned;
      func.walk([&, index = index](func::ReturnOp ret) {
        returned.push_back(ret.getOperand(index));
      });
      if (!getResultBufferType(func, type, returned))
        return emitUnknownExtents(func, index);
    }
  }
  return success();
}

void protectArgumentsOfCallees(ModuleOp module) {
  using bufferization::BufferizationDialect;
  for (auto func : module.getOps<func::FuncOp>()) {
    if (!func.isExternal())
      continue;
    for (auto [index, type] : llvm::enumerate(func.getArgumentTypes())) {
      auto writable = func.getArgAttrOfType<BoolAttr>(
          index, BufferizationDialect::kWritableAttrName);
      if (isa<TensorType>(type) && !(writable && writable.getValue()) &&
          !func.getArgAttr(index, BufferizationDialect::kBufferAccessAttrName))
        func.setArgAttr(index, BufferizationDialect::kBufferAccessAttrName,
                        StringAttr::get(func.getContext(), "read"));
    }
  }
}

namespace {

using Calls = llvm::MapVector<func::FuncOp, SmallVector<func::CallOp>>;

/// The direct calls of each function that is defined in `module`.
Calls collectCalls(ModuleOp module) {
  Calls calls;
  for (auto func : module.getOps<func::FuncOp>())
    if (!func.isExternal())
      calls[func];
  SymbolTable symbols(module);
  module.walk([&](func::CallOp call) {
    auto callee = symbols.lookup<func::FuncOp>(call.getCallee());
    if (callee && !callee.isExternal())
      calls[callee].push_back(call);
  });
  return calls;
}

/// True if the body of `callee` can stand where `call` does.
bool canInline(InlinerInterface &inliner, func::CallOp call,
               func::FuncOp callee) {
  if (callee.getNoInline() || call.getNoInline())
    return false;
  Region *body = &callee.getBody();
  // Several blocks fit only where several blocks may be.
  if (!body->hasOneBlock() && !isa<func::FuncOp>(call->getParentOp()))
    return false;
  IRMapping mapping;
  return inliner.isLegalToInline(call, callee, /*wouldBeCloned=*/true) &&
         inliner.isLegalToInline(call->getParentRegion(), body,
                                 /*wouldBeCloned=*/true, mapping) &&
         llvm::all_of(body->getOps(), [&](Operation &op) {
           return inliner.isLegalToInline(&op, call->getParentRegion(),
                                          /*wouldBeCloned=*/true, mapping);
         });
}

bool hasUnknownExtents(func::FuncOp func) {
  return llvm::any_of(func.getResultTypes(), [](Type type) {
    auto tensor = dyn_cast<TensorType>(type);
    return tensor && !tensor.hasStaticShape();
  });
}

} // namespace

FailureOr<SmallVector<func::FuncOp>> orderCalleesFirst(ModuleOp module) {
  SymbolTableCollection symbols;
  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order))
    return failure();
  SmallVector<func::FuncOp> functions;
  for (auto &[op, calls] : *order)
    if (auto func = dyn_cast<func::FuncOp>(op))
      functions.push_back(func);
  return functions;
}

LogicalResult prepareCalls(ModuleOp module) {
  // Private doubles. The calls inside a double go to doubles too, so calls are
  // redirected only after all doubles are there.
  SymbolTable symbols(module);
  llvm::MapVector<StringAttr, StringAttr> doubles;
  for (auto &[func, calls] : collectCalls(module)) {
    if (calls.empty() || !func.isPublic() || !hasTensorsInSignature(func))
      continue;
    func::FuncOp clone = func.clone();
    clone.setPrivate();
    symbols.insert(clone, std::next(Block::iterator(func)));
    doubles[func.getSymNameAttr()] = clone.getSymNameAttr();
  }
  if (!doubles.empty())
    module.walk([&](func::CallOp call) {
      auto it = doubles.find(call.getCalleeAttr().getAttr());
      if (it != doubles.end())
        call.setCallee(it->second);
    });

  FailureOr<SmallVector<func::FuncOp>> order = orderCalleesFirst(module);
  if (failed(order))
    return failure();
  InlinerInterface inliner(module.getContext());
  InlinerConfig config;
  for (func::FuncOp func : *order) {
    if (!func.isPrivate() || !hasTensorsInSignature(func))
      continue;
    auto uses = SymbolTable::getSymbolUses(func, module);
    if (!uses)
      continue;
    SmallVector<func::CallOp> calls;
    bool onlyCalled = llvm::all_of(*uses, [&](SymbolTable::SymbolUse use) {
      auto call = dyn_cast<func::CallOp>(use.getUser());
      calls.push_back(call);
      return bool(call);
    });
    if (!onlyCalled || calls.empty() ||
        (calls.size() > 1 && !hasUnknownExtents(func)) ||
        !llvm::all_of(calls, [&](func::CallOp call) {
          return canInline(inliner, call, func);
        }))
      continue;
    for (func::CallOp call : calls) {
      bool last = call == calls.back();
      if (failed(inlineCall(inliner, config.getCloneCallback(), call, func,
                            &func.getBody(), /*shouldCloneInlinedRegion=*/
                            !last)))
        return call.emitError("cannot inline '") << func.getSymName() << "'";
      call.erase();
    }
    func.erase();
  }
  return success();
}

} // namespace mplan::bufferize_steps
