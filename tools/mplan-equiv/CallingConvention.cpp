//===- CallingConvention.cpp - How an entry takes its memrefs -------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works out, from the LLVM type of a lowered entry, how its arguments and
// results cross. Nothing is assumed of the passes that made it: the types must
// fit one of the conventions as a whole, or it is an error.
//
//===----------------------------------------------------------------------===//

#include "CallingConvention.h"

#include "mlir/Dialect/LLVMIR/LLVMTypes.h"

using namespace mlir;
using namespace mplan::equiv;

namespace {
/// Takes parameters off a function type, one port after the other.
class Matcher {
public:
  Matcher(ArrayRef<Type> params, bool bare) : params(params), bare(bare) {}

  bool take(const Port &port) {
    if (port.scalar)
      return takeAny();
    if (bare)
      return takePointer();
    return takePointer() && takePointer() && takeIntegers(1 + 2 * port.rank());
  }

  bool done() const { return params.empty(); }

private:
  bool takeAny() {
    if (params.empty())
      return false;
    params = params.drop_front();
    return true;
  }
  bool takePointer() {
    return !params.empty() && isa<LLVM::LLVMPointerType>(params.front()) &&
           takeAny();
  }
  bool takeIntegers(int64_t count) {
    for (; count > 0; --count)
      if (params.empty() || !params.front().isInteger() || !takeAny())
        return false;
    return true;
  }

  ArrayRef<Type> params;
  bool bare;
};
} // namespace

using Place = CallingConvention::Place;

static bool matchParams(ArrayRef<Type> params, const Signature &signature,
                        const CallingConvention &abi) {
  Matcher matcher(params, abi.barePointers);
  for (const Port &port : signature.arguments)
    if (!matcher.take(port))
      return false;
  for (auto [port, place] : llvm::zip(signature.results, abi.places))
    if (place == Place::OutParam && !matcher.take(port))
      return false;
  return matcher.done();
}

/// Lays out the returned value. A descriptor is two pointers, an offset, sizes
/// and strides, all of 8 bytes.
static bool matchReturn(Type type, const Signature &signature,
                        CallingConvention &abi) {
  SmallVector<const Port *> returned;
  for (auto [port, place] : llvm::zip(signature.results, abi.places))
    if (place == Place::Returned)
      returned.push_back(&port);
  if (returned.empty())
    return isa<LLVM::LLVMVoidType>(type);
  SmallVector<Type> fields = {type};
  if (returned.size() > 1) {
    auto tuple = dyn_cast<LLVM::LLVMStructType>(type);
    if (!tuple || tuple.getBody().size() != returned.size())
      return false;
    fields.assign(tuple.getBody().begin(), tuple.getBody().end());
  }
  for (auto [field, port] : llvm::zip(fields, returned)) {
    bool pointer = isa<LLVM::LLVMPointerType>(field);
    int64_t size = 8, alignment = 8;
    if (port->scalar)
      size = alignment = port->element.size();
    else if (!pointer)
      size = 8 * (3 + 2 * port->rank());
    abi.returnBytes = llvm::alignTo(abi.returnBytes, alignment);
    abi.returnOffset.push_back(abi.returnBytes);
    abi.returnsBarePointer.push_back(!port->scalar && pointer);
    abi.returnBytes += size;
  }
  return true;
}

FailureOr<CallingConvention>
mplan::equiv::matchConvention(LLVM::LLVMFuncOp function,
                              const Signature &signature,
                              const ResultUpdates &updates) {
  LLVM::LLVMFunctionType type = function.getFunctionType();
  for (Place usual : {Place::OutParam, Place::Returned})
    for (bool bare : {true, false}) {
      CallingConvention abi;
      abi.barePointers = bare;
      for (auto [i, port] : llvm::enumerate(signature.results)) {
        auto update = updates.find(i);
        bool inPlace = update != updates.end();
        abi.updated.push_back(inPlace ? update->second : 0);
        abi.places.push_back(port.scalar ? Place::Returned
                             : inPlace   ? Place::Argument
                                         : usual);
      }
      if (matchParams(type.getParams(), signature, abi) &&
          matchReturn(type.getReturnType(), signature, abi))
        return abi;
    }
  function.emitError() << "type " << type << " is no way to call an entry with "
                       << signature.arguments.size() << " arguments and "
                       << signature.results.size() << " results";
  return failure();
}
