// IR on memrefs comes out as it was, save for copies that need a runtime.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @memrefs(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>) -> memref<8xf32> {
// CHECK-NEXT:    %[[A:.*]] = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
// CHECK-NEXT:    memref.copy %[[X]], %[[A]]
// CHECK-NEXT:    return %[[A]]
func.func @memrefs(%x: memref<8xf32>) -> memref<8xf32> {
  %0 = memref.alloc() {alignment = 64 : i64} : memref<8xf32>
  memref.copy %x, %0 : memref<8xf32> to memref<8xf32>
  return %0 : memref<8xf32>
}

// -----

// CHECK-LABEL: func.func @strided_copy(
// CHECK:         linalg.copy
// CHECK-NOT:     memref.copy
func.func @strided_copy(%x: memref<8x2xf32, strided<[4, 1]>>, %y: memref<8x2xf32>) {
  memref.copy %x, %y : memref<8x2xf32, strided<[4, 1]>> to memref<8x2xf32>
  return
}

// -----

// Tensors beside memrefs.
// CHECK-LABEL: func.func @mixed(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    linalg.exp ins(%[[Y]] : {{.*}}) outs(%[[Y]] : {{.*}})
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @mixed(%x: tensor<8xf32>, %y: memref<8xf32>) -> tensor<8xf32> {
  linalg.exp ins(%y : memref<8xf32>) outs(%y : memref<8xf32>)
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// A column of a result is written by a loop.
// CHECK-LABEL: func.func @column(
// CHECK:         linalg.copy
// CHECK-NOT:     memref.copy
func.func @column(%x: tensor<8xf32>) -> tensor<8x2xf32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<8x2xf32>
  %1 = linalg.fill ins(%z : f32) outs(%0 : tensor<8x2xf32>) -> tensor<8x2xf32>
  %2 = tensor.insert_slice %x into %1[0, 1] [8, 1] [1, 1] : tensor<8xf32> into tensor<8x2xf32>
  return %2 : tensor<8x2xf32>
}
