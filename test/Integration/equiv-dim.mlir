// Dynamic dimensions get their sizes on the command line.
// RUN: %exits 2 mplan-equiv %s --entry=tensors %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING: error: argument #0 of type 'tensor<?x?xf32>' is not static: give its dimension 0 a size with --dim=0:0=N: give its dimension 1 a size with --dim=0:1=N
// RUN: mplan-equiv %s --entry=tensors --dim=0:0=3 --dim=0:1=5 %heap
// RUN: mplan-equiv %s --entry=memrefs --dim=0:0=6 %heap
// RUN: mplan-equiv %s --entry=tosa --dim=0:0=2 %heap

func.func @tensors(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %n = arith.addf %a, %a : tensor<?x?xf32>
  return %n : tensor<?x?xf32>
}

func.func @memrefs(%a: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %last = memref.dim %a, %zero : memref<?xf32>
  %one = arith.constant 1 : index
  %i = arith.subi %last, %one : index
  %x = memref.load %a[%i] : memref<?xf32>
  memref.store %x, %a[%zero] : memref<?xf32>
  return
}

func.func @tosa(%a: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %n = tosa.tanh %a : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %n : tensor<?x4xf32>
}
