// RUN: mplan-opt %s --mplan-coalesce --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-coalesce --mplan-allocate --mplan-verify \
// RUN:   --split-input-file -o /dev/null

// What is handed on is made while the old is needed: copied at the end. The
// initial buffer is the loop's own; the value that moves on goes first.

// CHECK-LABEL: func @fibonacci
func.func @fibonacci(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = memref.alloc
  %x1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %x1 : memref<4xf32> to memref<4xf32>
  // CHECK: %[[B:.*]] = memref.alloc
  %y1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %y1 : memref<4xf32> to memref<4xf32>
  // CHECK: scf.for %{{.*}} step %{{[a-z0-9]*}} {
  // CHECK-NEXT: %[[M:.*]] = memref.alloc
  // CHECK-NEXT: linalg.add ins(%[[A]], %[[B]]{{.*}}) outs(%[[M]]
  // CHECK-NEXT: memref.copy %[[B]], %[[A]]
  // CHECK-NEXT: memref.copy %[[M]], %[[B]]
  // CHECK-NEXT: }
  // CHECK-NEXT: linalg.add ins(%[[A]], %[[B]]
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x1, %b = %y1)
      -> (memref<4xf32>, memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %b, %m : memref<4xf32>, memref<4xf32>
  }
  linalg.add ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// The old is not needed any more when the new is written: one buffer.

// CHECK-LABEL: func @old_is_dead
func.func @old_is_dead(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK-NOT: memref.alloc
  // CHECK: linalg.fill {{.*}} outs(%[[A]]
  // CHECK-NOT: memref.copy
  %x1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %x1 : memref<4xf32> to memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x1) -> memref<4xf32> {
    %v = memref.load %a[%c0] : memref<4xf32>
    %m = memref.alloc() : memref<4xf32>
    linalg.fill ins(%v : f32) outs(%m : memref<4xf32>)
    memref.dealloc %a : memref<4xf32>
    scf.yield %m : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// An argument of the interface is copied first.

// CHECK-LABEL: func @begins_outside
func.func @begins_outside(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK-NEXT: memref.copy %arg0, %[[A]]
  // CHECK-NEXT: scf.for
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %m : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A rotation with a fresh one, and the same value twice.

// CHECK-LABEL: func @rotation
func.func @rotation(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: %[[M:.*]] = memref.alloc
  // CHECK: linalg.add ins(%[[A:.*]], %[[C:.*]] : {{.*}}) outs(%[[M]]
  // CHECK-NEXT: memref.copy %[[B:.*]], %[[A]]
  // CHECK-NEXT: memref.copy %[[C]], %[[B]]
  // CHECK-NEXT: memref.copy %[[M]], %[[C]]
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x, %c = %x)
      -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.add ins(%a, %c : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %b, %c, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>
  }
  linalg.add ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.add ins(%r#2, %out : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Two change places, and one of them may be a fresh one: a circle goes through
// a temporary.

// CHECK-LABEL: func @circle
func.func @circle(%x: memref<4xf32>, %out: memref<4xf32>, %n: index, %k: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: %[[S:.*]] = arith.select
  // CHECK-NEXT: %[[T:.*]] = memref.alloc
  // CHECK-NEXT: memref.copy %[[S]], %[[T]]
  // CHECK-NEXT: memref.copy %[[A:.*]], %[[B:.*]] :
  // CHECK-NEXT: memref.copy %[[T]], %[[A]]
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x)
      -> (memref<4xf32>, memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    %s = arith.select %k, %m, %b : memref<4xf32>
    scf.yield %s, %a : memref<4xf32>, memref<4xf32>
  }
  linalg.add ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Two buffers from outside that change places: pointers do that at no cost.

// CHECK-LABEL: func @swap
func.func @swap(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %x1 : memref<4xf32> to memref<4xf32>
  %y1 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%y1 : memref<4xf32>)
  // CHECK: scf.for
  // CHECK-NEXT: scf.yield %{{.*}}, %{{.*}} : memref<4xf32>, memref<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x1, %b = %y1)
      -> (memref<4xf32>, memref<4xf32>) {
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  linalg.sub ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// scf.while: what the condition hands on has a storage.

// CHECK-LABEL: func @while
func.func @while(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %x1 : memref<4xf32> to memref<4xf32>
  // CHECK: scf.while (%{{.*}} = %{{.*}}) : (index) -> index {
  // CHECK: memref.copy %[[P:.*]], %[[Q:.*]] :
  // CHECK: } do {
  // CHECK: linalg.exp ins(%[[Q]] : memref<4xf32>) outs(%[[P]]
  %r:2 = scf.while (%a = %x1, %i = %c0) : (memref<4xf32>, index) -> (memref<4xf32>, index) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %a, %i : memref<4xf32>, index
  } do {
  ^bb0(%b: memref<4xf32>, %i: index):
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%b : memref<4xf32>) outs(%m : memref<4xf32>)
    %j = arith.addi %i, %c1 : index
    scf.yield %m, %j : memref<4xf32>, index
  }
  linalg.exp ins(%r#0 : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// affine.for, through its interface.

// CHECK-LABEL: func @affine
func.func @affine(%x: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: affine.for
  // CHECK: linalg.exp ins(%[[A:.*]] : memref<4xf32>) outs(%[[M:.*]] :
  // CHECK-NEXT: memref.copy %[[M]], %[[A]]
  %r = affine.for %i = 0 to 4 iter_args(%a = %x) -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    affine.yield %m : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A loop of blocks: copied on the edge back, and not on the one that leaves.

// CHECK-LABEL: func @blocks
func.func @blocks(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop(%c0, %x : index, memref<4xf32>)
  // CHECK: ^[[LOOP:bb[0-9]+]](%{{[0-9]+}}: index):
  // CHECK: linalg.exp ins(%[[A:.*]] : memref<4xf32>) outs(%[[M:.*]] :
  // CHECK: cf.cond_br %{{.*}}, ^[[BACK:bb[0-9]+]], ^[[EXIT:bb[0-9]+]]
  // CHECK: ^[[BACK]]:
  // CHECK-NEXT: memref.copy %[[M]], %[[A]]
  // CHECK-NEXT: cf.br ^[[LOOP]]
  // CHECK: ^[[EXIT]]:
  // CHECK-NEXT: linalg.exp ins(%[[M]]
^loop(%i: index, %a: memref<4xf32>):
  %m = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi slt, %j, %n : index
  cf.cond_br %c, ^loop(%j, %m : index, memref<4xf32>), ^exit(%m : memref<4xf32>)
^exit(%r: memref<4xf32>):
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A loop in a loop.

// CHECK-LABEL: func @nested
func.func @nested(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK-NOT: iter_args
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    %s = scf.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> memref<4xf32> {
      %m = memref.alloc() : memref<4xf32>
      linalg.exp ins(%b : memref<4xf32>) outs(%m : memref<4xf32>)
      scf.yield %m : memref<4xf32>
    }
    %t = memref.alloc() : memref<4xf32>
    linalg.add ins(%a, %s : memref<4xf32>, memref<4xf32>) outs(%t : memref<4xf32>)
    scf.yield %t : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// What each iteration makes in a branch: one buffer for both, and a copy.

// CHECK-LABEL: func @branches
func.func @branches(%x: memref<4xf32>, %out: memref<4xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: scf.for
  // CHECK: %[[M:.*]] = memref.alloc
  // CHECK: scf.if %{{.*}} {
  // CHECK: outs(%[[M]]
  // CHECK: outs(%[[M]]
  // CHECK: memref.copy %[[M]]
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    %s = scf.if %c -> memref<4xf32> {
      %m = memref.alloc() : memref<4xf32>
      linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
      scf.yield %m : memref<4xf32>
    } else {
      %m = memref.alloc() : memref<4xf32>
      linalg.log ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
      scf.yield %m : memref<4xf32>
    }
    linalg.add ins(%s, %a : memref<4xf32>, memref<4xf32>) outs(%s : memref<4xf32>)
    scf.yield %s : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
