//===- Signature.cpp - What crosses the entry's boundary ------------------===//
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

#include "Signature.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mplan::equiv;

int64_t Port::extent() const {
  if (llvm::is_contained(shape, 0))
    return 0;
  int64_t last = offset;
  for (auto [size, stride] : llvm::zip(shape, strides))
    last += (size - 1) * stride;
  return last + 1;
}

bool Port::isStatic() const {
  return !ShapedType::isDynamicShape(shape) &&
         !ShapedType::isDynamicShape(strides) && !ShapedType::isDynamic(offset);
}

std::optional<Element> mplan::equiv::getElement(Type type) {
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<Element> element = getElement(complex.getElementType());
    if (!element || element->parts != 1)
      return std::nullopt;
    element->parts = 2;
    return element;
  }
  if (isa<IndexType>(type))
    return Element{Element::Kind::Index, 64, 8, 1, nullptr};
  if (auto integer = dyn_cast<IntegerType>(type)) {
    unsigned bits = integer.getWidth();
    if (bits == 0 || bits > 64)
      return std::nullopt;
    unsigned bytes = llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
    return Element{Element::Kind::Int, bits, bytes, 1, nullptr};
  }
  if (auto real = dyn_cast<FloatType>(type)) {
    unsigned bits = real.getWidth();
    unsigned bytes = llvm::PowerOf2Ceil(llvm::divideCeil(bits, 8));
    return Element{Element::Kind::Float, bits, bytes, 1,
                   &real.getFloatSemantics()};
  }
  return std::nullopt;
}

FailureOr<func::FuncOp> mplan::equiv::findEntry(ModuleOp module,
                                                StringRef name) {
  SmallVector<func::FuncOp> candidates;
  module.walk([&](func::FuncOp func) {
    if (func.isExternal() || (!name.empty() && func.getSymName() != name))
      return;
    if (!name.empty() || func.isPublic())
      candidates.push_back(func);
  });
  if (candidates.size() == 1)
    return candidates.front();
  if (!name.empty()) {
    module.emitError() << "no function '" << name
                       << "' with a body to run (--entry)";
    return failure();
  }
  InFlightDiagnostic diag =
      module.emitError() << (candidates.empty()
                                 ? "no public function with a body to run"
                                 : "several public functions: choose one with "
                                   "--entry");
  for (func::FuncOp func : candidates)
    diag.attachNote(func.getLoc()) << "'" << func.getSymName() << "'";
  return failure();
}

/// Elements from one index to the next in each dimension, without gaps.
static void setRowMajorStrides(Port &port) {
  port.strides.assign(port.shape.size(), 1);
  for (int64_t i = port.rank() - 2; i >= 0; --i) {
    int64_t size = port.shape[i + 1], stride = port.strides[i + 1];
    port.strides[i] =
        ShapedType::isDynamic(size) || ShapedType::isDynamic(stride)
            ? ShapedType::kDynamic
            : size * stride;
  }
}

/// Fills `port` from `type`; false where the tool has no such value.
static bool setType(Port &port, Type type) {
  port.type = type;
  Type elementType = type;
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.hasRank() || isa<VectorType>(type))
      return false;
    elementType = shaped.getElementType();
    port.shape.assign(shaped.getShape().begin(), shaped.getShape().end());
    if (auto memref = dyn_cast<MemRefType>(type)) {
      port.isMemRef = port.writable = true;
      if (failed(memref.getStridesAndOffset(port.strides, port.offset)))
        return false;
    } else {
      setRowMajorStrides(port);
    }
  } else {
    port.scalar = true;
  }
  std::optional<Element> element = getElement(elementType);
  if (!element || (port.scalar && element->parts != 1))
    return false;
  port.element = *element;
  return true;
}

/// Dimensions of which `--extent` speaks must be dynamic, and of buffers whose
/// strides follow from them.
static LogicalResult checkExtents(func::FuncOp entry,
                                  ArrayRef<Extents> extents) {
  for (const Extents &each : extents) {
    if (each.argument >= entry.getNumArguments())
      return entry.emitError() << "--extent names argument #" << each.argument
                               << " of " << entry.getNumArguments();
    Type type = entry.getArgumentTypes()[each.argument];
    auto shaped = dyn_cast<ShapedType>(type);
    auto memref = dyn_cast<MemRefType>(type);
    if (!shaped || !shaped.hasRank() || each.dim >= shaped.getRank() ||
        !shaped.isDynamicDim(each.dim) ||
        (memref && !memref.getLayout().isIdentity()))
      return entry.emitError()
             << "--extent names dimension " << each.dim << " of argument #"
             << each.argument << ", which is no dynamic one of " << type
             << " without a layout";
  }
  return success();
}

FailureOr<Signature> mplan::equiv::getSignature(func::FuncOp entry,
                                                ArrayRef<Extents> extents) {
  Signature signature;
  signature.entry = entry.getSymName().str();
  if (failed(checkExtents(entry, extents)))
    return failure();
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    Port &port = signature.arguments.emplace_back();
    if (!setType(port, type)) {
      entry.emitError() << "cannot make a value of type " << type
                        << " for argument #" << i;
      return failure();
    }
    if (auto writable = entry.getArgAttrOfType<BoolAttr>(
            i, bufferization::BufferizationDialect::kWritableAttrName))
      port.writable |= writable.getValue();
    Port known = port;
    for (const Extents &each : extents)
      if (each.argument == i)
        known.shape[each.dim] = each.sizes.front();
    if (known.shape != port.shape)
      setRowMajorStrides(known);
    if (known.isStatic())
      continue;
    InFlightDiagnostic diag = entry.emitError()
                              << "argument #" << i << " of type " << type
                              << " is not static";
    for (auto [dim, size] : llvm::enumerate(known.shape))
      if (ShapedType::isDynamic(size))
        diag << ": give its dimension " << dim << " a size with --dim=" << i
             << ":" << dim << "=N";
    return failure();
  }
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes()))
    if (!setType(signature.results.emplace_back(), type)) {
      entry.emitError() << "cannot read a value of type " << type
                        << " from result #" << i;
      return failure();
    }
  return signature;
}

Signature mplan::equiv::resolve(const Signature &signature,
                                ArrayRef<Extents> extents, size_t round) {
  Signature resolved = signature;
  for (const Extents &each : extents) {
    Port &port = resolved.arguments[each.argument];
    port.shape[each.dim] = each.sizes[round];
    setRowMajorStrides(port);
  }
  return resolved;
}
