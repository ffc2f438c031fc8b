// RUN: mplan-opt %s --mplan-fuse | FileCheck %s

// What reads memory is computed when it was, not later: there may be a write
// between.

// CHECK-LABEL: func.func @reads_memory(
func.func @reads_memory(%x: tensor<8xf32>, %m: memref<f32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: linalg.generic
  // CHECK: memref.load
  // CHECK: linalg.generic
  // CHECK: memref.load
  // CHECK: memref.store
  // CHECK-NOT: memref.load
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = memref.load %m[] : memref<f32>
    %s = arith.addf %in, %v : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %v = memref.load %m[] : memref<f32>
    %s = arith.mulf %in, %v : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  memref.store %z, %m[] : memref<f32>
  // Neither one by one nor in tiles.
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %s = math.absf %in : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %3 = linalg.abs {mplan.tile = array<i64: 2>} ins(%1 : tensor<8xf32>)
      outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
