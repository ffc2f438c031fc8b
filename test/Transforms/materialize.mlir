// RUN: mplan-opt %s --mplan-materialize | FileCheck %s
// RUN: mplan-opt %s --mplan-materialize | mlir-opt | FileCheck %s

// The example of the pass's description: one get_global, one constant an
// offset, a view where the slot was, a cast where it is strided.

// CHECK: memref.global "private" @arena : memref<96xi8> = uninitialized {alignment = 16 : i64}
mplan.arena @arena size 96 alignment 16 peak 96 unplanned [96, 96]

// CHECK-LABEL: func @f(
// CHECK-SAME: %[[OUT:.*]]: memref<8xf32>)
func.func @f(%out: memref<8xf32>) {
  // CHECK-NEXT: %[[BYTES:.*]] = memref.get_global @arena : memref<96xi8>
  // CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
  // CHECK-NEXT: %[[C32:.*]] = arith.constant 32 : index
  // CHECK-NEXT: %[[A:.*]] = memref.view %[[BYTES]][%[[C0]]][] : memref<96xi8> to memref<8xf32>
  %0 = mplan.slot @arena[0] id 0 live [1, 3) : memref<8xf32>
  // CHECK-NEXT: memref.copy %[[A]], %[[OUT]]
  memref.copy %0, %out : memref<8xf32> to memref<8xf32>
  // CHECK-NEXT: %[[FLAT:.*]] = memref.view %[[BYTES]][%[[C32]]][] : memref<96xi8> to memref<12xf32>
  // CHECK-NEXT: %[[B:.*]] = memref.reinterpret_cast %[[FLAT]] to offset: [0], sizes: [2, 4], strides: [8, 1] : memref<12xf32> to memref<2x4xf32, strided<[8, 1]>>
  %1 = mplan.slot @arena[32] id 1 : memref<2x4xf32, strided<[8, 1]>>
  // CHECK: memref.dim %[[B]]
  %c0 = arith.constant 0 : index
  %d = memref.dim %1, %c0 : memref<2x4xf32, strided<[8, 1]>>
  return
}

// A slot in a loop is a view in the loop, of what its function has at its
// entry.

// CHECK-LABEL: func @loop(
func.func @loop(%n: index) {
  // CHECK: %[[BYTES:.*]] = memref.get_global @arena
  // CHECK-NOT: get_global
  // CHECK: scf.for
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: memref.view %[[BYTES]][%{{.*}}][] : memref<96xi8> to memref<4xi16>
  // CHECK-NOT: mplan
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i16
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %0 = mplan.slot @arena[8] id 2 : memref<4xi16>
      memref.store %x, %0[%c0] : memref<4xi16>
    }
  }
  return
}

// Every element type and shape that a slot may have. An offset in the layout
// counts from the slot's first byte.

// CHECK-LABEL: func @types(
func.func @types() -> (memref<f32>, memref<0xf64>, memref<2x0xi1, strided<[3, 1]>>,
                       memref<2xvector<3xf32>>, memref<4xindex>, memref<4xcomplex<f32>>,
                       memref<8xi1>, memref<16xi4>, memref<2x4xi16, strided<[8, 1], offset: 5>>,
                       memref<2x4xi16, strided<[0, 0], offset: 3>>,
                       memref<2x4xi16, affine_map<(d0, d1) -> (d0 * 8 + d1)>>) {
  // CHECK: memref.view {{.*}} to memref<f32>
  %0 = mplan.slot @arena[4] id 3 : memref<f32>
  // CHECK: memref.view {{.*}} to memref<0xf64>
  %1 = mplan.slot @arena[96] id 4 : memref<0xf64>
  // CHECK: memref.view {{.*}} to memref<0xi1>
  // CHECK-NEXT: memref.reinterpret_cast {{.*}} to offset: [0], sizes: [2, 0], strides: [3, 1]
  %2 = mplan.slot @arena[96] id 5 : memref<2x0xi1, strided<[3, 1]>>
  // CHECK: memref.view {{.*}} to memref<2xvector<3xf32>>
  %3 = mplan.slot @arena[32] id 6 : memref<2xvector<3xf32>>
  // CHECK: memref.view {{.*}} to memref<4xindex>
  %4 = mplan.slot @arena[32] id 7 : memref<4xindex>
  // CHECK: memref.view {{.*}} to memref<4xcomplex<f32>>
  %5 = mplan.slot @arena[32] id 8 : memref<4xcomplex<f32>>
  // CHECK: memref.view {{.*}} to memref<8xi1>
  %6 = mplan.slot @arena[32] id 9 : memref<8xi1>
  // CHECK: memref.view {{.*}} to memref<16xi4>
  %7 = mplan.slot @arena[32] id 10 : memref<16xi4>
  // CHECK: memref.view {{.*}} to memref<17xi16>
  // CHECK-NEXT: memref.reinterpret_cast {{.*}} to offset: [5], sizes: [2, 4], strides: [8, 1]
  %8 = mplan.slot @arena[32] id 11 : memref<2x4xi16, strided<[8, 1], offset: 5>>
  // CHECK: memref.view {{.*}} to memref<4xi16>
  // CHECK-NEXT: memref.reinterpret_cast {{.*}} to offset: [3], sizes: [2, 4], strides: [0, 0]
  %9 = mplan.slot @arena[32] id 12 : memref<2x4xi16, strided<[0, 0], offset: 3>>
  // CHECK: memref.view {{.*}} to memref<12xi16>
  // CHECK-NEXT: memref.reinterpret_cast {{.*}} : memref<12xi16> to memref<2x4xi16, #{{.*}}>
  %10 = mplan.slot @arena[32] id 13 : memref<2x4xi16, affine_map<(d0, d1) -> (d0 * 8 + d1)>>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10
    : memref<f32>, memref<0xf64>, memref<2x0xi1, strided<[3, 1]>>,
      memref<2xvector<3xf32>>, memref<4xindex>, memref<4xcomplex<f32>>,
      memref<8xi1>, memref<16xi4>, memref<2x4xi16, strided<[8, 1], offset: 5>>,
      memref<2x4xi16, strided<[0, 0], offset: 3>>,
      memref<2x4xi16, affine_map<(d0, d1) -> (d0 * 8 + d1)>>
}
