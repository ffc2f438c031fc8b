// An arena with state begins as zeros, not as bytes that nobody has given a
// value; the owner of an external one is told how many must be zero.

// RUN: mplan-opt %s --mplan-materialize | FileCheck %s
// RUN: mplan-opt %s --mplan-materialize=storage=external | FileCheck %s --check-prefix=EXTERNAL

// CHECK: memref.global "private" @arena : memref<48xi8> = dense<0> {alignment = 4 : i64}
// EXTERNAL: memref.global "public" @arena : memref<48xi8> {alignment = 4 : i64}
// EXTERNAL: memref.global "public" constant @arena_size : memref<i64> = dense<48>
// EXTERNAL: memref.global "public" constant @arena_state : memref<i64> = dense<16>
mplan.arena @arena size 48 alignment 4 state 16

// CHECK-LABEL: func @f
func.func @f(%in: memref<4xf32>) {
  // CHECK: %[[BYTES:.*]] = memref.get_global @arena
  // CHECK: %[[ZERO:.*]] = arith.constant 0 : index
  // CHECK: memref.view %[[BYTES]][%[[ZERO]]][] : memref<48xi8> to memref<4xf32>
  %state = mplan.slot @arena[0] id 0 state "h" : memref<4xf32>
  linalg.add ins(%in, %state : memref<4xf32>, memref<4xf32>) outs(%state : memref<4xf32>)
  return
}
