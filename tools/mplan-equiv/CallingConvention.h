//===- CallingConvention.h - How an entry takes its memrefs -----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A memref crosses as a descriptor or as a bare pointer; a result as the return
// value, through an out-parameter behind the arguments, or in the argument that
// it is an update of.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_CALLINGCONVENTION_H
#define MPLAN_TOOLS_EQUIV_CALLINGCONVENTION_H

#include "Signature.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include <map>

namespace mplan::equiv {

/// Which argument a result is an update of, by the result's number.
using ResultUpdates = std::map<unsigned, unsigned>;

/// Where things are in an entry's LLVM signature.
struct CallingConvention {
  bool barePointers = false;
  /// For each result: is it in the returned value, in a buffer of the caller
  /// behind the arguments, or in the argument that it is an update of?
  enum class Place { Returned, OutParam, Argument };
  llvm::SmallVector<Place> places;
  /// For each result that is an argument's update: which.
  llvm::SmallVector<unsigned> updated;
  /// For each returned result, in order: its offset in the returned value, and
  /// whether a pointer to its elements is there instead of a descriptor.
  llvm::SmallVector<int64_t> returnOffset;
  llvm::SmallVector<bool> returnsBarePointer;
  int64_t returnBytes = 0;
};

/// Works out how `function`, lowered from an entry with `signature`, is called.
/// `updates` names, for results that are updates in place, the argument.
/// Where its type fits none of the ways, that is an error on the function.
mlir::FailureOr<CallingConvention>
matchConvention(mlir::LLVM::LLVMFuncOp function, const Signature &signature,
                const ResultUpdates &updates);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_CALLINGCONVENTION_H
