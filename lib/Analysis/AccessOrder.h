//===- AccessOrder.h - Which accesses keep their order ----------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps that touch memory come in an order that may be changed only where
// nobody can tell. Most ops do not say which memory they touch: it may be any.
// Some name a global, and touch no other memory.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_ANALYSIS_ACCESSORDER_H
#define MPLAN_LIB_ANALYSIS_ACCESSORDER_H

#include "TensorUses.h"
#include "mplan/Scheduler/Problem.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/MapVector.h"

namespace mplan {

class AccessOrder {
public:
  /// What must come before what is added to `precedences`, which must outlive
  /// this.
  explicit AccessOrder(std::vector<scheduler::Precedence> &precedences)
      : precedences(precedences) {}

  /// Notes that `step`, which comes after all that were noted before, accesses
  /// memory that may be any.
  void add(Access access, size_t step);

  /// The same of the whole of one global.
  void add(mlir::StringAttr global, Access access, size_t step);

private:
  /// The steps that touch some memory, as far as later ones must know.
  struct Touched {
    std::optional<size_t> lastWrite;
    llvm::SmallVector<size_t> readsSince;
    void add(Access access, size_t step);
  };

  void orderAfter(const Touched &before, Access access, size_t step);

  std::vector<scheduler::Precedence> &precedences;
  Touched anywhere;
  /// Since the last write to what may be any.
  llvm::MapVector<mlir::StringAttr, Touched> globals;
};

} // namespace mplan

#endif // MPLAN_LIB_ANALYSIS_ACCESSORDER_H
