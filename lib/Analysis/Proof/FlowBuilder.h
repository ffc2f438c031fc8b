//===- FlowBuilder.h - From a function to its flow --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays a function's regions out flat, and tells the alias graph what every op
// says of aliases. Edges come from RegionBranchOpInterface and
// BranchOpInterface; a parallel region may branch back to itself. An op with
// regions that cannot be followed counts as keeping every buffer that is used
// inside, and must hold no slot.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_FLOWBUILDER_H
#define MPLAN_LIB_ANALYSIS_PROOF_FLOWBUILDER_H

#include "Aliases.h"
#include "OpBehavior.h"

#include "mlir/Interfaces/CallInterfaces.h"

namespace mplan::proof {

/// What a call may run.
struct Callee {
  /// The function's flow; null where there is no body in the module.
  FunctionFlow *flow = nullptr;
  /// The op that the call names, if any.
  mlir::Operation *op = nullptr;
  /// A slot that a call through a pointer may reach; null if there is none.
  const Slot *indirectSlot = nullptr;
};
using CalleeLookup = llvm::function_ref<Callee(mlir::CallOpInterface)>;

class FlowBuilder {
public:
  FlowBuilder(FunctionFlow &flow, AliasGraph &aliases, const SlotTable &table,
              CalleeLookup lookup)
      : flow(flow), aliases(aliases), table(table), lookup(lookup) {}

  /// Fills the blocks of the flow; roots are left to the alias graph. Fails,
  /// with errors, at slots that cannot be followed.
  llvm::LogicalResult run();

  /// Buffers that are handed to unknown code.
  llvm::ArrayRef<std::pair<mlir::Value, mlir::Operation *>> getEscapes() const {
    return escapes;
  }

private:
  /// Control may go from `terminator` (null: from the op itself) to `region`
  /// (null: past the op).
  struct RegionEdge {
    mlir::Operation *terminator;
    mlir::Region *region;
    llvm::SmallVector<Move, 1> moves;
  };

  OpBehavior getOpBehavior(mlir::Operation *op,
                           llvm::ArrayRef<mlir::Value> forwarded = {}) const;
  unsigned addBlock();
  void addStep(unsigned block, Step step);
  void addBehavior(unsigned block, mlir::Operation *op,
                   const OpBehavior &behavior);
  void addEdge(unsigned from, unsigned to, llvm::ArrayRef<Move> moves);

  llvm::LogicalResult buildRegion(mlir::Region &region);
  llvm::LogicalResult buildTerminator(mlir::Operation *op, unsigned block);
  /// Returns the block that the next op goes to.
  llvm::FailureOr<unsigned> buildOp(mlir::Operation *op, unsigned block);
  llvm::LogicalResult buildSlot(const Slot &slot, unsigned block);
  void buildInputs();
  void addOutputs(Step &step);
  llvm::LogicalResult buildCall(mlir::CallOpInterface call, unsigned block);
  llvm::FailureOr<unsigned> buildRegions(mlir::Operation *op,
                                         llvm::ArrayRef<RegionEdge> edges,
                                         bool parallel, unsigned block);
  llvm::LogicalResult buildOpaque(mlir::Operation *op, unsigned block);

  /// The edges of an op that RegionBranchOpInterface describes fully; none if
  /// it does not.
  static std::optional<llvm::SmallVector<RegionEdge>>
  getEdges(mlir::Operation *op);
  /// True if `op` is a loop that says that it runs no iteration: its regions
  /// are dead.
  static bool isPassedBy(mlir::Operation *op, llvm::ArrayRef<RegionEdge> edges);
  static std::optional<llvm::SmallVector<RegionEdge>>
  getStepEdges(mlir::Operation *op);
  mlir::FailureOr<unsigned> buildStep(mlir::Operation *op,
                                      llvm::ArrayRef<RegionEdge> edges,
                                      unsigned block);
  /// True if anything inside `op`'s regions has to do with buffers.
  bool usesBuffers(mlir::Operation *op);

  FunctionFlow &flow;
  AliasGraph &aliases;
  const SlotTable &table;
  CalleeLookup lookup;
  std::vector<std::pair<mlir::Value, mlir::Operation *>> escapes;
  /// The flow's block in which a block begins, and in which it ends.
  llvm::DenseMap<mlir::Block *, unsigned> begins, ends;
  /// The innermost op around whose regions run several times at once.
  mlir::Operation *parallelOp = nullptr;
};

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_FLOWBUILDER_H
