// RUN: mplan-opt %s --mplan-allocate=on-unbounded=heap --mplan-verify \
// RUN:   --split-input-file --verify-diagnostics | FileCheck %s
// RUN: mplan-opt %s --mplan-pipeline=on-unbounded=heap --split-input-file \
// RUN:   | FileCheck %s --check-prefix=PIPELINE

// What has no bound stays on the heap with its release; what has one is
// planned. A buffer that may be either is one more alias of the planned one.

// expected-note @below {{it depends on argument #0 of 'mixed'}}
func.func @mixed(%n: index, %c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  // CHECK-LABEL: func @mixed
  // CHECK: %[[HEAP:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
  // PIPELINE-LABEL: func @mixed
  // PIPELINE: %[[HEAP:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
  // expected-remark @below {{'memref.alloc' stays on the heap: dimension 0 of 'memref<?xf32>' has no constant upper bound; declare one ('mplan.upper_bound' on an argument of the function), or bound the size (as with 'affine.min' or 'arith.minsi')}}
  %h = memref.alloc(%n) : memref<?xf32>
  // The select is read after the second slot is written: they are apart.
  // CHECK: mplan.slot @arena[0] id 0 live [3, 7) : memref<8xf32>
  %a = memref.alloc() : memref<8xf32>
  %cast = memref.cast %a : memref<8xf32> to memref<?xf32>
  %s = arith.select %c, %h, %cast : memref<?xf32>
  %in_cast = memref.cast %in : memref<8xf32> to memref<?xf32>
  memref.copy %in_cast, %s : memref<?xf32> to memref<?xf32>
  // CHECK: mplan.slot @arena[32] id 1
  %b = memref.alloc() : memref<8xf32>
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  %out_cast = memref.cast %out : memref<8xf32> to memref<?xf32>
  memref.copy %s, %out_cast : memref<?xf32> to memref<?xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // CHECK: memref.dealloc %[[HEAP]]
  // CHECK-NOT: memref.dealloc
  // PIPELINE: memref.dealloc %[[HEAP]]
  memref.dealloc %h : memref<?xf32>
  memref.dealloc %a : memref<8xf32>
  return
}

// -----

// On the heap a buffer may be returned, and made in a parallel loop.

// expected-note @below {{it depends on argument #0 of 'free'}}
func.func @free(%n: index) -> memref<?xf32> {
  // CHECK-LABEL: func @free
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    // CHECK: memref.alloc
    // expected-remark @below {{stays on the heap}}
    %a = memref.alloc(%n) : memref<?xf32>
    memref.dealloc %a : memref<?xf32>
  }
  // CHECK: memref.alloc
  // expected-remark @below {{stays on the heap}}
  %b = memref.alloc(%n) : memref<?xf32>
  return %b : memref<?xf32>
}

// -----

// A buffer on the stack stays there.

// expected-note @below {{it depends on argument #0 of 'stack'}}
func.func @stack(%n: index, %x: f32) {
  // CHECK-LABEL: func @stack
  // CHECK: memref.alloca
  // expected-remark @below {{'memref.alloca' stays on the stack: dimension 0}}
  %a = memref.alloca(%n) : memref<?xf32>
  return
}
