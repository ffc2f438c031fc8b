// RUN: mplan-opt %s --mplan-lower-vectors | FileCheck %s

// CHECK-LABEL: func @reduction(
// CHECK-SAME: %[[V:.*]]: vector<2x4xf32>, %[[ACC:.*]]: f32)
func.func @reduction(%v: vector<2x4xf32>, %acc: f32) -> f32 {
  // CHECK-NOT: multi_reduction
  // CHECK: %[[R:.*]] = vector.reduction <add>, %{{.*}}, %[[ACC]]
  // CHECK: return %[[R]]
  %0 = vector.multi_reduction <add>, %v, %acc [0, 1] : vector<2x4xf32> to f32
  return %0 : f32
}

// CHECK-LABEL: func @contract(
func.func @contract(%a: vector<2x4xf32>, %b: vector<4x2xf32>, %acc: vector<2x2xf32>) -> vector<2x2xf32> {
  // CHECK-NOT: vector.contract
  // CHECK-COUNT-8: vector.fma {{.*}} : vector<2xf32>
  %0 = vector.contract {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
      %a, %b, %acc : vector<2x4xf32>, vector<4x2xf32> into vector<2x2xf32>
  return %0 : vector<2x2xf32>
}

// CHECK-LABEL: func @masked_by_bounds(
func.func @masked_by_bounds(%m: memref<8xf32>, %i: index) -> vector<4xf32> {
  // CHECK-NOT: transfer_read
  // CHECK: vector.maskedload
  %pad = arith.constant 0.0 : f32
  %0 = vector.transfer_read %m[%i], %pad : memref<8xf32>, vector<4xf32>
  return %0 : vector<4xf32>
}
