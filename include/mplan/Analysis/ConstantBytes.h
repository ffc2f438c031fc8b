//===- ConstantBytes.h - The bytes of weights -------------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Weights are dense attributes, or resources, which are not elements but a blob
// of bytes. Rewrites of weights treat them alike.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_ANALYSIS_CONSTANTBYTES_H
#define MPLAN_ANALYSIS_CONSTANTBYTES_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

namespace mplan {

/// The elements behind `value`, through reshapes and casts, or null. They are
/// in the order of those of `value`, but may have another shape.
mlir::ElementsAttr constantBehind(mlir::Value value);

/// The bytes of `elements`, in row-major order, in the byte order of this
/// machine; for a splat those of one element. Empty for what is kept in no
/// whole number of bytes an element, or not kept at all.
llvm::ArrayRef<char> bytesOf(mlir::ElementsAttr elements);

/// Elements of `type`, of as many bytes each as those of `like`, which has
/// bytes, and of the same kind: a resource for a resource. `fill` writes all of
/// them.
mlir::TypedAttr
makeElements(mlir::ElementsAttr like, mlir::RankedTensorType type,
             llvm::function_ref<void(llvm::MutableArrayRef<char>)> fill);

} // namespace mplan

#endif // MPLAN_ANALYSIS_CONSTANTBYTES_H
