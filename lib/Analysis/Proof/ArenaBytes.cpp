//===- ArenaBytes.cpp - Arenas after materialising ------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks at each use of an arena's bytes. A global is named by the options, an
// argument by its own attribute: without being told, nobody can tell an arena
// from bytes that several views are meant to share.
//
//===----------------------------------------------------------------------===//

#include "ArenaBytes.h"

#include "mplan/IR/Mplan.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

/// How many bytes a memref of bytes has; none for other types.
static std::optional<int64_t> getNumBytes(Type type) {
  auto memref = dyn_cast<MemRefType>(type);
  if (!memref || memref.getRank() != 1 || !memref.hasStaticShape() ||
      !memref.getElementType().isInteger(8) || !memref.getLayout().isIdentity())
    return std::nullopt;
  return memref.getNumElements();
}

/// The name of the arena that an argument of `function` is; none if it is none.
static StringAttr getArenaName(FunctionOpInterface function, unsigned index) {
  return index < function.getNumArguments()
             ? function.getArgAttrOfType<StringAttr>(index, kArenaArgAttr)
             : StringAttr();
}

static std::optional<int64_t> getNumber(Attribute attribute) {
  auto number = dyn_cast_or_null<IntegerAttr>(attribute);
  return number ? std::optional(number.getInt()) : std::nullopt;
}

namespace {
class BytesFinder {
public:
  explicit BytesFinder(ModuleOp module) : module(module) {}

  FailureOr<std::vector<BytesValue>> run(ArrayRef<GlobalArena> globalArenas);

private:
  LogicalResult findGlobals(ArrayRef<GlobalArena> globalArenas);
  LogicalResult addArguments(FunctionOpInterface function);
  LogicalResult addGlobal(memref::GetGlobalOp op);
  LogicalResult addUses(BytesValue bytes);
  bool isHandedOn(OpOperand &use, const BytesValue &bytes);

  ModuleOp module;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, int64_t> globals; ///< And bytes of state.
  std::vector<BytesValue> values;
};
} // namespace

LogicalResult BytesFinder::findGlobals(ArrayRef<GlobalArena> globalArenas) {
  for (const GlobalArena &arena : globalArenas) {
    auto global =
        symbols.getSymbolTable(module).lookup<memref::GlobalOp>(arena.name);
    if (!global || !getNumBytes(global.getType()))
      return emitError(module.getLoc(), "'")
             << arena.name
             << "' is to be an arena, but is no 'memref.global' of bytes";
    int64_t size = *getNumBytes(global.getType());
    if (arena.stateBytes < 0 || arena.stateBytes > size)
      return global.emitError("'")
             << arena.name << "' has " << size << " bytes, of which "
             << arena.stateBytes << " cannot be state";
    globals[global] = arena.stateBytes;
  }
  return success();
}

/// True if `use` passes the bytes on as what they are.
bool BytesFinder::isHandedOn(OpOperand &use, const BytesValue &bytes) {
  auto call = dyn_cast<CallOpInterface>(use.getOwner());
  if (!call)
    return false;
  auto callee = dyn_cast_or_null<FunctionOpInterface>(
      call.resolveCallableInTable(&symbols));
  if (!callee || callee.isExternal())
    return false;
  for (auto [index, operand] : llvm::enumerate(call.getArgOperands()))
    if (operand == use.get()) {
      StringAttr name = getArenaName(callee, index);
      // What is an argument in the callee must be one here: a global has views
      // elsewhere that would not be compared with those in the callee.
      if (!name || name.getValue() != bytes.name || bytes.global)
        return false;
    }
  return llvm::is_contained(call.getArgOperands(), use.get());
}

LogicalResult BytesFinder::addUses(BytesValue bytes) {
  bool isOk = true;
  for (OpOperand &use : bytes.value.getUses()) {
    Operation *op = use.getOwner();
    if (auto view = dyn_cast<memref::ViewOp>(op)) {
      APInt offset;
      FailureOr<int64_t> size =
          getBufferBytes(view.getType(), DataLayout::closest(view));
      if (matchPattern(view.getByteShift(), m_ConstantInt(&offset)) &&
          succeeded(size)) {
        bytes.views.push_back({view, offset.getSExtValue(), *size});
        continue;
      }
    } else if (isHandedOn(use, bytes)) {
      continue;
    }
    InFlightDiagnostic diag =
        op->emitError("uses the bytes of '@")
        << bytes.name
        << "' by another way than a view of a constant size at a constant "
           "offset: which buffers it reads and writes is not known";
    diag.attachNote(bytes.value.getLoc()) << "the bytes come from here";
    isOk = false;
  }
  // Uses are listed from the last to the first.
  std::reverse(bytes.views.begin(), bytes.views.end());
  values.push_back(std::move(bytes));
  return success(isOk);
}

LogicalResult BytesFinder::addArguments(FunctionOpInterface function) {
  bool isOk = true;
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i) {
    StringAttr name = getArenaName(function, i);
    if (!name || function.isExternal())
      continue;
    BytesValue bytes;
    bytes.value = function.getArgument(i);
    bytes.name = name.getValue();
    std::optional<int64_t> size = getNumBytes(bytes.value.getType());
    if (!size)
      return emitError(bytes.value.getLoc(), "'@")
             << bytes.name
             << "' is no memref of bytes: " << bytes.value.getType();
    bytes.size = *size;
    bytes.alignment = getNumber(function.getArgAttr(i, kArenaAlignmentArgAttr));
    bytes.stateBytes =
        getNumber(function.getArgAttr(i, kArenaStateArgAttr)).value_or(0);
    isOk &= succeeded(addUses(std::move(bytes)));
  }
  return success(isOk);
}

LogicalResult BytesFinder::addGlobal(memref::GetGlobalOp op) {
  auto global =
      symbols.lookupNearestSymbolFrom<memref::GlobalOp>(op, op.getNameAttr());
  auto it = globals.find(global);
  if (it == globals.end())
    return success();
  if (!op->getParentOfType<FunctionOpInterface>())
    return op.emitError("uses the bytes of '@")
           << op.getName() << "' outside of a function";
  BytesValue bytes;
  bytes.value = op.getResult();
  bytes.global = global;
  bytes.name = global.getSymName();
  bytes.size = *getNumBytes(global.getType());
  bytes.alignment = global.getAlignment();
  bytes.stateBytes = it->second;
  return addUses(std::move(bytes));
}

FailureOr<std::vector<BytesValue>>
BytesFinder::run(ArrayRef<GlobalArena> globalArenas) {
  if (failed(findGlobals(globalArenas)))
    return failure();
  bool isOk = true;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      isOk &= succeeded(addArguments(function));
    else if (auto get = dyn_cast<memref::GetGlobalOp>(op))
      isOk &= succeeded(addGlobal(get));
  });
  if (!isOk)
    return failure();
  return std::move(values);
}

FailureOr<std::vector<BytesValue>>
mplan::proof::findArenaBytes(ModuleOp module,
                             ArrayRef<GlobalArena> globalArenas) {
  return BytesFinder(module).run(globalArenas);
}
