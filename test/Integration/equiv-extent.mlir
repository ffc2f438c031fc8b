// Dynamic dimensions may stay so: compiled once, run with several sizes.
// RUN: mplan-equiv %s --entry=tensors --extent=0:0=3,1 --extent=0:1=5,2 %heap | FileCheck %s
// CHECK: argument #0, dimension 0: 3
// CHECK-NEXT: argument #0, dimension 1: 5
// CHECK-NEXT: equal: 2 inputs
// CHECK-NEXT: argument #0, dimension 0: 1
// CHECK-NEXT: argument #0, dimension 1: 2
// CHECK-NEXT: equal: 2 inputs

// RUN: mplan-equiv %s --entry=memrefs --extent=0:0=6,2 %heap
// One dimension by the one option, one by the other.
// RUN: mplan-equiv %s --entry=tensors --dim=0:0=3 --extent=0:1=5,2 %heap

// RUN: %exits 2 mplan-equiv %s --entry=tensors --extent=0:0=3 %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=MISSING
// MISSING: error: argument #0 of type 'tensor<?x?xf32>' is not static: give its dimension 1 a size with --dim=0:1=N
// RUN: %exits 2 mplan-equiv %s --entry=tensors --extent=1:0=3 %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARGUMENT
// ARGUMENT: error: --extent names argument #1 of 1
// RUN: %exits 2 mplan-equiv %s --entry=strided --extent=0:0=3 %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=DIMENSION
// DIMENSION: error: --extent names dimension 0 of argument #0, which is no dynamic one of 'memref<?xf32, strided<[2]>>' without a layout
// RUN: %exits 2 mplan-equiv %s --entry=tensors --extent=0:0=3,2 --extent=0:1=5 %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROUNDS
// ROUNDS: mplan-equiv: --extent: as many sizes for each dimension, one a round
// RUN: %exits 2 mplan-equiv %s --entry=tensors --extent=0:0=3,x %heap 2>&1 \
// RUN:   | FileCheck %s --check-prefix=FORM
// FORM: mplan-equiv: --extent=0:0=3,x: expected ARG:DIM=N,N,... with each N at least 0

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

func.func @strided(%a: memref<?xf32, strided<[2]>>) {
  return
}
