//===- BufferPlaces.cpp - Which bytes a buffer is in ----------------------===//
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

#include "BufferPlaces.h"

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/LowerToLLVM.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mplan;

/// The bytes that a buffer of `type` has from its address on. None are known of
/// one that begins elsewhere.
static std::optional<int64_t> getBytes(Type type, Operation *op) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || !memref.getLayout().isIdentity())
    return std::nullopt;
  FailureOr<int64_t> bytes = getBufferBytes(memref, DataLayout::closest(op));
  return succeeded(bytes) ? std::optional<int64_t>(*bytes) : std::nullopt;
}

/// Which of the arguments that LLVM will see is the address of `argument`, a
/// memref: a bare pointer, or the second field of a descriptor.
static int64_t getPointerNumber(BlockArgument argument,
                                FunctionOpInterface function) {
  if (function->hasAttr(kBarePtrAttr))
    return argument.getArgNumber();
  int64_t number = 1;
  for (Type type :
       function.getArgumentTypes().take_front(argument.getArgNumber())) {
    if (auto memref = dyn_cast<MemRefType>(type))
      number += 3 + 2 * memref.getRank();
    else
      number += isa<UnrankedMemRefType>(type) ? 2 : 1;
  }
  return number;
}

/// The bytes from the address of `buffer` to its end; nothing if it is not
/// known where in its base it begins.
static std::optional<Place> findExactPlace(Value buffer,
                                           FunctionOpInterface function) {
  if (auto argument = dyn_cast<BlockArgument>(buffer)) {
    std::optional<int64_t> bytes = getBytes(argument.getType(), function);
    if (!bytes || argument.getOwner()->getParentOp() != function ||
        !argument.getOwner()->isEntryBlock())
      return std::nullopt;
    Builder builder(function->getContext());
    return Place{
        builder.getI64IntegerAttr(getPointerNumber(argument, function)), 0,
        *bytes};
  }
  Operation *op = buffer.getDefiningOp();
  std::optional<int64_t> bytes = getBytes(buffer.getType(), op);
  if (!bytes)
    return std::nullopt;
  if (auto global = dyn_cast<memref::GetGlobalOp>(op))
    return Place{global.getNameAttr().getAttr(), 0, *bytes};

  auto view = dyn_cast<memref::ViewOp>(op);
  APInt shift;
  if (!view || !matchPattern(view.getByteShift(), m_ConstantInt(&shift)))
    return std::nullopt;
  std::optional<Place> source = findExactPlace(view.getSource(), function);
  int64_t begin, end;
  if (!source ||
      llvm::AddOverflow(source->begin, shift.getSExtValue(), begin) ||
      llvm::AddOverflow(begin, *bytes, end) || begin < source->begin ||
      end > source->end)
    return std::nullopt;
  return Place{source->base, begin, end};
}

std::optional<Place> mplan::findPlace(Value buffer,
                                      FunctionOpInterface function) {
  if (std::optional<Place> place = findExactPlace(buffer, function))
    return place;
  auto view = buffer.getDefiningOp<ViewLikeOpInterface>();
  if (!view || view.getViewDest() != buffer)
    return std::nullopt;
  return findPlace(view.getViewSource(), function);
}

uint64_t mplan::getKnownAlignment(Value buffer, FunctionOpInterface function) {
  std::optional<Place> place = findExactPlace(buffer, function);
  if (!place)
    return 1;
  IntegerAttr alignment;
  if (auto name = dyn_cast<StringAttr>(place->base)) {
    auto global =
        SymbolTable::lookupNearestSymbolFrom<memref::GlobalOp>(function, name);
    alignment = global ? global.getAlignmentAttr() : nullptr;
  } else if (function->hasAttr(kBarePtrAttr)) {
    alignment = function.getArgAttrOfType<IntegerAttr>(
        cast<IntegerAttr>(place->base).getInt(),
        LLVM::LLVMDialect::getAlignAttrName());
  }
  return alignment ? llvm::MinAlign(alignment.getInt(), place->begin) : 1;
}
