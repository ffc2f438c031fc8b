// RUN: mplan-opt %s --mplan-materialize=storage=argument | FileCheck %s
// RUN: sed -e 's/alignment 16/alignment 16 storage argument/' %s | mplan-opt --mplan-materialize | FileCheck %s --check-prefix=MIXED

// The functions that need an arena, and those that call them, get it behind
// their other arguments, in the order of the arenas; calls pass it on.

// CHECK-NOT: memref.global
// MIXED-NOT: @a :
// MIXED: memref.global "private" @b : memref<8xi8>
mplan.arena @a size 96 alignment 16
mplan.arena @b size 8 alignment 4

// CHECK-LABEL: func @entry(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<4xf32>,
// CHECK-SAME: %[[A:[a-z0-9]*]]: memref<96xi8> {mplan.alignment = 16 : i64, mplan.arena = "a"},
// CHECK-SAME: %[[B:[a-z0-9]*]]: memref<8xi8> {mplan.alignment = 4 : i64, mplan.arena = "b"}) {
// MIXED-LABEL: func @entry(
// MIXED-SAME: memref<4xf32>, %{{[a-z0-9]*}}: memref<96xi8> {mplan.alignment = 16 : i64, mplan.arena = "a"}) {
func.func @entry(%x: memref<4xf32>) {
  // CHECK: scf.if
  // CHECK-NEXT: call @middle(%[[X]], %[[A]], %[[B]]) : (memref<4xf32>, memref<96xi8>, memref<8xi8>) -> ()
  // MIXED: call @middle(%{{.*}}, %{{.*}}) : (memref<4xf32>, memref<96xi8>) -> ()
  %true = arith.constant true
  scf.if %true {
    func.call @middle(%x) : (memref<4xf32>) -> ()
  }
  // CHECK: call @other() : () -> ()
  call @other() : () -> ()
  // CHECK: memref.view %[[A]][%{{.*}}][] : memref<96xi8> to memref<8xf32>
  %0 = mplan.slot @a[0] id 0 : memref<8xf32>
  %c0 = arith.constant 0 : index
  %v = memref.load %0[%c0] : memref<8xf32>
  return
}

// No slot of its own, but it passes both on.
// CHECK-LABEL: func private @middle(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<4xf32>, %[[A:[a-z0-9]*]]: memref<96xi8> {{{.*}}}, %[[B:[a-z0-9]*]]: memref<8xi8> {{{.*}}})
func.func private @middle(%x: memref<4xf32>) {
  // CHECK: %[[R:.*]] = call @leaf(%[[X]], %[[A]], %[[B]])
  %r = call @leaf(%x) : (memref<4xf32>) -> f32
  %c0 = arith.constant 0 : index
  memref.store %r, %x[%c0] : memref<4xf32>
  return
}

// CHECK-LABEL: func private @leaf(
func.func private @leaf(%x: memref<4xf32>) -> f32 {
  // CHECK: memref.view %{{.*}} : memref<8xi8> to memref<f32>
  %0 = mplan.slot @b[4] id 1 : memref<f32>
  // CHECK: memref.view %{{.*}} : memref<96xi8> to memref<4xf32>
  %1 = mplan.slot @a[64] id 2 : memref<4xf32>
  memref.copy %x, %1 : memref<4xf32> to memref<4xf32>
  %r = memref.load %0[] : memref<f32>
  return %r : f32
}

// Needs none, gets none.
// CHECK-LABEL: func private @other() {
func.func private @other() {
  return
}
