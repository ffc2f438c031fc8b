//===- Allocations.h - What there is to plan --------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the allocations of a function, their sizes, what was asked of their
// places, and their live ranges. What cannot be planned is an error here.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_ALLOCATIONS_H
#define MPLAN_ANALYSIS_ALLOCATIONS_H

#include "mplan/Analysis/BufferUses.h"
#include "mplan/Analysis/Lifetimes.h"
#include "mplan/Analysis/SizeBounds.h"
#include "mplan/Analysis/Timeline.h"

namespace mplan {

/// Put on an allocation that a loop hands to its next iteration and that could
/// not be made the loop's own: the reason, a clause.
constexpr llvm::StringLiteral kCarriedAttrName = "mplan.carried";

/// Put on an allocation that its function returns and that could not be made
/// the caller's: the reason, a clause.
constexpr llvm::StringLiteral kReturnedAttrName = "mplan.returned";

/// One buffer to be planned.
struct Allocation {
  mlir::Operation *op = nullptr;
  int64_t bytes = 0;             ///< An upper bound where the shape is dynamic.
  int64_t alignment = 1;         ///< Of the offset, in bytes.
  mlir::FlatSymbolRefAttr arena; ///< Where it was asked to go, or null.
  std::optional<int64_t> fixedOffset; ///< In bytes, if that was asked.
  LiveRange live;                     ///< Ticks of its function.
  solver::Segment held;               ///< From the allocation to its release,
                                      ///< or else the last use: what a heap
                                      ///< would keep.
  llvm::SmallVector<mlir::Operation *> deallocs;

  mlir::MemRefType getType() const {
    return llvm::cast<mlir::MemRefType>(op->getResult(0).getType());
  }
};

/// True for the operations that are planned: `memref.alloc`, `memref.alloca`,
/// `mplan.alloc`.
bool isPlannable(mlir::Operation *op);

/// True for an operation that makes a buffer on a heap or a stack, whether or
/// not it is one that can be planned; also for one on tensors of which
/// bufferization makes such an operation.
bool allocatesBuffer(mlir::Operation *op);

/// True if something in `function` is plannable.
bool hasPlannable(mlir::FunctionOpInterface function);

/// What the program asks of the place of a plannable operation, as it is
/// written; null if nothing.
struct PlaceRequest {
  mlir::Attribute pool;
  mlir::Attribute offset;
  int64_t alignment = 1; ///< In bytes.
};
PlaceRequest getPlaceRequest(mlir::Operation *allocation);

/// The arena that `pool`, the attribute of that name on `op`, names; null if
/// there is none. An error if it names nothing.
llvm::FailureOr<mlir::FlatSymbolRefAttr> readPool(mlir::Operation *op,
                                                  mlir::Attribute pool);

/// The static type of the largest buffer that `op`, which is plannable, may
/// make; nothing if there is no constant bound, or a layout beside it.
std::optional<mlir::MemRefType> getLargestType(mlir::Operation *op,
                                               SizeBounds &bounds);

/// What becomes of an allocation of dynamic size without a constant bound.
enum class OnUnbounded { Error, Heap };

/// All allocations of `function` to be planned, in order. Emits an error for
/// each that cannot be, and fails if there is one: a dynamic size without a
/// constant upper bound, a layout that is not static, a use that `BufferUses`
/// refuses, a result of the function, a place inside a parallel loop.
///
/// With `OnUnbounded::Heap` those without a bound are left out, with a remark;
/// a release that may be of one of these or of a planned buffer is an error.
mlir::FailureOr<std::vector<Allocation>>
findAllocations(mlir::FunctionOpInterface function, const Timeline &timeline,
                BufferUseAnalysis &analysis, SizeBounds &bounds,
                OnUnbounded onUnbounded);

} // namespace mplan

#endif // MPLAN_ANALYSIS_ALLOCATIONS_H
