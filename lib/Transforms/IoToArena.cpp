//===- IoToArena.cpp - Inputs and outputs in the arena --------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An entry's memref arguments become buffers of the entry that say what they
// are to its caller, to be planned with all others. Calls from within the
// module, which have buffers of their own to pass, go to a private double.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/IoToArena.h"

#include "mplan/Analysis/BufferUses.h"
#include "mplan/Analysis/CallOrder.h"
#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/BitVector.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANIOTOARENAPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

namespace {
/// A memref argument of an entry, and what becomes of it.
struct InterfaceBuffer {
  unsigned argument;
  MemRefType type;
  Role role;
  IntegerAttr result; ///< The result that it holds, or null.
  FlatSymbolRefAttr arena;
  IntegerAttr offset, alignment;
};

struct Entry {
  FunctionOpInterface function;
  std::vector<InterfaceBuffer> buffers;
};

class Mover {
public:
  Mover(ModuleOp module, const IoToArenaOptions &options)
      : module(module), options(options), analysis(symbols) {}

  LogicalResult run();

private:
  LogicalResult collect(FunctionOpInterface function);
  FailureOr<InterfaceBuffer> read(FunctionOpInterface function,
                                  unsigned argument);
  Role getRole(FunctionOpInterface function, unsigned argument);
  void makeDouble(FunctionOpInterface function);
  void rewrite(Entry &entry);

  ModuleOp module;
  const IoToArenaOptions &options;
  SymbolTableCollection symbols;
  BufferUseAnalysis analysis;
  std::vector<Entry> entries;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

Role Mover::getRole(FunctionOpInterface function, unsigned argument) {
  using bufferization::BufferizationDialect;
  auto writable = function.getArgAttrOfType<BoolAttr>(
      argument, BufferizationDialect::kWritableAttrName);
  auto access = function.getArgAttrOfType<StringAttr>(
      argument, BufferizationDialect::kBufferAccessAttrName);
  bool isResult = bool(function.getArgAttr(argument, kResultAttrName));
  if (access && access.getValue() == "write")
    return Role::Output;
  if (isResult)
    return Role::InOut;
  // Whoever made the argument writable gave its contents up.
  if (writable && writable.getValue())
    return Role::Input;
  const BufferUses &uses = analysis.getArgumentUses(function, argument);
  bool isWritten =
      uses.refusal || llvm::any_of(uses.accesses, [](const Access &access) {
        return access.writes;
      });
  if (isWritten)
    return Role::InOut;
  return options.inputsDie ? Role::Input : Role::Kept;
}

FailureOr<InterfaceBuffer> Mover::read(FunctionOpInterface function,
                                       unsigned argument) {
  Type type = function.getArgumentTypes()[argument];
  auto refuse = [&]() {
    InFlightDiagnostic diag =
        emitError(function.getArgument(argument).getLoc(), "argument #");
    diag << argument << " of '" << function.getName()
         << "' cannot lie in an arena: ";
    return diag;
  };
  auto memref = dyn_cast<MemRefType>(type);
  DataLayout layout = DataLayout::closest(function);
  if (!memref || failed(getBufferBytes(memref, layout)))
    return refuse() << "the size in bytes of " << type
                    << " is not a constant, and its caller could not say the "
                       "extents; give it a static shape and layout, or let the "
                       "caller pass a pointer ('io=pointers')";
  InterfaceBuffer buffer;
  buffer.argument = argument;
  buffer.type = memref;
  buffer.role = getRole(function, argument);
  buffer.result =
      function.getArgAttrOfType<IntegerAttr>(argument, kResultAttrName);
  if (buffer.role == Role::Input || buffer.role == Role::Kept)
    buffer.result = {};
  // What the caller of a pointer would have had to keep to.
  buffer.alignment = function.getArgAttrOfType<IntegerAttr>(
      argument, LLVM::LLVMDialect::getAlignAttrName());
  if (Attribute pool = function.getArgAttr(argument, kPoolAttrName)) {
    buffer.arena = dyn_cast<FlatSymbolRefAttr>(pool);
    auto arena =
        buffer.arena
            ? symbols.lookupSymbolIn<ArenaOp>(module, buffer.arena.getAttr())
            : ArenaOp();
    if (!arena ||
        !isSameMemorySpace(arena.getMemorySpaceAttr(), memref.getMemorySpace()))
      return refuse() << "'mplan.pool' must name an arena of its memory "
                         "space, got "
                      << pool;
  }
  if (Attribute offset = function.getArgAttr(argument, kOffsetAttrName)) {
    buffer.offset = dyn_cast<IntegerAttr>(offset);
    if (!buffer.arena || !buffer.offset ||
        !buffer.offset.getType().isInteger(64) || buffer.offset.getInt() < 0 ||
        buffer.offset.getInt() % getNaturalAlignment(memref, layout) != 0)
      return refuse() << "'mplan.offset' must be an aligned number of bytes "
                         "(an i64), beside 'mplan.pool', got "
                      << offset;
  }
  return buffer;
}

LogicalResult Mover::collect(FunctionOpInterface function) {
  Entry entry{function, {}};
  bool isOk = true;
  for (auto [index, type] : llvm::enumerate(function.getArgumentTypes())) {
    if (!isa<BaseMemRefType>(type))
      continue;
    FailureOr<InterfaceBuffer> buffer = read(function, index);
    if (failed(buffer))
      isOk = false;
    else
      entry.buffers.push_back(*buffer);
  }
  llvm::BitVector moved(function.getNumArguments());
  for (const InterfaceBuffer &buffer : entry.buffers)
    moved.set(buffer.argument);
  if (isOk && !function.getTypeWithoutArgs(moved))
    return emitError(function.getLoc(), "'")
           << function.getName()
           << "' is a function whose arguments cannot be taken away";
  if (!entry.buffers.empty())
    entries.push_back(std::move(entry));
  return success(isOk);
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Whoever names the function within the module means one that takes pointers:
/// it gets a private one.
void Mover::makeDouble(FunctionOpInterface function) {
  StringAttr name = cast<SymbolOpInterface>(*function).getNameAttr();
  if (SymbolTable::symbolKnownUseEmpty(name, module))
    return;
  auto clone = cast<FunctionOpInterface>(function->clone());
  clone.setPrivate();
  clone->removeAttr(kConcurrentAttrName);
  StringAttr newName = symbols.getSymbolTable(module).insert(
      clone, std::next(Block::iterator(function)));
  // `run` has seen that all uses are known.
  (void)SymbolTable::replaceAllSymbolUses(name, newName, module);
}

void Mover::rewrite(Entry &entry) {
  FunctionOpInterface function = entry.function;
  Block &block = function.getFunctionBody().front();
  auto builder = OpBuilder::atBlockBegin(&block);
  llvm::BitVector moved(function.getNumArguments());
  for (const InterfaceBuffer &buffer : entry.buffers) {
    BlockArgument argument = block.getArgument(buffer.argument);
    auto alloc = AllocOp::create(
        builder, argument.getLoc(), buffer.type, buffer.arena, buffer.alignment,
        buffer.offset, RoleAttr::get(builder.getContext(), buffer.role),
        builder.getI64IntegerAttr(buffer.argument), buffer.result);
    argument.replaceAllUsesWith(alloc);
    moved.set(buffer.argument);
  }
  // `collect` has seen that the function's type can do without them.
  (void)function.eraseArguments(moved);
}

LogicalResult Mover::run() {
  // The analysis of uses rests on there being no recursion.
  if (failed(computeCallOrder(module, symbols)))
    return failure();
  bool isOk = true;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (function.isPublic() && !function.isExternal())
      isOk &= succeeded(collect(function));
  if (!isOk)
    return failure();
  if (!entries.empty() && !SymbolTable::getSymbolUses(module))
    return emitError(module.getLoc(),
                     "the module has operations that may name its functions in "
                     "a way that is not understood: register their dialects");
  for (Entry &entry : entries)
    makeDouble(entry.function);
  llvm::for_each(entries, [&](Entry &entry) { rewrite(entry); });
  return success();
}

LogicalResult mplan::moveIoToArena(ModuleOp module,
                                   const IoToArenaOptions &options) {
  return Mover(module, options).run();
}

namespace {
struct MplanIoToArenaPass
    : mplan::impl::MplanIoToArenaPassBase<MplanIoToArenaPass> {
  using Base::Base;
  void runOnOperation() override {
    IoToArenaOptions options;
    if (inputs != "kept" && inputs != "dies") {
      emitError(getOperation().getLoc(), "unknown fate of inputs '")
          << inputs.getValue() << "': it is kept or dies";
      return signalPassFailure();
    }
    options.inputsDie = inputs == "dies";
    if (failed(moveIoToArena(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
