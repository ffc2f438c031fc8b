// RUN: mplan-opt %s --mplan-bufferize | FileCheck %s
// RUN: mplan-opt %s --mplan-bufferize=buffer-alignment=32 | FileCheck %s --check-prefix=ALIGN
// RUN: not mplan-opt %s --mplan-bufferize=buffer-alignment=-1 2>&1 | FileCheck %s --check-prefix=BAD

// BAD: buffer-alignment must be 0 or a power of two, got -1

// CHECK:      memref.global "private" constant @{{.*}} : memref<8xf32> = dense<
// CHECK-NOT:  alignment
// CHECK:      memref.alloc() : memref<8xf32>
// ALIGN:      memref.global {{.*}} {alignment = 32 : i64}
// ALIGN:      memref.alloc() {alignment = 32 : i64} : memref<8xf32>
func.func @f(%x: tensor<8xf32>) -> tensor<f32> {
  %c = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %z = arith.constant dense<0.0> : tensor<f32>
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = linalg.dot ins(%1, %c : tensor<8xf32>, tensor<8xf32>) outs(%z : tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
