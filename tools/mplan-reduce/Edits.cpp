//===- Edits.cpp - Ways to make a program smaller -------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. An edit may make a program that means nothing, or does not
// verify: whoever applies it looks at what comes out.
//
//===----------------------------------------------------------------------===//

#include "Edits.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mplan::reduce;

/// Structure that other operations need.
static bool isFixed(Operation *op) {
  return op->hasTrait<OpTrait::IsTerminator>() || isa<SymbolOpInterface>(op) ||
         isa<ModuleOp>(op);
}

static bool eraseOp(Operation *op) {
  if (auto symbol = dyn_cast<SymbolOpInterface>(op)) {
    if (!symbol.isPrivate() ||
        !SymbolTable::symbolKnownUseEmpty(symbol, op->getParentRegion()))
      return false;
  } else if (isFixed(op) || !op->use_empty()) {
    return false;
  }
  op->erase();
  return true;
}

/// What the arguments of the entry of `region` are when control first gets
/// there; empty where that is not known.
static SmallVector<Value> getFirstArguments(RegionBranchOpInterface op,
                                            Region &region) {
  SmallVector<Value> arguments;
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op.getOperation())) {
    auto lower = loop.getLoopLowerBounds();
    auto variables = loop.getLoopInductionVars();
    if (lower && variables)
      for (OpFoldResult bound : *lower)
        if (auto value = dyn_cast<Value>(bound))
          arguments.push_back(value);
  }
  SmallVector<RegionSuccessor> successors;
  op.getSuccessorRegions(RegionBranchPoint::parent(), successors);
  for (const RegionSuccessor &successor : successors)
    if (successor.getSuccessor() == &region)
      llvm::append_range(
          arguments,
          op.getSuccessorOperands(RegionBranchPoint::parent(), successor));
  return arguments;
}

/// Control flow with structure becomes one of its regions, run once.
template <unsigned number>
static bool takeRegion(Operation *op) {
  auto branch = dyn_cast<RegionBranchOpInterface>(op);
  if (!branch || op->getNumRegions() <= number ||
      !op->getRegion(number).hasOneBlock())
    return false;
  Block &body = op->getRegion(number).front();
  Operation *end = body.getTerminator();
  SmallVector<Value> arguments =
      getFirstArguments(branch, op->getRegion(number));
  if (!isa<RegionBranchTerminatorOpInterface>(end) ||
      TypeRange(end->getOperands()) != TypeRange(op->getResults()) ||
      TypeRange(ValueRange(arguments)) != TypeRange(body.getArguments()))
    return false;
  IRRewriter rewriter(op);
  SmallVector<Value> results(end->getOperands());
  rewriter.eraseOp(end);
  rewriter.inlineBlockBefore(&body, op, arguments);
  // What an argument stands for may itself be handed back.
  rewriter.replaceOp(op, results);
  return true;
}

/// A branch that chooses goes one way always.
static bool takeSuccessor(Operation *op, bool isTrue) {
  auto branch = dyn_cast<cf::CondBranchOp>(op);
  if (!branch)
    return false;
  OpBuilder builder(op);
  cf::BranchOp::create(builder, op->getLoc(),
                       isTrue ? branch.getTrueDest() : branch.getFalseDest(),
                       isTrue ? branch.getTrueDestOperands()
                              : branch.getFalseDestOperands());
  op->erase();
  return true;
}

static bool mergeSuccessor(Operation *op) {
  auto branch = dyn_cast<cf::BranchOp>(op);
  if (!branch || !branch.getDest()->hasOneUse() ||
      branch.getDest() == op->getBlock())
    return false;
  SmallVector<Value> arguments(branch.getDestOperands());
  Block *from = branch.getDest(), *to = op->getBlock();
  IRRewriter rewriter(op);
  rewriter.eraseOp(op);
  rewriter.mergeBlocks(from, to, arguments);
  return true;
}

/// Replaces all results by what `replace` gives for each.
static bool
replaceResults(Operation *op,
               llvm::function_ref<Value(OpBuilder &, OpResult)> replace) {
  if (isFixed(op) || op->getNumResults() == 0)
    return false;
  OpBuilder builder(op);
  SmallVector<Value> values;
  for (OpResult result : op->getResults()) {
    Value value = replace(builder, result);
    if (!value)
      break;
    values.push_back(value);
  }
  if (values.size() != op->getNumResults()) {
    for (Value value : values)
      if (Operation *made = value.getDefiningOp(); made && value.use_empty())
        made->erase();
    return false;
  }
  op->replaceAllUsesWith(values);
  op->erase();
  return true;
}

static bool takeOperands(Operation *op) {
  return replaceResults(op, [](OpBuilder &, OpResult result) {
    for (Value operand : result.getOwner()->getOperands())
      if (operand.getType() == result.getType())
        return operand;
    return Value();
  });
}

static TypedAttr getConstant(Type type) {
  Builder builder(type.getContext());
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    TypedAttr element = getConstant(tensor.getElementType());
    return tensor.hasStaticShape() && element
               ? TypedAttr(DenseElementsAttr::get(tensor, Attribute(element)))
               : TypedAttr();
  }
  if (type.isIntOrIndexOrFloat())
    return builder.getOneAttr(type);
  return {};
}

static bool takeConstants(Operation *op) {
  if (matchPattern(op, m_Constant()))
    return false;
  return replaceResults(op, [](OpBuilder &builder, OpResult result) -> Value {
    Location loc = result.getLoc();
    if (TypedAttr value = getConstant(result.getType()))
      return arith::ConstantOp::create(builder, loc, value);
    // A buffer may be written to, and is read: each has its own, and filled.
    auto type = dyn_cast<MemRefType>(result.getType());
    TypedAttr element = type ? getConstant(type.getElementType()) : TypedAttr();
    if (!element || !type.hasStaticShape() || !type.getLayout().isIdentity() ||
        isa<memref::AllocOp>(result.getOwner()))
      return {};
    Value buffer = memref::AllocOp::create(builder, loc, type);
    Value value = arith::ConstantOp::create(builder, loc, element);
    linalg::FillOp::create(builder, loc, value, buffer);
    return buffer;
  });
}

ArrayRef<Edit> mplan::reduce::getEdits() {
  static constexpr Edit edits[] = {
      {"erase", eraseOp},
      {"constants", takeConstants},
      {"operands", takeOperands},
      {"first region", takeRegion<0>},
      {"second region", takeRegion<1>},
      {"first successor",
       [](Operation *op) { return takeSuccessor(op, /*isTrue=*/true); }},
      {"second successor",
       [](Operation *op) { return takeSuccessor(op, /*isTrue=*/false); }},
      {"merge successor", mergeSuccessor},
  };
  return edits;
}

void mplan::reduce::eraseUnused(ModuleOp module) {
  IRRewriter rewriter(module.getContext());
  (void)eraseUnreachableBlocks(rewriter, module->getRegions());
  (void)runRegionDCE(rewriter, module->getRegions());
}
