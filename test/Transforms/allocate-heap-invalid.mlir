// RUN: mplan-opt %s --mplan-allocate=on-unbounded=heap --split-input-file \
// RUN:   --verify-diagnostics

// A release that may be of either: dropping it would leak one, keeping it would
// free the other.

// expected-note @below {{it depends on argument #0 of 'selected'}}
func.func @selected(%n: index, %c: i1) {
  // expected-remark @below {{stays on the heap}}
  // expected-note @below {{this one stays on the heap}}
  %h = memref.alloc(%n) : memref<?xf32>
  // expected-note @below {{this one is planned}}
  %a = memref.alloc() : memref<8xf32>
  %cast = memref.cast %a : memref<8xf32> to memref<?xf32>
  %s = arith.select %c, %h, %cast : memref<?xf32>
  // expected-error @below {{'memref.dealloc' may release a planned buffer or one on the heap; release the two apart, or bound the size of the second}}
  memref.dealloc %s : memref<?xf32>
  return
}

// -----

// The same, where the one on the heap goes around a loop.

// expected-note @below {{it depends on argument #0 of 'carried'}}
func.func @carried(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{this one is planned}}
  %a = memref.alloc() : memref<8xf32>
  %cast = memref.cast %a : memref<8xf32> to memref<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %cast) -> memref<?xf32> {
    // expected-remark @below {{stays on the heap}}
    // expected-note @below {{this one stays on the heap}}
    %h = memref.alloc(%n) : memref<?xf32>
    scf.yield %h : memref<?xf32>
  }
  // expected-error @below {{'memref.dealloc' may release a planned buffer or one on the heap}}
  memref.dealloc %r : memref<?xf32>
  return
}

// -----

// A bound is no excuse for anything else.

func.func @layout(%n: index) {
  %m = affine.min affine_map<(d0) -> (d0, 10)>(%n)
  // expected-error @below {{'memref.alloc' has both a dynamic size and a layout}}
  %a = memref.alloc(%m) : memref<?xf32, strided<[2]>>
  return
}
