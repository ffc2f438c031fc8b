//===- Slices.h - A part of a shape, drawn at random ------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared by slices of tensors and subviews of memrefs.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_GEN_SLICES_H
#define MPLAN_TOOLS_GEN_SLICES_H

#include "Generator.h"

namespace mplan::gen {

struct Slice {
  llvm::SmallVector<mlir::OpFoldResult> offsets, sizes, strides;
  /// Of the slice, perhaps without the dimensions of extent 1.
  llvm::SmallVector<int64_t> shape;
};

/// Within bounds for all data; offsets may be computed from it.
Slice drawSlice(Generator &g, llvm::ArrayRef<int64_t> shape);

} // namespace mplan::gen

#endif // MPLAN_TOOLS_GEN_SLICES_H
