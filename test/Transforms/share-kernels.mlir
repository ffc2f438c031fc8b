// RUN: mplan-opt %s --mplan-share-kernels --canonicalize --split-input-file | FileCheck %s

memref.global "private" @arena : memref<1024xi8> = uninitialized {alignment = 16 : i64}
memref.global "private" constant @w0 : memref<8xi32> = dense<1>
memref.global "private" constant @w1 : memref<8xi32> = dense<2>

// Two layers that differ in weights, places and a number.
// CHECK-LABEL: func.func @layers(
func.func @layers(%x: memref<8xi32> {llvm.noalias}) attributes {llvm.bareptr} {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c3 = arith.constant 3 : i32
  %c4 = arith.constant 4 : i32
  %c5 = arith.constant 5 : i32
  %arena = memref.get_global @arena : memref<1024xi8>
  %w0 = memref.get_global @w0 : memref<8xi32>
  %w1 = memref.get_global @w1 : memref<8xi32>
  %a = memref.view %arena[%c0][] : memref<1024xi8> to memref<8xi32>
  %b = memref.view %arena[%c64][] : memref<1024xi8> to memref<8xi32>
  // CHECK-DAG: %[[C3:.*]] = arith.constant 3 : i32
  // CHECK-DAG: %[[C4:.*]] = arith.constant 4 : i32
  // CHECK-DAG: %[[W0:.*]] = memref.get_global @w0
  // CHECK-DAG: %[[W1:.*]] = memref.get_global @w1
  // CHECK: call @kernel(%arg0, %[[W0]], %[[A:[a-z0-9_]+]], %[[C3]]) : (memref<8xi32>, memref<8xi32>, memref<8xi32>, i32) -> ()
  // CHECK: call @kernel(%[[A]], %[[W1]], %[[B:[a-z0-9_]+]], %[[C4]]) :
  linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%x, %w0 : memref<8xi32>, memref<8xi32>) outs(%a : memref<8xi32>) {
  ^bb0(%0: i32, %1: i32, %2: i32):
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %3, %c3 : i32
    %5 = arith.muli %4, %c5 : i32
    linalg.yield %5 : i32
  }
  linalg.generic {indexing_maps = [affine_map<(d) -> (d)>, affine_map<(d) -> (d)>, affine_map<(d) -> (d)>], iterator_types = ["parallel"]}
      ins(%a, %w1 : memref<8xi32>, memref<8xi32>) outs(%b : memref<8xi32>) {
  ^bb0(%0: i32, %1: i32, %2: i32):
    %3 = arith.muli %0, %1 : i32
    %4 = arith.addi %3, %c4 : i32
    %5 = arith.muli %4, %c5 : i32
    linalg.yield %5 : i32
  }
  return
}
// The number that is the same in both calls is within.
// CHECK: func.func private @kernel(
// CHECK-SAME: %[[X:.*]]: memref<8xi32> {llvm.noalias}, %[[W:.*]]: memref<8xi32> {llvm.noalias}, %[[OUT:.*]]: memref<8xi32> {llvm.align = 16 : i64, llvm.noalias}, %[[N:.*]]: i32)
// CHECK-SAME: attributes {llvm.bareptr, llvm.linkage = #llvm.linkage<internal>, mplan.kernel}
// CHECK: %[[C5:.*]] = arith.constant 5 : i32
// CHECK: linalg.generic {{.*}} ins(%[[X]], %[[W]] : {{.*}}) outs(%[[OUT]] :
// CHECK: arith.addi %{{.*}}, %[[N]] : i32
// CHECK: arith.muli %{{.*}}, %[[C5]] : i32

// -----

memref.global "private" @arena : memref<1024xi8> = uninitialized

// In place is another function than not in place, and its one buffer is passed
// once. What overlaps in part is not noalias; what overlaps nothing is.
// CHECK-LABEL: func.func @in_place(
func.func @in_place() {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %arena = memref.get_global @arena : memref<1024xi8>
  %a = memref.view %arena[%c0][] : memref<1024xi8> to memref<8xf32>
  %almost = memref.view %arena[%c16][] : memref<1024xi8> to memref<8xf32>
  %b = memref.view %arena[%c64][] : memref<1024xi8> to memref<8xf32>
  %c = memref.view %arena[%c128][] : memref<1024xi8> to memref<8xf32>
  // CHECK: call @[[PLACE:[a-z0-9_]+]](%[[A:[a-z0-9_]+]], %[[B:[a-z0-9_]+]]) : (memref<8xf32>, memref<8xf32>) -> ()
  // CHECK: call @[[PLACE]](%[[B]], %[[A]])
  // CHECK: call @[[APART:[a-z0-9_]+]](%[[A]], %[[B]], %[[C:[a-z0-9_]+]]) :
  // CHECK: call @[[APART]](%[[B]], %[[A]], %[[C]])
  // CHECK: call @[[PARTLY:[a-z0-9_]+]](%[[A]], %[[B]], %[[ALMOST:[a-z0-9_]+]])
  // CHECK: call @[[PARTLY]](%[[ALMOST]], %[[B]], %[[A]])
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.add ins(%b, %a : memref<8xf32>, memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%c : memref<8xf32>)
  linalg.add ins(%b, %a : memref<8xf32>, memref<8xf32>) outs(%c : memref<8xf32>)
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%almost : memref<8xf32>)
  linalg.add ins(%almost, %b : memref<8xf32>, memref<8xf32>) outs(%a : memref<8xf32>)
  return
}
// CHECK-DAG: func.func private @[[PLACE]](%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK-DAG: func.func private @[[APART]](%{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32> {llvm.noalias})
// CHECK-DAG: func.func private @[[PARTLY]](%{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32> {llvm.noalias}, %{{.*}}: memref<8xf32>)

// -----

// Outer loops first; then what is within those that have no equal. Offsets are
// numbers, views are made within.
// CHECK-LABEL: func.func @loops(
// CHECK: call @[[LOOP:[a-z0-9_]+]](%arg0)
// CHECK: call @[[LOOP]](%arg1)
// CHECK: scf.for %[[I:.*]] =
// CHECK:   call @[[ROW:[a-z0-9_]+]](%arg0, %[[I]])
// CHECK: scf.for %[[J:.*]] =
// CHECK:   call @[[ROW]](%arg1, %[[J]])
// CHECK-NOT: scf.for
// CHECK: func.func private @[[LOOP]](%[[X:.*]]: memref<4x8xf32> {llvm.noalias})
// CHECK: scf.for
// CHECK: memref.store
// CHECK: func.func private @[[ROW]](%[[Y:.*]]: memref<4x8xf32> {llvm.noalias}, %[[N:.*]]: index)
// CHECK: memref.subview %[[Y]][%[[N]], 0]
// CHECK: linalg.fill
func.func @loops(%x: memref<4x8xf32>, %y: memref<4x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0. : f32
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %zero, %x[%i, %c0] : memref<4x8xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    memref.store %zero, %y[%i, %c0] : memref<4x8xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %row = memref.subview %x[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  }
  scf.for %i = %c0 to %c4 step %c2 {
    %row = memref.subview %y[%i, 0] [1, 8] [1, 1] : memref<4x8xf32> to memref<1x8xf32, strided<[8, 1], offset: ?>>
    linalg.fill ins(%zero : f32) outs(%row : memref<1x8xf32, strided<[8, 1], offset: ?>>)
  }
  return
}

// -----

// No bare pointer, a result, another shape: all stay.
// CHECK-LABEL: func.func @stay(
// CHECK-NOT: call
func.func @stay(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<8xf32>, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0. : f32
  linalg.fill ins(%zero : f32) outs(%x : memref<?xf32>)
  linalg.fill ins(%zero : f32) outs(%y : memref<?xf32>)
  linalg.fill ins(%zero : f32) outs(%z : memref<8xf32>)
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 {
    %2 = memref.load %z[%i] : memref<8xf32>
    %3 = arith.addf %sum, %2 : f32
    scf.yield %3 : f32
  }
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f32 {
    %2 = memref.load %z[%i] : memref<8xf32>
    %3 = arith.addf %sum, %2 : f32
    scf.yield %3 : f32
  }
  %sum = arith.addf %0, %1 : f32
  return %sum : f32
}
