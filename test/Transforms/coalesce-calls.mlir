// RUN: mplan-opt %s --mplan-coalesce | FileCheck %s

// An argument of a private function is a buffer that nothing else is, if that
// is so in all calls: then the loop may begin with a copy of it.

// CHECK-LABEL: func private @helper
func.func private @helper(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  // CHECK: %[[A:.*]] = memref.alloc
  // CHECK-NEXT: memref.copy %arg0, %[[A]]
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %m : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}
func.func @caller(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %t = memref.alloc() : memref<4xf32>
  call @helper(%x, %t, %n) : (memref<4xf32>, memref<4xf32>, index) -> ()
  call @helper(%t, %y, %n) : (memref<4xf32>, memref<4xf32>, index) -> ()
  return
}

// A callee may give back what it is given: written under the one name while
// the other is needed, they stay two.

// CHECK-LABEL: func private @same
func.func private @same(%x: memref<4xf32>, %y: memref<4xf32>, %c: i1) -> memref<4xf32> {
  %r = arith.select %c, %x, %y : memref<4xf32>
  return %r : memref<4xf32>
}
// CHECK-LABEL: func @given_back
func.func @given_back(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1, %d: i1) {
  // CHECK-COUNT-2: memref.alloc
  // CHECK: arith.select
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %r = call @same(%a, %b, %c) : (memref<4xf32>, memref<4xf32>, i1) -> memref<4xf32>
  %s = arith.select %d, %a, %b : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%r : memref<4xf32>)
  linalg.log ins(%in : memref<4xf32>) outs(%s : memref<4xf32>)
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
