//===- Aliases.h - Which buffer value is which root -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The aliases within one function. Views are their source. A value that control
// flow or a choice decides is a root of its own, unless all that it is ever
// given is one buffer, and the same execution of it: then it is that buffer.
// For each root the graph finds the slots that it may be, and whether it may
// be one of an earlier execution: a buffer that a loop makes and carries on
// has two contents alive at one address.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_ALIASES_H
#define MPLAN_LIB_ANALYSIS_PROOF_ALIASES_H

#include "Flow.h"

#include "mlir/IR/Dominance.h"

namespace mplan::proof {

class AliasGraph {
public:
  /// Where nothing in the module calls `function`, its parameters are outside.
  AliasGraph(mlir::FunctionOpInterface function, bool isCalled,
             const SlotTable &table)
      : function(function), isCalled(isCalled), table(table),
        dominance(function) {
    nodes.emplace_back(); // the outside
  }

  /// A slot or a parameter, which are roots from the start.
  void addBuffer(mlir::Value value) { getNode(value); }
  /// `result` is memory of `source`, all of it if `whole`.
  void addView(mlir::Value result, mlir::Value source, bool whole);
  /// `to` may be given the buffer of `from`. `atOp`: by the op that defines
  /// `to`, not by control flow.
  void addMove(mlir::Value to, mlir::Value from, bool atOp);
  /// `to` may be something that no move says.
  void addOther(mlir::Value to);
  /// `to` may be `slot`, which is of another function.
  void addForeignSlot(mlir::Value to, unsigned slot);

  /// Finds the roots; nothing is added after this.
  void solve();

  unsigned getRoot(mlir::Value value);
  /// True if `value` has every element of its root.
  bool isWhole(mlir::Value value);
  /// The roots, by number.
  std::vector<Root> takeRoots() { return std::move(roots); }

private:
  struct Node {
    mlir::Value value;
    Root::Kind kind = Root::Outside;
    /// What the node stands for: itself (a root) or a node nearer to it.
    unsigned link = 0;
    bool wholeLink = true;
    bool isMoved = false, isMovedAtOp = false;
    /// Given by moves; nodes.
    llvm::SmallVector<unsigned, 2> sources;
    llvm::SmallVector<unsigned, 0> foreignSlots;
    /// Moved nodes that are given this one.
    llvm::SmallVector<unsigned, 0> users;
    unsigned root = outside;
  };

  unsigned getNode(mlir::Value value);
  unsigned find(unsigned node);
  void linkViews();
  void collapseMoves();
  bool collapse(unsigned node);
  void findTargets();
  bool mayRunAgain(mlir::Value definition, mlir::Value moved);
  bool isInCycleWith(mlir::Block *a, mlir::Block *b);

  mlir::FunctionOpInterface function;
  bool isCalled;
  const SlotTable &table;
  mlir::DominanceInfo dominance;
  /// The strongly connected component of each block, numbered from 1 on, of the
  /// regions that were asked for.
  llvm::DenseMap<mlir::Block *, unsigned> components;
  llvm::SmallPtrSet<mlir::Region *, 4> hasComponents;
  std::vector<Node> nodes;
  llvm::DenseMap<mlir::Value, unsigned> indices;
  std::vector<std::pair<unsigned, unsigned>> views; // result, source
  std::vector<Root> roots;
};

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_ALIASES_H
