//===- SizeBounds.h - How large a dynamic size can be -----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant bounds of index values and of the extents of tensors and memrefs.
// They come from the program (`affine.min`, loops, arithmetic) by upstream's
// `ValueBoundsOpInterface` and `InferIntRangeInterface`, and from what users
// declare of arguments with `mplan.upper_bound`; both are carried through calls
// and branches.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_SIZEBOUNDS_H
#define MPLAN_ANALYSIS_SIZEBOUNDS_H

#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/InferIntRangeInterface.h"
#include "mlir/Interfaces/ValueBoundsOpInterface.h"
#include "llvm/ADT/DenseMap.h"

#include <optional>

namespace mplan {

/// What is known of a size: bounds that are both included, or nothing.
struct SizeRange {
  std::optional<int64_t> lower, upper;
  /// Where there is no upper bound: an argument of a function for which one
  /// could be declared, and its dimension (-1: the argument is a number).
  mlir::Value openArgument;
  int64_t openDim = -1;
};

/// Answers for the values of one module, and remembers its answers: the IR must
/// not change while it lives. The call graph must have no cycle.
class SizeBounds {
public:
  explicit SizeBounds(mlir::SymbolTableCollection &symbols)
      : symbols(symbols) {}

  /// The range of the index `value`.
  SizeRange getRange(mlir::Value value) { return getRange(value, -1); }

  /// The range of extent number `dim` of the tensor or memref `value`, or, if
  /// `dim` is negative, of the index `value`.
  SizeRange getRange(mlir::Value value, int64_t dim);

private:
  using Set = mlir::ValueBoundsConstraintSet;
  struct Query;

  bool visit(mlir::Value value, int64_t dim, Set &set, Query &query);
  SizeRange getJoined(mlir::Value value, int64_t dim);
  SizeRange getInferred(mlir::OpResult result);
  mlir::ConstantIntRanges getIntRange(mlir::Value value);
  SizeRange getMaximum(mlir::AffineMap map, mlir::ValueRange operands);
  SizeRange computeRange(const Set::Variable &variable);
  bool findIncoming(mlir::Value value, llvm::SmallVectorImpl<mlir::Value> &in);
  bool findArgumentsOfCalls(mlir::FunctionOpInterface function, unsigned index,
                            llvm::SmallVectorImpl<mlir::Value> &in);

  mlir::SymbolTableCollection &symbols;
  std::optional<mlir::SymbolUserMap> users;
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, SizeRange> known;
  /// What is being asked now, and how deep inside other questions.
  llvm::DenseMap<std::pair<mlir::Value, int64_t>, unsigned> active;
  /// The least depth of a question that came up again inside itself.
  static constexpr unsigned kNoCut = ~0u;
  unsigned cutAt = kNoCut;
  unsigned walksLeft = 0;
};

/// The upper bound that is declared for extent number `dim` of argument `index`
/// of `function`; nothing where there is none.
std::optional<int64_t> getDeclaredBound(mlir::FunctionOpInterface function,
                                        unsigned index, int64_t dim);

} // namespace mplan

#endif // MPLAN_ANALYSIS_SIZEBOUNDS_H
