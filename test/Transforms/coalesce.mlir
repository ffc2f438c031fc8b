// RUN: mplan-opt %s --mplan-coalesce --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-coalesce --mplan-allocate --mplan-verify \
// RUN:   --split-input-file | FileCheck %s --check-prefix=PLAN

// Branches that each make the result: one buffer, and no result.

// CHECK-LABEL: func @branches
// PLAN: size 16
// PLAN-LABEL: func @branches
func.func @branches(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK-NEXT: %[[R:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  // CHECK-NEXT: scf.if %{{.*}} {
  // CHECK-NEXT: linalg.exp ins(%{{.*}}) outs(%[[R]]
  // CHECK-NEXT: } else {
  // CHECK-NEXT: linalg.log ins(%{{.*}}) outs(%[[R]]
  // CHECK-NEXT: }
  // CHECK-NEXT: linalg.exp ins(%[[R]]
  // PLAN-NEXT: mplan.slot @arena[0] id 0
  // PLAN-NEXT: scf.if
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
    linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  memref.dealloc %r : memref<4xf32>
  return
}

// -----

// Branches within branches, and an index switch.

// CHECK-LABEL: func @nested
func.func @nested(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1, %i: index) {
  // CHECK: memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: -> (memref
  // CHECK-NOT: -> memref
  %r = scf.if %c -> memref<4xf32> {
    %s = scf.index_switch %i -> memref<4xf32>
    case 0 {
      %a = memref.alloc() : memref<4xf32>
      linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
      scf.yield %a : memref<4xf32>
    }
    default {
      %a = memref.alloc() : memref<4xf32>
      linalg.log ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
      scf.yield %a : memref<4xf32>
    }
    scf.yield %s : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// The same elements in another shape, and a layout that says nothing: views of
// the one buffer.

// CHECK-LABEL: func @shapes
func.func @shapes(%in: memref<2x2xf32>, %flat: memref<4xf32>, %out: memref<2x2xf32>, %c: i1) {
  // CHECK: %[[R:.*]] = memref.alloc() : memref<2x2xf32>
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: -> (memref
  %r = scf.if %c -> memref<2x2xf32, strided<[?, ?], offset: ?>> {
    %a = memref.alloc() : memref<2x2xf32>
    linalg.exp ins(%in : memref<2x2xf32>) outs(%a : memref<2x2xf32>)
    %0 = memref.cast %a : memref<2x2xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
    scf.yield %0 : memref<2x2xf32, strided<[?, ?], offset: ?>>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%flat : memref<4xf32>) outs(%b : memref<4xf32>)
    %0 = memref.expand_shape %b [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
    %1 = memref.cast %0 : memref<2x2xf32> to memref<2x2xf32, strided<[?, ?], offset: ?>>
    scf.yield %1 : memref<2x2xf32, strided<[?, ?], offset: ?>>
  }
  linalg.exp ins(%r : memref<2x2xf32, strided<[?, ?], offset: ?>>) outs(%out : memref<2x2xf32>)
  return
}

// -----

// A diamond of blocks.

// CHECK-LABEL: func @diamond
func.func @diamond(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: %[[R:.*]] = memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK: ^bb3:
  // CHECK: linalg.exp ins(%[[R]]
  cf.cond_br %c, ^a, ^b
^a:
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.br ^next(%a : memref<4xf32>)
^b:
  %b = memref.alloc() : memref<4xf32>
  linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  cf.br ^next(%b : memref<4xf32>)
^next(%r: memref<4xf32>):
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Both are needed when one is chosen: they stay two.

// CHECK-LABEL: func @select_of_two
func.func @select_of_two(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK-COUNT-2: memref.alloc
  // CHECK: arith.select
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  %r = arith.select %c, %a, %b : memref<4xf32>
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Nothing is in them yet when one is chosen: one buffer.

// CHECK-LABEL: func @select_of_empty
func.func @select_of_empty(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK-NOT: arith.select
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r = arith.select %c, %a, %b : memref<4xf32>
  linalg.log ins(%in : memref<4xf32>) outs(%r : memref<4xf32>)
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Chosen twice, written under the one name and read under the other: they stay
// two.

// CHECK-LABEL: func @chosen_twice
func.func @chosen_twice(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1, %d: i1) {
  // CHECK-COUNT-2: memref.alloc
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r = arith.select %c, %a, %b : memref<4xf32>
  %s = arith.select %d, %a, %b : memref<4xf32>
  linalg.log ins(%in : memref<4xf32>) outs(%r : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%s : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// One of the buffers comes from outside: the join stays, but the two that are
// made become one.

// CHECK-LABEL: func @from_outside
func.func @from_outside(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1, %d: i1) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK: arith.select %{{.*}}, %[[A]], %arg0
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  %s = arith.select %d, %r, %in : memref<4xf32>
  linalg.exp ins(%s : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// What stays a result stays one: a select would stand before the writes.

// CHECK-LABEL: func @stays_a_result
func.func @stays_a_result(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: memref.alloc
  // CHECK-NOT: arith.select
  // CHECK: scf.if %{{.*}} -> (memref<4xf32>)
  %r:2 = scf.if %c -> (memref<4xf32>, memref<4xf32>) {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a, %a : memref<4xf32>, memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b, %in : memref<4xf32>, memref<4xf32>
  }
  linalg.add ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Those that are to lie in different pools stay two.

// CHECK-LABEL: func @pools
mplan.arena @fast
mplan.arena @slow
func.func @pools(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.alloc in @fast
  // CHECK: mplan.alloc in @slow
  %r = scf.if %c -> memref<4xf32> {
    %a = mplan.alloc in @fast : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = mplan.alloc in @slow : memref<4xf32>
    linalg.log ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
