// ml_program globals: a load takes what is there when it stands, a store leaves
// what it is given. Upstream's bufferization of the first two is wrong.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK:       memref.global "private" @h : memref<4xf32> = dense<0.000000e+00>
// CHECK-LABEL: func.func @accumulate(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32> {{{.*}}})
// CHECK:         %[[H:.*]] = memref.get_global @h
// CHECK:         linalg.add ins(%{{.*}}, %[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK:         memref.copy %[[OUT]], %[[H]]
// CHECK:         return
ml_program.global private mutable @h(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @accumulate(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ml_program.global_load @h : tensor<4xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = linalg.add ins(%0, %x : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  ml_program.global_store @h = %2 : tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @old_value(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32> {{{.*}}})
// CHECK:         %[[H:.*]] = memref.get_global @h
// CHECK:         memref.copy %[[H]], %[[OLD:.*]] :
// CHECK:         memref.copy %[[X]], %[[H]]
// CHECK-NOT:     memref.copy %[[H]]
// CHECK:         return
ml_program.global private mutable @h(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @old_value(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ml_program.global_load @h : tensor<4xf32>
  ml_program.global_store @h = %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Nothing is ever stored: no copy.
// CHECK:       memref.global "private" constant @w : memref<4xf32>
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32> {{{.*}}})
// CHECK:         %[[W:.*]] = memref.get_global @w
// CHECK-NOT:     copy
// CHECK:         linalg.add ins(%[[W]], %[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
ml_program.global private @w(dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>) : tensor<4xf32>
func.func @constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = ml_program.global_load @w : tensor<4xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = linalg.add ins(%0, %x : tensor<4xf32>, tensor<4xf32>) outs(%1 : tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

// -----

// What can be written does not become the place of a constant, though it has the
// constant's elements at first.
// CHECK-DAG:   memref.global "private" @h : memref<4xf32> = dense<0.000000e+00>
// CHECK-DAG:   memref.global @mine : memref<4xf32> = dense<0.000000e+00>
// CHECK-DAG:   memref.global "private" constant @[[ZERO:.*]] : memref<4xf32> = dense<0.000000e+00>
// CHECK-LABEL: func.func @equal_constant(
// CHECK:         %[[CONSTANT:.*]] = memref.get_global @[[ZERO]]
// CHECK:         linalg.max ins(%{{.*}}, %[[CONSTANT]] :
ml_program.global private mutable @h(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
memref.global @mine : memref<4xf32> = dense<0.0>
func.func @equal_constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  ml_program.global_store @h = %x : tensor<4xf32>
  %zero = arith.constant dense<0.0> : tensor<4xf32>
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.max ins(%x, %zero : tensor<4xf32>, tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
