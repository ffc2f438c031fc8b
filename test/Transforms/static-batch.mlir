// RUN: mplan-opt %s --mplan-static-batch="batch=1" -split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-static-batch -split-input-file | FileCheck %s --check-prefix=OFF

// OFF-LABEL: func.func @main(%{{.*}}: tensor<?x4xf32>) -> tensor<?x4xf32>
// CHECK-LABEL: func.func @main(%{{.*}}: tensor<1x4xf32>) -> tensor<1x4xf32>
//       CHECK:   tosa.exp %{{.*}} : (tensor<1x4xf32>) -> tensor<1x4xf32>
//   CHECK-NOT:   tensor.cast
func.func @main(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Between TOSA ops, linalg and tensor ops follow as well.

// CHECK-LABEL: func.func @mixed(%{{.*}}: tensor<1x4xf32>) -> tensor<1x2xf32>
//   CHECK-NOT:   tensor<?
func.func @mixed(%x: tensor<?x4xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?x4xf32>
  %w = arith.constant dense<1.0> : tensor<4x2xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty(%d) : tensor<?x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<?x4xf32>, tensor<4x2xf32>) outs(%f : tensor<?x2xf32>) -> tensor<?x2xf32>
  %2 = tosa.exp %1 : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}

// -----

// Through private functions, in any order and depth, and back with the results.

// CHECK-LABEL: func.func private @inner(%{{.*}}: tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK-LABEL: func.func @calls(%{{.*}}: tensor<1x4xf32>) -> tensor<1x4xf32>
//   CHECK-NOT:   tensor<?
// CHECK-LABEL: func.func private @outer(%{{.*}}: tensor<1x4xf32>) -> tensor<1x4xf32>
func.func private @inner(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @calls(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = call @outer(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tosa.exp %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
func.func private @outer(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = call @inner(%0) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// A private function that is called with different extents keeps its own
// unknown.

// CHECK-LABEL: func.func @two_extents(%{{.*}}: tensor<1x4xf32>, %{{.*}}: tensor<2x4xf32>)
//       CHECK:   call @shared(%{{.*}}) : (tensor<?x4xf32>)
//       CHECK:   call @shared(%{{.*}}) : (tensor<?x4xf32>)
// CHECK-LABEL: func.func private @shared(%{{.*}}: tensor<?x4xf32>) -> tensor<?x4xf32>
func.func @two_extents(%x: tensor<?x4xf32>, %y: tensor<2x4xf32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %c = tensor.cast %y : tensor<2x4xf32> to tensor<?x4xf32>
  %0 = call @shared(%x) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = call @shared(%c) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}
func.func private @shared(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// A public function that is called, too, is called with a cast.

// CHECK-LABEL: func.func @caller(%{{.*}}: tensor<4x?xf32>)
//       CHECK:   %[[CAST:.*]] = tensor.cast %{{.*}} : tensor<?x4xf32> to tensor<1x4xf32>
//       CHECK:   call @public(%[[CAST]]) : (tensor<1x4xf32>) -> tensor<1x4xf32>
// CHECK-LABEL: func.func @public(%{{.*}}: tensor<1x4xf32>) -> tensor<1x4xf32>
func.func @caller(%x: tensor<4x?xf32>) -> tensor<?x4xf32> {
  %t = tosa.transpose %x {perms = array<i32: 1, 0>} : (tensor<4x?xf32>) -> tensor<?x4xf32>
  %0 = call @public(%t) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func @public(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

// Another dimension is nobody's batch; neither is a scalar's, a memref's or
// that of a function without a body.

// CHECK-LABEL: func.func @left_alone(
//  CHECK-SAME:   tensor<4x?xf32>, %{{.*}}: tensor<f32>, %{{.*}}: memref<?xf32>, %{{.*}}: tensor<*xf32>
//  CHECK-SAME:   -> tensor<4x?xf32>
//       CHECK: func.func private @bodyless(tensor<?xf32>)
func.func @left_alone(%x: tensor<4x?xf32>, %s: tensor<f32>, %m: memref<?xf32>, %u: tensor<*xf32>) -> tensor<4x?xf32> {
  %0 = tosa.exp %x : (tensor<4x?xf32>) -> tensor<4x?xf32>
  return %0 : tensor<4x?xf32>
}
func.func private @bodyless(tensor<?xf32>)

// -----

// Through control flow.

// CHECK-LABEL: func.func @control_flow(%{{.*}}: tensor<i1>, %{{.*}}: tensor<1x4xf32>) -> tensor<1x4xf32>
//   CHECK-NOT:   tensor<?
func.func @control_flow(%c: tensor<i1>, %x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<?x4xf32>) -> tensor<?x4xf32> {
  ^bb0(%a: tensor<?x4xf32>):
    %1 = tosa.exp %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
    tosa.yield %1 : tensor<?x4xf32>
  } else {
  ^bb0(%a: tensor<?x4xf32>):
    %1 = tosa.abs %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
    tosa.yield %1 : tensor<?x4xf32>
  }
  return %0 : tensor<?x4xf32>
}
