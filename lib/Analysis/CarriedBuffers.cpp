//===- CarriedBuffers.cpp - What a loop hands to its next iteration -------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the variables that must be given a storage, and proves that the copies
// to it cannot be told from the references that they replace.
//
// Let v be such a variable and M the names that may refer to its storage then:
// its joins, and what they are passed on to save other such variables. Before,
// a name of M and another name k may have been one buffer; now they are two.
// Nobody can tell if neither is written while the other is needed, or if they
// were two before. The latter holds for an allocation that is not made before v
// is defined: a use of it comes after it was made again, or else there were a
// way to that use around it, and M refers to one that was made earlier.
//
// The copies write to the storage. No name of M may be needed from there on,
// other than those that are defined anew: if one is, it is given a storage too.
//
//===----------------------------------------------------------------------===//

#include "ForeignBuffers.h"
#include "mplan/Analysis/JoinedBuffers.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/IntEqClasses.h"

using namespace mlir;
using namespace mplan;

namespace mplan {
class CarriedFinder {
public:
  explicit CarriedFinder(JoinGraph &graph) : graph(graph), foreigners(graph) {
    findVariables();
  }

  std::vector<JoinVariable> run(std::vector<CarriedRefusal> &refusals);

private:
  using Names = SmallVector<unsigned>;
  using Reason = std::optional<std::string>;

  void findVariables();
  bool isCarried(unsigned allocation, llvm::SetVector<unsigned> &chosen) const;
  /// Names that are joined, however remotely, and what is asked of all.
  struct Component {
    struct Need {
      solver::Segment segment;
      unsigned name;
      int64_t lastUpper = 0; ///< Of this one and all before it.
    };
    Component(const JoinGraph &graph, Names names);

    Names names, foreign, returned;
    std::vector<std::pair<int64_t, unsigned>> writes; ///< By tick.
    std::vector<Need> needs;                          ///< By their begin.
    std::vector<llvm::BitVector> reachedFrom;         ///< For each foreign one.
  };

  Reason check(const Component &component, llvm::SetVector<unsigned> &chosen);
  Reason checkPoints(const JoinVariable &variable) const;
  Reason checkUses(const Component &component, unsigned variable,
                   const llvm::SetVector<unsigned> &chosen);
  Reason addOverwritten(llvm::SetVector<unsigned> &chosen) const;
  Names findReferences(unsigned variable,
                       const llvm::SetVector<unsigned> &chosen) const;
  SmallVector<int64_t> findTargets(OpOperand *operand) const;
  bool isOtherBuffer(unsigned name, const JoinVariable &variable);

  static constexpr unsigned none = ~0u;

  JoinGraph &graph;
  std::vector<JoinVariable> variables;
  std::vector<unsigned> variableOf; ///< By name.
  llvm::BitVector repeated;         ///< By name.
  ForeignBuffers foreigners;
};
} // namespace mplan

/// True if control may come to where `value` is made more than once in a run of
/// the function.
static bool isRepeated(Value value) {
  for (Region *region = value.getParentRegion();
       !isa<FunctionOpInterface>(region->getParentOp());
       region = region->getParentRegion())
    if (!region->hasOneBlock() ||
        isa<LoopLikeOpInterface>(region->getParentOp()))
      return true;
  auto function =
      value.getParentRegion()->getParentOfType<FunctionOpInterface>();
  return !function.getFunctionBody().hasOneBlock() ||
         getEnclosingRepetitiveRegion(value);
}

void CarriedFinder::findVariables() {
  llvm::IntEqClasses classes(graph.names.size());
  llvm::DenseMap<OpOperand *, unsigned> byOperand;
  for (const JoinEdge &edge : graph.edges) {
    auto [it, isNew] = byOperand.try_emplace(edge.operand, edge.target);
    if (!isNew)
      classes.join(it->second, edge.target);
  }
  classes.compress();
  repeated.resize(graph.names.size());
  for (auto [number, name] : llvm::enumerate(graph.names))
    repeated[number] = isRepeated(name.value);
  variables.resize(classes.getNumClasses());
  variableOf.resize(graph.names.size(), none);
  for (auto [number, name] : llvm::enumerate(graph.names)) {
    if (name.kind != BufferName::Kind::Join)
      continue;
    variableOf[number] = classes[number];
    JoinVariable &variable = variables[classes[number]];
    variable.joins.insert(number);
    for (unsigned edge : name.sources)
      variable.operands.insert(graph.edges[edge].operand);
  }
}

/// Adds the variables that hold what `allocation` made while it is made again.
bool CarriedFinder::isCarried(unsigned allocation,
                              llvm::SetVector<unsigned> &chosen) const {
  Operation *op = graph.names[allocation].value.getDefiningOp();
  if (op->getBlock() == &graph.function.getFunctionBody().front())
    return false;
  bool found = false;
  llvm::DenseSet<unsigned> seen = {allocation};
  Names worklist = {allocation};
  while (!worklist.empty())
    for (unsigned edge : graph.names[worklist.pop_back_val()].forwards) {
      unsigned target = graph.edges[edge].target;
      // From where it is made once, there is no way back to the allocation.
      if (!repeated[target] || !seen.insert(target).second)
        continue;
      worklist.push_back(target);
      if (variableOf[target] != none &&
          isHeldWhenMadeAgain(graph.names[target].value, op)) {
        chosen.insert(variableOf[target]);
        found = true;
      }
    }
  return found;
}

/// The names that may refer to the storage of `variable`.
CarriedFinder::Names
CarriedFinder::findReferences(unsigned variable,
                              const llvm::SetVector<unsigned> &chosen) const {
  const auto &joins = variables[variable].joins;
  Names result(joins.begin(), joins.end());
  llvm::DenseSet<unsigned> seen(joins.begin(), joins.end());
  for (size_t i = 0; i != result.size(); ++i)
    for (unsigned edge : graph.names[result[i]].forwards) {
      unsigned target = graph.edges[edge].target;
      if ((variableOf[target] == none ||
           !chosen.contains(variableOf[target])) &&
          seen.insert(target).second)
        result.push_back(target);
    }
  return result;
}

/// The first tick of each place that control may go to with `operand`.
SmallVector<int64_t> CarriedFinder::findTargets(OpOperand *operand) const {
  SmallVector<int64_t> ticks;
  for (unsigned edge : graph.names[*graph.getName(operand->get())].forwards) {
    if (graph.edges[edge].operand != operand)
      continue;
    Value target = graph.names[graph.edges[edge].target].value;
    if (auto argument = dyn_cast<BlockArgument>(target))
      ticks.push_back(graph.timeline.getStart(*argument.getOwner()).tick);
    else // the closing tick
      ticks.push_back(
          graph.timeline.getPosition(target.getDefiningOp()->getNextNode())
              .tick -
          1);
  }
  return ticks;
}

/// Whether what defines the variable can be copied wherever that happens.
CarriedFinder::Reason
CarriedFinder::checkPoints(const JoinVariable &variable) const {
  for (unsigned join : variable.joins)
    if (!graph.names[join].getType() ||
        !graph.names[join].getType().hasStaticShape())
      return "its size is not known where it is passed on";
  Value first = graph.names[variable.joins.front()].value;
  if (!getAnchor(first, graph.dominance))
    return "it is passed on where control never comes";
  for (OpOperand *operand : variable.operands) {
    Operation *op = operand->getOwner();
    if (isa<BranchOpInterface>(op))
      continue;
    auto terminator = dyn_cast<RegionBranchTerminatorOpInterface>(op);
    auto parent =
        dyn_cast<RegionBranchOpInterface>(terminator ? op->getParentOp() : op);
    if (!parent)
      return "it is passed on by an operation that only selects";
    SmallVector<RegionSuccessor> successors;
    RegionBranchPoint point = terminator ? RegionBranchPoint(terminator)
                                         : RegionBranchPoint::parent();
    parent.getSuccessorRegions(point, successors);
    for (const RegionSuccessor &successor : successors) {
      OperandRange range = parent.getSuccessorOperands(point, successor);
      unsigned index = operand->getOperandNumber() -
                       (range.empty() ? 0 : range.getBeginOperandIndex());
      if (index >= range.size())
        return "the operation that passes it on may do so or not";
    }
  }
  return std::nullopt;
}

/// Adds the variables that would refer to a storage when it is written anew.
CarriedFinder::Reason
CarriedFinder::addOverwritten(llvm::SetVector<unsigned> &chosen) const {
  for (size_t i = 0; i != chosen.size(); ++i) {
    unsigned variable = chosen[i];
    SmallVector<int64_t> targets;
    for (OpOperand *operand : variables[variable].operands)
      llvm::append_range(targets, findTargets(operand));
    for (unsigned name : findReferences(variable, chosen)) {
      if (variables[variable].joins.contains(name) ||
          llvm::none_of(targets, [&](int64_t tick) {
            return isLiveAt(graph.names[name].live, tick);
          }))
        continue;
      if (variableOf[name] == none)
        return "it is needed under a name that may be another buffer when the "
               "next iteration begins";
      if (chosen.insert(variableOf[name])) {
        // What the others refer to has become less.
        i = size_t(-1);
        break;
      }
    }
  }
  return std::nullopt;
}

/// True if `name` surely is not what `variable` refers to.
bool CarriedFinder::isOtherBuffer(unsigned name, const JoinVariable &variable) {
  return graph.names[name].kind == BufferName::Kind::Allocation &&
         llvm::none_of(variable.joins, [&](unsigned join) {
           return isMadeBefore(graph.names[name].value.getDefiningOp(),
                               graph.names[join].value, graph.dominance);
         });
}

CarriedFinder::Component::Component(const JoinGraph &graph, Names members)
    : names(std::move(members)) {
  for (unsigned number : names) {
    const BufferName &name = graph.names[number];
    for (const auto &write : name.writes)
      writes.emplace_back(write.first, number);
    if (name.kind == BufferName::Kind::Foreign) {
      foreign.push_back(number); // needed throughout
    } else {
      for (const solver::Segment &segment : name.live)
        needs.push_back({segment, number});
    }
    if (name.uses.returned)
      returned.push_back(number);
  }
  llvm::sort(writes);
  llvm::stable_sort(needs, [](const Need &a, const Need &b) {
    return a.segment.lower < b.segment.lower;
  });
  int64_t last = 0;
  for (Need &need : needs)
    need.lastUpper = last = std::max(last, need.segment.upper);
  // What may refer to each buffer from elsewhere.
  for (unsigned number : foreign) {
    llvm::BitVector reached(graph.names.size());
    Names worklist = {number};
    while (!worklist.empty())
      for (unsigned edge : graph.names[worklist.pop_back_val()].forwards)
        if (unsigned target = graph.edges[edge].target; !reached[target]) {
          reached.set(target);
          worklist.push_back(target);
        }
    reachedFrom.push_back(std::move(reached));
  }
}

/// Whether anybody could tell that `variable` has become a buffer of its own.
CarriedFinder::Reason
CarriedFinder::checkUses(const Component &component, unsigned variable,
                         const llvm::SetVector<unsigned> &chosen) {
  Names references = findReferences(variable, chosen);
  llvm::DenseSet<unsigned> isReference(references.begin(), references.end());
  auto mayBeSame = [&](unsigned name) {
    return !isReference.contains(name) &&
           !isOtherBuffer(name, variables[variable]);
  };

  // What is needed when a reference is written.
  for (unsigned reference : references)
    for (const auto &write : graph.names[reference].writes) {
      int64_t tick = write.first;
      auto it = llvm::partition_point(component.needs, [&](const auto &need) {
        return need.segment.lower <= tick;
      });
      bool isNeeded = !component.foreign.empty();
      while (!isNeeded && it != component.needs.begin() &&
             std::prev(it)->lastUpper > tick) {
        --it;
        isNeeded = it->segment.upper > tick && mayBeSame(it->name);
      }
      if (isNeeded)
        return "what is carried is written while a buffer that it may be is "
               "needed under another name";
    }
  // What is written when a reference is needed.
  for (unsigned reference : references)
    for (const solver::Segment &segment : graph.names[reference].live)
      for (auto it = llvm::partition_point(
               component.writes,
               [&](const auto &write) { return write.first < segment.lower; });
           it != component.writes.end() && it->first < segment.upper; ++it)
        if (mayBeSame(it->second))
          return "a buffer that may be the carried one is written under "
                 "another "
                 "name while that is needed";

  if (llvm::any_of(references, [&](unsigned name) {
        return graph.names[name].uses.returned;
      }))
    if (!component.foreign.empty() ||
        llvm::any_of(component.returned, mayBeSame))
      return "it is a result of the function, and so may be another buffer "
             "that the caller knows";
  for (auto [number, reached] :
       llvm::zip_equal(component.foreign, component.reachedFrom)) {
    if (llvm::none_of(references,
                      [&reached = reached](unsigned name) {
                        return reached.test(name);
                      }) ||
        foreigners.isUnshared(graph.names[number].value))
      continue;
    const std::vector<int64_t> *writes = foreigners.findWrites();
    if (!writes || llvm::any_of(*writes, [&](int64_t tick) {
          return llvm::any_of(references, [&](unsigned reference) {
            return isLiveAt(graph.names[reference].live, tick);
          });
        }))
      return "the loop may begin with a buffer from outside of the function "
             "that may be written under another name; begin with a copy of it";
  }
  return std::nullopt;
}

CarriedFinder::Reason CarriedFinder::check(const Component &component,
                                           llvm::SetVector<unsigned> &chosen) {
  for (unsigned name : component.names)
    if (graph.names[name].uses.refusal)
      return "a buffer joined with it " +
             graph.names[name].uses.refusal->reason;
  if (Reason reason = addOverwritten(chosen))
    return reason;
  for (unsigned variable : chosen) {
    if (Reason reason = checkPoints(variables[variable]))
      return reason;
    if (Reason reason = checkUses(component, variable, chosen))
      return reason;
  }
  return std::nullopt;
}

std::vector<JoinVariable>
CarriedFinder::run(std::vector<CarriedRefusal> &refusals) {
  struct Class {
    Names names;
    SmallVector<Operation *> allocations;
    llvm::SetVector<unsigned> chosen;
  };
  llvm::MapVector<unsigned, Class> classes;
  for (auto [number, name] : llvm::enumerate(graph.names)) {
    Class &entry = classes[name.component];
    entry.names.push_back(number);
    if (name.kind == BufferName::Kind::Allocation &&
        isCarried(number, entry.chosen))
      entry.allocations.push_back(name.value.getDefiningOp());
  }
  std::vector<JoinVariable> result;
  for (auto &[component, entry] : classes) {
    if (entry.allocations.empty())
      continue;
    Component names(graph, std::move(entry.names));
    if (Reason reason = check(names, entry.chosen)) {
      refusals.push_back({entry.allocations, *reason});
      continue;
    }
    for (unsigned variable : entry.chosen)
      result.push_back(variables[variable]);
  }
  return result;
}

std::vector<JoinVariable>
JoinGraph::findCarried(std::vector<CarriedRefusal> &refusals) {
  return CarriedFinder(*this).run(refusals);
}

llvm::SmallSetVector<unsigned, 4> JoinGraph::findStorages(
    Value value, const llvm::DenseMap<unsigned, unsigned> &variableOf) const {
  llvm::SmallSetVector<unsigned, 4> result;
  llvm::DenseSet<unsigned> seen;
  SmallVector<unsigned> worklist = {*getName(value)};
  while (!worklist.empty()) {
    unsigned name = worklist.pop_back_val();
    if (!seen.insert(name).second)
      continue;
    auto it = variableOf.find(name);
    if (it != variableOf.end()) {
      result.insert(it->second);
      continue;
    }
    for (unsigned edge : names[name].sources)
      worklist.push_back(edges[edge].source);
  }
  return result;
}
