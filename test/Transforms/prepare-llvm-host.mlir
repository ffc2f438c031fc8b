// RUN: mplan-opt %s --mplan-prepare-llvm="assertions=abort allow-heap" | FileCheck %s
// RUN: mplan-opt %s --mplan-to-llvm="assertions=abort allow-heap" \
// RUN:   | FileCheck %s --check-prefix=LLVM
// RUN: not mplan-opt %s --mplan-prepare-llvm=assertions=print 2>&1 \
// RUN:   | FileCheck %s --check-prefix=UNKNOWN
// RUN: not mplan-opt %s --mplan-prepare-llvm=arguments=all 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ARGUMENTS

// UNKNOWN: error: unknown assertions 'print': it is trap or abort
// ARGUMENTS: error: unknown arguments 'all': they are any or apart

// Where there is a C library: a failed assertion writes its message and aborts,
// and what was left on the heap comes from malloc.

// CHECK-DAG: llvm.func @puts(!llvm.ptr) -> i32
// CHECK-DAG: llvm.func @fflush(!llvm.ptr) -> i32
// CHECK-DAG: llvm.func @abort()
// CHECK-DAG: llvm.mlir.global internal constant @[[TEXT:.*]]("must hold\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("another\00")
// LLVM-DAG: llvm.func @malloc
// LLVM-DAG: llvm.func @free
// LLVM-DAG: llvm.call @puts
// LLVM-DAG: llvm.call @abort

// CHECK-LABEL: func.func @asserts
func.func @asserts(%ok: i1, %n: index) -> f32 {
  // CHECK: scf.if
  // CHECK-NEXT: %[[P:.*]] = llvm.mlir.addressof @[[TEXT]]
  // CHECK-NEXT: llvm.call @puts(%[[P]])
  // CHECK-NEXT: %[[ALL:.*]] = llvm.mlir.zero
  // CHECK-NEXT: llvm.call @fflush(%[[ALL]])
  // CHECK-NEXT: llvm.call @abort()
  cf.assert %ok, "must hold"
  cf.assert %ok, "another"
  // The same text is there once.
  // CHECK: llvm.mlir.addressof @[[TEXT]]
  cf.assert %ok, "must hold"
  // CHECK: memref.alloc
  %a = memref.alloc(%n) : memref<?xf32>
  %c0 = arith.constant 0 : index
  %f = arith.constant 0.0 : f32
  memref.store %f, %a[%c0] : memref<?xf32>
  %g = memref.load %a[%c0] : memref<?xf32>
  // CHECK: memref.dealloc
  memref.dealloc %a : memref<?xf32>
  return %g : f32
}
