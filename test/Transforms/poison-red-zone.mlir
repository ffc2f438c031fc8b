// Red zones are filled where a slot begins to be needed and checked where it
// ceases to be.
// RUN: mplan-opt %s --mplan-poison --split-input-file | FileCheck %s

// CHECK: mplan.arena @arena size 48 alignment 4{{$}}
mplan.arena @arena size 48 alignment 4 red_zone 16
// CHECK-LABEL: func @straight
func.func @straight(%in: memref<4xi8>, %out: memref<4xi8>) {
  // CHECK: %[[A:.*]] = mplan.slot @arena[16] id 0 live [0, 2)
  // CHECK: %[[BEFORE:.*]] = mplan.slot @arena[0] id 0 : memref<16xi8>
  // CHECK: %[[PATTERN:.*]] = arith.constant 90 : i8
  // CHECK: linalg.fill ins(%[[PATTERN]] : i8) outs(%[[BEFORE]] : memref<16xi8>)
  // CHECK: %[[BEHIND:.*]] = mplan.slot @arena[20] id 0 : memref<16xi8>
  // CHECK: linalg.fill {{.*}} outs(%[[BEHIND]] : memref<16xi8>)
  // CHECK: linalg.fill ins({{.*}}) outs({{.*}} : memref<4xi8>)
  // CHECK-NEXT: memref.copy
  // CHECK-NEXT: memref.copy
  // CHECK: call @red_zone_is_intact
  // CHECK: cf.assert {{.*}}, "'straight': something was written to the 16 bytes before slot 0, which is bytes [16, 20) of '@arena'"
  // CHECK: call @red_zone_is_intact
  // CHECK: cf.assert {{.*}}, "'straight': something was written to the 16 bytes behind slot 0, which is bytes [16, 20) of '@arena'"
  // CHECK: linalg.fill ins({{.*}}) outs({{.*}} : memref<4xi8>)
  // CHECK-NEXT: return
  %a = mplan.slot @arena[16] id 0 live [0, 2) : memref<4xi8>
  memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  memref.copy %a, %out : memref<4xi8> to memref<4xi8>
  return
}
// CHECK: func.func private @red_zone_is_intact(%{{.*}}: memref<16xi8>) -> i1

// -----

// Written on one way only and read where they join: the zones are there on both.
mplan.arena @arena size 48 alignment 4 red_zone 16
// CHECK-LABEL: func @joined
func.func @joined(%in: memref<4xi8>, %out: memref<4xi8>, %c: i1) {
  // CHECK: scf.if
  // CHECK-COUNT-2: linalg.fill {{.*}}memref<16xi8>
  // CHECK: linalg.fill {{.*}}memref<4xi8>
  // CHECK-NEXT: memref.copy
  // CHECK-COUNT-2: cf.assert
  // CHECK-NEXT: }
  // CHECK-COUNT-2: linalg.fill {{.*}}memref<16xi8>
  // CHECK-NEXT: memref.copy
  // CHECK-COUNT-2: cf.assert
  // CHECK: return
  %a = mplan.slot @arena[16] id 0 live [1, 5) : memref<4xi8>
  scf.if %c {
    memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  }
  memref.copy %a, %out : memref<4xi8> to memref<4xi8>
  return
}

// -----

// Inputs are there when the entry begins, outputs when it returns; state from
// the one to the other, also where only a callee uses it.
mplan.arena @arena size 112 alignment 4 state 32 red_zone 8
// CHECK-LABEL: func private @callee
// CHECK-NOT: memref<8xi8>
// CHECK: return
func.func private @callee() {
  %state = mplan.slot @arena[8] id 2 state "h" : memref<4xi32>
  linalg.add ins(%state, %state : memref<4xi32>, memref<4xi32>) outs(%state : memref<4xi32>)
  return
}
// CHECK-LABEL: func @interface
func.func @interface() {
  // CHECK: mplan.slot @arena[0] id 2 : memref<8xi8>
  // CHECK: mplan.slot @arena[24] id 2 : memref<8xi8>
  // CHECK: mplan.slot @arena[32] id 0 : memref<8xi8>
  // CHECK: mplan.slot @arena[56] id 0 : memref<8xi8>
  // CHECK: call @callee
  // CHECK: memref.copy
  // CHECK: cf.assert {{.*}}before slot 0
  // CHECK: cf.assert {{.*}}behind slot 0
  // CHECK: cf.assert {{.*}}before slot 2
  // CHECK: cf.assert {{.*}}behind slot 2
  // CHECK: cf.assert {{.*}}before slot 1
  // CHECK: cf.assert {{.*}}behind slot 1
  // CHECK: return
  %in = mplan.slot @arena[40] id 0 role input argument 0 live [0, 2) : memref<4xi32>
  %out = mplan.slot @arena[72] id 1 role output argument 1 live [1, 3) : memref<4xi32>
  call @callee() : () -> ()
  memref.copy %in, %out : memref<4xi32> to memref<4xi32>
  return
}
