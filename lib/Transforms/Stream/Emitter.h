//===- Emitter.h - Builds the loops of a segment ----------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rings and the result are in EmitStream.cpp, loops in EmitPull.cpp and
// EmitPush.cpp, and what computes a row is in EmitRows.cpp.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_STREAM_EMITTER_H
#define MPLAN_LIB_TRANSFORMS_STREAM_EMITTER_H

#include "EmitStream.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mplan::stream_emission {

inline mlir::RankedTensorType getType(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType());
}

/// `type` with `size` rows.
mlir::RankedTensorType getRows(mlir::RankedTensorType type, unsigned dim,
                               int64_t size);

/// A ring, and how many rows of its tensor were written so far; or the result
/// and, if somebody has to ask, how many rows of it were.
struct RingState {
  mlir::Value rows, written;
};

/// Builds the loops of a segment.
class Emitter {
public:
  Emitter(mlir::RewriterBase &rewriter, const StreamCut &cut)
      : rewriter(rewriter), segment(*cut.segment), trace(cut.trace),
        shared(cut.buffer), fedRows(cut.fedRows), loc(segment.output.getLoc()),
        last(segment.ringValues.size()), states(last + 1) {}

  /// The result; the buffer without shape that it is in and that of the input,
  /// if there are such.
  struct Result {
    mlir::Value value, buffer, inputBuffer;
  };
  Result run();

private:
  mlir::Value getIndex(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(rewriter, loc, value);
  }
  /// (scale * t + offset) / div.
  mlir::OpFoldResult getRow(int64_t scale, mlir::Value t, int64_t offset,
                            int64_t div = 1);
  mlir::Value materialize(mlir::OpFoldResult value) {
    return mlir::getValueOrCreateConstantIndexOp(rewriter, loc, value);
  }
  mlir::Value takeRows(mlir::Value source, unsigned dim,
                       mlir::OpFoldResult first, int64_t size);

  mlir::Value putRows(mlir::Value rows, mlir::Value target,
                      llvm::ArrayRef<mlir::OpFoldResult> offsets);

  mlir::Value getPadding(mlir::tensor::PadOp pad);
  void makeRing(unsigned ring);
  mlir::Value makeResult();
  void addOwned(unsigned ring, llvm::SmallVectorImpl<unsigned> &rings);
  llvm::SmallVector<mlir::Value> getStates(llvm::ArrayRef<unsigned> rings);
  void setStates(llvm::ArrayRef<unsigned> rings, mlir::ValueRange values);
  void pull(mlir::Value init);
  void bringUp(unsigned site, mlir::Value t);
  void bring(unsigned ring, mlir::Value end);
  void push(mlir::Value init);
  void addFollowing(unsigned site, llvm::SmallVectorImpl<unsigned> &rings);
  mlir::Value getPossible(unsigned site);
  void goOn(llvm::ArrayRef<unsigned> followers);
  void makeRow(unsigned ring, mlir::Value row);
  mlir::scf::ForOp createLoop(llvm::ArrayRef<unsigned> rings, mlir::Value from,
                              mlir::Value to,
                              llvm::function_ref<void(mlir::Value)> body);
  mlir::Value shift(unsigned ring);
  void computeRow(unsigned ring, mlir::Value row);
  void padRow(unsigned ring);

  mlir::Value flatten(mlir::Value value);
  mlir::Value makeBuffer();
  mlir::Value takeShaped(mlir::OpFoldResult offset,
                         mlir::RankedTensorType type);
  mlir::Value takeWholeRows(mlir::Value value, unsigned dim,
                            const RowRange &rows, mlir::Value t);
  mlir::Value putShared(mlir::Value t);
  void putResult(mlir::Value t);

  mlir::Value getRowOf(mlir::Value value, int64_t scale, mlir::Value t,
                       int64_t offset);
  mlir::Value makeRowOf(mlir::Value value, int64_t scale, mlir::Value t,
                        int64_t offset);
  mlir::Value readRows(mlir::Value value, unsigned dim, const RowRange &rows,
                       mlir::Value t);
  mlir::Value takePart(mlir::tensor::CollapseShapeOp collapse, unsigned dim,
                       mlir::Value source, int64_t scale, mlir::Value t,
                       int64_t offset);
  mlir::Value computeOp(mlir::Operation *op, int64_t scale, mlir::Value t,
                        int64_t offset, mlir::Value carried = {});

  mlir::RewriterBase &rewriter;
  const StreamSegment &segment;
  const StreamTrace &trace;
  const std::optional<SharedBuffer> &shared;
  const int64_t fedRows;
  mlir::Location loc;
  const unsigned last; ///< The site of the result.
  /// Of each ring, and of the result: if it shares a buffer, that.
  llvm::SmallVector<RingState> states;
  mlir::Value inputRow; ///< Pushing: the number of the last one there is.
  mlir::Value fedRow;   ///< That row itself, if no other one is there.
  /// The site whose rows are being computed.
  unsigned site = 0;
};

} // namespace mplan::stream_emission

#endif // MPLAN_LIB_TRANSFORMS_STREAM_EMITTER_H
