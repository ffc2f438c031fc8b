//===- Timeline.h - A function as a line of ticks ---------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the operations of one function, so that "alive from here to there"
// becomes plain half-open ranges of integers, and says which stretches of ticks
// follow which when the function runs.
//
//   func.func @f(...) {            tick   span
//     %a = memref.alloc()             -      0     (not an access: no tick)
//     linalg.fill ... outs(%a)        0      0
//     scf.for ... {                   1      0     opening tick
//       memref.store ... %a           2      1
//       scf.yield                     3      1
//     }                               4      2     closing tick
//     return                          5      2
//   }
//
// An operation without regions is one tick. One with regions has an opening
// tick, its regions in order, and a closing tick, if control flows through them
// as `RegionBranchOpInterface` says; it is a single tick if its regions are
// part of one step (`linalg.generic`). Operations that only allocate or
// release, and slots, have no tick of their own: they are not accesses.
//
// A span is a stretch of ticks that run one after the other; spans are the
// nodes of the function's control flow graph.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_TIMELINE_H
#define MPLAN_ANALYSIS_TIMELINE_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/DenseMap.h"

#include <vector>

namespace mplan {

/// Ticks [lower, upper) that run one after the other.
struct Span {
  int64_t lower = 0;
  int64_t upper = 0;
  llvm::SmallVector<unsigned, 2> predecessors;
  llvm::SmallVector<unsigned, 2> successors;
};

/// Where an operation stands: its tick (for one without a tick of its own, the
/// next one's) and the span that holds it.
struct Position {
  int64_t tick = 0;
  unsigned span = 0;
};

class Timeline {
public:
  /// Numbers the body of `function`. Emits an error and fails on an operation
  /// whose regions may touch memory without saying how control flows.
  static mlir::FailureOr<Timeline> compute(mlir::FunctionOpInterface function);

  /// Where `op`, somewhere below the function, stands. An operation inside one
  /// that is a single tick stands where that one does.
  Position getPosition(mlir::Operation *op) const;

  /// The span that a region of an operation with several ticks begins with.
  unsigned getEntrySpan(mlir::Region &region) const {
    return blockSpans.lookup(&region.front()).first;
  }

  /// Where a block of the function, or of an operation with several ticks,
  /// begins.
  Position getStart(mlir::Block &block) const {
    unsigned span = blockSpans.lookup(&block).first;
    return {spans[span].lower, span};
  }

  llvm::ArrayRef<Span> getSpans() const { return spans; }
  int64_t getNumTicks() const { return ops.size(); }

  /// The operation at a tick, and whether it is that one's closing tick.
  mlir::Operation *getOp(int64_t tick) const { return ops[tick]; }
  bool isClosing(int64_t tick) const {
    return positions.lookup(ops[tick]).tick != tick;
  }

private:
  mlir::LogicalResult addBlock(mlir::Block &block);
  mlir::LogicalResult addRegions(mlir::Operation *op);
  void addRegionEdges(mlir::Operation *op, unsigned opening, unsigned closing);
  void addBlockEdges(mlir::Block &block);
  void addEdge(unsigned from, unsigned to);
  unsigned addSpan();
  void addTick(mlir::Operation *op);

  std::vector<Span> spans;
  std::vector<mlir::Operation *> ops; ///< By tick.
  llvm::DenseMap<mlir::Operation *, Position> positions;
  /// The first and the last span of each block.
  llvm::DenseMap<mlir::Block *, std::pair<unsigned, unsigned>> blockSpans;
};

/// True for an operation that only allocates or releases memory, or is a slot
/// (but not of state).
bool isStorageOp(mlir::Operation *op);

} // namespace mplan

#endif // MPLAN_ANALYSIS_TIMELINE_H
