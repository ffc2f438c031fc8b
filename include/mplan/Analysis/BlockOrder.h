//===- BlockOrder.h - In which order the ops of a block run -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Other orders of the operations of a block on tensors, with fewer bytes alive
// at once. What is counted, on tensors, before there are buffers:
//
//   * A result takes its bytes from the op that makes it to the last one that
//     reads it, directly or through views of it. Which results are views of
//     operands, and what an op reads and writes, is what
//     `BufferizableOpInterface` says; without it an op reads all its operands
//     and makes all its results anew.
//   * A result written over an operand in destination-passing style, or carried
//     by a loop, takes the operand's place if that is not needed any more.
//   * Constants take none, nor does a tensor without contents (`tensor.empty`),
//     nor an argument of a function, unless it is marked
//     `bufferization.writable`: then until its last reader. Values from outside
//     the block, too, are there whatever its order is.
//   * An op with regions takes, beside its results, what its blocks need more.
//   * What the terminator reads is needed to the end.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_BLOCKORDER_H
#define MPLAN_ANALYSIS_BLOCKORDER_H

#include "mplan/Analysis/SizeBounds.h"

#include "mlir/IR/Block.h"

#include <string>

namespace mplan {

struct BlockOrderOptions {
  /// Upper bounds for tensors of dynamic shape, or null: then a block with one
  /// has no order but its own.
  SizeBounds *bounds = nullptr;

  /// Count the bytes of what a function returns. If not, that is taken to be in
  /// buffers of its caller, with all that it is written over or made of by
  /// insertion.
  bool countReturned = false;

  /// Count the arguments of functions: they die with their last reader. If not,
  /// only those do that are marked.
  bool argumentsDie = false;

  /// How much work may be done: see `scheduler::ScheduleOptions`.
  int64_t budget = 50'000'000;

  /// How many different orders to return, if that many are met.
  size_t keep = 1;
};

/// An order of a block, by positions: the op that stands at `ops[i]` now comes
/// to stand at i. All ops but the terminator. As positions mean the same in a
/// clone of the block, it can be tried there.
struct BlockOrder {
  llvm::SmallVector<unsigned> ops;
  int64_t peak = 0; ///< In bytes, counted as above.
};

struct BlockOrders {
  /// All different, the best first; that is the order that the block has if
  /// none found has a lower peak. At least one.
  llvm::SmallVector<BlockOrder> orders;
  int64_t given = 0;  ///< The peak of the order that it has, in bytes.
  int64_t bound = 0;  ///< No order has a lower peak, in bytes.
  unsigned steps = 0; ///< Operations that matter.
  int64_t states = 0; ///< That the exact search went through.
  bool isOptimal() const { return orders.front().peak == bound; }
};

/// Why a block is left as it is.
struct BlockOrderRefusal {
  mlir::Value value;  ///< The one that is at fault, or null.
  std::string reason; ///< A clause about the block.
};

/// Finds orders of the ops of `block` that compute the same: values are defined
/// before they are used, and what has effects on memory keeps its order.
/// Changes nothing. The same block and options always give the same answer.
///
/// Fails, with `refusal` filled in if that is given, without emitting anything:
///  * the block's region has no order (a graph region, as of a module);
///  * a tensor that counts has no known size.
llvm::FailureOr<BlockOrders> findOrders(mlir::Block &block,
                                        const BlockOrderOptions &options = {},
                                        BlockOrderRefusal *refusal = nullptr);

/// Some order of the ops that computes the same, whatever its peak, which is
/// not filled in: by chance, the same for the same seed. For tests. Fails like
/// `findOrders`.
llvm::FailureOr<BlockOrder>
findShuffledOrder(mlir::Block &block, uint64_t seed,
                  const BlockOrderOptions &options = {});

/// Moves the ops of `block`, or of a clone of it, into an order of
/// `findOrders`. Expects the block not to have changed since.
void applyOrder(mlir::Block &block, const BlockOrder &order);

} // namespace mplan

#endif // MPLAN_ANALYSIS_BLOCKORDER_H
