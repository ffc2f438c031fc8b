//===- AffineChain.h - Constants times and plus a sum -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `mplan-fold-batch-norm` looks for: an op that adds up products of an
// input and constant weights, and elementwise ops after it that multiply the
// result by constants of the channel, and add some.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_FOLDBATCHNORM_AFFINECHAIN_H
#define MPLAN_LIB_TRANSFORMS_FOLDBATCHNORM_AFFINECHAIN_H

#include "mplan/Analysis/ChannelConstants.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace mplan::fold_batch_norm {

/// All is computed in f64, and rounded once to the type of the weights, to the
/// nearest, ties to even.
inline constexpr auto nearest = llvm::APFloat::rmNearestTiesToEven;

/// `value` in the type of `semantics`.
llvm::APFloat convert(llvm::APFloat value, const llvm::fltSemantics &semantics);
inline llvm::APFloat toDouble(llvm::APFloat value) {
  return convert(std::move(value), llvm::APFloat::IEEEdouble());
}

/// What is computed of x in each channel: scale * x + shift, in f64.
struct Affine {
  std::vector<llvm::APFloat> scale, shift;

  explicit Affine(int64_t numChannels)
      : scale(numChannels, llvm::APFloat(1.0)),
        shift(numChannels, llvm::APFloat(0.0)) {}
};

/// An op that adds products of an input and constant weights to its init.
struct WeightedSum {
  mlir::linalg::LinalgOp op;
  mlir::FloatType type; ///< Of weights, sums and result.
  mlir::OpOperand *weights;
  mlir::ElementsAttr elements; ///< Of the weights, in another shape perhaps.
  /// Where in the result and in the weights the channels are: those loops that
  /// choose an element of both.
  ChannelStrides resultStrides, weightStrides;
  int64_t numChannels = 1;
};

/// `op` as such a sum, if it is one, and no other op uses its weights.
std::optional<WeightedSum> getWeightedSum(mlir::linalg::LinalgOp op);

/// The first ops in the body of an elementwise op, affine in an input.
struct AffinePrefix {
  mlir::linalg::LinalgOp op;
  mlir::OpOperand *input;
  mlir::Value end; ///< The last result; if there are none, the argument.

  /// The input's argument of the body.
  mlir::Value getArgument() const;
  /// True if there is nothing after them.
  bool isWhole() const;
  /// True if the input lies as the result does: then, without the prefix, they
  /// are the same.
  bool isSameLayout() const;
};

/// Follows the result of a weighted sum as long as nobody else needs it and
/// each element is an affine function of one of the sum's.
class AffineChain {
public:
  explicit AffineChain(const WeightedSum &sum);

  /// In the order of the ops; none is empty.
  llvm::ArrayRef<AffinePrefix> getPrefixes() const { return prefixes; }
  /// All of them together.
  const Affine &getAffine() const { return affine; }
  /// What the init of the sum holds in each channel, or null.
  const ChannelConstants::Column *getInit(const WeightedSum &sum);

private:
  /// The strides of the result of `op`, if there may be more after it.
  std::optional<ChannelStrides>
  visitElementwise(mlir::linalg::LinalgOp op, mlir::OpOperand &use,
                   llvm::ArrayRef<int64_t> strides);

  ChannelConstants constants;
  Affine affine;
  llvm::SmallVector<AffinePrefix> prefixes;
};

} // namespace mplan::fold_batch_norm

#endif // MPLAN_LIB_TRANSFORMS_FOLDBATCHNORM_AFFINECHAIN_H
