// RUN: mplan-opt %s --mplan-stream="io=arena remarks" --split-input-file --verify-diagnostics | FileCheck %s

// The caller gave the argument up: rows of a result are written over rows of it
// that nobody reads any more, in one buffer without shape, and so on.
// CHECK-LABEL: func.func @over_input(
// CHECK-SAME: %[[X:.*]]: tensor<1x16x10x2xf32> {bufferization.writable = true}
// CHECK: %[[FLAT:.*]] = tensor.collapse_shape %[[X]] {{.*}} into tensor<320xf32>
// CHECK: %[[A:.*]] = scf.for %[[T:[^ ]*]] = {{.*}} iter_args(%[[A_T:.*]] = %[[FLAT]])
// CHECK-DAG: %[[AT:.*]] = affine.apply #{{.*}}()[%[[T]]]
// CHECK-DAG: %[[IN:.*]] = affine.apply #{{.*}}()[%[[T]]]
// CHECK:   %[[ROWS:.*]] = tensor.extract_slice %[[A_T]][%[[IN]]] [60] [1]
// CHECK:   %[[SHAPED:.*]] = tensor.expand_shape %[[ROWS]] {{.*}} into tensor<1x3x10x2xf32>
// CHECK:   linalg.conv_2d_nhwc_hwcf ins(%[[SHAPED]],
// CHECK:   tensor.insert_slice %{{.*}} into %[[A_T]][%[[AT]]] [16] [1]
// CHECK: scf.for {{.*}} iter_args(%[[B_T:.*]] = %[[A]])
// CHECK:   tensor.insert_slice %{{.*}} into %[[B_T]]
// CHECK: %[[B:.*]] = tensor.expand_shape %{{.*}} into tensor<1x12x6x2xf32>
// CHECK: linalg.exp ins(%[[B]]
func.func @over_input(%x: tensor<1x16x10x2xf32> {bufferization.writable = true}, %w: tensor<3x3x2x2xf32>, %v: tensor<3x3x2x2xf32>) -> tensor<1x12x6x2xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x14x8x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x8x2xf32>) -> tensor<1x14x8x2xf32>
  // expected-remark @below {{streamed: 2 ops in 14 rows, its result over its input}}
  %a = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x16x10x2xf32>, tensor<3x3x2x2xf32>) outs(%f : tensor<1x14x8x2xf32>) -> tensor<1x14x8x2xf32>
  %g = tensor.empty() : tensor<1x12x6x2xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x12x6x2xf32>) -> tensor<1x12x6x2xf32>
  // expected-remark @below {{streamed: 2 ops in 12 rows, its result over its input}}
  %b = linalg.conv_2d_nhwc_hwcf ins(%a, %v : tensor<1x14x8x2xf32>, tensor<3x3x2x2xf32>) outs(%h : tensor<1x12x6x2xf32>) -> tensor<1x12x6x2xf32>
  %c = linalg.exp ins(%b : tensor<1x12x6x2xf32>) outs(%g : tensor<1x12x6x2xf32>) -> tensor<1x12x6x2xf32>
  return %c : tensor<1x12x6x2xf32>
}

// -----

// It did not: what is made of it has a buffer of its own. The last result has
// fewer rows, but longer ones: it begins before what it overwrites, which is
// therefore made at an offset in a buffer that is larger than it.
// CHECK-LABEL: func.func @grows(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x18x10x2xf32>,
// CHECK: %[[NEW:.*]] = bufferization.alloc_tensor() : tensor<212xf32>
// CHECK: scf.for {{.*}} iter_args(%[[A_T:.*]] = %[[NEW]]
// CHECK:   tensor.extract_slice %[[X]]
// CHECK:   tensor.insert_slice %{{.*}} into %[[A_T]]
// CHECK: scf.for
// CHECK-SAME: -> (tensor<212xf32>
func.func @grows(%x: tensor<1x18x10x2xf32>, %w: tensor<3x3x2x2xf32>, %v: tensor<3x3x2x4xf32>, %i: index) -> f32 {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x16x8x2xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x16x8x2xf32>) -> tensor<1x16x8x2xf32>
  %a0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x18x10x2xf32>, tensor<3x3x2x2xf32>) outs(%f : tensor<1x16x8x2xf32>) -> tensor<1x16x8x2xf32>
  %e1 = tensor.empty() : tensor<1x14x6x2xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<1x14x6x2xf32>) -> tensor<1x14x6x2xf32>
  // expected-remark @below {{streamed: 4 ops in 14 rows, with 192 bytes of rings (3 rows)}}
  %a = linalg.conv_2d_nhwc_hwcf ins(%a0, %w : tensor<1x16x8x2xf32>, tensor<3x3x2x2xf32>) outs(%f1 : tensor<1x14x6x2xf32>) -> tensor<1x14x6x2xf32>
  %g = tensor.empty() : tensor<1x12x4x4xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x12x4x4xf32>) -> tensor<1x12x4x4xf32>
  // expected-remark @below {{its result over its input}}
  %b = linalg.conv_2d_nhwc_hwcf ins(%a, %v : tensor<1x14x6x2xf32>, tensor<3x3x2x4xf32>) outs(%h : tensor<1x12x4x4xf32>) -> tensor<1x12x4x4xf32>
  %c = tensor.extract %b[%i, %i, %i, %i] : tensor<1x12x4x4xf32>
  return %c : f32
}
