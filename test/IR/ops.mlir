// RUN: mplan-opt %s | mplan-opt | FileCheck %s
// RUN: mplan-opt %s --mlir-print-op-generic | mplan-opt | FileCheck %s

// CHECK: mplan.arena @pool capacity 65536 memory_space 1
mplan.arena @pool capacity 65536 memory_space 1
// CHECK: mplan.arena @arena size 96 alignment 16 capacity 128 storage argument peak 96 unplanned [160, 128]
mplan.arena @arena size 96 alignment 16 capacity 128 storage argument peak 96 unplanned [160, 128]
// CHECK: mplan.arena @stateful size 96 alignment 16 peak 96 unplanned [160, 128] state 16
mplan.arena @stateful size 96 alignment 16 peak 96 unplanned [160, 128] state 16
// CHECK: mplan.arena @guarded size 96 alignment 16 state 16 red_zone 8
mplan.arena @guarded size 96 alignment 16 state 16 red_zone 8

// CHECK-LABEL: func @alloc
func.func @alloc() {
  // CHECK: mplan.alloc : memref<8xf32>
  %0 = mplan.alloc : memref<8xf32>
  // CHECK: mplan.alloc in @pool alignment 16 offset 64 : memref<8xf32, 1>
  %1 = mplan.alloc in @pool alignment 16 offset 64 : memref<8xf32, 1>
  // CHECK: mplan.alloc role input argument 0 : memref<8xf32>
  %2 = mplan.alloc role input argument 0 : memref<8xf32>
  // CHECK: mplan.alloc in @arena alignment 16 offset 64 role inout argument 1 result 0 : memref<8xf32>
  %3 = mplan.alloc in @arena alignment 16 offset 64 role inout argument 1 result 0 : memref<8xf32>
  return
}

// CHECK-LABEL: func @slot
func.func @slot() {
  // CHECK: %slot3 = mplan.slot @arena[64] id 3 : memref<8xf32>
  %0 = mplan.slot @arena[64] id 3 : memref<8xf32>
  // CHECK: %slot4 = mplan.slot @arena[0] id 4 alignment 16 live [2, 9), [12, 20) : memref<2x4xf32, strided<[8, 1]>>
  %1 = mplan.slot @arena[0] id 4 alignment 16 live [2, 9), [12, 20) : memref<2x4xf32, strided<[8, 1]>>
  // CHECK: %slot5 = mplan.slot @arena[0] id 5 : memref<2xvector<3xf32>>
  %2 = mplan.slot @arena[0] id 5 : memref<2xvector<3xf32>>
  // CHECK: %slot6 = mplan.slot @arena[64] id 6 : memref<3xcomplex<f32>>
  %3 = mplan.slot @arena[64] id 6 : memref<3xcomplex<f32>>
  // CHECK: %slot7 = mplan.slot @arena[64] id 7 alignment 16 role kept argument 0 live [0, 9) : memref<8xf32>
  %4 = mplan.slot @arena[64] id 7 alignment 16 role kept argument 0 live [0, 9) : memref<8xf32>
  // CHECK: %slot8 = mplan.slot @arena[64] id 8 role output argument 2 result 1 : memref<8xf32>
  %5 = mplan.slot @arena[64] id 8 role output argument 2 result 1 : memref<8xf32>
  // CHECK: %slot9 = mplan.slot @stateful[0] id 9 state "h" : memref<4xf32>
  %6 = mplan.slot @stateful[0] id 9 state "h" : memref<4xf32>
  return
}

// CHECK-LABEL: func @place
func.func @place(%t: tensor<8xf32>, %u: tensor<?xf32>) {
  // CHECK: mplan.place %{{.*}} in @pool : tensor<8xf32>
  %0 = mplan.place %t in @pool : tensor<8xf32>
  // CHECK: mplan.place %{{.*}} in @pool alignment 16 offset 64 : tensor<8xf32>
  %1 = mplan.place %t in @pool alignment 16 offset 64 : tensor<8xf32>
  // CHECK: mplan.place %{{.*}} in @pool : tensor<?xf32>
  %2 = mplan.place %u in @pool : tensor<?xf32>
  // CHECK: mplan.empty in @pool alignment 16 offset 64 : tensor<8xf32>
  %3 = mplan.empty in @pool alignment 16 offset 64 : tensor<8xf32>
  // CHECK: mplan.placed %{{.*}} : tensor<8xf32>
  %4 = mplan.placed %3 : tensor<8xf32>
  return
}
