//===- Materialize.cpp - From slots to views of the arena -----------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The last step of planning: a slot becomes a `memref.view` at a constant
// offset of its arena's bytes, which are a global, a symbol defined elsewhere,
// or an argument that callers pass on. Everything is checked before anything
// is changed. What is lost is the knowledge that two slots are two buffers:
// from here on, distinct memrefs may share bytes.
//
//===----------------------------------------------------------------------===//

#include "mplan/Transforms/Materialize.h"

#include "BytesView.h"
#include "mplan/Analysis/VerifySlots.h"
#include "mplan/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mplan {
#define GEN_PASS_DEF_MPLANMATERIALIZEPASS
#include "mplan/Transforms/Passes.h.inc"
} // namespace mplan

using namespace mlir;
using namespace mplan;

namespace {

/// One arena with all that is said of it and needed from it.
struct ArenaPlan {
  ArenaOp arena;
  Storage storage;
  MemRefType type;
  SmallVector<SlotOp> slots;
  /// With `storage=argument`: the functions that get the argument, and the
  /// calls of these that pass it on.
  SetVector<Operation *> functions;
  SmallVector<CallOpInterface> calls;
};

class Materializer {
public:
  Materializer(ModuleOp module, const MaterializeOptions &options)
      : module(module), options(options) {}

  /// Finds arenas and slots; an error where something cannot be materialised.
  LogicalResult check();
  /// Rewrites; cannot fail after a `check` that succeeded.
  void rewrite();

private:
  LogicalResult checkSlot(SlotOp slot);
  LogicalResult findFunctions(ArenaPlan &plan);
  LogicalResult checkFigures(ArenaPlan &plan);
  void makeGlobal(ArenaPlan &plan);
  void makeFigures(ArenaPlan &plan);
  void addArguments(ArenaPlan &plan);
  void replaceSlot(SlotOp slot, ArenaPlan &plan);
  Value getBytes(SlotOp slot, ArenaPlan &plan);
  Value getOffset(SlotOp slot);
  OpBuilder atEntry(Region *scope);

  ModuleOp module;
  const MaterializeOptions &options;
  SymbolTableCollection symbols;
  llvm::MapVector<Operation *, ArenaPlan> plans;
  /// Where a function's arenas and offsets are: made once, at its entry, one
  /// after the other.
  llvm::DenseMap<std::pair<Region *, Operation *>, Value> bytesOf;
  llvm::DenseMap<std::pair<Region *, int64_t>, Value> offsetOf;
  llvm::DenseMap<Region *, Operation *> lastAtEntry;
};

} // namespace

/// The outermost region around `op` that sees no value of an outer one: what
/// is made at its entry can be used everywhere in it.
static Region *getScope(Operation *op) {
  Region *region = op->getParentRegion();
  while (!region->getParentOp()->hasTrait<OpTrait::IsIsolatedFromAbove>())
    region = region->getParentRegion();
  return region;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

LogicalResult Materializer::check() {
  WalkResult found = module.walk([&](Operation *op) {
    if (auto arena = dyn_cast<ArenaOp>(op)) {
      ArenaPlan &plan = plans[arena];
      plan.arena = arena;
      plan.storage = options.storage.value_or(arena.getStorageOrGlobal());
    } else if (isa<AllocOp>(op)) {
      op->emitOpError("has no place yet: run 'mplan-allocate' before "
                      "'mplan-materialize'");
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  if (found.wasInterrupted())
    return failure();

  found = module.walk([&](SlotOp slot) {
    return failed(checkSlot(slot)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
  });
  if (found.wasInterrupted())
    return failure();

  for (auto &[op, plan] : plans) {
    if (plan.slots.empty())
      continue;
    plan.type = MemRefType::get({static_cast<int64_t>(*plan.arena.getSize())},
                                IntegerType::get(module.getContext(), 8),
                                MemRefLayoutAttrInterface{},
                                plan.arena.getMemorySpaceAttr());
    if (plan.storage == Storage::Argument && failed(findFunctions(plan)))
      return failure();
    if (plan.storage == Storage::External && failed(checkFigures(plan)))
      return failure();
  }
  return success();
}

LogicalResult Materializer::checkSlot(SlotOp slot) {
  // The verifier of the op says these two as well; a caller from C++ may not
  // have run it since the slot was made.
  ArenaOp arena = slot.getArenaOp(symbols);
  if (!arena)
    return slot.emitOpError("names ")
           << slot.getArenaAttr()
           << ", which is not an 'mplan.arena' of this module";
  if (!arena.getSize()) {
    InFlightDiagnostic diag = slot.emitOpError("lies in ")
                              << slot.getArenaAttr()
                              << ", which has no size yet";
    diag.attachNote(arena.getLoc()) << "the arena is declared here";
    return diag;
  }
  for (Operation *user : slot->getUsers()) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(user);
    if (effects && effects.getEffectOnValue<MemoryEffects::Free>(slot)) {
      InFlightDiagnostic diag = user->emitOpError("frees a slot of ")
                                << slot.getArenaAttr()
                                << ", whose bytes are never freed: remove it";
      diag.attachNote(slot.getLoc()) << "the slot is here";
      return diag;
    }
  }
  plans[arena].slots.push_back(slot);
  return success();
}

/// What the owner of an external arena must know, each with its name.
static SmallVector<std::pair<std::string, int64_t>> getFigures(ArenaOp arena) {
  std::string name = arena.getSymName().str();
  SmallVector<std::pair<std::string, int64_t>> figures = {
      {name + "_size", *arena.getSize()},
      {name + "_alignment", arena.getAlignmentOrOne()}};
  if (arena.getStateBytes() > 0)
    figures.push_back({name + "_state", arena.getStateBytes()});
  return figures;
}

/// The names that others will link to must be free.
LogicalResult Materializer::checkFigures(ArenaPlan &plan) {
  for (auto &[name, value] : getFigures(plan.arena)) {
    auto symbol = StringAttr::get(module.getContext(), name);
    Operation *taken =
        symbols.lookupSymbolIn(plan.arena->getParentOp(), symbol);
    if (!taken)
      continue;
    InFlightDiagnostic diag = plan.arena.emitOpError("is external and makes @")
                              << name
                              << ", a name that is taken: rename one of them";
    diag.attachNote(taken->getLoc()) << "the other one is here";
    return diag;
  }
  return success();
}

/// Finds the functions that use the arena or call one that does.
LogicalResult Materializer::findFunctions(ArenaPlan &plan) {
  for (SlotOp slot : plan.slots) {
    auto function = slot->getParentOfType<FunctionOpInterface>();
    if (!function || getScope(slot) != &function.getFunctionBody())
      return slot.emitOpError("is not in a function or sees none of its "
                              "arguments, but ")
             << slot.getArenaAttr()
             << " is to be one: use another storage for the arena";
    plan.functions.insert(function);
  }
  SymbolUserMap users(symbols, plan.arena->getParentOp());
  for (size_t i = 0; i < plan.functions.size(); ++i) {
    Operation *callee = plan.functions[i];
    auto function = cast<FunctionOpInterface>(callee);
    if (!function.getTypeWithArgsAndResults({function.getNumArguments()},
                                            plan.type, {}, {}))
      return callee->emitOpError("needs ")
             << SymbolRefAttr::get(plan.arena)
             << " as an argument, but its type takes no memref: use another "
                "storage for the arena";
    for (Operation *user : users.getUsers(callee)) {
      auto call = dyn_cast<CallOpInterface>(user);
      auto caller = user->getParentOfType<FunctionOpInterface>();
      if (!call || !caller || call.resolveCallableInTable(&symbols) != callee) {
        InFlightDiagnostic diag =
            user->emitOpError("refers to ")
            << SymbolRefAttr::get(callee) << ", which needs "
            << SymbolRefAttr::get(plan.arena)
            << " as an argument, by another way than a call from a function: "
               "use another storage for the arena";
        diag.attachNote(callee->getLoc()) << "the function is here";
        return diag;
      }
      plan.functions.insert(caller);
      plan.calls.push_back(call);
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Rewrite
//===----------------------------------------------------------------------===//

void Materializer::rewrite() {
  for (auto &[op, plan] : plans) {
    if (!plan.slots.empty()) {
      if (plan.storage == Storage::Argument)
        addArguments(plan);
      else
        makeGlobal(plan);
      if (plan.storage == Storage::External)
        makeFigures(plan);
    }
    for (SlotOp slot : plan.slots)
      replaceSlot(slot, plan);
    plan.arena.erase();
  }
}

/// The arena as a global of the same name, in the arena's place.
void Materializer::makeGlobal(ArenaPlan &plan) {
  OpBuilder builder(plan.arena);
  bool isExternal = plan.storage == Storage::External;
  // Callers fill inputs and read outputs in it.
  bool isShared = llvm::any_of(
      plan.slots, [](SlotOp slot) { return slot.getRole().has_value(); });
  Attribute value = builder.getUnitAttr();
  if (isExternal)
    value = {};
  else if (plan.arena.getStateBytes() > 0)
    // Not "uninitialized": LLVM may take a load of what was never stored for
    // undefined.
    value = DenseElementsAttr::get(
        RankedTensorType::get(plan.type.getShape(), builder.getI8Type()),
        builder.getI8IntegerAttr(0));
  auto global = memref::GlobalOp::create(
      builder, plan.arena.getLoc(), plan.arena.getSymName(),
      builder.getStringAttr(isExternal || isShared ? "public" : "private"),
      plan.type, value, /*constant=*/false,
      builder.getI64IntegerAttr(plan.arena.getAlignmentOrOne()));
  // What its owner wrote on the arena (a section, say) stays with the bytes.
  global->setDiscardableAttrs(plan.arena->getDiscardableAttrDictionary());
}

/// Public constants that tell the owner of an external arena what it must be.
void Materializer::makeFigures(ArenaPlan &plan) {
  OpBuilder builder(plan.arena);
  auto type = MemRefType::get({}, builder.getI64Type());
  for (auto &[name, value] : getFigures(plan.arena))
    memref::GlobalOp::create(
        builder, plan.arena.getLoc(), name, builder.getStringAttr("public"),
        type,
        DenseElementsAttr::get(RankedTensorType::get({}, builder.getI64Type()),
                               value),
        /*constant=*/true, /*alignment=*/IntegerAttr());
}

/// The arena as the last argument of each function that uses it.
void Materializer::addArguments(ArenaPlan &plan) {
  Builder builder(module.getContext());
  NamedAttrList list;
  list.set(kArenaArgAttr, plan.arena.getSymNameAttr());
  list.set(kArenaAlignmentArgAttr,
           builder.getI64IntegerAttr(plan.arena.getAlignmentOrOne()));
  if (int64_t bytes = plan.arena.getStateBytes())
    list.set(kArenaStateArgAttr, builder.getI64IntegerAttr(bytes));
  DictionaryAttr attrs = list.getDictionary(module.getContext());
  for (Operation *op : plan.functions) {
    auto function = cast<FunctionOpInterface>(op);
    // `findFunctions` has seen that the type of the function takes it.
    (void)function.insertArgument(function.getNumArguments(), plan.type, attrs,
                                  plan.arena.getLoc());
    Region &body = function.getFunctionBody();
    bytesOf[{&body, plan.arena}] = body.getArguments().back();
  }
  for (CallOpInterface call : plan.calls) {
    auto caller = call->getParentOfType<FunctionOpInterface>();
    call.getArgOperandsMutable().append(
        bytesOf[{&caller.getFunctionBody(), plan.arena}]);
  }
}

/// A builder behind what has been made at the entry of `scope` so far.
OpBuilder Materializer::atEntry(Region *scope) {
  OpBuilder builder = OpBuilder::atBlockBegin(&scope->front());
  if (Operation *last = lastAtEntry.lookup(scope))
    builder.setInsertionPointAfter(last);
  return builder;
}

Value Materializer::getBytes(SlotOp slot, ArenaPlan &plan) {
  Region *scope =
      plan.storage == Storage::Argument
          ? &slot->getParentOfType<FunctionOpInterface>().getFunctionBody()
          : getScope(slot);
  Value &bytes = bytesOf[{scope, plan.arena}];
  if (!bytes) {
    OpBuilder builder = atEntry(scope);
    bytes = memref::GetGlobalOp::create(builder, scope->getLoc(), plan.type,
                                        plan.arena.getSymName());
    lastAtEntry[scope] = bytes.getDefiningOp();
  }
  return bytes;
}

Value Materializer::getOffset(SlotOp slot) {
  Region *scope = getScope(slot);
  Value &offset = offsetOf[{scope, slot.getOffset()}];
  if (!offset) {
    OpBuilder builder = atEntry(scope);
    offset = arith::ConstantIndexOp::create(builder, scope->getLoc(),
                                            slot.getOffset());
    lastAtEntry[scope] = offset.getDefiningOp();
  }
  return offset;
}

void Materializer::replaceSlot(SlotOp slot, ArenaPlan &plan) {
  OpBuilder builder(slot);
  Value bytes = getBytes(slot, plan);
  Value offset = getOffset(slot);
  Value view =
      createBytesView(builder, slot.getLoc(), slot.getType(), bytes, offset);
  slot.replaceAllUsesWith(view);
  slot.erase();
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

LogicalResult mplan::materializeArenas(ModuleOp module,
                                       const MaterializeOptions &options) {
  Materializer materializer(module, options);
  if (failed(materializer.check()))
    return failure();
  materializer.rewrite();
  return success();
}

/// Proves the plan once more, on what will run.
static LogicalResult verifyResult(ModuleOp module,
                                  std::vector<GlobalArena> arenas) {
  SymbolTable symbols(module);
  llvm::erase_if(arenas, [&](const GlobalArena &arena) {
    return !symbols.lookup(arena.name); // No slot was in it.
  });
  VerifySlotsOptions options;
  options.arenas = std::move(arenas);
  return verifySlots(module, options);
}

namespace {
struct MplanMaterializePass
    : mplan::impl::MplanMaterializePassBase<MplanMaterializePass> {
  using Base::Base;

  void runOnOperation() override {
    MaterializeOptions options;
    if (!storage.getValue().empty()) {
      options.storage = symbolizeStorage(storage.getValue());
      if (!options.storage) {
        emitError(getOperation().getLoc(), "unknown storage '")
            << storage.getValue()
            << "': it is one of global, argument and external";
        return signalPassFailure();
      }
    }
    // The arenas that become globals go, and so does what they say.
    std::vector<GlobalArena> arenas;
    for (auto arena : getOperation().getOps<ArenaOp>())
      if (options.storage.value_or(arena.getStorageOrGlobal()) !=
          Storage::Argument)
        arenas.push_back({arena.getSymName().str(), arena.getStateBytes()});
    if (failed(materializeArenas(getOperation(), options)))
      return signalPassFailure();
    if (verify && failed(verifyResult(getOperation(), std::move(arenas))))
      signalPassFailure();
  }
};
} // namespace
