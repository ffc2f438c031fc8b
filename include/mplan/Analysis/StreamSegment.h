//===- StreamSegment.h - Ops that can be computed row by row ----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_STREAMSEGMENT_H
#define MPLAN_ANALYSIS_STREAMSEGMENT_H

#include "mplan/Analysis/RowDependence.h"
#include "mplan/Analysis/StreamTrace.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mplan {

/// Where the rows of a value are found.
struct RingPlace {
  unsigned ring;
  /// Row 0 of the value in the ring: the padding above it.
  int64_t top = 0;
  /// The pad whose ring it is; null if it is of the value itself.
  mlir::tensor::PadOp pad;
};

/// The ops between one tensor that exists as a whole and another one, all of
/// which run through rows. Those that only spread constants belong to whoever
/// reads them. Where an op reads rows of one tensor and all of another one, as
/// attention does of queries and keys, the other one is computed before, with
/// all that it is made of.
class StreamSegment {
public:
  /// The ops on all ways from `input` to `output`, row by row along dimension
  /// `dim` of `output`; without one, those whose rows the op of `output` sums
  /// up. Null if there are none, or one is refused: `why` then says which and
  /// why. With `isFed`, the rows of the input are not there as a whole: it has
  /// a ring if it needs one.
  static std::unique_ptr<StreamSegment>
  find(mlir::Value input, mlir::Value output, std::optional<unsigned> dim,
       std::string &why, bool isFed = false);

  mlir::Value input, output;
  std::optional<unsigned> outputDim;
  /// The stream dimension of each tensor that has one.
  llvm::MapVector<mlir::Value, unsigned> dims;
  /// Of each op between: what it reads.
  llvm::MapVector<mlir::Operation *, RowDependence> ops;
  /// The tensor of each ring: a pad's result or another one.
  llvm::SmallVector<mlir::Value> ringValues;
  llvm::DenseMap<mlir::Value, RingPlace> places;
  StreamGraph graph;
  /// What is made of the input as a whole before the rows, with what that is
  /// made of.
  llvm::SetVector<mlir::Value> whole;
  std::string whyWhole;   ///< A clause; empty if there is none.
  int64_t wholeBytes = 0; ///< Of it that is still read by the rows.
  int64_t wholePeak = 0;  ///< The most that is alive until then.

private:
  bool visit(mlir::Value value, std::optional<unsigned> dim, std::string &why);
  bool visitAll(std::string &why);
  bool visitOperands(mlir::Operation *op, const RowDependence &rows,
                     std::string &why);
  bool readsInRegion(mlir::Operation *op) const;
  void addWhole(mlir::Value value);
  void measureWhole();
  void findRings();
  bool collectReads(mlir::Value value, int64_t scale, int64_t offset,
                    StreamSite &site, std::string &why);
  bool buildGraph(std::string &why);

  llvm::DenseSet<mlir::Value> dependent;
  /// What an op reads all of, of which nobody knew.
  mlir::Value newWhole;
};

/// The pad that `value` is, if it has rows above or below along `dim`; else
/// null.
mlir::tensor::PadOp getRowPad(mlir::Value value, unsigned dim);

/// Of a tensor of static shape, of integers, floats, or indices of 8 bytes.
int64_t getTensorBytes(mlir::RankedTensorType type);

/// True if `op` makes a tensor of constants or of nothing, in no time: each
/// reader makes it itself.
bool isSpreadConstant(mlir::Operation *op);

} // namespace mplan

#endif // MPLAN_ANALYSIS_STREAMSEGMENT_H
