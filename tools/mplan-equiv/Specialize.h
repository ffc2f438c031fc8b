//===- Specialize.h - Sizes for dynamic dimensions --------------*- C++ -*-===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives dynamic dimensions of the entry's arguments the sizes of the command
// line, before either side sees the module.
//
//===----------------------------------------------------------------------===//

#ifndef MPLAN_TOOLS_EQUIV_SPECIALIZE_H
#define MPLAN_TOOLS_EQUIV_SPECIALIZE_H

#include "Options.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mplan::equiv {

/// Makes the named dimensions of `entry`'s arguments static, and what follows
/// from them. Errors name argument and dimension.
mlir::LogicalResult specialize(mlir::func::FuncOp entry,
                               llvm::ArrayRef<DimSize> dims);

} // namespace mplan::equiv

#endif // MPLAN_TOOLS_EQUIV_SPECIALIZE_H
