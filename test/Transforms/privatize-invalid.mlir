// RUN: mplan-opt %s --mplan-privatize --mplan-allocate --split-input-file \
// RUN:   --verify-diagnostics
// RUN: not mplan-opt %s --mplan-privatize=parallel=some 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPTION

// OPTION: unknown 'parallel' option 'some': it is one of iterations and sequential

// Nobody knows how many iterations there are.

func.func @unbounded(%in: memref<4xf32>, %n: index) {
  // expected-note @below {{here}}
  scf.forall (%i) in (%n) {
    // expected-error @below {{cannot plan 'memref.alloc': the buffer is made inside a parallel loop, once for each iteration that runs; give the loop constant bounds ('mplan-privatize' then makes one buffer before it, with a part for each iteration), or make it sequential ('mplan-privatize{parallel=sequential}')}}
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  }
  return
}

// -----

// The inner loop has a constant number of iterations, the outer one has not.

func.func @unbounded_outer(%in: memref<4xf32>, %n: index) {
  scf.forall (%i) in (%n) {
    // expected-note @below {{here}}
    scf.forall (%j) in (2) {
      // expected-error @below {{cannot plan 'memref.alloc': the buffer is made inside a parallel loop}}
      %a = memref.alloc() : memref<4xf32>
      linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    }
  }
  return
}

// -----

func.func @too_many(%x: f32) {
  scf.forall (%i, %j) in (4611686018427387904, 3) {
    // expected-error @below {{'memref.alloc' makes a buffer of 4 bytes in each iteration of parallel loops (4611686018427387904 x 3 iterations): together more bytes than 64 bits can count; make the loops sequential ('mplan-privatize{parallel=sequential}')}}
    %a = memref.alloc() : memref<f32>
    memref.store %x, %a[] : memref<f32>
  }
  return
}

// -----

// What escapes is said first.

func.func @escapes(%x: f32) {
  scf.forall (%i) in (4) {
    // expected-error @below {{cannot plan 'memref.alloc': the buffer has its address taken}}
    %a = memref.alloc() : memref<f32>
    // expected-note @below {{here}}
    %p = memref.extract_aligned_pointer_as_index %a : memref<f32> -> index
  }
  return
}

// -----

// A buffer that the next turn of a sequential loop still reads is two.

func.func @carried(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%j) in (4) {
    %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %in) -> memref<4xf32> {
      // expected-error @below {{cannot plan 'memref.alloc': the buffer is passed on to the next iteration}}
      %a = memref.alloc() : memref<4xf32>
      linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
      // expected-note @below {{here}}
      scf.yield %a : memref<4xf32>
    }
    linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  return
}

// -----

func.func private @allocates(%in: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
func.func @callee(%in: memref<4xf32>) {
  // expected-note @below {{'scf.forall' around it}}
  scf.forall (%i) in (4) {
    // expected-error @below {{calls 'allocates', which allocates, where it may run several times at once: its buffers would be shared; pass it buffers of their own, or make the loop sequential ('mplan-privatize{parallel=sequential}')}}
    func.call @allocates(%in) : (memref<4xf32>) -> ()
  }
  return
}
