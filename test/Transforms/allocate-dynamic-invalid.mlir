// RUN: mplan-opt %s --mplan-allocate --split-input-file --verify-diagnostics

// A size that nothing bounds: what it depends on is named.

// expected-note @below {{it depends on argument #0 of 'number'}}
func.func @number(%n: index) {
  // expected-error @below {{cannot plan 'memref.alloc': dimension 1 of 'memref<4x?xf32>' has no constant upper bound; declare one ('mplan.upper_bound' on an argument of the function), or bound the size (as with 'affine.min' or 'arith.minsi'); 'on-unbounded=heap' leaves such buffers where they are}}
  %a = memref.alloc(%n) : memref<4x?xf32>
  return
}

// -----

// A bound for another dimension does not help.

// expected-note @below {{it depends on dimension 1 of argument #0 of 'extent'}}
func.func @extent(%in: memref<?x?xf32> {mplan.upper_bound = array<i64: 8, -1>}) {
  %c1 = arith.constant 1 : index
  %n = memref.dim %in, %c1 : memref<?x?xf32>
  // expected-error @below {{dimension 0 of 'memref<?xf32>' has no constant upper bound}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// One call without a bound is enough, and its caller is to blame.

func.func @calls(%a: memref<?xf32> {mplan.upper_bound = array<i64: 8>},
                 // expected-note @below {{it depends on dimension 0 of argument #1 of 'calls'}}
                 %b: memref<?xf32>) {
  call @callee(%a) : (memref<?xf32>) -> ()
  call @callee(%b) : (memref<?xf32>) -> ()
  return
}
func.func private @callee(%in: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  // expected-error @below {{dimension 0 of 'memref<?xf32>' has no constant upper bound}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// What others may call as well is not bounded by the calls that are seen.

func.func @inside(%a: memref<?xf32> {mplan.upper_bound = array<i64: 8>}) {
  call @public(%a) : (memref<?xf32>) -> ()
  return
}
// expected-note @below {{it depends on dimension 0 of argument #0 of 'public'}}
func.func @public(%in: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  // expected-error @below {{dimension 0 of 'memref<?xf32>' has no constant upper bound}}
  %a = memref.alloc(%n) : memref<?xf32>
  return
}

// -----

// A value that grows around a loop.

func.func @grows(%k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%x = %c1) -> index {
    %y = arith.addi %x, %c1 : index
    // expected-error @below {{dimension 0 of 'memref<?xi8>' has no constant upper bound}}
    %a = memref.alloc(%y) : memref<?xi8>
    scf.yield %y : index
  }
  return
}

// -----

// As an unsigned number, a difference may be as large as there are.

func.func @unsigned(%in: memref<?xf32> {mplan.upper_bound = array<i64: 8>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  %d = arith.subi %n, %c3 : index
  %m = arith.maxui %d, %c3 : index
  // expected-error @below {{dimension 0 of 'memref<?xi8>' has no constant upper bound}}
  %a = memref.alloc(%m) : memref<?xi8>
  return
}

// -----

// Sizes beyond 64 bits do not wrap around.

func.func @huge(%in: memref<?xf32> {mplan.upper_bound = array<i64: 4611686018427387904>}) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %in, %c0 : memref<?xf32>
  // expected-error @below {{'memref.alloc' makes a 'memref<4611686018427387904xi32>', whose size in bytes is not a constant of 64 bits}}
  %a = memref.alloc(%n) : memref<?xi32>
  %twice = arith.addi %n, %n : index
  // expected-error @below {{dimension 0 of 'memref<?xi8>' has no constant upper bound}}
  %b = memref.alloc(%twice) : memref<?xi8>
  %square = arith.muli %n, %n : index
  // expected-error @below {{dimension 0 of 'memref<?xi8>' has no constant upper bound}}
  %c = memref.alloc(%square) : memref<?xi8>
  return
}
