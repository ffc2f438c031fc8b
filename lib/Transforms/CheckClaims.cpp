//===- CheckClaims.cpp - Claims of aliasing, checked when running ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A claim says that an access does not meet certain ranges of bytes, since it
// is within another. So every claim is true if every access is within the range
// that is noted for it, and that takes one comparison of addresses. Arguments
// are promised by the caller: each against the others, and against the memory
// of the module, when the entry begins.
//
//===----------------------------------------------------------------------===//

#include "AbortBuilder.h"
#include "AccessPlaces.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/StringExtras.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANCHECKCLAIMSPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

namespace {
/// A row of bytes that is touched, or promised. Addresses and sizes are i64.
struct Bytes {
  Value address;
  Value size;
};

class Checks {
public:
  explicit Checks(ModuleOp module)
      : module(module), symbols(module), layout(module), failure(module) {}

  void check(LLVM::LLVMFuncOp function);

private:
  void checkArguments(LLVM::LLVMFuncOp function);
  void checkAccess(Operation *access, ArrayRef<Place> own,
                   ArrayRef<Place> nest);

  SmallVector<Bytes, 2> getBytes(OpBuilder &builder, Operation *access);
  Value getBase(OpBuilder &builder, Location loc, const Place &place);
  Value isWithin(OpBuilder &builder, Location loc, const Bytes &bytes,
                 const Place &place);
  Value compareApart(OpBuilder &builder, Location loc, const Bytes &a,
                     const Bytes &b);
  /// The end of the program before `op`, unless `good`.
  void failUnless(Value good, Operation *op, StringRef message);

  Value getInt(OpBuilder &builder, Location loc, int64_t value) {
    return LLVM::ConstantOp::create(builder, loc,
                                    builder.getI64IntegerAttr(value));
  }
  Value getAddress(OpBuilder &builder, Location loc, Value pointer) {
    return LLVM::PtrToIntOp::create(builder, loc, builder.getI64Type(),
                                    pointer);
  }

  ModuleOp module;
  SymbolTable symbols;
  DataLayout layout;
  AbortBuilder failure;
};
} // namespace

SmallVector<Bytes, 2> Checks::getBytes(OpBuilder &builder, Operation *access) {
  Location loc = access->getLoc();
  auto get = [&](Value pointer, Value length) {
    if (length.getType() != builder.getI64Type())
      length = LLVM::ZExtOp::create(builder, loc, builder.getI64Type(), length);
    return Bytes{getAddress(builder, loc, pointer), length};
  };
  auto getElement = [&](Value pointer, Type type) {
    uint64_t bytes = layout.getTypeSize(type).getFixedValue();
    return get(pointer, getInt(builder, loc, bytes));
  };
  if (auto load = dyn_cast<LLVM::LoadOp>(access))
    return {getElement(load.getAddr(), load.getType())};
  if (auto store = dyn_cast<LLVM::StoreOp>(access))
    return {getElement(store.getAddr(), store.getValue().getType())};
  if (auto copy = dyn_cast<LLVM::MemcpyOp>(access))
    return {get(copy.getDst(), copy.getLen()),
            get(copy.getSrc(), copy.getLen())};
  return {};
}

/// The address that the bytes of `place` are counted from; null if there is no
/// such thing, for whoever writes notes by hand.
Value Checks::getBase(OpBuilder &builder, Location loc, const Place &place) {
  if (auto name = dyn_cast<StringAttr>(place.base)) {
    auto global = symbols.lookup<LLVM::GlobalOp>(name);
    return global ? getAddress(builder, loc,
                               LLVM::AddressOfOp::create(builder, loc, global))
                  : nullptr;
  }
  auto function =
      builder.getBlock()->getParent()->getParentOfType<LLVM::LLVMFuncOp>();
  uint64_t number = cast<IntegerAttr>(place.base).getValue().getZExtValue();
  if (number >= function.getNumArguments() ||
      !isa<LLVM::LLVMPointerType>(function.getArgument(number).getType()))
    return nullptr;
  return getAddress(builder, loc, function.getArgument(number));
}

Value Checks::isWithin(OpBuilder &builder, Location loc, const Bytes &bytes,
                       const Place &place) {
  Value base = getBase(builder, loc, place);
  if (!base)
    return nullptr;
  // Counted from the place's begin, and so a huge number if before it.
  Value begin = LLVM::AddOp::create(builder, loc, base,
                                    getInt(builder, loc, place.begin));
  Value first = LLVM::SubOp::create(builder, loc, bytes.address, begin);
  Value last = LLVM::AddOp::create(builder, loc, first, bytes.size);
  Value size = getInt(builder, loc, place.end - place.begin);
  auto ule = LLVM::ICmpPredicate::ule;
  return LLVM::AndOp::create(
      builder, loc, LLVM::ICmpOp::create(builder, loc, ule, first, size),
      LLVM::ICmpOp::create(builder, loc, ule, last, size));
}

Value Checks::compareApart(OpBuilder &builder, Location loc, const Bytes &a,
                           const Bytes &b) {
  auto isBefore = [&](const Bytes &first, const Bytes &second) {
    Value end = LLVM::AddOp::create(builder, loc, first.address, first.size);
    return LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ule, end,
                                second.address);
  };
  return LLVM::OrOp::create(builder, loc, isBefore(a, b), isBefore(b, a));
}

void Checks::failUnless(Value good, Operation *op, StringRef message) {
  Block *before = op->getBlock();
  Block *after = before->splitBlock(op);
  OpBuilder builder(op->getContext());
  Block *failed = builder.createBlock(after);
  failure.create(builder, op->getLoc(), message);
  LLVM::UnreachableOp::create(builder, op->getLoc());
  builder.setInsertionPointToEnd(before);
  LLVM::CondBrOp::create(builder, op->getLoc(), good, after, failed);
}

/// As in "loc(...)", without that.
static std::string describeLocation(Location loc) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << forgetPlaces(loc);
  StringRef inner = text;
  if (inner.consume_front("loc("))
    inner.consume_back(")");
  return inner.str();
}

void Checks::checkAccess(Operation *access, ArrayRef<Place> own,
                         ArrayRef<Place> nest) {
  OpBuilder builder(access);
  Location loc = access->getLoc();
  auto list = [](auto &&places) {
    return llvm::join(llvm::map_range(places, describe), ", ");
  };
  std::string others = list(llvm::make_filter_range(
      nest, [&](const Place &place) { return areApart(own, place); }));
  std::string message = "mplan: an access at " + describeLocation(loc) +
                        " leaves " + list(own) +
                        (others.empty() ? "" : ", and may meet " + others);
  for (const Bytes &bytes : getBytes(builder, access)) {
    Value good;
    for (const Place &place : own) {
      Value within = isWithin(builder, loc, bytes, place);
      if (!within)
        return;
      good = good ? LLVM::OrOp::create(builder, loc, good, within) : within;
    }
    failUnless(good, access, message);
    builder.setInsertionPoint(access);
  }
}

/// True if nothing is written through `pointer`, as far as one sees.
static bool isOnlyRead(Value pointer) {
  return llvm::all_of(pointer.getUses(), [](OpOperand &use) {
    Operation *user = use.getOwner();
    if (auto element = dyn_cast<LLVM::GEPOp>(user))
      return isOnlyRead(element);
    if (auto copy = dyn_cast<LLVM::MemcpyOp>(user))
      return use.get() != copy.getDst();
    return isa<LLVM::LoadOp>(user);
  });
}

/// What the caller promises to be apart from all else.
static bool isPromised(LLVM::LLVMFuncOp function, unsigned argument) {
  return function.getArgAttr(argument,
                             LLVM::LLVMDialect::getNoAliasAttrName()) &&
         function.getArgAttrOfType<IntegerAttr>(argument, kBytesArgAttr);
}

void Checks::checkArguments(LLVM::LLVMFuncOp function) {
  struct Promised {
    std::string name;
    bool isRead;
    Bytes bytes;
  };
  SmallVector<BlockArgument> arguments;
  for (BlockArgument argument : function.getArguments())
    if (isPromised(function, argument.getArgNumber()))
      arguments.push_back(argument);
  SmallVector<bool> areRead(llvm::map_range(arguments, isOnlyRead));

  Operation *first = &function.front().front();
  OpBuilder builder(first);
  Location loc = function.getLoc();
  SmallVector<Promised> all;
  for (auto [argument, isRead] : llvm::zip_equal(arguments, areRead)) {
    unsigned number = argument.getArgNumber();
    auto size = function.getArgAttrOfType<IntegerAttr>(number, kBytesArgAttr);
    all.push_back({"argument #" + std::to_string(number),
                   isRead,
                   {getAddress(builder, loc, argument),
                    getInt(builder, loc, size.getInt())}});
  }
  for (auto global : module.getOps<LLVM::GlobalOp>()) {
    if (global.getConstant() || arguments.empty())
      continue;
    uint64_t bytes = layout.getTypeSize(global.getType()).getFixedValue();
    Value pointer = LLVM::AddressOfOp::create(builder, loc, global);
    all.push_back(
        {("@" + global.getSymName()).str(),
         /*isRead=*/false,
         {getAddress(builder, loc, pointer), getInt(builder, loc, bytes)}});
  }
  for (size_t i = 0; i != arguments.size(); ++i)
    for (const Promised &other : ArrayRef(all).drop_front(i + 1)) {
      if (all[i].isRead && other.isRead)
        continue;
      Value apart = compareApart(builder, loc, all[i].bytes, other.bytes);
      failUnless(apart, first,
                 "mplan: " + all[i].name + " of @" +
                     function.getSymName().str() + " shares bytes with " +
                     other.name);
      builder.setInsertionPoint(first);
    }
}

void Checks::check(LLVM::LLVMFuncOp function) {
  if (function.isExternal())
    return;
  // First: it looks at what is done with the pointers.
  checkArguments(function);
  for (auto &[number, nest] : readNests(function).nests)
    for (auto [access, places] : nest.accesses)
      checkAccess(access, places, nest.places);
}

namespace {
struct MplanCheckClaimsPass
    : mplan::impl::MplanCheckClaimsPassBase<MplanCheckClaimsPass> {
  using Base::Base;

  void runOnOperation() override {
    if (failed(checkAbort(getOperation(), "a wrong claim",
                          "or do without the checks")))
      return signalPassFailure();
    Checks checks(getOperation());
    for (auto function :
         llvm::to_vector(getOperation().getOps<LLVM::LLVMFuncOp>()))
      checks.check(function);
  }
};
} // namespace
