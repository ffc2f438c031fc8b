//===- Needs.h - What is needed, and what clobbers it -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Walks flows backwards from each entry of the module. At every point it knows
// the roots whose contents are still needed, and the slots that they may be; a
// write to a slot that shares bytes with one of those is a violation.
//
// A call is followed into its callee, with the callee's parameters standing
// for the caller's roots: a *frame*. What the caller needs after the call and
// the callee cannot name passes the frame by; it is only held against the
// bytes that the callee writes. So a frame depends on little, and its result
// is remembered.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_PROOF_NEEDS_H
#define MPLAN_LIB_ANALYSIS_PROOF_NEEDS_H

#include "Flow.h"

#include "mplan/Analysis/VerifySlots.h"

#include "llvm/ADT/DenseSet.h"

#include <map>

namespace mplan::proof {

/// A write that clobbers something needed.
struct Violation {
  enum Kind {
    Clobber, // `written` is not `needed`
    SameOp,  // the same, and the read is the op's own
    Earlier, // one slot, of which an earlier execution's buffer is needed
    Kept     // an input that the caller may want unchanged
  };
  Kind kind;
  mlir::Operation *writer, *reader;
  unsigned written, needed; // slots
  /// The calls that lead to the writer, outermost first.
  std::vector<mlir::Operation *> path;
};

class NeedAnalysis {
public:
  NeedAnalysis(const SlotTable &table, const ModuleFlow &module,
               const VerifySlotsOptions &options)
      : table(table), module(module), options(options) {
    slotsOfRoot.push_back({}); // the outside
    isOneSlot.push_back(false);
  }

  void run();

  llvm::ArrayRef<Violation> getViolations() const { return violations; }
  /// Slots whose address unknown code has, with an op that gave it.
  const llvm::MapVector<unsigned, mlir::Operation *> &getEscapes() const {
    return escapes;
  }

private:
  /// What a parameter is in a frame.
  struct Binding {
    unsigned root = outside; // of the analysis, not of a function
    bool full = false;       // all of the root's elements
  };
  /// A result of the function that is needed after the call.
  struct NeededResult {
    unsigned position;
    mlir::Operation *reader;
  };
  /// A function with its parameters bound.
  struct Frame {
    const FunctionFlow *flow;
    llvm::SmallVector<Binding> bindings;
    /// The analysis's numbers of the function's roots.
    std::vector<unsigned> roots;
    bool isEntry;
    /// What was asked before, and the answers.
    struct Answer {
      NeedSet after;
      llvm::SmallVector<unsigned, 1> results;
      NeedSet before;
    };
    std::vector<Answer> answers;
  };
  /// What the caller of a frame needs after it.
  struct Exit {
    const NeedSet &after;
    llvm::ArrayRef<NeededResult> results;
  };

  Frame &getFrame(const FunctionFlow &flow, llvm::SmallVector<Binding> bindings,
                  bool isEntry);
  /// The needs before a call of `frame`.
  NeedSet evaluate(Frame &frame, Exit exit);
  NeedSet solve(const Frame &frame, Exit exit);
  NeedSet getEnd(const Frame &frame, const FlowBlock &block,
                 const std::vector<NeedSet> &begins);
  void apply(const Frame &frame, const Step &step, Exit exit, NeedSet &state);
  void applyAccesses(const Frame &frame, const Step &step, NeedSet &state);
  void applyCall(const Frame &frame, const Step &step, NeedSet &state);
  void applyMoves(const Frame &frame, llvm::ArrayRef<Move> moves,
                  NeedSet &state);

  unsigned numberRoot(const Frame &frame, unsigned root);
  unsigned getRoot(const Frame &frame, unsigned root) const {
    return frame.roots[root];
  }
  bool isFull(const Frame &frame, const Access &access) const;
  void insert(NeedSet &state, unsigned root, mlir::Operation *reader) const;
  void erase(NeedSet &state, unsigned root) const;
  const NeedSet::Need *find(const NeedSet &state, unsigned root) const;
  bool isEarlier(unsigned root, unsigned slot) const;
  void eraseSlot(NeedSet &state, unsigned slot) const;
  void eraseSlots(NeedSet &state, llvm::ArrayRef<unsigned> slots) const;

  void checkWrite(mlir::Operation *writer, unsigned root, const NeedSet &state);
  void checkSameOp(const Frame &frame, const Step &step, const Access &write);
  void checkCall(const Frame &frame, const Step &step, const Frame &callee,
                 const NeedSet &bystanders);
  bool reportWriter(const FunctionFlow &flow, const NeedSet::Need &need,
                    llvm::SmallPtrSetImpl<const FunctionFlow *> &seen);
  void report(Violation::Kind kind, mlir::Operation *writer, unsigned written,
              const NeedSet::Need &need);

  const SlotTable &table;
  const ModuleFlow &module;
  const VerifySlotsOptions &options;

  /// By function and the bound roots; looked up only, never listed.
  std::map<std::pair<const FunctionFlow *, std::vector<uint64_t>>,
           std::unique_ptr<Frame>>
      frames;
  /// The slots that each root may be, sorted.
  std::vector<llvm::SmallVector<SlotRef, 1>> slotsOfRoot;
  /// Whether a root is a slot itself: it is that one and no other.
  std::vector<bool> isOneSlot;
  /// The roots, by function, number there, and slots; looked up only.
  std::map<std::tuple<const FunctionFlow *, unsigned, std::vector<uint64_t>>,
           unsigned>
      rootNumbers;

  std::vector<mlir::Operation *> callStack;
  std::vector<Violation> violations;
  llvm::DenseSet<std::tuple<mlir::Operation *, unsigned, unsigned>> reported;
  llvm::MapVector<unsigned, mlir::Operation *> escapes;
};

} // namespace mplan::proof

#endif // MPLAN_LIB_ANALYSIS_PROOF_NEEDS_H
