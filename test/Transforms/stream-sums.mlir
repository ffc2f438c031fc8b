// RUN: mplan-opt %s --mplan-stream="io=arena remarks" --split-input-file --verify-diagnostics | FileCheck %s

// A layer that is connected to all of an image reads it as a list. Its sum goes
// on with each row: first the rows, then what is beside each other in one.
// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4)>
// CHECK-DAG: #[[WEIGHTS:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d1, d2, d3, d4, d0)>
// CHECK-DAG: #[[SUM:.*]] = affine_map<(d0, d1, d2, d3, d4) -> (d0)>
// CHECK-LABEL: func.func @connected(
// CHECK-SAME: %[[X:[^:]*]]: tensor<1x16x10x2xf32>
// CHECK: %[[ALL:.*]] = tensor.expand_shape %{{.*}} into tensor<1x14x8x4x5xf32>
// CHECK: scf.for %[[T:[^ ]*]] = {{.*}} iter_args(%[[CARRIED:.*]] = %{{.*}}) -> (tensor<5xf32>)
// CHECK:   linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x1x8x4xf32>
// CHECK:   %[[PART:.*]] = tensor.extract_slice %[[ALL]][0, %[[T]], 0, 0, 0] [1, 1, 8, 4, 5]
// CHECK:   linalg.generic {indexing_maps = [#[[IMAGE]], #[[WEIGHTS]], #[[SUM]]], iterator_types = ["parallel", "reduction", "reduction", "reduction", "reduction"]}
// CHECK-SAME: ins(%{{.*}}, %[[PART]] : {{.*}}) outs(%[[CARRIED]] :
func.func @connected(%x: tensor<1x16x10x2xf32>, %w: tensor<3x3x2x4xf32>, %v: tensor<448x5xf32>) -> tensor<1x5xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x14x8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x8x4xf32>) -> tensor<1x14x8x4xf32>
  %a = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x16x10x2xf32>, tensor<3x3x2x4xf32>) outs(%f : tensor<1x14x8x4xf32>) -> tensor<1x14x8x4xf32>
  %list = tensor.collapse_shape %a [[0], [1, 2, 3]] : tensor<1x14x8x4xf32> into tensor<1x448xf32>
  %g = tensor.empty() : tensor<1x5xf32>
  %h = linalg.fill ins(%zero : f32) outs(%g : tensor<1x5xf32>) -> tensor<1x5xf32>
  // expected-remark @below {{streamed: 3 ops in 14 rows}}
  %b = linalg.matmul ins(%list, %v : tensor<1x448xf32>, tensor<448x5xf32>) outs(%h : tensor<1x5xf32>) -> tensor<1x5xf32>
  return %b : tensor<1x5xf32>
}
