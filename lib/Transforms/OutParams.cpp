//===- OutParams.cpp - Buffers that functions return ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// On memrefs, what `mplan-bufferize` does on tensors: a function that returns
// what it allocated is given a buffer by its caller. That is the same to all,
// for nobody else knew the buffer: it is filled in the caller's buffer where
// one can stand for all that may be returned, and copied there otherwise.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/OutParams.h"

#include "BytesView.h"
#include "Coalesce/Steps.h"
#include "mplan/Analysis/Allocations.h"
#include "mplan/Analysis/CallOrder.h"
#include "mplan/Transforms/Bufferize.h"
#include "mplan/Transforms/Coalesce.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANOUTPARAMSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

namespace {
/// A result that goes, and what its users get.
struct Result {
  unsigned index;
  MemRefType type; ///< Of the argument that is written; null if there is none.
  int64_t alignment = 1; ///< Of the buffer that callers allocate.
  /// The result whose buffer it is: itself, or an earlier one.
  unsigned sameAs;
  std::optional<unsigned> given; ///< The argument that it is.
  SmallVector<unsigned> made;    ///< Names of what may be returned.
};

class FunctionRewriter {
public:
  FunctionRewriter(func::FuncOp func, BufferUseAnalysis &analysis)
      : func(func), analysis(analysis) {}

  LogicalResult run();

private:
  bool findCalls();
  LogicalResult findResults(const JoinGraph &graph);
  LogicalResult findOrigins(const JoinGraph &graph, Result &result);
  void leave(const JoinGraph &graph, Result &result, StringRef reason);
  LogicalResult findShared(const JoinGraph &graph);
  std::optional<unsigned> findGivenArgument(unsigned index);
  MemRefType chooseType(unsigned index);
  bool canBeMadeThere(JoinGraph &graph, const Result &result);
  void rewriteFunction(JoinGraph &graph);
  void rewriteCall(func::CallOp call);

  func::FuncOp func;
  BufferUseAnalysis &analysis;
  SmallVector<func::ReturnOp> returns;
  SmallVector<func::CallOp> calls;
  SmallVector<Result> results;
};
} // namespace

/// Collects all calls; fails if there are other uses of the function.
bool FunctionRewriter::findCalls() {
  std::optional<SymbolTable::UseRange> uses =
      SymbolTable::getSymbolUses(func, func->getParentRegion());
  if (!uses)
    return false;
  for (const SymbolTable::SymbolUse &use : *uses) {
    auto call = dyn_cast<func::CallOp>(use.getUser());
    if (!call || use.getSymbolRef() != call.getCalleeAttr())
      return false;
    calls.push_back(call);
  }
  return true;
}

/// The argument that result number `index` always is, seen as another type at
/// most.
std::optional<unsigned> FunctionRewriter::findGivenArgument(unsigned index) {
  std::optional<unsigned> given;
  for (func::ReturnOp ret : returns) {
    Value value = ret.getOperand(index);
    auto argument = dyn_cast<BlockArgument>(getViewedBuffer(value));
    if (!argument || argument.getOwner() != &func.front() ||
        !isViewOfWhole(value) || (given && *given != argument.getArgNumber()))
      return std::nullopt;
    auto type = dyn_cast<MemRefType>(argument.getType());
    if (argument.getType() != value.getType() &&
        (!type || !canBeViewedAs(type, value.getType())))
      return std::nullopt;
    given = argument.getArgNumber();
  }
  return given;
}

/// Finds what may be returned; nothing if it is surely made elsewhere.
LogicalResult FunctionRewriter::findOrigins(const JoinGraph &graph,
                                            Result &result) {
  SmallVector<unsigned> worklist;
  llvm::SetVector<unsigned> seen;
  Operation *elsewhere = nullptr;
  for (func::ReturnOp ret : returns) {
    if (std::optional<unsigned> name =
            graph.getName(ret.getOperand(result.index)))
      worklist.push_back(*name);
    else
      elsewhere = ret;
  }
  Operation *dynamic = nullptr;
  while (!worklist.empty()) {
    unsigned number = worklist.pop_back_val();
    if (!seen.insert(number))
      continue;
    const BufferName &name = graph.getNames()[number];
    Operation *op = name.value.getDefiningOp();
    if (name.kind == BufferName::Kind::Allocation)
      result.made.push_back(number);
    else if (op && isPlannable(op))
      dynamic = op;
    else if (name.kind != BufferName::Kind::Join)
      elsewhere = op ? op : func.getOperation();
    for (unsigned edge : name.sources)
      worklist.push_back(graph.getEdges()[edge].source);
  }
  if (dynamic) {
    dynamic->setAttr(kReturnedAttrName,
                     StringAttr::get(func.getContext(),
                                     "its size is only known when it is made"));
    leave(graph, result,
          "it may be another one, whose size is only known when "
          "that is made");
    return success();
  }
  if (!result.made.empty() && elsewhere) {
    InFlightDiagnostic diag =
        emitError(func.getLoc(), "result #")
        << result.index << " of '" << func.getSymName()
        << "' may be a buffer that it allocates, or one that is there already: "
           "an argument to write to cannot stand for both; copy the other one "
           "to a new buffer and return that";
    diag.attachNote(graph.getNames()[result.made.front()].value.getLoc())
        << "one that is allocated";
    diag.attachNote(elsewhere->getLoc()) << "another one comes from here";
    return diag;
  }
  llvm::sort(result.made);
  return success();
}

/// Lets a result stay one, for `mplan-allocate` to say why.
void FunctionRewriter::leave(const JoinGraph &graph, Result &result,
                             StringRef reason) {
  for (unsigned number : result.made)
    graph.getNames()[number].value.getDefiningOp()->setAttr(
        kReturnedAttrName, StringAttr::get(func.getContext(), reason));
  result.made.clear();
}

/// The type of the argument for result number `index`; null if no caller could
/// allocate a buffer for it.
MemRefType FunctionRewriter::chooseType(unsigned index) {
  MemRefType refined;
  bool isRefined = true;
  for (func::ReturnOp ret : returns) {
    Value value = ret.getOperand(index);
    while (auto cast = value.getDefiningOp<memref::CastOp>())
      value = cast.getSource();
    auto type = dyn_cast<MemRefType>(value.getType());
    isRefined &= type && (!refined || type == refined);
    refined = type;
  }
  auto type = dyn_cast<MemRefType>(func.getResultTypes()[index]);
  auto isFixed = [](MemRefType type) {
    int64_t offset;
    SmallVector<int64_t> strides;
    return type && type.hasStaticShape() &&
           succeeded(type.getStridesAndOffset(strides, offset)) &&
           !ShapedType::isDynamic(offset) &&
           llvm::none_of(strides, ShapedType::isDynamic) &&
           llvm::none_of(strides, [](int64_t stride) { return stride < 0; });
  };
  if (!isFixed(type) && isRefined && isFixed(refined))
    type = refined;
  if (!isFixed(type) && type && type.hasStaticShape())
    type = MemRefType::get(type.getShape(), type.getElementType(),
                           MemRefLayoutAttrInterface(), type.getMemorySpace());
  return isFixed(type) ? type : MemRefType();
}

/// Finds the results that are one buffer; fails where they may be or not.
LogicalResult FunctionRewriter::findShared(const JoinGraph &graph) {
  llvm::DenseMap<unsigned, unsigned> owner;
  for (auto [number, result] : llvm::enumerate(results)) {
    result.sameAs = number;
    for (unsigned name : result.made) {
      auto [it, isNew] = owner.try_emplace(name, number);
      if (isNew)
        continue;
      Result &first = results[results[it->second].sameAs];
      bool isSame =
          llvm::all_of(returns, [&, &result = result](func::ReturnOp ret) {
            Value a = ret.getOperand(first.index),
                  b = ret.getOperand(result.index);
            return getViewedBuffer(a) == getViewedBuffer(b) &&
                   isViewOfWhole(a) && isViewOfWhole(b);
          });
      if (!isSame ||
          !canBeViewedAs(first.type, func.getResultTypes()[result.index]))
        return emitError(func.getLoc(), "results #")
               << first.index << " and #" << result.index << " of '"
               << func.getSymName()
               << "' may be parts of one buffer: arguments to write to would "
                  "be two; return one of them, or a copy";
      result.sameAs = &first - results.begin();
    }
  }
  return success();
}

LogicalResult FunctionRewriter::findResults(const JoinGraph &graph) {
  for (auto [index, type] : llvm::enumerate(func.getResultTypes())) {
    if (!isa<BaseMemRefType>(type))
      continue;
    Result result;
    result.index = index;
    if (func.isPrivate())
      result.given = findGivenArgument(index);
    if (!result.given) {
      if (failed(findOrigins(graph, result)))
        return failure();
      if (result.made.empty())
        continue;
      result.type = chooseType(index);
      if (!result.type) {
        leave(graph, result, "it may have one of several sizes");
        continue;
      }
    }
    results.push_back(std::move(result));
  }
  return findShared(graph);
}

/// True if the caller's buffer can take the place of all that may be returned.
bool FunctionRewriter::canBeMadeThere(JoinGraph &graph, const Result &result) {
  if (!result.type.getLayout().isIdentity())
    return false;
  for (func::ReturnOp ret : returns) {
    Value value = ret.getOperand(result.index);
    if (!isViewOfWhole(value) ||
        !llvm::is_contained(result.made, *graph.getName(value)))
      return false;
  }
  for (unsigned number : result.made) {
    Operation *op = graph.getNames()[number].value.getDefiningOp();
    PlaceRequest request = getPlaceRequest(op);
    if (request.pool || request.offset ||
        !canBeViewedAs(result.type, op->getResult(0).getType()))
      return false;
  }
  return graph.canBeOne(result.made);
}

void FunctionRewriter::rewriteFunction(JoinGraph &graph) {
  Builder builder(func.getContext());
  llvm::SetVector<Operation *> dead;
  BitVector dropped(func.getNumResults());
  // First all questions, then all changes.
  SmallVector<bool> isMadeThere;
  for (Result &result : results) {
    dropped.set(result.index);
    isMadeThere.push_back(!result.given && &results[result.sameAs] == &result &&
                          canBeMadeThere(graph, result));
    for (unsigned number : result.made)
      result.alignment = std::max(
          result.alignment,
          getPlaceRequest(graph.getNames()[number].value.getDefiningOp())
              .alignment);
  }
  for (auto [result, madeThere] : llvm::zip(results, isMadeThere)) {
    bool isFirst = &results[result.sameAs] == &result;
    if (result.given || (func.isPrivate() && !isFirst))
      continue;
    NamedAttrList attributes(func.getResultAttrDict(result.index));
    if (func.isPublic()) {
      attributes.set(kResultAttrName, builder.getI64IntegerAttr(result.index));
      attributes.set(bufferization::BufferizationDialect::kBufferAccessAttrName,
                     builder.getStringAttr("write"));
    }
    unsigned number = func.getNumArguments();
    (void)func.insertArgument(number, result.type,
                              attributes.getDictionary(func.getContext()),
                              func.getLoc());
    Value argument = func.getArgument(number);
    if (madeThere) {
      replaceByBuffer(graph, result.made, argument, dead);
      continue;
    }
    for (func::ReturnOp ret : returns) {
      OpBuilder atReturn(ret);
      Value value = ret.getOperand(result.index);
      createCopy(atReturn, ret.getLoc(), value, argument);
    }
  }
  // What has been copied is nobody's any more.
  for (auto [result, madeThere] : llvm::zip(results, isMadeThere))
    if (!result.given && !madeThere && &results[result.sameAs] == &result)
      for (func::ReturnOp ret : returns) {
        OpBuilder atReturn(ret);
        memref::DeallocOp::create(
            atReturn, ret.getLoc(),
            getViewedBuffer(ret.getOperand(result.index)));
      }
  for (Operation *op : dead)
    op->erase();
  for (func::ReturnOp ret : returns)
    ret->eraseOperands(dropped);
  (void)func.eraseResults(dropped);
}

/// Allocates a buffer of `type`, with layout or without.
static Value allocate(OpBuilder &builder, Location loc, MemRefType type,
                      int64_t alignment) {
  auto setAlignment = [&](memref::AllocOp alloc) {
    if (alignment > 1)
      alloc.setAlignment(alignment);
    return alloc;
  };
  if (type.getLayout().isIdentity())
    return setAlignment(memref::AllocOp::create(builder, loc, type));
  auto row =
      setAlignment(memref::AllocOp::create(builder, loc, getRowType(type)));
  return createLayoutView(builder, loc, type, row);
}

void FunctionRewriter::rewriteCall(func::CallOp call) {
  OpBuilder builder(call);
  Location loc = call.getLoc();
  SmallVector<Value> operands(call.getOperands());
  SmallVector<Value> buffers;
  llvm::DenseMap<unsigned, Value> replacements;
  for (const Result &result : results) {
    bool isFirst = &results[result.sameAs] == &result;
    if (result.given) {
      buffers.push_back(operands[*result.given]);
    } else if (isFirst || func.isPublic()) {
      buffers.push_back(allocate(builder, loc, result.type, result.alignment));
      operands.push_back(buffers.back());
    } else {
      buffers.push_back(nullptr);
    }
    Type type = call.getResult(result.index).getType();
    Value buffer = buffers[result.sameAs];
    replacements[result.index] = viewAs(buffer, type);
  }
  SmallVector<Type> types;
  for (auto [index, type] : llvm::enumerate(call.getResultTypes()))
    if (!replacements.contains(index))
      types.push_back(type);
  auto newCall =
      func::CallOp::create(builder, loc, call.getCallee(), types, operands);
  newCall->setDiscardableAttrs(call->getDiscardableAttrDictionary());
  unsigned next = 0;
  for (auto [index, result] : llvm::enumerate(call.getResults())) {
    auto it = replacements.find(index);
    result.replaceAllUsesWith(
        it == replacements.end() ? newCall.getResult(next++) : it->second);
  }
  call.erase();
}

LogicalResult FunctionRewriter::run() {
  if (llvm::none_of(func.getResultTypes(), llvm::IsaPred<BaseMemRefType>) ||
      !findCalls())
    return success();
  func.walk([&](func::ReturnOp ret) { returns.push_back(ret); });
  if (returns.empty())
    return success();
  // So that as little as possible is returned under several names.
  coalesceBuffers(func, analysis);
  {
    std::optional<ScopedDiagnosticHandler> quiet;
    quiet.emplace(func.getContext(), [](Diagnostic &) { return success(); });
    FailureOr<Timeline> timeline = Timeline::compute(func);
    quiet.reset();
    if (failed(timeline))
      return success(); // `mplan-allocate` says why
    DominanceInfo dominance(func);
    JoinGraph graph(func, *timeline, analysis, dominance);
    if (failed(findResults(graph)))
      return failure();
    if (results.empty())
      return success();
    rewriteFunction(graph);
  }
  for (func::CallOp call : calls)
    rewriteCall(call);
  return success();
}

LogicalResult mplan::turnResultsIntoArguments(ModuleOp module) {
  auto returnsBuffers = [](func::FuncOp func) {
    return !func.isExternal() &&
           llvm::any_of(func.getResultTypes(), llvm::IsaPred<BaseMemRefType>);
  };
  if (llvm::none_of(module.getOps<func::FuncOp>(), returnsBuffers))
    return success();
  SymbolTableCollection symbols;
  FailureOr<CallOrder> order = computeCallOrder(module, symbols);
  if (failed(order))
    return failure();
  BufferUseAnalysis analysis(symbols);
  for (auto &[op, sites] : *order)
    if (auto func = dyn_cast<func::FuncOp>(op))
      if (failed(FunctionRewriter(func, analysis).run()))
        return failure();
  return success();
}

namespace {
struct MplanOutParamsPass
    : mplan::impl::MplanOutParamsPassBase<MplanOutParamsPass> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(turnResultsIntoArguments(getOperation())))
      signalPassFailure();
  }
};
} // namespace
