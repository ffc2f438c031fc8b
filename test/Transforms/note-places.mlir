// RUN: mplan-opt %s --pass-pipeline="builtin.module(func.func(mplan-note-places))" --mlir-print-debuginfo --split-input-file | FileCheck %s

memref.global "private" @arena : memref<256xi8> = uninitialized
memref.global "private" constant @weights : memref<8xf32> = dense<1.>

// CHECK-LABEL: func.func @slots(
func.func @slots(%x: memref<8xf32>, %i: index) attributes {llvm.bareptr} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %arena = memref.get_global @arena : memref<256xi8>
  %weights = memref.get_global @weights : memref<8xf32>
  %a = memref.view %arena[%c64][] : memref<256xi8> to memref<8xf32>
  // Nobody can be mistaken outside of a loop.
  // CHECK: memref.load %{{.*}}[%{{.*}}] : memref<8xf32> loc(#[[PLAIN:.*]])
  %0 = memref.load %a[%c0] : memref<8xf32>
  scf.for %j = %c0 to %c8 step %c1 {
    // CHECK: memref.load %{{.*}} loc(#[[SLOT:.*]])
    // CHECK: memref.load %{{.*}} loc(#[[WEIGHTS:.*]])
    // CHECK: memref.load %{{.*}} loc(#[[ARGUMENT:.*]])
    %1 = memref.load %a[%j] : memref<8xf32>
    %2 = memref.load %weights[%j] : memref<8xf32>
    %3 = memref.load %x[%j] : memref<8xf32>
    // A view at an offset that is computed: somewhere in the slot.
    // CHECK: memref.store %{{.*}} loc(#[[VIEW:.*]])
    %part = memref.subview %a[%i] [1] [1] : memref<8xf32> to memref<1xf32, strided<[1], offset: ?>>
    memref.store %1, %part[%c0] : memref<1xf32, strided<[1], offset: ?>>
  }
  // The next nest.
  scf.for %j = %c0 to %c8 step %c1 {
    // CHECK: memref.store %{{.*}} loc(#[[SECOND:.*]])
    memref.store %0, %a[%j] : memref<8xf32>
  }
  return
}
// CHECK-DAG: #[[SLOT]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}"arena", 64, 96]]}>[#loc{{[0-9]+}}])
// CHECK-DAG: #[[WEIGHTS]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}"weights", 0, 32]]}>
// CHECK-DAG: #[[ARGUMENT]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}0, 0, 32]]}>
// CHECK-DAG: #[[VIEW]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}"arena", 64, 96]]}>
// CHECK-DAG: #[[SECOND]] = loc(fused<{mplan.nest = 1 : i64, mplan.places = {{\[\[}}"arena", 64, 96]]}>
// CHECK-DAG: #[[PLAIN]] = loc("{{.*}}":{{[0-9]+}}:8)

// -----

memref.global "private" @arena : memref<256xi8> = uninitialized

// What may be one of several buffers is not known.
// CHECK-LABEL: func.func @one_of_several(
func.func @one_of_several(%n: index, %cond: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %arena = memref.get_global @arena : memref<256xi8>
  %a = memref.view %arena[%c0][] : memref<256xi8> to memref<8xf32>
  %b = memref.view %arena[%c64][] : memref<256xi8> to memref<8xf32>
  %either = arith.select %cond, %a, %b : memref<8xf32>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%carried = %a) -> (memref<8xf32>) {
    // CHECK: memref.load %{{.*}} loc(#[[CARRIED:.*]])
    // CHECK: memref.store %{{.*}} loc(#[[EITHER:.*]])
    %0 = memref.load %carried[%c0] : memref<8xf32>
    memref.store %0, %either[%c0] : memref<8xf32>
    scf.yield %b : memref<8xf32>
  }
  return
}
// CHECK-DAG: #[[CARRIED]] = loc("
// CHECK-DAG: #[[EITHER]] = loc("

// -----

memref.global "private" @arena : memref<256xi8> = uninitialized

// A slot for each iteration: each is somewhere in all of them, and of what is
// within it no more is known.
// CHECK-LABEL: func.func @computed(
func.func @computed(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %arena = memref.get_global @arena : memref<256xi8>
  %slots = memref.view %arena[%c64][] : memref<256xi8> to memref<128xi8>
  scf.for %i = %c0 to %n step %c1 {
    %shift = arith.muli %i, %c64 : index
    %own = memref.view %slots[%shift][] : memref<128xi8> to memref<64xi8>
    %part = memref.view %own[%c16][] : memref<64xi8> to memref<4xf32>
    // CHECK: memref.load %{{.*}} loc(#[[OWN:.*]])
    // CHECK: memref.load %{{.*}} loc(#[[PART:.*]])
    %0 = memref.load %own[%c0] : memref<64xi8>
    %1 = memref.load %part[%c0] : memref<4xf32>
  }
  return
}
// CHECK-DAG: #[[OWN]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}"arena", 64, 192]]}>
// CHECK-DAG: #[[PART]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}"arena", 64, 192]]}>

// -----

// LLVM will see five arguments for %x, and the address of %y is the seventh.
// Where a buffer with an offset begins is not known.
// CHECK-LABEL: func.func private @descriptors(
func.func private @descriptors(%x: memref<8xf32>, %y: memref<96xi8>,
                               %z: memref<8xf32, strided<[1], offset: 2>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c8 = arith.constant 8 : index
  %a = memref.view %y[%c32][] : memref<96xi8> to memref<8xf32>
  affine.for %i = 0 to 8 {
    // CHECK: affine.store %{{.*}} loc(#[[SLOT:.*]])
    // CHECK: memref.store %{{.*}} loc(#[[STRIDED:.*]])
    %0 = affine.load %x[%i] : memref<8xf32>
    affine.store %0, %a[%i] : memref<8xf32>
    memref.store %0, %z[%i] : memref<8xf32, strided<[1], offset: 2>>
  }
  return
}
// CHECK-DAG: #[[SLOT]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}6, 32, 64]]}>
// CHECK-DAG: #[[STRIDED]] = loc("

// -----

memref.global "private" @arena : memref<2048xi8> = uninitialized

// A copy is in two places.
// CHECK-LABEL: func.func @copies(
func.func @copies(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %arena = memref.get_global @arena : memref<2048xi8>
  %a = memref.view %arena[%c0][] : memref<2048xi8> to memref<8xf32>
  %b = memref.view %arena[%c64][] : memref<2048xi8> to memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: memref.copy %{{.*}} loc(#[[COPY:.*]])
    memref.copy %a, %b : memref<8xf32> to memref<8xf32>
  }
  return
}
// CHECK-DAG: #[[COPY]] = loc(fused<{mplan.nest = 0 : i64, mplan.places = {{\[\[}}"arena", 0, 32], ["arena", 64, 96]]}>
