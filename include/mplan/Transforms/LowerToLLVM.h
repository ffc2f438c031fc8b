//===- LowerToLLVM.h - What --mplan-to-llvm adds to upstream ----*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions under `mplan-expand-copies`, `mplan-prepare-llvm` and
// `mplan-finish-llvm`: the steps on the way to an object without a runtime that
// upstream has no pass for.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TRANSFORMS_LOWERTOLLVM_H
#define MPLAN_TRANSFORMS_LOWERTOLLVM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/PatternMatch.h"

#include <string>

namespace mplan {

/// Upstream's name for a function whose memrefs are bare pointers.
constexpr llvm::StringLiteral kBarePtrAttr = "llvm.bareptr";

/// Upstream's name for who sees a function.
constexpr llvm::StringLiteral kLinkageAttr = "llvm.linkage";

/// On a function that is called from several places, to be kept as it is.
constexpr llvm::StringLiteral kKernelAttr = "mplan.kernel";

/// Patterns that turn each `memref.copy` which upstream would lower to a call
/// of the run-time library's `memrefCopy` into `linalg.copy`, and remove copies
/// of no elements. Copies of contiguous buffers stay: they become a `memcpy`.
/// Unranked ones stay too: nothing can be said of them.
void populateExpandCopiesPatterns(mlir::RewritePatternSet &patterns);

/// Replaces subviews that drop dimensions and have steps, which upstream's
/// lowering crashes at, by ones that drop none, reinterpreted.
void splitSubviews(mlir::Operation *root);

/// Replaces reshapes that make one extent of several, of buffers of known
/// extents, by casts: upstream's lowering divides each index into them.
void castCollapsed(mlir::Operation *root);

/// What a failed `cf.assert` does: trap, or write its message to the standard
/// output and call `abort`, both of the C library.
enum class AssertionLowering { Trap, Abort };

struct PrepareLLVMOptions {
  /// Put before the names of entries, arenas and external constants: empty or
  /// a C identifier.
  std::string symbolPrefix;
  AssertionLowering assertions = AssertionLowering::Trap;
  /// The caller promises that no buffer that an entry writes shares a byte with
  /// another buffer that it is given, or with the module's own memory.
  bool argumentsApart = false;
  /// Allocations and releases become calls of malloc and free, and are no
  /// error.
  bool allowHeap = false;
};

/// Decides what the object's symbols look like, and refuses what would need a
/// run-time library; the description of `mplan-prepare-llvm` says how. On
/// failure a diagnostic has been emitted and the IR is as it was.
llvm::LogicalResult prepareForLLVM(mlir::ModuleOp module,
                                   const PrepareLLVMOptions &options);

/// After the conversion to the LLVM dialect: gives private globals internal
/// linkage, drops argument attributes that LLVM IR does not know, keeps LLVM
/// from inlining kernels, and fails with a diagnostic at the first op that has
/// not been converted. With `optimizeSize`, all functions prefer size.
llvm::LogicalResult finishLLVM(mlir::ModuleOp module, bool optimizeSize);

} // namespace mplan

#endif // MPLAN_TRANSFORMS_LOWERTOLLVM_H
