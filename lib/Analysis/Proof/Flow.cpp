//===- Flow.cpp - A function as a flat graph of accesses ------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders the functions of a module, builds the flow of each, and sums up what
// callers must know of it.
//
//===----------------------------------------------------------------------===//

#include "Flow.h"

#include "FirstWrites.h"
#include "FlowBuilder.h"

using namespace mlir;
using namespace mplan;
using namespace mplan::proof;

namespace {
class ModuleFlowBuilder {
public:
  ModuleFlowBuilder(ModuleOp module, const SlotTable &table)
      : module(module), table(table) {}

  /// Callees before callers.
  FailureOr<std::vector<std::unique_ptr<FunctionFlow>>> build();

private:
  struct Function {
    FunctionOpInterface op;
    std::vector<std::pair<CallOpInterface, unsigned>> calls; // and callees
    FunctionFlow *flow = nullptr;
    bool isCalled = false;
  };

  void findFunctions();
  /// The functions, callees first; fails at recursion.
  FailureOr<std::vector<unsigned>> orderFunctions();
  const Slot *findSlotOfIndirectCallees();
  Callee lookup(CallOpInterface call);
  LogicalResult buildFlow(const Function &function);

  ModuleOp module;
  const SlotTable &table;
  SymbolTableCollection symbols;
  std::vector<Function> functions;
  llvm::DenseMap<Operation *, unsigned> indices;
  std::optional<const Slot *> indirectSlot;
};
} // namespace

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void ModuleFlowBuilder::findFunctions() {
  module.walk<WalkOrder::PreOrder>([&](FunctionOpInterface op) {
    if (op.isExternal())
      return;
    indices[op] = functions.size();
    functions.emplace_back();
    functions.back().op = op;
  });
  for (Function &function : functions)
    function.op.getFunctionBody().walk([&](CallOpInterface call) {
      Operation *callee = call.resolveCallableInTable(&symbols);
      if (auto it = indices.find(callee); it != indices.end()) {
        function.calls.push_back({call, it->second});
        functions[it->second].isCalled = true;
      }
    });
}

FailureOr<std::vector<unsigned>> ModuleFlowBuilder::orderFunctions() {
  enum State : char { Unseen, Open, Done };
  std::vector<State> states(functions.size(), Unseen);
  std::vector<unsigned> order;
  struct Frame {
    unsigned function, next = 0;
  };
  for (unsigned first = 0; first < functions.size(); ++first) {
    if (states[first] != Unseen)
      continue;
    std::vector<Frame> stack = {{first}};
    states[first] = Open;
    while (!stack.empty()) {
      Frame &frame = stack.back();
      Function &function = functions[frame.function];
      if (frame.next == function.calls.size()) {
        states[frame.function] = Done;
        order.push_back(frame.function);
        stack.pop_back();
        continue;
      }
      auto [call, callee] = function.calls[frame.next++];
      if (states[callee] == Open) {
        InFlightDiagnostic diag = call.emitError(
            "recursive call, whose slots would hold two calls' buffers: ");
        auto begin = llvm::find_if(stack, [callee = callee](const Frame &f) {
          return f.function == callee;
        });
        for (auto it = begin; it != stack.end(); ++it)
          diag << "'@" << functions[it->function].op.getName() << "' -> ";
        diag << "'@" << functions[callee].op.getName() << "'";
        return diag;
      }
      if (states[callee] == Unseen) {
        states[callee] = Open;
        stack.push_back({callee});
      }
    }
  }
  return order;
}

/// A slot of a function that something other than a call names, or of one
/// below it: a call through a pointer may reach it.
const Slot *ModuleFlowBuilder::findSlotOfIndirectCallees() {
  std::vector<bool> isReached(functions.size(), false);
  std::vector<unsigned> worklist;
  // SymbolTable::getSymbolUses does not look into nested symbol tables.
  module.walk([&](Operation *op) {
    if (isa<CallOpInterface>(op))
      return;
    op->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
      Operation *named = symbols.lookupNearestSymbolFrom(op, symbol);
      if (auto it = indices.find(named); it != indices.end())
        worklist.push_back(it->second);
    });
  });
  while (!worklist.empty()) {
    unsigned index = worklist.back();
    worklist.pop_back();
    if (isReached[index])
      continue;
    isReached[index] = true;
    for (auto [call, callee] : functions[index].calls)
      worklist.push_back(callee);
  }
  for (unsigned slot = 0; slot < table.size(); ++slot) {
    Operation *op = table[slot].getOp();
    auto it = indices.find(op->getParentOfType<FunctionOpInterface>());
    if (it != indices.end() && isReached[it->second])
      return &table[slot];
  }
  return nullptr;
}

Callee ModuleFlowBuilder::lookup(CallOpInterface call) {
  Callee callee;
  if (isa<Value>(call.getCallableForCallee())) {
    if (!indirectSlot)
      indirectSlot = findSlotOfIndirectCallees();
    callee.indirectSlot = *indirectSlot;
    return callee;
  }
  callee.op = call.resolveCallableInTable(&symbols);
  if (auto it = indices.find(callee.op); it != indices.end())
    callee.flow = functions[it->second].flow;
  return callee;
}

//===----------------------------------------------------------------------===//
// One function
//===----------------------------------------------------------------------===//

/// Puts in the roots, and drops what is in no slot.
static void resolveRoots(FunctionFlow &flow, AliasGraph &aliases) {
  auto isNowhere = [&](unsigned root) {
    const RootTargets &targets = flow.roots[root].targets;
    return targets.slots.empty() && targets.parameters.empty();
  };
  auto resolveMoves = [&](auto &moves) {
    for (Move &move : moves) {
      move.to = aliases.getRoot(move.toValue);
      move.from = aliases.getRoot(move.fromValue);
    }
    llvm::erase_if(moves, [&](const Move &move) {
      return move.to == move.from || isNowhere(move.to);
    });
  };
  for (FlowBlock &block : flow.blocks) {
    for (Step &step : block.steps) {
      for (Access &access : step.accesses) {
        access.root = aliases.getRoot(access.value);
        access.full &= aliases.isWhole(access.value);
      }
      llvm::erase_if(step.accesses, [&](const Access &access) {
        return isNowhere(access.root);
      });
      resolveMoves(step.moves);
      if (step.kind == Step::Call)
        for (Value result : step.op->getResults())
          step.results.push_back(isBuffer(result) ? aliases.getRoot(result)
                                                  : outside);
    }
    // What a caller needs after a call comes in at the return, whether or not
    // that hands on a buffer.
    llvm::erase_if(block.steps, [](const Step &step) {
      return step.accesses.empty() && step.moves.empty() &&
             step.kind != Step::Call && step.kind != Step::Return;
    });
    for (Edge &edge : block.edges)
      resolveMoves(edge.moves);
  }
}

/// Reverse postorder from the entry, then from whatever is left.
static std::vector<unsigned> orderBlocks(const FunctionFlow &flow) {
  std::vector<unsigned> order;
  std::vector<bool> isSeen(flow.blocks.size(), false);
  for (unsigned first = flow.blocks.size(); first-- > 0;) {
    // The entry comes last, to be first in reverse.
    bool isRoot = first == 0 || flow.blocks[first].predecessors.empty();
    if (!isRoot || isSeen[first])
      continue;
    std::vector<std::pair<unsigned, unsigned>> stack = {{first, 0}};
    isSeen[first] = true;
    while (!stack.empty()) {
      auto &[block, next] = stack.back();
      if (next == flow.blocks[block].edges.size()) {
        order.push_back(block);
        stack.pop_back();
        continue;
      }
      unsigned target = flow.blocks[block].edges[next++].target;
      if (!isSeen[target]) {
        isSeen[target] = true;
        stack.push_back({target, 0});
      }
    }
  }
  std::reverse(order.begin(), order.end());
  // Cycles that nothing enters.
  for (unsigned block = 0; block < flow.blocks.size(); ++block)
    if (!isSeen[block])
      order.push_back(block);
  return order;
}

/// What callers must know.
static void summarise(FunctionFlow &flow, const SlotTable &table) {
  flow.results.resize(flow.op.getNumResults());
  auto noteWrite = [&](const Access &access, Operation *writer) {
    const RootTargets &targets = flow.roots[access.root].targets;
    for (SlotRef ref : targets.slots)
      flow.writtenSlots.insert({ref.slot, writer});
    for (unsigned parameter : targets.parameters)
      flow.writtenParameters.insert({parameter, writer});
  };
  for (const FlowBlock &block : flow.blocks) {
    for (const Step &step : block.steps) {
      for (const Access &access : step.accesses) {
        if (access.write)
          noteWrite(access, step.callee ? step.callee->writtenParameters.lookup(
                                              access.parameter)
                                        : step.op);
        if (step.kind != Step::Return ||
            access.parameter >= flow.results.size())
          continue;
        RootTargets &result = flow.results[access.parameter];
        const RootTargets &targets = flow.roots[access.root].targets;
        result.slots.append(targets.slots.begin(), targets.slots.end());
        result.parameters.append(targets.parameters.begin(),
                                 targets.parameters.end());
      }
    }
  }
  std::vector<ByteRange> ranges;
  for (auto [slot, writer] : flow.writtenSlots)
    ranges.push_back(table[slot].bytes);
  for (auto [callee, call] : flow.callees) {
    llvm::append_range(ranges, callee->coverage);
    flow.depth = std::max(flow.depth, callee->depth + 1);
  }
  llvm::sort(ranges,
             [](ByteRange a, ByteRange b) { return a.lower < b.lower; });
  for (ByteRange range : ranges) {
    if (!flow.coverage.empty() && range.lower <= flow.coverage.back().upper)
      flow.coverage.back().upper =
          std::max(flow.coverage.back().upper, range.upper);
    else
      flow.coverage.push_back(range);
  }
}

/// Nobody in the module fills or reads the buffers of an entry's interface.
static LogicalResult checkInterface(FunctionOpInterface function) {
  for (SlotOp slot : function.getFunctionBody().getOps<SlotOp>())
    if (slot.getRole())
      return slot.emitError("slot ")
             << slot.getId() << " is filled or read by who calls '"
             << function.getName()
             << "' from elsewhere, but it is called in the module, too";
  return success();
}

LogicalResult ModuleFlowBuilder::buildFlow(const Function &function) {
  FunctionFlow &flow = *function.flow;
  if (function.isCalled && failed(checkInterface(flow.op)))
    return failure();
  AliasGraph aliases(flow.op, function.isCalled, table);
  auto lookupCallee = [&](CallOpInterface call) { return lookup(call); };
  FlowBuilder builder(flow, aliases, table, lookupCallee);
  if (failed(builder.run()))
    return failure();
  aliases.solve();
  flow.roots = aliases.takeRoots();
  for (auto [value, op] : builder.getEscapes())
    if (unsigned root = aliases.getRoot(value))
      flow.escapes.push_back({root, op});
  resolveRoots(flow, aliases);
  flow.order = orderBlocks(flow);
  markUnwritten(flow, table);
  summarise(flow, table);
  return success();
}

FailureOr<std::vector<std::unique_ptr<FunctionFlow>>>
ModuleFlowBuilder::build() {
  findFunctions();
  FailureOr<std::vector<unsigned>> order = orderFunctions();
  if (failed(order))
    return failure();
  std::vector<std::unique_ptr<FunctionFlow>> flows;
  bool ok = true;
  for (unsigned index : *order) {
    flows.push_back(std::make_unique<FunctionFlow>());
    flows.back()->op = functions[index].op;
    functions[index].flow = flows.back().get();
    ok &= succeeded(buildFlow(functions[index]));
  }
  if (!ok)
    return failure();
  return flows;
}

FailureOr<ModuleFlow> ModuleFlow::build(ModuleOp module,
                                        const SlotTable &table) {
  auto functions = ModuleFlowBuilder(module, table).build();
  if (failed(functions))
    return failure();
  ModuleFlow flow;
  flow.functions = std::move(*functions);
  return flow;
}
