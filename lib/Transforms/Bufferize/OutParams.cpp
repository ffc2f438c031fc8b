//===- OutParams.cpp - Results become arguments to write to ---------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Done on tensors, so that a result is computed in the caller's buffer from
// the start. Inside the module a call hands over an empty tensor and gets it
// back as its result, which upstream's analysis knows to be one buffer; that
// result is dropped once it is a memref.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"

#include "mplan/Analysis/SizeBounds.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using bufferization::BufferizationDialect;

namespace mplan::bufferize_steps {

namespace {

class FunctionRewriter {
public:
  FunctionRewriter(func::FuncOp func, SmallVectorImpl<Placement> &expected)
      : rewriter(func.getContext()), func(func), expected(expected) {}

  FailureOr<OutParams> run(ArrayRef<func::CallOp> calls);

private:
  LogicalResult chooseArguments();
  void addArguments();
  void rewriteReturns();
  void rewriteCalls(ArrayRef<func::CallOp> calls);

  IRRewriter rewriter;
  func::FuncOp func;
  SmallVectorImpl<Placement> &expected;
  SmallVector<func::ReturnOp> returns;
  /// For each result, as in `OutParams`.
  SmallVector<int64_t> argOfResult;
  /// For each result that gets a new argument, its type.
  SmallVector<RankedTensorType> newTypes;
  /// The same, the largest extents where they are not known but bounded.
  SmallVector<DenseI64ArrayAttr> newBounds;
};

/// The largest that the extents of `returned` can be, as an attribute of an
/// argument of `type`; null where there is none to declare. A buffer that is
/// made later may take its size from that argument.
DenseI64ArrayAttr getUpperBounds(RankedTensorType type,
                                 ArrayRef<Value> returned) {
  if (type.hasStaticShape())
    return nullptr;
  SymbolTableCollection symbols;
  SizeBounds sizes(symbols);
  SmallVector<int64_t> bounds(type.getRank(), -1);
  for (int64_t dim = 0, rank = type.getRank(); dim != rank; ++dim) {
    if (!type.isDynamicDim(dim))
      continue;
    std::optional<int64_t> largest;
    for (Value value : returned) {
      if (auto cast = value.getDefiningOp<tensor::CastOp>())
        value = cast.getSource();
      SizeRange range = sizes.getRange(value, dim);
      largest = range.upper ? std::max(largest.value_or(0), *range.upper) : -1;
      if (*largest < 0)
        break;
    }
    bounds[dim] = largest.value_or(-1);
  }
  if (llvm::all_of(bounds, [](int64_t bound) { return bound < 0; }))
    return nullptr;
  return DenseI64ArrayAttr::get(type.getContext(), bounds);
}

LogicalResult FunctionRewriter::chooseArguments() {
  Block &entry = func.front();
  SmallVector<Type> resultTypes(func.getResultTypes());
  llvm::SmallDenseSet<unsigned> taken;
  unsigned nextArg = func.getNumArguments();
  for (auto [index, type] : llvm::enumerate(resultTypes)) {
    newTypes.push_back(nullptr);
    newBounds.push_back(nullptr);
    argOfResult.push_back(-1);
    if (!isa<TensorType>(type))
      continue;

    // An argument that may be written and that the result is an update of is
    // updated in place.
    if (returns.size() == 1) {
      auto argument = dyn_cast<BlockArgument>(
          findUpdatedValue(returns.front().getOperand(index)));
      if (argument && argument.getOwner() == &entry &&
          argument.getType() == type) {
        unsigned number = argument.getArgNumber();
        auto writable = func.getArgAttrOfType<BoolAttr>(
            number, BufferizationDialect::kWritableAttrName);
        if ((writable ? writable.getValue() : func.isPrivate()) &&
            taken.insert(number).second) {
          argOfResult.back() = number;
          continue;
        }
      }
    }

    SmallVector<Value> returned;
    for (func::ReturnOp ret : returns)
      returned.push_back(ret.getOperand(index));
    RankedTensorType bufferType = getResultBufferType(func, type, returned);
    if (!bufferType)
      return emitUnknownExtents(func, index);
    newTypes.back() = bufferType;
    newBounds.back() = getUpperBounds(bufferType, returned);
    argOfResult.back() = nextArg++;
  }
  return success();
}

void FunctionRewriter::addArguments() {
  Builder builder(func.getContext());
  for (auto [index, argument] : llvm::enumerate(argOfResult)) {
    if (argument < 0)
      continue;
    if (!newTypes[index]) {
      func.setArgAttr(argument, kResultAttrName,
                      builder.getI64IntegerAttr(index));
      continue;
    }
    NamedAttrList attributes(func.getResultAttrDict(index));
    attributes.set(kResultAttrName, builder.getI64IntegerAttr(index));
    attributes.set(BufferizationDialect::kBufferAccessAttrName,
                   builder.getStringAttr("write"));
    attributes.set(BufferizationDialect::kWritableAttrName,
                   builder.getBoolAttr(true));
    if (newBounds[index])
      attributes.set(kUpperBoundAttrName, newBounds[index]);
    (void)func.insertArgument(argument, newTypes[index],
                              attributes.getDictionary(func.getContext()),
                              func.getLoc());
  }
}

void FunctionRewriter::rewriteReturns() {
  SmallVector<Type> types(func.getResultTypes());
  for (auto [type, newType] : llvm::zip(types, newTypes))
    if (newType)
      type = newType;
  func.setFunctionType(
      FunctionType::get(func.getContext(), func.getArgumentTypes(), types));

  for (func::ReturnOp ret : returns) {
    // Updates in place come last: until then the argument's old value may be
    // read.
    SmallVector<unsigned> order;
    for (bool inPlace : {false, true})
      for (auto [index, argument] : llvm::enumerate(argOfResult))
        if (argument >= 0 && inPlace == !newTypes[index])
          order.push_back(index);
    for (unsigned index : order) {
      OpOperand &operand = ret.getOperandsMutable()[index];
      Value dest = func.getArgument(argOfResult[index]);
      rewriter.setInsertionPoint(ret);
      if (operand.get().getType() != dest.getType())
        operand.set(tensor::CastOp::create(rewriter, ret.getLoc(),
                                           dest.getType(), operand.get()));
      if (operand.get() == dest)
        continue;
      // A value that is another result as well is computed there, and copied
      // here.
      bool alsoElsewhere = llvm::any_of(order, [&](unsigned other) {
        return other != index && ret.getOperand(other) == operand.get() &&
               (other < index || !newTypes[other]);
      });
      bool isPlaced = false;
      if (newTypes[index] && returns.size() == 1 && !alsoElsewhere) {
        isPlaced = computeInDestination(rewriter, operand, dest,
                                        /*throughReshapes=*/func.isPublic());
      } else if (newTypes[index] || findUpdatedValue(operand.get()) != dest) {
        operand.set(createPlacement(rewriter, operand.get(), dest));
        isPlaced = true;
      }
      if (!isPlaced && func.isPrivate())
        expected.push_back({&operand, dest});
    }
  }
}

void FunctionRewriter::rewriteCalls(ArrayRef<func::CallOp> calls) {
  for (func::CallOp call : calls) {
    rewriter.setInsertionPoint(call);
    SmallVector<Value> operands(call.getOperands());
    for (RankedTensorType type : newTypes)
      if (type)
        operands.push_back(
            tensor::EmptyOp::create(rewriter, call.getLoc(), type.getShape(),
                                    type.getElementType(), type.getEncoding()));
    call.getOperandsMutable().assign(operands);
    noteEmptyTensors(call);
    rewriter.setInsertionPointAfter(call);
    for (auto [result, type] : llvm::zip(call.getResults(), newTypes)) {
      if (!type || result.getType() == type)
        continue;
      auto cast = tensor::CastOp::create(rewriter, call.getLoc(),
                                         result.getType(), result);
      result.replaceAllUsesExcept(cast, cast);
      result.setType(type);
    }
  }
}

FailureOr<OutParams> FunctionRewriter::run(ArrayRef<func::CallOp> calls) {
  func.walk([&](func::ReturnOp ret) { returns.push_back(ret); });
  if (failed(chooseArguments()))
    return failure();
  if (llvm::all_of(argOfResult, [](int64_t arg) { return arg < 0; }))
    return OutParams{func, argOfResult};
  addArguments();
  rewriteReturns();
  rewriteCalls(calls);
  return OutParams{func, argOfResult};
}

} // namespace

InFlightDiagnostic emitUnknownExtents(func::FuncOp func, unsigned index) {
  return emitError(func.getLoc(), "result #")
         << index << " of '" << func.getSymName() << "' is a "
         << func.getResultTypes()[index]
         << ": a result is written to a buffer of the caller, whose extents "
            "must be known; give them, or return a cast of a tensor that has "
            "them";
}

RankedTensorType getResultBufferType(func::FuncOp func, Type type,
                                     ArrayRef<Value> returned) {
  auto ranked = dyn_cast<RankedTensorType>(type);
  if (ranked && ranked.hasStaticShape())
    return ranked;
  RankedTensorType refined;
  for (Value value : returned) {
    auto cast = value.getDefiningOp<tensor::CastOp>();
    auto source =
        dyn_cast<RankedTensorType>(cast ? cast.getSource().getType() : type);
    if (!source || (refined && (refined.getRank() != source.getRank() ||
                                refined.getEncoding() != source.getEncoding())))
      return nullptr;
    SmallVector<int64_t> shape(source.getShape());
    if (refined)
      for (auto [extent, other] : llvm::zip_equal(shape, refined.getShape()))
        if (extent != other)
          extent = ShapedType::kDynamic;
    refined = source.clone(shape);
  }
  // The caller of a public function gives the extents; inside the module nobody
  // knows them before the call.
  return refined && (refined.hasStaticShape() || func.isPublic())
             ? refined
             : RankedTensorType();
}

FailureOr<SmallVector<OutParams>>
makeOutParams(ModuleOp module, ArrayRef<func::FuncOp> calleesFirst,
              SmallVectorImpl<Placement> &expected) {
  DenseMap<StringAttr, SmallVector<func::CallOp>> calls;
  module.walk([&](func::CallOp call) {
    calls[call.getCalleeAttr().getAttr()].push_back(call);
  });
  SmallVector<OutParams> all;
  for (func::FuncOp func : calleesFirst) {
    FailureOr<OutParams> outParams =
        FunctionRewriter(func, expected).run(calls[func.getSymNameAttr()]);
    if (failed(outParams))
      return failure();
    all.push_back(*outParams);
  }
  return all;
}

/// True if `value` is all of `buffer`, under whatever shape, however control
/// flows.
static bool isViewOfWhole(Value value, Value buffer) {
  if (value == buffer)
    return true;
  Operation *def = value.getDefiningOp();
  if (!def)
    return false;
  if (isa<memref::CastOp, memref::ExpandShapeOp, memref::CollapseShapeOp>(def))
    return isViewOfWhole(def->getOperand(0), buffer);
  SmallVector<OpOperand *> yielded = getBranchOperands(cast<OpResult>(value));
  if (!yielded.empty())
    return llvm::all_of(yielded, [&](OpOperand *operand) {
      return isViewOfWhole(operand->get(), buffer);
    });
  unsigned index = cast<OpResult>(value).getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(def))
    return isViewOfWhole(loop.getInits()[index], buffer) &&
           isViewOfWhole(loop.getYieldedValues()[index],
                         loop.getRegionIterArg(index));
  if (auto loop = dyn_cast<scf::WhileOp>(def))
    return index < loop.getInits().size() &&
           isViewOfWhole(loop.getInits()[index], buffer) &&
           isViewOfWhole(loop.getConditionOp().getArgs()[index],
                         loop.getBeforeArguments()[index]) &&
           isViewOfWhole(loop.getYieldOp().getOperand(index),
                         loop.getAfterArguments()[index]);
  return false;
}

/// Replaces `call` by one without the results in `dropped`, whose users get the
/// operand for that argument.
static void dropResultsOfCall(func::CallOp call,
                              ArrayRef<int64_t> argOfResult) {
  IRRewriter rewriter(call);
  SmallVector<Type> types;
  for (auto [result, argument] : llvm::zip(call.getResults(), argOfResult))
    if (argument < 0)
      types.push_back(result.getType());
  auto newCall = func::CallOp::create(rewriter, call.getLoc(), call.getCallee(),
                                      types, call.getOperands());
  newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  unsigned next = 0;
  for (auto [result, argument] : llvm::zip(call.getResults(), argOfResult)) {
    if (argument < 0) {
      result.replaceAllUsesWith(newCall.getResult(next++));
      continue;
    }
    Value operand = call.getOperand(argument);
    if (operand.getType() != result.getType())
      operand = memref::CastOp::create(rewriter, call.getLoc(),
                                       result.getType(), operand);
    result.replaceAllUsesWith(operand);
  }
  rewriter.eraseOp(call);
}

LogicalResult dropResults(ModuleOp module, ArrayRef<OutParams> outParams) {
  llvm::StringMap<SmallVector<func::CallOp>> calls;
  module.walk(
      [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
  // Callees first: a result that a call gave is an argument of it by the time
  // that the caller is looked at.
  for (const OutParams &entry : outParams) {
    func::FuncOp func = entry.func;
    BitVector dropped(entry.argOfResult.size());
    for (auto [index, argument] : llvm::enumerate(entry.argOfResult))
      dropped[index] = argument >= 0;
    if (dropped.none())
      continue;
    WalkResult walk = func.walk([&](func::ReturnOp ret) {
      OpBuilder builder(ret);
      for (unsigned index : dropped.set_bits()) {
        Value value = ret.getOperand(index);
        Value buffer = func.getArgument(entry.argOfResult[index]);
        if (isViewOfWhole(value, buffer))
          continue;
        if (func.isPrivate()) {
          ret.emitError("result #")
              << index << " of '" << func.getSymName()
              << "' did not bufferize to the buffer of argument #"
              << entry.argOfResult[index];
          return WalkResult::interrupt();
        }
        memref::CopyOp::create(builder, ret.getLoc(), value, buffer);
      }
      ret->eraseOperands(dropped);
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return failure();
    (void)func.eraseResults(dropped);
    for (func::CallOp call : calls[func.getSymName()])
      dropResultsOfCall(call, entry.argOfResult);
  }
  return success();
}

} // namespace mplan::bufferize_steps
