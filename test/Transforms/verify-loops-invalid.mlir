// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file

// Read at the top of the body: needed by the next iteration at its end.

mplan.arena @arena size 32 alignment 4
func.func @back_edge(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-note @below {{this reads it later}}
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.copy %in, %b : memref<8xf32> to memref<8xf32>
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// A body that only reads what came before.

mplan.arena @arena size 32 alignment 4
func.func @while(%in: memref<8xf32>, %flag: memref<i1>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  scf.while : () -> () {
    // expected-note @below {{this reads it later}}
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
    %c = memref.load %flag[] : memref<i1>
    scf.condition(%c)
  } do {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
    scf.yield
  }
  return
}

// -----

// The loop is made of blocks.

mplan.arena @arena size 32 alignment 4
func.func @blocks(%flag: memref<i1>, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  cf.br ^head
^head:
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  %c = memref.load %flag[] : memref<i1>
  cf.cond_br %c, ^body, ^exit
^body:
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  cf.br ^head
^exit:
  return
}

// -----

// Made in the loop and carried to the next iteration, which makes another one
// in its place before it reads this one.

mplan.arena @arena size 64 alignment 4
func.func @carried(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = mplan.slot @arena[32] id 0 : memref<8xf32>
  memref.copy %in, %init : memref<8xf32> to memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %init) -> memref<8xf32> {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is made here}}
    %new = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites slot 1 while the buffer that an earlier execution made of it is still needed}}
    linalg.exp ins(%in : memref<8xf32>) outs(%new : memref<8xf32>)
    // expected-note @below {{this reads the earlier buffer later}}
    linalg.add ins(%old, %new : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
    scf.yield %new : memref<8xf32>
  }
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The same within one op.

mplan.arena @arena size 64 alignment 4
func.func @carried_in_one_op(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = mplan.slot @arena[32] id 0 : memref<8xf32>
  memref.copy %in, %init : memref<8xf32> to memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %init) -> memref<8xf32> {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is made here}}
    %new = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites slot 1 while the buffer that an earlier execution made of it is still needed}}
    linalg.exp ins(%old : memref<8xf32>) outs(%new : memref<8xf32>)
    scf.yield %new : memref<8xf32>
  }
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Two iterations back.

mplan.arena @arena size 64 alignment 4
func.func @carried_twice(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = mplan.slot @arena[32] id 0 : memref<8xf32>
  memref.copy %in, %init : memref<8xf32> to memref<8xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1
      iter_args(%last = %init, %older = %init) -> (memref<8xf32>, memref<8xf32>) {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is made here}}
    %new = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites slot 1 while the buffer that an earlier execution made of it is still needed}}
    linalg.exp ins(%in : memref<8xf32>) outs(%new : memref<8xf32>)
    scf.yield %new, %last : memref<8xf32>, memref<8xf32>
  }
  // expected-note @below {{this reads the earlier buffer later}}
  memref.copy %r#1, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The carried value takes the place of its successor: read after it is
// written.

mplan.arena @arena size 32 alignment 4
func.func @carried_over_init(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %init = mplan.slot @arena[0] id 0 : memref<8xf32>
  memref.copy %in, %init : memref<8xf32> to memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %init) -> memref<8xf32> {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is made here}}
    %new = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    // expected-error @below {{overwrites slot 1 while the buffer that an earlier execution made of it is still needed}}
    linalg.exp ins(%in : memref<8xf32>) outs(%new : memref<8xf32>)
    // expected-note @below {{this reads it later}}
    // expected-note @below {{this reads the earlier buffer later}}
    linalg.add ins(%old, %new : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
    scf.yield %new : memref<8xf32>
  }
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Two loops around it, and the read is in another nest than the write.

mplan.arena @arena size 32 alignment 4
func.func @nested(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  affine.for %i = 0 to 8 {
    affine.for %j = 0 to 8 {
      // expected-note @below {{this reads it later}}
      %x = affine.load %a[%j] : memref<8xf32>
      affine.store %x, %out[%j] : memref<8xf32>
    }
    affine.for %j = 0 to 8 {
      %x = affine.load %in[%j] : memref<8xf32>
      // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
      affine.store %x, %b[%j] : memref<8xf32>
    }
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  }
  return
}
