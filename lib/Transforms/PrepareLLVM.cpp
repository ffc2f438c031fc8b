//===- PrepareLLVM.cpp - The object's symbols, decided on memrefs ---------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What must be decided before memrefs become pointers: who is called how, which
// names others link to, which memory spaces mean something to LLVM, and that
// nothing is left that would need a heap or a run-time library.
//
//===----------------------------------------------------------------------===//

#include "AccessPlaces.h"
#include "LowerAssertions.h"

#include "mplan/IR/Mplan.h"
#include "mplan/Transforms/LowerToLLVM.h"
#include "mplan/Transforms/Materialize.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/StringExtras.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANPREPARELLVMPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

//===----------------------------------------------------------------------===//
// Nothing that needs a runtime
//===----------------------------------------------------------------------===//

/// Fails at an op that allocates or frees memory elsewhere than on the stack.
static LogicalResult checkNoHeap(Operation *op) {
  auto interface = dyn_cast<MemoryEffectOpInterface>(op);
  if (!interface)
    return success();
  SmallVector<MemoryEffects::EffectInstance> effects;
  interface.getEffects(effects);
  for (const MemoryEffects::EffectInstance &effect : effects) {
    Value value = effect.getValue();
    if (!value || !isa<BaseMemRefType>(value.getType()) ||
        isa<SideEffects::AutomaticAllocationScopeResource>(
            effect.getResource()))
      continue;
    if (isa<MemoryEffects::Allocate>(effect.getEffect()))
      return op->emitOpError(
          "allocates memory, and there is no allocator to "
          "call: run 'mplan-pipeline' first, or allow malloc and "
          "free with 'allow-heap'");
    if (isa<MemoryEffects::Free>(effect.getEffect()))
      return op->emitOpError(
          "frees memory, and there is no allocator to "
          "call: run 'mplan-pipeline' first, or allow malloc and "
          "free with 'allow-heap'");
  }
  return success();
}

static LogicalResult checkOp(Operation *op, bool allowHeap) {
  if (isa_and_present<MplanDialect>(op->getDialect()))
    return op->emitOpError("is a plan still: run 'mplan-materialize' first");
  if (auto copy = dyn_cast<memref::CopyOp>(op))
    for (Value operand : copy->getOperands())
      if (isa<UnrankedMemRefType>(operand.getType()))
        return op->emitOpError("copies a buffer of unknown rank, which only "
                               "MLIR's run-time library can: give it a rank");
  return allowHeap ? success() : checkNoHeap(op);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

/// A function that others call: public, and made here.
static bool isEntry(func::FuncOp function) {
  return function.isPublic() && !function.isExternal();
}

/// True where the owner of `entry` asked for descriptors.
static bool hasDescriptors(func::FuncOp entry) {
  return entry->hasAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName());
}

/// An error at a function, say, without all that is in it.
static InFlightDiagnostic emitAt(Operation *op) {
  return emitError(op->getLoc(), "'") << op->getName() << "' op ";
}

static LogicalResult checkEntry(func::FuncOp entry) {
  if (hasDescriptors(entry))
    return success();
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto memref = dyn_cast<BaseMemRefType>(type);
    if (memref && !LLVMTypeConverter::canConvertToBarePtr(memref))
      return emitAt(entry)
             << "@" << entry.getSymName() << " has argument #" << i
             << " of type " << type
             << ", which a bare pointer cannot stand for: give it a static "
                "shape and layout, or the function the attribute '"
             << LLVM::LLVMDialect::getEmitCWrapperAttrName() << "'";
  }
  // Upstream returns the descriptor's *allocated* pointer, which is a dummy
  // (0xdeadbeef) for a view of a global.
  for (auto [i, type] : llvm::enumerate(entry.getResultTypes()))
    if (isa<BaseMemRefType>(type))
      return emitAt(entry)
             << "@" << entry.getSymName() << " has result #" << i << " of type "
             << type
             << ", which a bare pointer cannot stand for: let the caller pass "
                "the buffer, or give the function the attribute '"
             << LLVM::LLVMDialect::getEmitCWrapperAttrName() << "'";
  return success();
}

/// Says of the pointers that an entry takes what its caller promises.
static void promiseApart(func::FuncOp entry) {
  Builder builder(entry.getContext());
  for (auto [i, type] : llvm::enumerate(entry.getArgumentTypes())) {
    auto memref = dyn_cast<MemRefType>(type);
    FailureOr<int64_t> bytes =
        memref ? getBufferBytes(memref, DataLayout::closest(entry))
               : FailureOr<int64_t>(failure());
    if (failed(bytes))
      continue;
    entry.setArgAttr(i, LLVM::LLVMDialect::getNoAliasAttrName(),
                     builder.getUnitAttr());
    entry.setArgAttr(i, kBytesArgAttr, builder.getI64IntegerAttr(*bytes));
  }
}

/// Sets how `function` is called and who sees it.
static void setConvention(func::FuncOp function) {
  MLIRContext *context = function.getContext();
  if (isEntry(function)) {
    if (!hasDescriptors(function))
      function->setAttr(kBarePtrAttr, UnitAttr::get(context));
  } else if (!function.isExternal() && !function->hasAttr(kLinkageAttr)) {
    // Without it, a private function is a symbol that two objects clash over.
    function->setAttr(kLinkageAttr,
                      LLVM::LinkageAttr::get(context, LLVM::Linkage::Internal));
  }

  // What the caller promises of an arena's address, in LLVM's words.
  bool bare = function->hasAttr(kBarePtrAttr);
  for (unsigned i = 0, e = function.getNumArguments(); i != e; ++i) {
    Attribute alignment = function.removeArgAttr(
        i, Builder(context).getStringAttr(kArenaAlignmentArgAttr));
    function.removeArgAttr(i, Builder(context).getStringAttr(kArenaArgAttr));
    function.removeArgAttr(i,
                           Builder(context).getStringAttr(kArenaStateArgAttr));
    if (alignment && bare)
      function.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(), alignment);
  }
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

static bool isIdentifier(StringRef name) {
  auto isWordChar = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  return !name.empty() && !llvm::isDigit(name[0]) &&
         llvm::all_of(name, isWordChar);
}

/// True for symbols whose names others see: entries, public globals, and the
/// arenas (and other state), whose sizes people look up in the object. Memory
/// that is defined elsewhere has the name that its owner gave it: several
/// models, each with a prefix of its own, may share it.
static bool hasVisibleName(Operation &op) {
  if (auto function = dyn_cast<func::FuncOp>(op))
    return isEntry(function);
  if (auto global = dyn_cast<memref::GlobalOp>(op))
    return global.getConstant() ? global.isPublic() : !global.isExternal();
  return false;
}

/// The symbols to rename, each with its new name, in an order in which no new
/// name is an old one that is still in use.
static FailureOr<SmallVector<std::pair<Operation *, std::string>>>
planNames(ModuleOp module, StringRef prefix) {
  if (!prefix.empty() && !isIdentifier(prefix)) {
    emitError(module.getLoc(), "symbol prefix '")
        << prefix << "' is not the beginning of a C identifier";
    return failure();
  }
  SmallVector<std::pair<Operation *, std::string>> names;
  llvm::StringMap<Operation *> kept;
  for (Operation &op : *module.getBody()) {
    auto symbol = dyn_cast<SymbolOpInterface>(op);
    if (!symbol)
      continue;
    if (!hasVisibleName(op)) {
      kept[symbol.getName()] = &op;
      continue;
    }
    std::string name = (prefix + symbol.getName()).str();
    if (isa<func::FuncOp>(op) && name == "main") {
      emitAt(&op) << "@main would be the program's own 'main' when linked: "
                     "give a 'symbol-prefix', or rename it";
      return failure();
    }
    names.emplace_back(&op, name);
  }
  for (auto &[op, name] : names) {
    auto other = kept.find(name);
    if (other == kept.end())
      continue;
    InFlightDiagnostic diag =
        emitAt(op) << "@" << SymbolTable::getSymbolName(op).getValue()
                   << " becomes @" << name
                   << ", a name that is taken: rename one of them";
    diag.attachNote(other->second->getLoc()) << "the other one is here";
    return failure();
  }
  // A prefixed name is longer than its old one: longest first.
  llvm::sort(names, [](const auto &a, const auto &b) {
    return std::make_pair(b.second.size(), StringRef(a.second)) <
           std::make_pair(a.second.size(), StringRef(b.second));
  });
  return names;
}

//===----------------------------------------------------------------------===//
// Memory spaces
//===----------------------------------------------------------------------===//

/// The type with a memory space that LLVM has a number for.
static Type withoutNamedSpace(Type type) {
  if (auto memref = dyn_cast<MemRefType>(type)) {
    if (memref.getMemorySpace() && !isa<IntegerAttr>(memref.getMemorySpace()))
      return MemRefType::get(memref.getShape(), memref.getElementType(),
                             memref.getLayout());
  } else if (auto memref = dyn_cast<UnrankedMemRefType>(type)) {
    if (memref.getMemorySpace() && !isa<IntegerAttr>(memref.getMemorySpace()))
      return UnrankedMemRefType::get(memref.getElementType(), Attribute());
  }
  return type;
}

static void stripNamedSpaces(ModuleOp module) {
  auto isNamed = [](Type type) { return withoutNamedSpace(type) != type; };
  // Every value in such a space comes from one of these.
  WalkResult found = module.walk([&](Operation *op) {
    bool named = llvm::any_of(op->getResultTypes(), isNamed);
    if (auto global = dyn_cast<memref::GlobalOp>(op))
      named |= isNamed(global.getType());
    if (auto function = dyn_cast<func::FuncOp>(op))
      named |= llvm::any_of(function.getArgumentTypes(), isNamed) ||
               llvm::any_of(function.getResultTypes(), isNamed);
    return named ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (!found.wasInterrupted())
    return;

  AttrTypeReplacer replacer;
  replacer.addReplacement([](BaseMemRefType type) -> std::optional<Type> {
    Type stripped = withoutNamedSpace(type);
    return stripped == type ? std::nullopt : std::optional<Type>(stripped);
  });
  replacer.recursivelyReplaceElementsIn(module, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  module.walk([](memref::MemorySpaceCastOp cast) {
    if (cast.getSource().getType() != cast.getType())
      return;
    cast.replaceAllUsesWith(cast.getSource());
    cast.erase();
  });
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

LogicalResult mplan::prepareForLLVM(ModuleOp module,
                                    const PrepareLLVMOptions &options) {
  auto names = planNames(module, options.symbolPrefix);
  if (failed(names))
    return failure();
  WalkResult checked = module.walk([&](Operation *op) {
    return failed(checkOp(op, options.allowHeap)) ? WalkResult::interrupt()
                                                  : WalkResult::advance();
  });
  if (checked.wasInterrupted() ||
      failed(checkAssertions(module, options.assertions)))
    return failure();
  for (auto function : module.getOps<func::FuncOp>())
    if (isEntry(function) && failed(checkEntry(function)))
      return failure();

  stripNamedSpaces(module);
  SymbolTable symbols(module);
  for (auto &[op, name] : *names)
    if (SymbolTable::getSymbolName(op).getValue() != name &&
        failed(symbols.rename(op, name)))
      return emitAt(op) << "cannot be renamed to @" << name;
  for (auto function : module.getOps<func::FuncOp>()) {
    setConvention(function);
    // Of its own calls the module promises nothing.
    if (options.argumentsApart && function->hasAttr(kBarePtrAttr) &&
        SymbolTable::symbolKnownUseEmpty(function, module))
      promiseApart(function);
  }
  lowerAssertions(module, options.assertions);
  return success();
}

namespace {
struct MplanPrepareLLVMPass
    : mplan::impl::MplanPrepareLLVMPassBase<MplanPrepareLLVMPass> {
  using Base::Base;

  void runOnOperation() override {
    PrepareLLVMOptions options;
    options.symbolPrefix = symbolPrefix.getValue();
    options.allowHeap = allowHeap;
    options.argumentsApart = arguments == "apart";
    if (arguments != "apart" && arguments != "any") {
      emitError(getOperation().getLoc(), "unknown arguments '")
          << arguments.getValue() << "': they are any or apart";
      return signalPassFailure();
    }
    if (assertions == "abort") {
      options.assertions = AssertionLowering::Abort;
    } else if (assertions != "trap") {
      emitError(getOperation().getLoc(), "unknown assertions '")
          << assertions.getValue() << "': it is trap or abort";
      return signalPassFailure();
    }
    if (failed(prepareForLLVM(getOperation(), options)))
      signalPassFailure();
  }
};
} // namespace
