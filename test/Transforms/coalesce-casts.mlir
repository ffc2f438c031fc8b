// RUN: mplan-opt %s --mplan-coalesce --split-input-file | FileCheck %s

// An elementwise op between types of one width writes where it reads.

#id = affine_map<(d0, d1) -> (d0, d1)>
#swap = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @cast(
func.func @cast(%x: memref<4x8xi32>, %y: memref<4x8xf32>) {
  // CHECK: %[[ROW:.*]] = memref.alloc() {alignment = 64 : i64} : memref<128xi8>
  // CHECK: %[[I:.*]] = memref.view %[[ROW]]{{.*}} to memref<4x8xi32>
  // CHECK: %[[F:.*]] = memref.view %[[ROW]]{{.*}} to memref<32xf32>
  // CHECK-NOT: memref.alloc
  %i = memref.alloc() : memref<4x8xi32>
  linalg.add ins(%x, %x : memref<4x8xi32>, memref<4x8xi32>)
      outs(%i : memref<4x8xi32>)
  %f = memref.alloc() {alignment = 64 : i64} : memref<32xf32>
  // CHECK: %[[SHAPED:.*]] = memref.expand_shape %[[F]]
  %fs = memref.expand_shape %f [[0, 1]] output_shape [4, 8]
      : memref<32xf32> into memref<4x8xf32>
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[I]], %{{.*}} : {{.*}}) outs(%[[SHAPED]] :
  linalg.generic {indexing_maps = [#id, #id, #id],
                  iterator_types = ["parallel", "parallel"]}
      ins(%i, %x : memref<4x8xi32>, memref<4x8xi32>)
      outs(%fs : memref<4x8xf32>) {
  ^bb0(%a: i32, %b: i32, %out: f32):
    %s = arith.addi %a, %b : i32
    %c = arith.sitofp %s : i32 to f32
    linalg.yield %c : f32
  }
  linalg.exp ins(%fs : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  return
}

// -----

// And back again: three buffers, one row.

// CHECK-LABEL: func.func @chain(
// CHECK: memref.alloc() {{.*}} : memref<32xi8>
// CHECK-NOT: memref.alloc
func.func @chain(%x: memref<8xi32>, %y: memref<8xi32>) {
  %i = memref.alloc() : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%i : memref<8xi32>)
  %f = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%i : memref<8xi32>) outs(%f : memref<8xf32>) {
  ^bb0(%a: i32, %out: f32):
    %c = arith.sitofp %a : i32 to f32
    linalg.yield %c : f32
  }
  %j = memref.alloc() : memref<8xi32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%f : memref<8xf32>) outs(%j : memref<8xi32>) {
  ^bb0(%a: f32, %out: i32):
    %c = arith.fptosi %a : f32 to i32
    linalg.yield %c : i32
  }
  linalg.add ins(%j, %j : memref<8xi32>, memref<8xi32>) outs(%y : memref<8xi32>)
  return
}
