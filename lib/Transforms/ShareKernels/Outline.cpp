//===- Outline.cpp - An op as a function of its own -----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header.
//
//===----------------------------------------------------------------------===//

#include "Outline.h"

#include "../BufferPlaces.h"

#include "mplan/Transforms/LowerToLLVM.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mplan;

/// True of a view that a kernel makes itself; false of what it is given.
static bool isMadeWithin(Operation *op) {
  // A slot is a view of the arena, and where it lies is the caller's business.
  return op && isa<ViewLikeOpInterface>(op) && !isa<memref::ViewOp>(op) &&
         isPure(op) && op->getNumRegions() == 0;
}

namespace {
class Outliner {
public:
  explicit Outliner(Operation *op)
      : op(op), outer(op->getParentOfType<FunctionOpInterface>()),
        builder(op->getContext()) {}

  FailureOr<Kernel> run();

private:
  LogicalResult capture(Value value);
  void spreadConstants();
  void noteAliases();

  Operation *op;
  FunctionOpInterface outer;
  OpBuilder builder;
  Kernel kernel;
  Block *body = nullptr;
  IRMapping mapping;
};
} // namespace

/// Makes `value`, which is defined outside of the op, known within.
LogicalResult Outliner::capture(Value value) {
  if (mapping.contains(value))
    return success();
  Operation *source = value.getDefiningOp();
  if (source && matchPattern(source, m_Constant())) {
    builder.clone(*source, mapping);
    return success();
  }
  auto memref = dyn_cast<MemRefType>(value.getType());
  if (memref && isMadeWithin(source)) {
    for (Value operand : source->getOperands())
      if (failed(capture(operand)))
        return failure();
    builder.clone(*source, mapping);
    return success();
  }
  if (memref ? !LLVMTypeConverter::canConvertToBarePtr(memref)
             : !value.getType().isIntOrIndexOrFloat())
    return failure();
  mapping.map(value, body->addArgument(value.getType(), value.getLoc()));
  kernel.arguments.push_back(value);
  return success();
}

/// Makes arguments of the constants, one for each use.
void Outliner::spreadConstants() {
  IRMapping outside;
  for (auto [from, to] : mapping.getValueMap())
    outside.map(to, from);
  body->walk([&](Operation *inner) {
    for (OpOperand &operand : inner->getOpOperands()) {
      Operation *source = operand.get().getDefiningOp();
      if (!source || source->getBlock() != body ||
          !operand.get().getType().isIntOrFloat() ||
          !matchPattern(source, m_Constant()))
        continue;
      kernel.arguments.push_back(outside.lookup(operand.get()));
      operand.set(body->addArgument(operand.get().getType(), source->getLoc()));
    }
  });
  for (Operation &inner : llvm::make_early_inc_range(*body))
    if (isOpTriviallyDead(&inner))
      inner.erase();
}

/// Two globals are apart, and so is a pointer of which the caller says so.
static bool areApart(const Place &a, const Place &b,
                     FunctionOpInterface function) {
  if (a.base == b.base)
    return a.isApartFrom(b);
  auto isKnown = [&](const Place &place) {
    auto number = dyn_cast<IntegerAttr>(place.base);
    return !number ||
           (function->hasAttr(kBarePtrAttr) &&
            function.getArgAttr(number.getInt(),
                                LLVM::LLVMDialect::getNoAliasAttrName()));
  };
  return isKnown(a) && isKnown(b);
}

/// Says which buffers share no byte with any other: a kernel is never inlined,
/// so that what is said is true of a call, and need be of no more than one.
void Outliner::noteAliases() {
  SmallVector<std::pair<unsigned, std::optional<Place>>> buffers;
  for (auto [i, value] : llvm::enumerate(kernel.arguments))
    if (isa<MemRefType>(value.getType()))
      buffers.emplace_back(i, findPlace(value, outer));
  for (auto &[number, place] : buffers) {
    bool isApart = llvm::all_of(buffers, [&](const auto &other) {
      return other.first == number ||
             (place && other.second && areApart(*place, *other.second, outer));
    });
    if (isApart)
      kernel.function->setArgAttr(number,
                                  LLVM::LLVMDialect::getNoAliasAttrName(),
                                  builder.getUnitAttr());
  }
}

FailureOr<Kernel> Outliner::run() {
  kernel.op = op;
  kernel.function = func::FuncOp::create(op->getLoc(), "kernel",
                                         builder.getFunctionType({}, {}));
  body = kernel.function->addEntryBlock();
  builder.setInsertionPointToStart(body);

  WalkResult captured = op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentBlock()->getParentOp()) &&
          failed(capture(operand)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (captured.wasInterrupted())
    return failure();
  builder.clone(*op, mapping);
  spreadConstants();
  func::ReturnOp::create(builder, op->getLoc());
  kernel.function->setPrivate();
  kernel.function->setFunctionType(
      builder.getFunctionType(body->getArgumentTypes(), {}));
  kernel.function->setAllArgAttrs(
      SmallVector<DictionaryAttr>(body->getNumArguments()));
  noteAliases();
  return std::move(kernel);
}

FailureOr<Kernel> mplan::outline(Operation *op) { return Outliner(op).run(); }
