// RUN: mplan-opt %s --mplan-fuse=elementwise=false | FileCheck %s

// What is overwritten tile by tile is read from what has been written so far.

#id = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-LABEL: func.func @in_place(
func.func @in_place(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>)
    -> (tensor<8x4xf32>, tensor<4x4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  // CHECK: %[[X:.*]] = linalg.exp
  %0 = linalg.exp ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>)
      -> tensor<8x4xf32>
  // Somebody else needs it before, so that it exists as a whole.
  %e2 = tensor.empty() : tensor<4x4xf32>
  %other = linalg.matmul indexing_maps = [
      affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>,
      affine_map<(m, n, k) -> (m, n)>]
      ins(%0, %0 : tensor<8x4xf32>, tensor<8x4xf32>)
      outs(%e2 : tensor<4x4xf32>) -> tensor<4x4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<8x4xf32>, tensor<4x4xf32>)
      outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  // CHECK: scf.for {{.*}} iter_args(%[[OUT:.*]] = %[[X]])
  // CHECK: %[[TILE:.*]] = tensor.extract_slice %[[OUT]]
  // CHECK: linalg.matmul ins(%[[TILE]],
  // CHECK: linalg.generic {{.*}} ins(%[[TILE]], %{{.*}} : {{.*}}) outs(%[[TILE]] :
  %2 = linalg.generic {indexing_maps = [#id, #id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<8x4xf32>, tensor<8x4xf32>)
      outs(%0 : tensor<8x4xf32>) attrs = {mplan.tile = array<i64: 2, 0>} {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %3 = arith.addf %a, %b : f32
    linalg.yield %3 : f32
  } -> tensor<8x4xf32>
  return %2, %other : tensor<8x4xf32>, tensor<4x4xf32>
}

// What is computed in the tiles is not there as a whole to be overwritten: the
// result has a tensor of its own.
// CHECK-LABEL: func.func @over_what_is_fused
// CHECK-NOT:     linalg.
// CHECK:         %[[OWN:.*]] = tensor.empty() : tensor<8x8xf32>
// CHECK-NOT:     linalg.
// CHECK:         scf.for {{.*}} iter_args(%{{.*}} = %[[OWN]])
// CHECK:           linalg.matmul {{.*}} -> tensor<1x8xf32>
// CHECK:           linalg.exp {{.*}} -> tensor<1x8xf32>
func.func @over_what_is_fused(%a: tensor<8x4xf32>, %b: tensor<4x8xf32>)
    -> tensor<8x8xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x8xf32>)
      outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.exp {mplan.tile = array<i64: 1, 0>} ins(%0 : tensor<8x8xf32>)
      outs(%0 : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
