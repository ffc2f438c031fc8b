//===- Instrument.cpp - Make a program say what it touches ----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Reads come before writes where an op does both.
//
//===----------------------------------------------------------------------===//

#include "Instrument.h"
#include "Trace.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mplan::mutate;

static constexpr StringLiteral prefix = "mplan.op.";

void mplan::mutate::labelOps(ModuleOp module) {
  int64_t next = 0;
  module->walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto name =
        StringAttr::get(op->getContext(), prefix + std::to_string(next++));
    op->setLoc(NameLoc::get(name, op->getLoc()));
  });
}

int64_t mplan::mutate::getLabel(Operation *op) {
  int64_t label = -1;
  op->getLoc()->walk([&](Location loc) {
    auto name = dyn_cast<NameLoc>(loc);
    StringRef text = name ? name.getName().getValue() : "";
    return text.consume_front(prefix) && !text.getAsInteger(10, label)
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return label;
}

namespace {
class Instrumenter {
public:
  Instrumenter(ModuleOp module,
               const llvm::DenseMap<int64_t, unsigned> &siteOfLabel)
      : module(module), siteOfLabel(siteOfLabel), layout(module),
        builder(module.getContext()) {}

  LogicalResult run();

private:
  void declare(StringRef name, Type result, ArrayRef<Type> arguments);
  Value makeSize(Location loc, Type type);
  Value widen(Location loc, Value integer);
  Value inDefaultSpace(Location loc, Value address);
  void call(Location loc, StringRef name, Value address, Value size);
  LogicalResult visitCall(LLVM::CallOp op);
  LogicalResult visit(Operation *op);

  ModuleOp module;
  const llvm::DenseMap<int64_t, unsigned> &siteOfLabel;
  DataLayout layout;
  OpBuilder builder;
};
} // namespace

void Instrumenter::declare(StringRef name, Type result,
                           ArrayRef<Type> arguments) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(module.getBody());
  LLVM::LLVMFuncOp::create(builder, module.getLoc(), name,
                           LLVM::LLVMFunctionType::get(result, arguments));
}

Value Instrumenter::makeSize(Location loc, Type type) {
  int64_t bytes = layout.getTypeSize(type).getFixedValue();
  return LLVM::ConstantOp::create(builder, loc, builder.getI64Type(), bytes);
}

Value Instrumenter::widen(Location loc, Value integer) {
  if (integer.getType().isInteger(64))
    return integer;
  return LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), integer);
}

Value Instrumenter::inDefaultSpace(Location loc, Value address) {
  auto type = cast<LLVM::LLVMPointerType>(address.getType());
  if (type.getAddressSpace() == 0)
    return address;
  return LLVM::AddrSpaceCastOp::create(
      builder, loc, LLVM::LLVMPointerType::get(builder.getContext()), address);
}

void Instrumenter::call(Location loc, StringRef name, Value address,
                        Value size) {
  LLVM::CallOp::create(builder, loc, TypeRange(), name,
                       ValueRange{inDefaultSpace(loc, address), size});
}

LogicalResult Instrumenter::visitCall(LLVM::CallOp op) {
  std::optional<StringRef> callee = op.getCallee();
  auto function =
      callee ? module.lookupSymbol<LLVM::LLVMFuncOp>(*callee) : nullptr;
  if (!function)
    return op.emitError("calls what is not known");
  if (*callee == "malloc") {
    auto site = siteOfLabel.find(getLabel(op));
    if (site == siteOfLabel.end())
      return op.emitError("an allocation that is none of the program's");
    Value number = LLVM::ConstantOp::create(builder, op.getLoc(),
                                            builder.getI64Type(), site->second);
    auto traced = LLVM::CallOp::create(
        builder, op.getLoc(), op.getResultTypes(), kAllocateName,
        ValueRange{widen(op.getLoc(), op.getOperand(0)), number});
    op.replaceAllUsesWith(traced);
    op.erase();
    return success();
  }
  // Nothing is given back: an address must not be used twice.
  if (*callee == "free") {
    op.erase();
    return success();
  }
  if (function.isExternal() &&
      llvm::any_of(op.getOperandTypes(), llvm::IsaPred<LLVM::LLVMPointerType>))
    return op.emitError("gives a pointer to code that cannot be followed");
  return success();
}

/// True for an op that makes a pointer of pointers, or passes them on, and
/// touches nothing.
static bool onlyPasses(Operation *op) {
  return isMemoryEffectFree(op) || op->hasTrait<OpTrait::IsTerminator>() ||
         isa<LLVM::AllocaOp, LLVM::LifetimeStartOp, LLVM::LifetimeEndOp,
             LLVM::AssumeOp>(op);
}

LogicalResult Instrumenter::visit(Operation *op) {
  builder.setInsertionPoint(op);
  Location loc = op->getLoc();
  auto copy = [&](Value to, Value from, Value size) {
    size = widen(loc, size);
    call(loc, kLoadName, from, size);
    call(loc, kStoreName, to, size);
    return success();
  };
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](LLVM::LoadOp load) {
        call(loc, kLoadName, load.getAddr(), makeSize(loc, load.getType()));
        return success();
      })
      .Case([&](LLVM::StoreOp store) {
        call(loc, kStoreName, store.getAddr(),
             makeSize(loc, store.getValue().getType()));
        return success();
      })
      .Case([&](LLVM::MemcpyOp memcpy) {
        LLVM::CallOp::create(builder, loc, TypeRange(), kCopyName,
                             ValueRange{inDefaultSpace(loc, memcpy.getDst()),
                                        inDefaultSpace(loc, memcpy.getSrc()),
                                        widen(loc, memcpy.getLen())});
        return success();
      })
      .Case([&](LLVM::MemmoveOp memmove) {
        return copy(memmove.getDst(), memmove.getSrc(), memmove.getLen());
      })
      .Case([&](LLVM::MemsetOp memset) {
        call(loc, kStoreName, memset.getDst(), widen(loc, memset.getLen()));
        return success();
      })
      .Case([&](LLVM::AtomicRMWOp update) {
        Value size = makeSize(loc, update.getVal().getType());
        return copy(update.getPtr(), update.getPtr(), size);
      })
      .Case([&](LLVM::CallOp call) { return visitCall(call); })
      .Default([&](Operation *other) -> LogicalResult {
        if (llvm::none_of(other->getOperandTypes(),
                          llvm::IsaPred<LLVM::LLVMPointerType>) ||
            onlyPasses(other))
          return success();
        return other->emitError("uses memory in a way that is not followed");
      });
}

LogicalResult Instrumenter::run() {
  SmallVector<Operation *> ops;
  for (auto function : module.getOps<LLVM::LLVMFuncOp>())
    function.walk([&](Operation *op) {
      if (op != function)
        ops.push_back(op);
    });
  Type pointer = LLVM::LLVMPointerType::get(module.getContext());
  Type integer = builder.getI64Type();
  Type none = LLVM::LLVMVoidType::get(module.getContext());
  declare(kAllocateName, pointer, {integer, integer});
  declare(kLoadName, none, {pointer, integer});
  declare(kStoreName, none, {pointer, integer});
  declare(kCopyName, none, {pointer, pointer, integer});
  for (Operation *op : ops)
    if (failed(visit(op)))
      return failure();
  return success();
}

LogicalResult mplan::mutate::instrument(
    ModuleOp module, const llvm::DenseMap<int64_t, unsigned> &siteOfLabel) {
  return Instrumenter(module, siteOfLabel).run();
}
