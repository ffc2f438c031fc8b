// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate --mplan-verify --mplan-report \
// RUN:   --split-input-file -o /dev/null | FileCheck %s --check-prefix=REPORT

// A declared bound: the slot has the bytes of the largest extent, the memref
// the extent that it is called with.

// CHECK: mplan.arena @arena size 128 alignment 4 peak 128
// CHECK-LABEL: func @declared
// REPORT: the peak is at tick 2 of @declared: memref.copy
func.func @declared(%in: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>}) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[N:.*]] = memref.dim
  %n = memref.dim %in, %c0 : memref<?x4xf32>
  // CHECK: %[[S:.*]] = mplan.slot @arena[0] id 0 alignment 4 live [2, 4) : memref<128xi8>
  // CHECK: memref.view %[[S]][%{{.*}}][%[[N]]] : memref<128xi8> to memref<?x4xf32>
  %a = memref.alloc(%n) : memref<?x4xf32>
  memref.copy %in, %a : memref<?x4xf32> to memref<?x4xf32>
  memref.copy %a, %in : memref<?x4xf32> to memref<?x4xf32>
  return
}

// -----

// A choice between two is as large as the larger.

// CHECK-LABEL: func @choice
func.func @choice(%in: memref<?xf32> {mplan.upper_bound = array<i64: 8>},
                  %other: memref<?xf32> {mplan.upper_bound = array<i64: 6>},
                  %which: i1) {
  %c0 = arith.constant 0 : index
  %chosen = arith.select %which, %in, %other : memref<?xf32>
  %d = memref.dim %chosen, %c0 : memref<?xf32>
  // CHECK: mplan.slot {{.*}} : memref<32xi8>
  %a = memref.alloc(%d) : memref<?xf32>
  memref.copy %chosen, %a : memref<?xf32> to memref<?xf32>
  memref.copy %a, %chosen : memref<?xf32> to memref<?xf32>
  return
}

// -----

// Arithmetic on declared extents, also where one is subtracted.

// CHECK-LABEL: func @arithmetic
func.func @arithmetic(%in: memref<?x?xf32> {mplan.upper_bound = array<i64: 8, 5>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %in, %c0 : memref<?x?xf32>
  %m = memref.dim %in, %c1 : memref<?x?xf32>
  // CHECK: mplan.slot {{.*}} : memref<19xi8>
  %linear = affine.apply affine_map<()[s0] -> (s0 * 2 + 3)>()[%n]
  %0 = memref.alloc(%linear) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<40xi8>
  %product = arith.muli %n, %m : index
  %1 = memref.alloc(%product) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<40xi8>
  %product2 = affine.apply affine_map<()[s0, s1] -> (s0 * s1)>()[%n, %m]
  %2 = memref.alloc(%product2) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<5xi8>
  %less = arith.subi %n, %c3 : index
  %3 = memref.alloc(%less) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<20xi8>
  %c20 = arith.constant 20 : index
  %rest = arith.subi %c20, %n : index
  %4 = memref.alloc(%rest) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<7xi8>
  %quotient = arith.ceildivui %linear, %c3 : index
  %5 = memref.alloc(%quotient) : memref<?xi8>
  return
}

// -----

// The smaller and the larger of two values; of two bounds the smaller holds.

// CHECK-LABEL: func @extrema
func.func @extrema(%in: memref<?x?xf32> {mplan.upper_bound = array<i64: 8, 5>},
                   %x: index, %y: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %n = memref.dim %in, %c0 : memref<?x?xf32>
  %m = memref.dim %in, %c1 : memref<?x?xf32>
  // CHECK: mplan.slot {{.*}} : memref<9xi8>
  %affine_min = affine.min affine_map<(d0)[s0] -> (d0, s0 + 1)>(%x)[%n]
  %0 = memref.alloc(%affine_min) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %loose = affine.min affine_map<(d0) -> (d0, 128)>(%n)
  %1 = memref.alloc(%loose) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<12xi8>
  %affine_max = affine.max affine_map<(d0) -> (d0, 12)>(%n)
  %2 = memref.alloc(%affine_max) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<10xi8>
  %minui = arith.minui %x, %c10 : index
  %3 = memref.alloc(%minui) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<5xi8>
  %minsi = arith.minsi %n, %m : index
  %4 = memref.alloc(%minsi) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<9xi8>
  %rem = arith.remui %x, %c10 : index
  %5 = memref.alloc(%rem) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<7xi8>
  %c7 = arith.constant 7 : i32
  %narrow = arith.minui %y, %c7 : i32
  %wide = arith.index_cast %narrow : i32 to index
  %6 = memref.alloc(%wide) : memref<?xi8>
  return
}

// -----

// An induction variable is less than its loop's upper bound.

// CHECK-LABEL: func @loops
func.func @loops(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  scf.for %i = %c0 to %c7 step %c1 {
    // CHECK: mplan.slot {{.*}} : memref<6xi8>
    %a = memref.alloc(%i) : memref<?xi8>
    // CHECK: mplan.slot {{.*}} : memref<7xi8>
    %rest = arith.subi %c7, %i : index
    %b = memref.alloc(%rest) : memref<?xi8>
  }
  affine.for %i = 0 to min affine_map<(d0) -> (d0, 20)>(%n) {
    // CHECK: mplan.slot {{.*}} : memref<19xi8>
    %a = memref.alloc(%i) : memref<?xi8>
  }
  scf.for %i = %c0 to %n step %c7 {
    // CHECK: mplan.slot {{.*}} : memref<7xi8>
    %tile = affine.min affine_map<(d0)[s0] -> (7, s0 - d0)>(%i)[%n]
    %a = memref.alloc(%tile) : memref<?xi8>
  }
  return
}

// -----

// One of several values, by whatever branch: the largest of their bounds.

// CHECK-LABEL: func @branches
func.func @branches(%in: memref<?xf32> {mplan.upper_bound = array<i64: 8>},
                    %c: i1, %k: index) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %select = arith.select %c, %n, %c3 : index
  %0 = memref.alloc(%select) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<3xi8>
  %if = scf.if %c -> index {
    scf.yield %c3 : index
  } else {
    %less = arith.minsi %n, %c0 : index
    scf.yield %less : index
  }
  %1 = memref.alloc(%if) : memref<?xi8>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %switch = scf.index_switch %k -> index
  case 1 {
    scf.yield %c3 : index
  }
  default {
    scf.yield %n : index
  }
  %2 = memref.alloc(%switch) : memref<?xi8>
  cf.cond_br %c, ^join(%c3 : index), ^more
^more:
  cf.br ^join(%n : index)
^join(%joined: index):
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %3 = memref.alloc(%joined) : memref<?xi8>
  return
}

// -----

// A private function is bounded by its calls, numbers and extents alike, and
// gives bounds back with its results. The slot is made once, for the largest.

// CHECK-LABEL: func @caller
func.func @caller(%a: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>},
                  %b: memref<?x4xf32> {mplan.upper_bound = array<i64: 3, -1>}) {
  %c0 = arith.constant 0 : index
  %c5 = arith.constant 5 : index
  %n = memref.dim %a, %c0 : memref<?x4xf32>
  %0 = call @callee(%a, %n) : (memref<?x4xf32>, index) -> index
  %1 = call @callee(%b, %c5) : (memref<?x4xf32>, index) -> index
  // CHECK: mplan.slot {{.*}} : memref<9xi8>
  %c = memref.alloc(%1) : memref<?xi8>
  return
}
// CHECK-LABEL: func private @callee
func.func private @callee(%in: memref<?x4xf32>, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %in, %c0 : memref<?x4xf32>
  // CHECK: mplan.slot {{.*}} : memref<128xi8>
  %a = memref.alloc(%n) : memref<?x4xf32>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %b = memref.alloc(%m) : memref<?xi8>
  %more = arith.addi %m, %c1 : index
  return %more : index
}

// -----

// A bound is kept around a loop that hands its value on.

// CHECK-LABEL: func @carried
func.func @carried(%in: memref<?xf32> {mplan.upper_bound = array<i64: 8>},
                   %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%x = %n, %y = %c3)
      -> (index, index) {
    // CHECK: mplan.slot {{.*}} : memref<8xi8>
    %a = memref.alloc(%x) : memref<?xi8>
    // CHECK: mplan.slot {{.*}} : memref<8xi8>
    %b = memref.alloc(%y) : memref<?xi8>
    scf.yield %x, %n : index, index
  }
  return
}

// -----

// A value that grows around a loop up to a limit, whatever is asked first.

// CHECK-LABEL: func @limited
func.func @limited(%k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%x = %c1) -> index {
    // CHECK: mplan.slot {{.*}} : memref<8xi8>
    %a = memref.alloc(%x) : memref<?xi8>
    // CHECK: mplan.slot {{.*}} : memref<9xi8>
    %more = arith.addi %x, %c1 : index
    %b = memref.alloc(%more) : memref<?xi8>
    %next = arith.minsi %more, %c8 : index
    scf.yield %next : index
  }
  return
}

// -----

// Extents of views, casts and other buffers.

// CHECK-LABEL: func @views
func.func @views(%in: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?x4xf32>
  %flat = memref.collapse_shape %in [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %0 = memref.dim %flat, %c0 : memref<?xf32>
  // CHECK: mplan.slot {{.*}} : memref<128xi8>
  %a = memref.alloc(%0) : memref<?xf32>
  %part = memref.subview %a[0] [%n] [1] : memref<?xf32> to memref<?xf32, strided<[1]>>
  %1 = memref.dim %part, %c0 : memref<?xf32, strided<[1]>>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %b = memref.alloc(%1) : memref<?xi8>
  %bytes = memref.alloc() : memref<100xi8>
  %view = memref.view %bytes[%c0][%n] : memref<100xi8> to memref<?x2xi8>
  %2 = memref.dim %view, %c0 : memref<?x2xi8>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %c = memref.alloc(%2) : memref<?xi8>
  %cast = memref.reinterpret_cast %a to offset: [0], sizes: [%n], strides: [1]
      : memref<?xf32> to memref<?xf32>
  %3 = memref.dim %cast, %c0 : memref<?xf32>
  // CHECK: mplan.slot {{.*}} : memref<8xi8>
  %d = memref.alloc(%3) : memref<?xi8>
  return
}

// -----

// No extent at all: a buffer without bytes.

// CHECK: size 0
// CHECK-LABEL: func @none
func.func @none(%in: memref<?xf32> {mplan.upper_bound = array<i64: 0>}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  // CHECK: mplan.slot {{.*}} : memref<0xi8>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// A long chain of sizes, each taken from the buffer before.

// CHECK-LABEL: func @sizes_of_sizes
// CHECK-COUNT-120: mplan.slot {{.*}} : memref<32xi8>
func.func @sizes_of_sizes(%x: memref<?xf32> {mplan.upper_bound = array<i64: 8>}) {
  %c0 = arith.constant 0 : index
  %d0 = memref.dim %x, %c0 : memref<?xf32>
  %a0 = memref.alloc(%d0) : memref<?xf32>
  %d1 = memref.dim %a0, %c0 : memref<?xf32>
  %a1 = memref.alloc(%d1) : memref<?xf32>
  %d2 = memref.dim %a1, %c0 : memref<?xf32>
  %a2 = memref.alloc(%d2) : memref<?xf32>
  %d3 = memref.dim %a2, %c0 : memref<?xf32>
  %a3 = memref.alloc(%d3) : memref<?xf32>
  %d4 = memref.dim %a3, %c0 : memref<?xf32>
  %a4 = memref.alloc(%d4) : memref<?xf32>
  %d5 = memref.dim %a4, %c0 : memref<?xf32>
  %a5 = memref.alloc(%d5) : memref<?xf32>
  %d6 = memref.dim %a5, %c0 : memref<?xf32>
  %a6 = memref.alloc(%d6) : memref<?xf32>
  %d7 = memref.dim %a6, %c0 : memref<?xf32>
  %a7 = memref.alloc(%d7) : memref<?xf32>
  %d8 = memref.dim %a7, %c0 : memref<?xf32>
  %a8 = memref.alloc(%d8) : memref<?xf32>
  %d9 = memref.dim %a8, %c0 : memref<?xf32>
  %a9 = memref.alloc(%d9) : memref<?xf32>
  %d10 = memref.dim %a9, %c0 : memref<?xf32>
  %a10 = memref.alloc(%d10) : memref<?xf32>
  %d11 = memref.dim %a10, %c0 : memref<?xf32>
  %a11 = memref.alloc(%d11) : memref<?xf32>
  %d12 = memref.dim %a11, %c0 : memref<?xf32>
  %a12 = memref.alloc(%d12) : memref<?xf32>
  %d13 = memref.dim %a12, %c0 : memref<?xf32>
  %a13 = memref.alloc(%d13) : memref<?xf32>
  %d14 = memref.dim %a13, %c0 : memref<?xf32>
  %a14 = memref.alloc(%d14) : memref<?xf32>
  %d15 = memref.dim %a14, %c0 : memref<?xf32>
  %a15 = memref.alloc(%d15) : memref<?xf32>
  %d16 = memref.dim %a15, %c0 : memref<?xf32>
  %a16 = memref.alloc(%d16) : memref<?xf32>
  %d17 = memref.dim %a16, %c0 : memref<?xf32>
  %a17 = memref.alloc(%d17) : memref<?xf32>
  %d18 = memref.dim %a17, %c0 : memref<?xf32>
  %a18 = memref.alloc(%d18) : memref<?xf32>
  %d19 = memref.dim %a18, %c0 : memref<?xf32>
  %a19 = memref.alloc(%d19) : memref<?xf32>
  %d20 = memref.dim %a19, %c0 : memref<?xf32>
  %a20 = memref.alloc(%d20) : memref<?xf32>
  %d21 = memref.dim %a20, %c0 : memref<?xf32>
  %a21 = memref.alloc(%d21) : memref<?xf32>
  %d22 = memref.dim %a21, %c0 : memref<?xf32>
  %a22 = memref.alloc(%d22) : memref<?xf32>
  %d23 = memref.dim %a22, %c0 : memref<?xf32>
  %a23 = memref.alloc(%d23) : memref<?xf32>
  %d24 = memref.dim %a23, %c0 : memref<?xf32>
  %a24 = memref.alloc(%d24) : memref<?xf32>
  %d25 = memref.dim %a24, %c0 : memref<?xf32>
  %a25 = memref.alloc(%d25) : memref<?xf32>
  %d26 = memref.dim %a25, %c0 : memref<?xf32>
  %a26 = memref.alloc(%d26) : memref<?xf32>
  %d27 = memref.dim %a26, %c0 : memref<?xf32>
  %a27 = memref.alloc(%d27) : memref<?xf32>
  %d28 = memref.dim %a27, %c0 : memref<?xf32>
  %a28 = memref.alloc(%d28) : memref<?xf32>
  %d29 = memref.dim %a28, %c0 : memref<?xf32>
  %a29 = memref.alloc(%d29) : memref<?xf32>
  %d30 = memref.dim %a29, %c0 : memref<?xf32>
  %a30 = memref.alloc(%d30) : memref<?xf32>
  %d31 = memref.dim %a30, %c0 : memref<?xf32>
  %a31 = memref.alloc(%d31) : memref<?xf32>
  %d32 = memref.dim %a31, %c0 : memref<?xf32>
  %a32 = memref.alloc(%d32) : memref<?xf32>
  %d33 = memref.dim %a32, %c0 : memref<?xf32>
  %a33 = memref.alloc(%d33) : memref<?xf32>
  %d34 = memref.dim %a33, %c0 : memref<?xf32>
  %a34 = memref.alloc(%d34) : memref<?xf32>
  %d35 = memref.dim %a34, %c0 : memref<?xf32>
  %a35 = memref.alloc(%d35) : memref<?xf32>
  %d36 = memref.dim %a35, %c0 : memref<?xf32>
  %a36 = memref.alloc(%d36) : memref<?xf32>
  %d37 = memref.dim %a36, %c0 : memref<?xf32>
  %a37 = memref.alloc(%d37) : memref<?xf32>
  %d38 = memref.dim %a37, %c0 : memref<?xf32>
  %a38 = memref.alloc(%d38) : memref<?xf32>
  %d39 = memref.dim %a38, %c0 : memref<?xf32>
  %a39 = memref.alloc(%d39) : memref<?xf32>
  %d40 = memref.dim %a39, %c0 : memref<?xf32>
  %a40 = memref.alloc(%d40) : memref<?xf32>
  %d41 = memref.dim %a40, %c0 : memref<?xf32>
  %a41 = memref.alloc(%d41) : memref<?xf32>
  %d42 = memref.dim %a41, %c0 : memref<?xf32>
  %a42 = memref.alloc(%d42) : memref<?xf32>
  %d43 = memref.dim %a42, %c0 : memref<?xf32>
  %a43 = memref.alloc(%d43) : memref<?xf32>
  %d44 = memref.dim %a43, %c0 : memref<?xf32>
  %a44 = memref.alloc(%d44) : memref<?xf32>
  %d45 = memref.dim %a44, %c0 : memref<?xf32>
  %a45 = memref.alloc(%d45) : memref<?xf32>
  %d46 = memref.dim %a45, %c0 : memref<?xf32>
  %a46 = memref.alloc(%d46) : memref<?xf32>
  %d47 = memref.dim %a46, %c0 : memref<?xf32>
  %a47 = memref.alloc(%d47) : memref<?xf32>
  %d48 = memref.dim %a47, %c0 : memref<?xf32>
  %a48 = memref.alloc(%d48) : memref<?xf32>
  %d49 = memref.dim %a48, %c0 : memref<?xf32>
  %a49 = memref.alloc(%d49) : memref<?xf32>
  %d50 = memref.dim %a49, %c0 : memref<?xf32>
  %a50 = memref.alloc(%d50) : memref<?xf32>
  %d51 = memref.dim %a50, %c0 : memref<?xf32>
  %a51 = memref.alloc(%d51) : memref<?xf32>
  %d52 = memref.dim %a51, %c0 : memref<?xf32>
  %a52 = memref.alloc(%d52) : memref<?xf32>
  %d53 = memref.dim %a52, %c0 : memref<?xf32>
  %a53 = memref.alloc(%d53) : memref<?xf32>
  %d54 = memref.dim %a53, %c0 : memref<?xf32>
  %a54 = memref.alloc(%d54) : memref<?xf32>
  %d55 = memref.dim %a54, %c0 : memref<?xf32>
  %a55 = memref.alloc(%d55) : memref<?xf32>
  %d56 = memref.dim %a55, %c0 : memref<?xf32>
  %a56 = memref.alloc(%d56) : memref<?xf32>
  %d57 = memref.dim %a56, %c0 : memref<?xf32>
  %a57 = memref.alloc(%d57) : memref<?xf32>
  %d58 = memref.dim %a57, %c0 : memref<?xf32>
  %a58 = memref.alloc(%d58) : memref<?xf32>
  %d59 = memref.dim %a58, %c0 : memref<?xf32>
  %a59 = memref.alloc(%d59) : memref<?xf32>
  %d60 = memref.dim %a59, %c0 : memref<?xf32>
  %a60 = memref.alloc(%d60) : memref<?xf32>
  %d61 = memref.dim %a60, %c0 : memref<?xf32>
  %a61 = memref.alloc(%d61) : memref<?xf32>
  %d62 = memref.dim %a61, %c0 : memref<?xf32>
  %a62 = memref.alloc(%d62) : memref<?xf32>
  %d63 = memref.dim %a62, %c0 : memref<?xf32>
  %a63 = memref.alloc(%d63) : memref<?xf32>
  %d64 = memref.dim %a63, %c0 : memref<?xf32>
  %a64 = memref.alloc(%d64) : memref<?xf32>
  %d65 = memref.dim %a64, %c0 : memref<?xf32>
  %a65 = memref.alloc(%d65) : memref<?xf32>
  %d66 = memref.dim %a65, %c0 : memref<?xf32>
  %a66 = memref.alloc(%d66) : memref<?xf32>
  %d67 = memref.dim %a66, %c0 : memref<?xf32>
  %a67 = memref.alloc(%d67) : memref<?xf32>
  %d68 = memref.dim %a67, %c0 : memref<?xf32>
  %a68 = memref.alloc(%d68) : memref<?xf32>
  %d69 = memref.dim %a68, %c0 : memref<?xf32>
  %a69 = memref.alloc(%d69) : memref<?xf32>
  %d70 = memref.dim %a69, %c0 : memref<?xf32>
  %a70 = memref.alloc(%d70) : memref<?xf32>
  %d71 = memref.dim %a70, %c0 : memref<?xf32>
  %a71 = memref.alloc(%d71) : memref<?xf32>
  %d72 = memref.dim %a71, %c0 : memref<?xf32>
  %a72 = memref.alloc(%d72) : memref<?xf32>
  %d73 = memref.dim %a72, %c0 : memref<?xf32>
  %a73 = memref.alloc(%d73) : memref<?xf32>
  %d74 = memref.dim %a73, %c0 : memref<?xf32>
  %a74 = memref.alloc(%d74) : memref<?xf32>
  %d75 = memref.dim %a74, %c0 : memref<?xf32>
  %a75 = memref.alloc(%d75) : memref<?xf32>
  %d76 = memref.dim %a75, %c0 : memref<?xf32>
  %a76 = memref.alloc(%d76) : memref<?xf32>
  %d77 = memref.dim %a76, %c0 : memref<?xf32>
  %a77 = memref.alloc(%d77) : memref<?xf32>
  %d78 = memref.dim %a77, %c0 : memref<?xf32>
  %a78 = memref.alloc(%d78) : memref<?xf32>
  %d79 = memref.dim %a78, %c0 : memref<?xf32>
  %a79 = memref.alloc(%d79) : memref<?xf32>
  %d80 = memref.dim %a79, %c0 : memref<?xf32>
  %a80 = memref.alloc(%d80) : memref<?xf32>
  %d81 = memref.dim %a80, %c0 : memref<?xf32>
  %a81 = memref.alloc(%d81) : memref<?xf32>
  %d82 = memref.dim %a81, %c0 : memref<?xf32>
  %a82 = memref.alloc(%d82) : memref<?xf32>
  %d83 = memref.dim %a82, %c0 : memref<?xf32>
  %a83 = memref.alloc(%d83) : memref<?xf32>
  %d84 = memref.dim %a83, %c0 : memref<?xf32>
  %a84 = memref.alloc(%d84) : memref<?xf32>
  %d85 = memref.dim %a84, %c0 : memref<?xf32>
  %a85 = memref.alloc(%d85) : memref<?xf32>
  %d86 = memref.dim %a85, %c0 : memref<?xf32>
  %a86 = memref.alloc(%d86) : memref<?xf32>
  %d87 = memref.dim %a86, %c0 : memref<?xf32>
  %a87 = memref.alloc(%d87) : memref<?xf32>
  %d88 = memref.dim %a87, %c0 : memref<?xf32>
  %a88 = memref.alloc(%d88) : memref<?xf32>
  %d89 = memref.dim %a88, %c0 : memref<?xf32>
  %a89 = memref.alloc(%d89) : memref<?xf32>
  %d90 = memref.dim %a89, %c0 : memref<?xf32>
  %a90 = memref.alloc(%d90) : memref<?xf32>
  %d91 = memref.dim %a90, %c0 : memref<?xf32>
  %a91 = memref.alloc(%d91) : memref<?xf32>
  %d92 = memref.dim %a91, %c0 : memref<?xf32>
  %a92 = memref.alloc(%d92) : memref<?xf32>
  %d93 = memref.dim %a92, %c0 : memref<?xf32>
  %a93 = memref.alloc(%d93) : memref<?xf32>
  %d94 = memref.dim %a93, %c0 : memref<?xf32>
  %a94 = memref.alloc(%d94) : memref<?xf32>
  %d95 = memref.dim %a94, %c0 : memref<?xf32>
  %a95 = memref.alloc(%d95) : memref<?xf32>
  %d96 = memref.dim %a95, %c0 : memref<?xf32>
  %a96 = memref.alloc(%d96) : memref<?xf32>
  %d97 = memref.dim %a96, %c0 : memref<?xf32>
  %a97 = memref.alloc(%d97) : memref<?xf32>
  %d98 = memref.dim %a97, %c0 : memref<?xf32>
  %a98 = memref.alloc(%d98) : memref<?xf32>
  %d99 = memref.dim %a98, %c0 : memref<?xf32>
  %a99 = memref.alloc(%d99) : memref<?xf32>
  %d100 = memref.dim %a99, %c0 : memref<?xf32>
  %a100 = memref.alloc(%d100) : memref<?xf32>
  %d101 = memref.dim %a100, %c0 : memref<?xf32>
  %a101 = memref.alloc(%d101) : memref<?xf32>
  %d102 = memref.dim %a101, %c0 : memref<?xf32>
  %a102 = memref.alloc(%d102) : memref<?xf32>
  %d103 = memref.dim %a102, %c0 : memref<?xf32>
  %a103 = memref.alloc(%d103) : memref<?xf32>
  %d104 = memref.dim %a103, %c0 : memref<?xf32>
  %a104 = memref.alloc(%d104) : memref<?xf32>
  %d105 = memref.dim %a104, %c0 : memref<?xf32>
  %a105 = memref.alloc(%d105) : memref<?xf32>
  %d106 = memref.dim %a105, %c0 : memref<?xf32>
  %a106 = memref.alloc(%d106) : memref<?xf32>
  %d107 = memref.dim %a106, %c0 : memref<?xf32>
  %a107 = memref.alloc(%d107) : memref<?xf32>
  %d108 = memref.dim %a107, %c0 : memref<?xf32>
  %a108 = memref.alloc(%d108) : memref<?xf32>
  %d109 = memref.dim %a108, %c0 : memref<?xf32>
  %a109 = memref.alloc(%d109) : memref<?xf32>
  %d110 = memref.dim %a109, %c0 : memref<?xf32>
  %a110 = memref.alloc(%d110) : memref<?xf32>
  %d111 = memref.dim %a110, %c0 : memref<?xf32>
  %a111 = memref.alloc(%d111) : memref<?xf32>
  %d112 = memref.dim %a111, %c0 : memref<?xf32>
  %a112 = memref.alloc(%d112) : memref<?xf32>
  %d113 = memref.dim %a112, %c0 : memref<?xf32>
  %a113 = memref.alloc(%d113) : memref<?xf32>
  %d114 = memref.dim %a113, %c0 : memref<?xf32>
  %a114 = memref.alloc(%d114) : memref<?xf32>
  %d115 = memref.dim %a114, %c0 : memref<?xf32>
  %a115 = memref.alloc(%d115) : memref<?xf32>
  %d116 = memref.dim %a115, %c0 : memref<?xf32>
  %a116 = memref.alloc(%d116) : memref<?xf32>
  %d117 = memref.dim %a116, %c0 : memref<?xf32>
  %a117 = memref.alloc(%d117) : memref<?xf32>
  %d118 = memref.dim %a117, %c0 : memref<?xf32>
  %a118 = memref.alloc(%d118) : memref<?xf32>
  %d119 = memref.dim %a118, %c0 : memref<?xf32>
  %a119 = memref.alloc(%d119) : memref<?xf32>
  %d120 = memref.dim %a119, %c0 : memref<?xf32>
  return
}
