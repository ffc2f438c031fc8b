// RUN: mplan-opt %s --mplan-allocate --mplan-verify \
// RUN:     --mplan-materialize --mplan-verify | FileCheck %s

// A loop that runs no iteration. What its body would write over is not needed
// there, and what it would be given is of no account.

// CHECK: memref.global "private" @arena : memref<8xi8>
// CHECK-LABEL: func.func @no_iteration
func.func @no_iteration(%out: memref<4xi8>) {
  %c1 = arith.constant 1 : i8
  %a = memref.alloc() : memref<4xi8>
  linalg.fill ins(%c1 : i8) outs(%a : memref<4xi8>)
  %b = memref.alloc() : memref<4xi8>
  linalg.fill ins(%c1 : i8) outs(%b : memref<4xi8>)
  %r:2 = affine.for %i = 1 to 1 iter_args(%x = %a, %y = %b)
      -> (memref<4xi8>, memref<4xi8>) {
    %c = memref.alloc() : memref<4xi8>
    linalg.fill ins(%c1 : i8) outs(%c : memref<4xi8>)
    memref.copy %a, %out : memref<4xi8> to memref<4xi8>
    memref.copy %c, %x : memref<4xi8> to memref<4xi8>
    affine.yield %y, %x : memref<4xi8>, memref<4xi8>
  }
  memref.copy %r#0, %out : memref<4xi8> to memref<4xi8>
  memref.copy %r#1, %out : memref<4xi8> to memref<4xi8>
  return
}
