//===- ConstantBytes.cpp - The bytes of weights ---------------------------===//
//
// Part of the mplan project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "mplan/Analysis/ConstantBytes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

ElementsAttr mplan::constantBehind(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    ElementsAttr elements;
    if (matchPattern(op, m_Constant(&elements)))
      return elements;
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp, tensor::CastOp>(
            op))
      return nullptr;
    value = op->getOperand(0);
  }
  return nullptr;
}

ArrayRef<char> mplan::bytesOf(ElementsAttr elements) {
  auto dense = dyn_cast<DenseElementsAttr>(elements);
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  ArrayRef<char> data;
  if (dense)
    data = dense.getRawData();
  else if (resource && resource.getRawHandle().getBlob())
    data = resource.getRawHandle().getBlob()->getData();
  size_t count = dense && dense.isSplat() ? 1 : elements.getNumElements();
  if (count == 0 || data.size() % count != 0)
    return {};
  return data;
}

TypedAttr
mplan::makeElements(ElementsAttr like, RankedTensorType type,
                    llvm::function_ref<void(MutableArrayRef<char>)> fill) {
  auto dense = dyn_cast<DenseElementsAttr>(like);
  size_t count = dense && dense.isSplat() ? 1 : like.getNumElements();
  size_t size = bytesOf(like).size() / count * type.getNumElements();
  if (dense) {
    std::vector<char> bytes(size);
    fill(bytes);
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  }
  DenseResourceElementsHandle handle =
      cast<DenseResourceElementsAttr>(like).getRawHandle();
  AsmResourceBlob blob =
      HeapAsmResourceBlob::allocate(size, handle.getBlob()->getDataAlignment());
  fill(blob.getMutableData());
  return DenseResourceElementsAttr::get(type, handle.getKey(), std::move(blob));
}
