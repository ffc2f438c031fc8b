//===- JoinedBuffers.h - Buffers that control flow joins --------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which buffers that meet in one value can be one buffer. This is the question
// of register coalescing (Chaitin 1982, "Register allocation and spilling via
// graph coloring"; Briggs, Cooper and Torczon 1994), asked of memory:
//
// * The *names* are allocations, and the values in which control flow joins
//   buffers: region results, region and block arguments, selects. A view
//   belongs to the name that it is a view of.
// * An *edge* leads from a name to a join that it is passed on to. It reads the
//   one and defines the other; no byte moves.
// * Two names interfere if one of them is written while the contents of the
//   other are needed.
//
// Names are references, so that several may be one buffer at run time. Where
// no two of a set interfere, that cannot be told: all that are needed at one
// time then hold what was written last, and one buffer serves them all.
//
// A second question is asked of what a loop makes in one iteration and hands to
// the next: two buffers of one allocation are needed at once. Given a storage
// of its own, the loop can copy to it what it hands on, unless somebody could
// tell the copy from the buffer.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_JOINEDBUFFERS_H
#define MPLAN_ANALYSIS_JOINEDBUFFERS_H

#include "mplan/Analysis/BufferUses.h"
#include "mplan/Analysis/Lifetimes.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SetVector.h"

namespace mplan {

/// One name passed on to another.
struct JoinEdge {
  unsigned source;
  unsigned target;
  mlir::OpOperand *operand; ///< Of the operation that passes it on.
  bool isWhole;             ///< The operand surely is all of the source.
};

struct BufferName {
  enum class Kind {
    Allocation, ///< That can be planned, of a static shape.
    Join,       ///< Is one of its sources, and nothing else.
    Opaque,     ///< May be one of its sources, or a part of it, or neither.
    Foreign     ///< Made elsewhere, or in a way that is not planned.
  };
  mlir::Value value;
  Kind kind;
  BufferUses uses;                         ///< Of the name itself.
  llvm::SmallVector<unsigned, 2> sources;  ///< Edges that lead here.
  llvm::SmallVector<unsigned, 2> forwards; ///< Edges that lead on.
  unsigned component; ///< The same for all that are joined, however remotely.
  LiveRange live;
  /// Where it is written, ascending.
  std::vector<std::pair<int64_t, mlir::Operation *>> writes;

  mlir::MemRefType getType() const {
    return llvm::dyn_cast<mlir::MemRefType>(value.getType());
  }
};

/// Names that become one buffer.
struct JoinedGroup {
  llvm::SmallVector<unsigned> names; ///< An allocation comes first.
  /// Here one allocation reaches all uses, and is made again where any of them
  /// would be.
  mlir::Operation *insertBefore;
};

/// Joins that are one variable: one operand defines several of them, as the
/// next iteration's argument and the loop's result.
struct JoinVariable {
  llvm::SetVector<unsigned> joins;
  llvm::SetVector<mlir::OpOperand *> operands; ///< All that define it.
};

/// Why what a loop makes cannot be copied to a storage of its own.
struct CarriedRefusal {
  llvm::SmallVector<mlir::Operation *> allocations;
  std::string reason; ///< A clause of its own.
};

/// The joined buffers of one function.
class JoinGraph {
public:
  /// Finds the names that allocations flow to, and what flows there with them.
  /// `copies` are those copies which may go if both sides become one buffer.
  /// What the graph says holds until the function is changed.
  JoinGraph(mlir::FunctionOpInterface function, const Timeline &timeline,
            BufferUseAnalysis &analysis, mlir::DominanceInfo &dominance,
            llvm::SetVector<mlir::Operation *> copies = {});

  llvm::ArrayRef<BufferName> getNames() const { return names; }
  llvm::ArrayRef<JoinEdge> getEdges() const { return edges; }

  /// The name that `value` is a view of; none if it has no part in joins.
  std::optional<unsigned> getName(mlir::Value value) const;

  /// The largest sets of names, found greedily and sources first, that can be
  /// one buffer each. They are disjoint.
  std::vector<JoinedGroup> findGroups();

  /// Whether `names` can be one buffer that is there from the start of the
  /// function. Each must be an allocation.
  bool canBeOne(llvm::ArrayRef<unsigned> allocations);

  /// The variables of loops that need a storage of their own, to which what
  /// defines them is copied: those that are handed what an iteration makes and
  /// the next one makes again. Where this could be told from the program as it
  /// is, `refusals` says why.
  std::vector<JoinVariable> findCarried(std::vector<CarriedRefusal> &refusals);

  /// The variables whose storage `value` may be a view of once each has one;
  /// `variableOf` says which variable each name that is a join of one belongs
  /// to.
  llvm::SmallSetVector<unsigned, 4>
  findStorages(mlir::Value value,
               const llvm::DenseMap<unsigned, unsigned> &variableOf) const;

  /// True for a copy that goes where both sides are one buffer.
  bool isRemovableCopy(mlir::Operation *op) const {
    return copies.contains(op);
  }

private:
  friend class GroupFinder;
  friend class CarriedFinder;
  friend class ForeignBuffers;

  unsigned addName(mlir::Value value);
  void addEdges(unsigned name);
  void checkJoins();
  void findComponents();
  void findLiveRanges();
  /// Marks the names from which one of `marks` is reached.
  llvm::BitVector closeOverSources(llvm::BitVector marks) const;

  mlir::FunctionOpInterface function;
  const Timeline &timeline;
  BufferUseAnalysis &analysis;
  mlir::DominanceInfo &dominance;
  llvm::SetVector<mlir::Operation *> copies;
  std::vector<BufferName> names;
  std::vector<JoinEdge> edges;
  llvm::DenseMap<mlir::Value, unsigned> numbers;
};

/// The value that `value` is a view of, through any number of views.
mlir::Value getViewedBuffer(mlir::Value value);

/// True if `value` is that value, or a view of all of it in the same order.
bool isViewOfWhole(mlir::Value value);

/// True if what `op` makes is there when `join` is defined, and not made again
/// before each use of `join`.
bool isMadeBefore(mlir::Operation *op, mlir::Value join,
                  mlir::DominanceInfo &dominance);

/// The operation before which memory for `value` can be allocated: the one that
/// makes it, or that control leaves when it enters the block that has it as its
/// argument. Null if the block is never entered.
mlir::Operation *getAnchor(mlir::Value value, mlir::DominanceInfo &dominance);

/// True if a view of all of a `buffer` can have the type `type`.
bool canBeViewedAs(mlir::MemRefType buffer, mlir::Type type);

} // namespace mplan

#endif // MPLAN_ANALYSIS_JOINEDBUFFERS_H
