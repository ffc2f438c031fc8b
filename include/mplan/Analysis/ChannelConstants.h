//===- ChannelConstants.h - What is known of each channel -------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A convolution's result has channels, numbered from 0; so has all that is
// computed from it element by element, transposed or reshaped. Where the
// channels lie in a tensor is told by a stride for each of its dimensions: how
// much the number of an element's channel grows with the element's index, or 0
// if the channel does not depend on that index. The channel of an element is
// the sum of index times stride. The dimensions with a stride other than 0 are
// the digits of the number: each channel is one choice of their indices.
//
// What such elements are combined with is often known when compiling, and the
// same for all elements of a channel: a bias, a scale, the root of a variance.
// This finds the values.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_CHANNELCONSTANTS_H
#define MPLAN_ANALYSIS_CHANNELCONSTANTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

#include <map>
#include <optional>
#include <vector>

namespace mplan {

/// A stride for each dimension of a tensor, or each loop of an op.
using ChannelStrides = llvm::SmallVector<int64_t>;

/// The strides of the dimensions that `strides.size()` dimensions are collapsed
/// from, of which `fine` are the extents; `groups` says which go together.
/// Nothing if an extent that matters is unknown.
std::optional<ChannelStrides>
splitStrides(llvm::ArrayRef<int64_t> strides,
             llvm::ArrayRef<mlir::ReassociationIndices> groups,
             llvm::ArrayRef<int64_t> fine);

/// The other way: the strides of what dimensions of extents `fine` with
/// `strides` are collapsed to. Nothing if no stride gives the channels, as
/// where one dimension is made of channels and rows.
std::optional<ChannelStrides>
mergeStrides(llvm::ArrayRef<int64_t> strides,
             llvm::ArrayRef<mlir::ReassociationIndices> groups,
             llvm::ArrayRef<int64_t> fine);

/// The strides of the loops of an op that accesses a tensor with `strides`
/// under `map`. Nothing where an index is not that of one loop.
std::optional<ChannelStrides> stridesOfLoops(mlir::AffineMap map,
                                             llvm::ArrayRef<int64_t> strides);

/// The other way, given those of the loops.
std::optional<ChannelStrides> stridesOfTensor(mlir::AffineMap map,
                                              llvm::ArrayRef<int64_t> strides);

/// Remembers what it has found: the program must not change while it is asked.
class ChannelConstants {
public:
  /// An attribute for each channel.
  using Column = std::vector<mlir::Attribute>;

  explicit ChannelConstants(int64_t numChannels) : numChannels(numChannels) {}

  /// For each channel the one value that `value` has there; null if it is not
  /// known, or there are several. `value` is a tensor with channels by
  /// `strides`, or a scalar in the body of a linalg op whose loops have them.
  ///
  /// It is known if it is a constant, or made of constants: spread, moved,
  /// reshaped, or computed element by element, in the types of the program:
  /// by ops that upstream's folders can compute, or those that they cannot, a
  /// rounding `arith.truncf` and `math.rsqrt`, which is 1 / sqrt(x), both
  /// operations in f64, then rounded to its type, to the nearest.
  const Column *get(mlir::Value value, llvm::ArrayRef<int64_t> strides);

private:
  std::optional<Column> compute(mlir::Value value,
                                llvm::ArrayRef<int64_t> strides);
  std::optional<Column> computeArgument(mlir::BlockArgument argument,
                                        llvm::ArrayRef<int64_t> loops);
  std::optional<Column> computeTensor(mlir::OpResult tensor,
                                      llvm::ArrayRef<int64_t> strides);
  std::optional<Column> computeScalar(mlir::Operation *op,
                                      llvm::ArrayRef<int64_t> loops);
  std::optional<Column> readElements(mlir::ElementsAttr elements,
                                     llvm::ArrayRef<int64_t> strides);
  std::optional<Column> copyOf(mlir::Value value,
                               llvm::ArrayRef<int64_t> strides);

  int64_t numChannels;
  /// How many values are being computed from one another.
  int depth = 0;
  /// Also what is not known, and what is just being computed.
  std::map<std::pair<void *, ChannelStrides>, std::optional<Column>> found;
};

} // namespace mplan

#endif // MPLAN_ANALYSIS_CHANNELCONSTANTS_H
