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
