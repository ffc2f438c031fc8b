//===- StateBuffers.cpp - What a program keeps between calls --------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One look at each mutable global, and at whoever names it.
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/StateBuffers.h"

#include "mplan/Analysis/Allocations.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mplan;

/// True if memory that is zero throughout has the global's first value.
static bool isZeroAtFirst(memref::GlobalOp global) {
  if (global.isUninitialized())
    return true;
  // The bytes, not the numbers: -0.0 is not zero here.
  auto value = dyn_cast<DenseElementsAttr>(*global.getInitialValue());
  return value && !isa<DenseStringElementsAttr>(value) &&
         llvm::all_of(value.getRawData(), [](char byte) { return byte == 0; });
}

/// Why `global` cannot be bytes of an arena; empty if it can.
static StringRef whyNot(memref::GlobalOp global, ArrayRef<Operation *> users) {
  if (global.isPublic())
    return "it is public: others may link to it";
  if (global.isExternal())
    return "it is defined elsewhere";
  if (!isZeroAtFirst(global))
    return "its first value is not zero, as an arena's bytes are";
  for (Operation *user : users)
    if (!isa<memref::GetGlobalOp>(user) ||
        !user->getParentOfType<FunctionOpInterface>())
      return "it is named by another operation than 'memref.get_global' in a "
             "function";
  return "";
}

FailureOr<std::vector<StateBuffer>> mplan::findState(ModuleOp module) {
  std::vector<StateBuffer> state;
  SymbolTableCollection symbols;
  SymbolUserMap userMap(symbols, module);
  DataLayout layout(module);
  for (auto global : module.getOps<memref::GlobalOp>()) {
    ArrayRef<Operation *> users = userMap.getUsers(global);
    if (global.getConstant() || users.empty())
      continue;
    StringRef reason = whyNot(global, users);
    FailureOr<int64_t> bytes = getBufferBytes(global.getType(), layout);
    if (reason.empty() && failed(bytes))
      reason = "its size in bytes is not a constant";
    if (!reason.empty()) {
      global.emitRemark("'")
          << global.getSymName() << "' stays a global of its own: " << reason;
      continue;
    }
    StateBuffer buffer;
    buffer.global = global;
    for (Operation *user : users)
      buffer.uses.push_back(cast<memref::GetGlobalOp>(user));
    buffer.bytes = *bytes;
    buffer.alignment =
        std::max<int64_t>(global.getAlignment().value_or(1),
                          getNaturalAlignment(global.getType(), layout));
    FailureOr<FlatSymbolRefAttr> arena =
        readPool(global, global->getAttr(kPoolAttrName));
    if (failed(arena))
      return failure();
    buffer.arena = *arena;
    state.push_back(std::move(buffer));
  }
  return state;
}
