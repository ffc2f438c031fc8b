//===- Joins.h - Values that regions hand on --------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Results of branches, and what loops carry, for structured and unstructured
// control flow. On tensors the sum goes along, before all others.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_JOINS_H
#define MPLAN_TOOLS_GEN_JOINS_H

#include "Generator.h"

namespace mplan::gen {

/// Branches of which one runs, each with a value for every result.
class Joins {
public:
  /// Draws what is joined.
  explicit Joins(Generator &g);

  llvm::ArrayRef<mlir::Type> types() const { return allTypes; }

  /// Makes the statements of a branch at the end of `block`, perhaps none, and
  /// lets `terminate` end it.
  void addBranch(mlir::Block *block,
                 llvm::function_ref<void(mlir::ValueRange)> terminate);

  /// Chooses values in the region at hand, as a branch without statements.
  llvm::SmallVector<mlir::Value> chooseHere();

  /// What the branches gave is in scope from here on.
  void finish(mlir::ValueRange results);

private:
  void noteReadable(const Places &readable);

  Generator &g;
  llvm::SmallVector<mlir::Type> allTypes;
  llvm::SmallVector<mlir::ShapedType> joined;
  llvm::SmallVector<Places> places;
  bool isFirst = true;
  Places written; ///< Items that every branch leaves readable.
};

/// What a loop carries from one iteration to the next.
class Carried {
public:
  /// Draws what is carried, and what it is at first.
  explicit Carried(Generator &g);

  llvm::ArrayRef<mlir::Type> types() const { return allTypes; }
  llvm::ArrayRef<mlir::Value> inits() const { return firstValues; }

  /// Takes the values into scope, in a region that may run again.
  /// `isWithin`: they may have been made since the iteration began.
  void addArguments(mlir::ValueRange arguments, bool isWithin = false);

  /// Values to hand on, at the end of the region that has the arguments last
  /// taken: kept, rotated, or anything else of the type.
  llvm::SmallVector<mlir::Value> next();

  /// The arguments last taken, as they are.
  llvm::SmallVector<mlir::Value> same() const;

  /// What is carried in the end is in scope from here on.
  void finish(mlir::ValueRange results);

private:
  bool mayCarry(const Item &item) const;

  Generator &g;
  llvm::SmallVector<mlir::Type> allTypes;
  llvm::SmallVector<mlir::Value> firstValues;
  llvm::SmallVector<mlir::ShapedType> carried;
  llvm::SmallVector<mlir::Value> arguments;
  /// Where the values of all iterations may be: in places from before the loop,
  /// or in `stale`, which stands for all that earlier iterations made.
  Places places;
  unsigned stale = 0;
  /// Places of values handed on so far.
  Places handed;
};

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_JOINS_H
