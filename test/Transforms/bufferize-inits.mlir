// Cheap initial values are computed again for each op that updates one, rather
// than copied.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @shared_fill(
// CHECK-NOT:     copy
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[A:.*]] : memref<8x8xf32>)
// CHECK:         linalg.matmul {{.*}} outs(%[[A]] : memref<8x8xf32>)
// CHECK:         linalg.fill ins(%{{.*}} : f32) outs(%[[B:.*]] : memref<8x8xf32>)
// CHECK:         linalg.matmul {{.*}} outs(%[[B]] : memref<8x8xf32>)
// CHECK-NOT:     copy
func.func @shared_fill(%x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %z = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = linalg.fill ins(%z : f32) outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %2 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = linalg.matmul ins(%2, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// CHECK-LABEL: func.func @shared_bias(
// CHECK-NOT:     copy
// CHECK:         linalg.broadcast
// CHECK:         linalg.matmul
// CHECK:         linalg.broadcast
// CHECK:         linalg.matmul
// CHECK-NOT:     copy
func.func @shared_bias(%x: tensor<8x8xf32>, %bias: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = tensor.empty() : tensor<8x8xf32>
  %1 = linalg.broadcast ins(%bias : tensor<8xf32>) outs(%0 : tensor<8x8xf32>) dimensions = [0]
  %2 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  %3 = linalg.matmul ins(%2, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%1 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %2, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}
