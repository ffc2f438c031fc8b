// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file

// The callee's slot over the caller's.

mplan.arena @arena size 32 alignment 4
func.func private @helper(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %t = mplan.slot @arena[0] id 1 : memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.exp ins(%t : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func @callee_over_caller(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  // expected-note @below {{within this call}}
  call @helper(%in, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The callee's slot over what it was given, before it has read that.

mplan.arena @arena size 32 alignment 4
func.func private @helper(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %t = mplan.slot @arena[0] id 1 : memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%y : memref<8xf32>) outs(%t : memref<8xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%x, %t : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func @callee_over_argument(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  // expected-note @below {{within this call}}
  call @helper(%a, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  return
}

// -----

// The callee's slot over what it was given, which the caller reads again
// afterwards. The callee returns nothing.

mplan.arena @arena size 32 alignment 4
func.func private @helper(%x: memref<8xf32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %v = memref.load %x[%c0] : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %t = mplan.slot @arena[0] id 1 : memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.fill ins(%v : f32) outs(%t : memref<8xf32>)
  linalg.exp ins(%t : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func @callee_over_argument_read_afterwards(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  // expected-note @below {{within this call}}
  call @helper(%a, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  // expected-note @below {{this reads it later}}
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// Right at one call site, wrong at the other.

mplan.arena @arena size 64 alignment 4
func.func private @helper(%x: memref<8xf32>, %y: memref<8xf32>) {
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func @two_call_sites(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  %c = mplan.slot @arena[32] id 2 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  call @helper(%in, %c) : (memref<8xf32>, memref<8xf32>) -> ()
  // expected-note @below {{within this call}}
  call @helper(%in, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %c : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// Two calls deep.

mplan.arena @arena size 64 alignment 4
func.func private @inner(%x: memref<8xf32>) {
  // expected-note @below {{slot 2, bytes [32, 64) of '@arena', is written}}
  %t = mplan.slot @arena[32] id 2 : memref<8xf32>
  // expected-error @below {{overwrites bytes [32, 64) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.exp ins(%t : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func private @outer(%x: memref<8xf32>) {
  %t = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  // expected-note @below {{within this call}}
  call @inner(%t) : (memref<8xf32>) -> ()
  linalg.exp ins(%t : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func @two_deep(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [32, 64) of '@arena', is needed}}
  %a = mplan.slot @arena[32] id 0 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  // expected-note @below {{within this call}}
  call @outer(%out) : (memref<8xf32>) -> ()
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What a callee returns is the caller's slot again.

mplan.arena @arena size 32 alignment 4
func.func private @pick(%c: i1, %x: memref<8xf32>, %y: memref<8xf32>) -> memref<8xf32> {
  %r = arith.select %c, %x, %y : memref<8xf32>
  return %r : memref<8xf32>
}
func.func @returned_argument(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  %r = call @pick(%c, %a, %out) : (i1, memref<8xf32>, memref<8xf32>) -> memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A callee's own slot, returned: the next call makes another buffer of it.

mplan.arena @arena size 32 alignment 4
func.func private @make(%x: memref<8xf32>) -> memref<8xf32> {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is made here}}
  %t = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-error @below {{overwrites slot 0 while the buffer that an earlier execution made of it is still needed}}
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  return %t : memref<8xf32>
}
func.func @returned_slot(%in: memref<8xf32>, %out: memref<8xf32>) {
  %r = call @make(%in) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @below {{within this call}}
  %s = call @make(%in) : (memref<8xf32>) -> memref<8xf32>
  // expected-note @below {{this reads the earlier buffer later}}
  linalg.add ins(%r, %s : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// A function that is not here reads and writes what it is given.

mplan.arena @arena size 32 alignment 4
func.func private @kernel(memref<8xf32>)
func.func @external(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  call @kernel(%b) : (memref<8xf32>) -> ()
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func private @f(%x: memref<8xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  call @g(%a) : (memref<8xf32>) -> ()
  return
}
func.func private @g(%x: memref<8xf32>) {
  // expected-error @below {{recursive call, whose slots would hold two calls' buffers: '@f' -> '@g' -> '@f'}}
  call @f(%x) : (memref<8xf32>) -> ()
  return
}
func.func @recursion(%in: memref<8xf32>) {
  call @f(%in) : (memref<8xf32>) -> ()
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func private @f(%x: memref<8xf32>) {
  // expected-note @below {{such as slot 0}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%x : memref<8xf32>)
  return
}
func.func @through_a_pointer(%in: memref<8xf32>) {
  %p = constant @f : (memref<8xf32>) -> ()
  // expected-error @below {{call through a pointer may reach a function with slots, and cannot be followed}}
  call_indirect %p(%in) : (memref<8xf32>) -> ()
  return
}
