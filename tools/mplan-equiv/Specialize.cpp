//===- Specialize.cpp - Sizes for dynamic dimensions ----------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See the header. Tensors go the way of the import's static batch; a memref
// that is an argument of the entry gets a cast to its old type.
//
//===----------------------------------------------------------------------===//

#include "Specialize.h"

#include "mplan/Transforms/Import.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mplan::equiv;

/// The types that the arguments get, or an error.
static FailureOr<SmallVector<Type>> getTypes(func::FuncOp entry,
                                             ArrayRef<DimSize> dims) {
  SmallVector<Type> types(entry.getArgumentTypes());
  for (const DimSize &dim : dims) {
    if (dim.argument >= types.size())
      return entry.emitError() << "--dim names argument #" << dim.argument
                               << " of " << types.size();
    auto shaped = dyn_cast<ShapedType>(types[dim.argument]);
    if (!shaped || !shaped.hasRank() || dim.dim >= shaped.getRank() ||
        !shaped.isDynamicDim(dim.dim))
      return entry.emitError()
             << "--dim names dimension " << dim.dim << " of argument #"
             << dim.argument << ", which is no dynamic one of "
             << types[dim.argument];
    SmallVector<int64_t> shape(shaped.getShape());
    shape[dim.dim] = dim.size;
    types[dim.argument] = shaped.clone(shape);
  }
  return types;
}

static void setMemRefType(func::FuncOp entry, unsigned index, MemRefType type) {
  BlockArgument argument = entry.getArgument(index);
  OpBuilder builder = OpBuilder::atBlockBegin(&entry.front());
  auto cast = memref::CastOp::create(builder, entry.getLoc(),
                                     argument.getType(), argument);
  argument.replaceAllUsesExcept(cast.getResult(), cast);
  argument.setType(type);
  SmallVector<Type> types(entry.getArgumentTypes());
  types[index] = type;
  entry.setFunctionType(builder.getFunctionType(types, entry.getResultTypes()));
}

LogicalResult mplan::equiv::specialize(func::FuncOp entry,
                                       ArrayRef<DimSize> dims) {
  if (dims.empty())
    return success();
  FailureOr<SmallVector<Type>> types = getTypes(entry, dims);
  if (failed(types))
    return failure();
  auto module = entry->getParentOfType<ModuleOp>();
  module.getContext()
      ->loadDialect<memref::MemRefDialect, tensor::TensorDialect>();
  SmallVector<ArgumentType> changes;
  for (auto [argument, type] : llvm::zip(entry.getArguments(), *types)) {
    if (argument.getType() == type)
      continue;
    if (auto memref = dyn_cast<MemRefType>(type))
      setMemRefType(entry, argument.getArgNumber(), memref);
    else
      changes.push_back(
          {entry, argument.getArgNumber(), cast<RankedTensorType>(type)});
  }
  if (failed(setArgumentTypes(module, changes)))
    return failure();
  // The sizes are carried through the ops and over function boundaries.
  do {
    PassManager pm(module.getContext());
    if (failed(parsePassPipeline("func.func(tosa-infer-shapes,canonicalize)",
                                 pm)) ||
        failed(pm.run(module)))
      return failure();
  } while (refineTypes(module));
  return success();
}
