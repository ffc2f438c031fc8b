// RUN: mplan-opt %s --mplan-poison --split-input-file -verify-diagnostics \
// RUN:   | FileCheck %s

// Filled before the first write and after the last read; between two ranges,
// too. Signalling NaNs for floats.
mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @straight
func.func @straight(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: %[[A:.*]] = mplan.slot @arena[0] id 0 live [0, 2), [3, 5)
  // CHECK: %[[A1:.*]] = mplan.slot @arena[0] id 0 : memref<4xi32>
  // CHECK: %[[NAN:.*]] = arith.constant 2141192192 : i32
  // CHECK: linalg.fill ins(%[[NAN]] : i32) outs(%[[A1]] : memref<4xi32>)
  // CHECK-NEXT: linalg.exp {{.*}} outs(%[[A]]
  // CHECK-NEXT: linalg.exp ins(%[[A]]
  // CHECK: linalg.fill
  // CHECK-NEXT: linalg.exp ins(%arg0 : memref<4xf32>) outs(%arg1
  // CHECK: linalg.fill
  // CHECK-NEXT: linalg.abs ins(%arg0 : memref<4xf32>) outs(%[[A]]
  // CHECK-NEXT: linalg.exp ins(%[[A]]
  // CHECK: linalg.fill
  // CHECK-NEXT: return
  %a = mplan.slot @arena[0] id 0 live [0, 2), [3, 5) : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.abs ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// What a branch needs and what follows does not ends where the other branch
// begins, and behind the last use.
mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @branch
func.func @branch(%in: memref<4xi8>, %out: memref<4xi8>, %c: i1) {
  // CHECK: %[[A:.*]] = mplan.slot @arena[0] id 0 live [0, 3)
  // CHECK: scf.if
  // CHECK-NEXT: memref.copy %[[A]], %arg1
  // CHECK: %[[ODD:.*]] = arith.constant -91 : i8
  // CHECK: linalg.fill ins(%[[ODD]]
  // CHECK-NEXT: } else {
  // CHECK: linalg.fill
  // CHECK-NEXT: memref.copy %arg0, %arg1
  // CHECK-NEXT: }
  %a = mplan.slot @arena[0] id 0 live [0, 3) : memref<4xi8>
  memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  scf.if %c {
    memref.copy %a, %out : memref<4xi8> to memref<4xi8>
  } else {
    memref.copy %in, %out : memref<4xi8> to memref<4xi8>
  }
  return
}

// -----

// Alive through a loop: filled before and behind it, not in it.
mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @loop
func.func @loop(%in: memref<4xi8>, %out: memref<4xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: linalg.fill
  // CHECK-NEXT: memref.copy
  // CHECK-NEXT: scf.for
  // CHECK-NEXT: memref.copy
  // CHECK-NEXT: }
  // CHECK: linalg.fill
  // CHECK-NEXT: return
  %a = mplan.slot @arena[0] id 0 live [2, 6) : memref<4xi8>
  memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  scf.for %i = %c0 to %n step %c1 {
    memref.copy %a, %out : memref<4xi8> to memref<4xi8>
  }
  return
}

// -----

// Behind the branch its bytes are needed as those of the one slot or not at all:
// the other one does not end there.
mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @joined
func.func @joined(%in: memref<4xi8>, %out: memref<4xi8>, %c: i1) {
  // CHECK: scf.if
  // CHECK: linalg.fill
  // CHECK: linalg.fill
  // CHECK-NEXT: memref.copy %arg0
  // CHECK-NEXT: }
  // CHECK-NEXT: memref.copy
  %a = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xi8>
  %b = mplan.slot @arena[0] id 1 live [2, 6) : memref<4xi8>
  memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  scf.if %c {
    memref.copy %in, %b : memref<4xi8> to memref<4xi8>
  }
  memref.copy %b, %out : memref<4xi8> to memref<4xi8>
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @ticks(%in: memref<4xi8>) {
  // expected-error @below {{'mplan.slot' op is live until tick 9, but its function has 2}}
  %a = mplan.slot @arena[0] id 0 live [0, 9) : memref<4xi8>
  memref.copy %in, %a : memref<4xi8> to memref<4xi8>
  return
}

// -----

// What the caller of an entry has filled in is left alone; what he reads after
// the return is, too. State never begins and never ceases to be needed.
mplan.arena @arena size 64 alignment 4 state 16
// CHECK-LABEL: func @interface
func.func @interface() {
  // CHECK: %[[IN:.*]] = mplan.slot @arena[16] {{.*}} role input
  %in = mplan.slot @arena[16] id 0 role input argument 0 live [0, 2) : memref<4xf32>
  %out = mplan.slot @arena[32] id 1 role output argument 1 live [2, 4) : memref<4xf32>
  %state = mplan.slot @arena[0] id 2 state "h" : memref<4xf32>
  // CHECK-NOT: linalg.fill
  // CHECK: linalg.add ins(%[[IN]]
  linalg.add ins(%in, %state : memref<4xf32>, memref<4xf32>) outs(%state : memref<4xf32>)
  // CHECK: mplan.slot @arena[16] id 0 : memref<4xi32>
  // CHECK: linalg.fill
  // CHECK: mplan.slot @arena[32] id 1 : memref<4xi32>
  // CHECK: linalg.fill
  // CHECK: linalg.exp
  linalg.exp ins(%state : memref<4xf32>) outs(%out : memref<4xf32>)
  // CHECK-NEXT: return
  return
}
