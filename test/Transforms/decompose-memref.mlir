// RUN: mplan-opt %s --mplan-decompose | FileCheck %s

// On memrefs there is nothing to gain.

// CHECK-LABEL: func.func @softmax_memref
//       CHECK:   linalg.softmax
func.func @softmax_memref(%x: memref<4x5xf32>, %y: memref<4x5xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<4x5xf32>) outs(%y : memref<4x5xf32>)
  return
}
