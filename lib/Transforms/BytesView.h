//===- BytesView.h - A buffer within a row of bytes -------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_LIB_TRANSFORMS_BYTESVIEW_H
#define MPLAN_LIB_TRANSFORMS_BYTESVIEW_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mplan {

/// All elements from the first to the last of a buffer of `type`, which has a
/// static shape and strides: a one-dimensional type without a layout.
mlir::MemRefType getRowType(mlir::MemRefType type);

/// A buffer of `type` over `row`, which has its row type.
mlir::Value createLayoutView(mlir::OpBuilder &builder, mlir::Location loc,
                             mlir::MemRefType type, mlir::Value row);

/// True if upstream's lowering of a copy takes a buffer of `type` for one run
/// of bytes.
bool isContiguous(mlir::MemRefType type);

/// A buffer of `type` at byte `offset` of `bytes`, a one-dimensional memref of
/// i8 in the same memory space. The type has the identity layout, or a static
/// shape and strides; `sizes` are its dynamic extents.
mlir::Value createBytesView(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::MemRefType type, mlir::Value bytes,
                            mlir::Value offset, mlir::ValueRange sizes = {});

} // namespace mplan

#endif // MPLAN_LIB_TRANSFORMS_BYTESVIEW_H
