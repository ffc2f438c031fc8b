// RUN: mplan-opt %s --split-input-file --verify-diagnostics --mplan-feed-state --mplan-feed-entry

// What reads rows may not leave the loop.
func.func @outside(%rows: memref<1x4xi8> {mplan.fed}, %out: memref<1x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
  }
  // expected-error@+1 {{'linalg.copy' reads argument #0 of 'outside', which is given some rows at a time, outside of the one loop over them}}
  linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
  return
}

// -----

// expected-error@+1 {{argument #0 of 'unread' is given some rows at a time, and never read}}
func.func @unread(%rows: memref<1x4xi8> {mplan.fed}) {
  return
}

// -----

func.func @unbounded(%rows: memref<1x4xi8> {mplan.fed}, %out: memref<1x4xi8>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@+1 {{the loop over the rows of argument #0 of 'unbounded' does not run from 0 to a constant}}
  scf.for %i = %c0 to %n step %c1 {
    linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
  }
  return
}

// -----

func.func @carries(%rows: memref<1x4xi8> {mplan.fed}, %out: memref<1x4xi8>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{carries a value of type 'f32', which cannot be kept from one call to the next}}
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%c = %x) -> f32 {
    linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
    scf.yield %c : f32
  }
  return
}

// -----

// expected-error@+1 {{'two' has several arguments that are given some rows at a time}}
func.func @two(%a: memref<1x4xi8> {mplan.fed}, %b: memref<1x4xi8> {mplan.fed}) {
  return
}

// -----

func.func @returns(%rows: memref<1x4xi8> {mplan.fed}, %out: memref<1x4xi8>) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = arith.constant 7 : i32
  // expected-error@+1 {{the loop over the rows given to 'returns' cannot become calls: the function returns a value, which not every call has}}
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
  }
  return %r : i32
}

// -----

func.func @called(%rows: memref<1x4xi8> {mplan.fed}, %out: memref<1x4xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{cannot become calls: something in the module calls the function}}
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
  }
  return
}
func.func @caller(%rows: memref<1x4xi8>, %out: memref<1x4xi8>) {
  call @called(%rows, %out) : (memref<1x4xi8>, memref<1x4xi8>) -> ()
  return
}

// -----

func.func @uses_what_was_read(%rows: memref<1x4xi8> {mplan.fed}, %out: memref<1x4xi8>, %n: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = memref.load %n[] : memref<i32>
  // expected-error@+1 {{cannot become calls: what 'memref.load' before it gives is used later}}
  scf.for %i = %c0 to %c8 step %c1 {
    linalg.copy ins(%rows : memref<1x4xi8>) outs(%out : memref<1x4xi8>)
  }
  memref.store %x, %n[] : memref<i32>
  return
}

// -----

// Marked by somebody else.
func.func @other_loop() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-error@+1 {{cannot become calls: it does not end as one that 'mplan-feed-state' made}}
  scf.for %i = %c0 to %c8 step %c1 {
  } {mplan.fed}
  return
}
