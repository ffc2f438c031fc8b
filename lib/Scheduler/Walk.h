//===- Walk.h - Running steps forwards and taking them back -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is alive depends only on which steps have run, not on their order. A
// walk is at such a *state*, knows what can run next and what that costs, and
// goes on or back by one chunk.
//
// A *chunk* is some steps that run one right after the other.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_SCHEDULER_WALK_H
#define MPLAN_LIB_SCHEDULER_WALK_H

#include "Model.h"

namespace mplan::scheduler::detail {

/// The steps of a model, each in one chunk. The chunks are numbered in an order
/// in which they can run.
struct Chunks {
  /// Every step a chunk of its own.
  explicit Chunks(const Model &model);
  /// Expects every step in one of `members`.
  Chunks(const Model &model, std::vector<std::vector<int>> members);

  int size() const { return static_cast<int>(members.size()); }

  std::vector<std::vector<int>> members; ///< Steps, in the order they run in.
  std::vector<int> chunkOf;              ///< By step.
  Lists predecessors, successors;        ///< Chunks, by chunk.
  Lists operands;                        ///< Values, by chunk.

private:
  void connect(const Model &model);
};

/// What a chunk does to the bytes alive, if it runs now.
struct Cost {
  Bytes peak = 0; ///< The most, while it runs, above what is alive before.
  Bytes net = 0;  ///< After it, above what is alive before.
};

class Walk {
public:
  Walk(const Model &model, const Chunks &chunks);

  /// Bytes alive between chunks.
  Bytes getLive() const { return live; }

  /// The chunks that can run next, in no certain order (but always the same).
  const std::vector<int> &getReady() const { return ready; }
  bool isReady(int chunk) const { return positionInReady[chunk] >= 0; }

  /// Expects a ready chunk.
  const Cost &getCost(int chunk) {
    if (stale[chunk])
      computeCost(chunk);
    return costs[chunk];
  }

  /// Chunks that have run, in order.
  const std::vector<int> &getTrail() const { return trail; }
  const Bits &getDone() const { return done; }
  bool isAtEnd() const { return trail.size() == size_t(chunks.size()); }

  /// Runs a ready chunk.
  void advance(int chunk);

  /// Takes the last one back.
  void retreat();

  /// The steps of the trail.
  std::vector<size_t> getSteps() const;

private:
  void computeCost(int chunk);
  void markLastChunk(int value);
  void makeReady(int chunk);
  void makeUnready(int chunk);

  const Model &model;
  const Chunks &chunks;
  Bytes live;
  std::vector<int> ready, positionInReady;
  std::vector<int> waitsFor; ///< By chunk: predecessors that have not run.
  std::vector<int> pendingReaders; ///< Steps that have not run, by value.
  std::vector<int> pendingChunks;  ///< The chunks that those are in, by value.
  std::vector<bool> hasRun;        ///< By step.
  std::vector<Cost> costs;
  std::vector<bool> stale;
  std::vector<int> trail;
  Bits done;
};

} // namespace mplan::scheduler::detail

#endif // MPLAN_LIB_SCHEDULER_WALK_H
