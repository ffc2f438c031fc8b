//===- Flow.h - A function as a flat graph of accesses ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the proof knows of one function, whoever calls it. Structured and
// unstructured control flow become one flat graph of blocks; a block is a list
// of steps, which are the ops that have to do with buffers. Buffer values are
// named by *roots*: a slot, or a value that control flow or a choice decides
// (block argument, region result, select, result of a call). A view is its
// source's root. Where a root gets its value, an edge or a step *moves* another
// root into it, so what is needed can be followed backwards through it without
// asking which slots it may be.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_FLOW_H
#define MPLAN_LIB_ANALYSIS_PROOF_FLOW_H

#include "SlotTable.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace mplan::proof {

struct FunctionFlow;

/// The root of all memory that is in no slot, or in one of state: heap,
/// globals, the arguments of functions that are called from elsewhere.
constexpr unsigned outside = 0;

/// The position of a buffer that a return does not hand out: the caller of an
/// entry knows where it is.
constexpr unsigned notReturned = ~0u;

/// A slot that a root may be.
struct SlotRef {
  unsigned slot;
  /// It may be the buffer of an earlier execution of the slot's op: other
  /// contents than the latest execution's, at the same address.
  bool earlier = false;
};

/// What a root may be: slots, and parameters of its function (by position).
struct RootTargets {
  llvm::SmallVector<SlotRef, 1> slots;
  llvm::SmallVector<unsigned, 0> parameters;
};

struct Root {
  enum Kind { Outside, Slot, Parameter, Moved };
  Kind kind = Moved;
  mlir::Value value;
  /// Of a slot its number in the table, of a parameter its position.
  unsigned index = 0;
  RootTargets targets;
};

/// `to` is given the buffer of `from`.
struct Move {
  mlir::Value toValue, fromValue;
  unsigned to = outside, from = outside;
};

/// A buffer that a step reads, writes, or passes to a callee.
struct Access {
  mlir::Value value;
  unsigned root = outside;
  bool read = false, write = false;
  /// Every element of the root is written (of a call: is passed).
  bool full = false;
  /// Of a call: the position of the parameter.
  unsigned parameter = 0;
};

struct Step {
  enum Kind {
    Birth,  // the slot of `accesses[0]` begins, with contents undefined
    Access, // an op reads and writes buffers
    Choice, // `moves` say what a value of this op may be
    Call,   // `callee` runs, with the buffers of `accesses`
    Return  // control leaves the function with the buffers of `accesses`
  };
  Step(Kind kind, mlir::Operation *op) : kind(kind), op(op) {}

  Kind kind;
  mlir::Operation *op;
  llvm::SmallVector<proof::Access, 2> accesses;
  llvm::SmallVector<Move, 0> moves;
  /// Of a call: its results' roots, by position; outside for other types.
  llvm::SmallVector<unsigned, 0> results;
  FunctionFlow *callee = nullptr;
  /// Slots that its roots may be and to which nothing was written before it:
  /// what they hold, nobody needs.
  llvm::SmallVector<unsigned, 0> unwritten;
};

struct Edge {
  unsigned target;
  llvm::SmallVector<Move, 1> moves;
  /// The same of the moves' roots, and slots that are written on another way
  /// into the target, not on this one.
  llvm::SmallVector<unsigned, 0> unwritten;
};

struct FlowBlock {
  std::vector<Step> steps;
  llvm::SmallVector<Edge, 2> edges;
  llvm::SmallVector<unsigned, 2> predecessors;
};

struct FunctionFlow {
  mlir::FunctionOpInterface op;
  std::vector<Root> roots;
  /// The first is the entry.
  std::vector<FlowBlock> blocks;
  /// Blocks so that each comes before those it branches to, but for loops.
  std::vector<unsigned> order;

  /// Roots whose address `op` hands to code that is not known.
  std::vector<std::pair<unsigned, mlir::Operation *>> escapes;
  /// What each result may be; of other types than buffers: empty.
  std::vector<RootTargets> results;
  /// The parameters that are written, each with a step that does so.
  llvm::MapVector<unsigned, mlir::Operation *> writtenParameters;
  /// The slots that the function itself writes, each with a step that does
  /// so, but for those that only a callee writes.
  llvm::MapVector<unsigned, mlir::Operation *> writtenSlots;
  /// The bytes of all slots that are written while the function runs, but for
  /// those passed to it: sorted, apart.
  std::vector<ByteRange> coverage;
  /// Functions called, each once, with the first call.
  llvm::MapVector<FunctionFlow *, mlir::Operation *> callees;
  /// A slot in this function or below; for messages. Null if there is none.
  const Slot *anySlot = nullptr;
  /// The number of calls below this function on the longest path.
  unsigned depth = 0;
};

/// The flows of the functions below a module.
class ModuleFlow {
public:
  /// Follows every function. Fails, with errors, at code that cannot be
  /// followed and uses slots.
  static llvm::FailureOr<ModuleFlow> build(mlir::ModuleOp module,
                                           const SlotTable &table);

  /// Callees before callers.
  llvm::ArrayRef<std::unique_ptr<FunctionFlow>> getFunctions() const {
    return functions;
  }

private:
  std::vector<std::unique_ptr<FunctionFlow>> functions;
};

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_FLOW_H
