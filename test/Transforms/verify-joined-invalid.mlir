// What is needed under a name that may be one of several buffers: it is not
// enough that one of them, or a part of it, is overwritten.
// RUN: mplan-opt %s --mplan-verify --verify-diagnostics --split-input-file

// Between the write and the read.
mplan.arena @arena size 64 alignment 4
func.func @after_write(%x: memref<4xf32>, %c: i1) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-note @below {{slot 2, bytes [0, 16) of '@arena', is written}}
  %t = mplan.slot @arena[0] id 2 : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// A write to what may be either of the two leaves the other one needed.
mplan.arena @arena size 64 alignment 4
func.func @other_choice(%x: memref<4xf32>, %c: i1, %d: i1) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-note @below {{slot 2, bytes [0, 16) of '@arena', is written}}
  %t = mplan.slot @arena[0] id 2 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  %s = arith.select %c, %a, %b : memref<4xf32>
  %u = arith.select %d, %a, %b : memref<4xf32>
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%u : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// A write to a part of it.
mplan.arena @arena size 64 alignment 4
func.func @part(%x: memref<4xf32>, %c: i1, %i: index, %f: f32) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-note @below {{slot 2, bytes [0, 16) of '@arena', is written}}
  %t = mplan.slot @arena[0] id 2 : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  memref.store %f, %a[%i] : memref<4xf32>
  // expected-note @below {{this reads it later}}
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// In a loop, the buffer that the last iteration wrote is needed in this one.
mplan.arena @arena size 64 alignment 4
func.func @next_iteration(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', is needed}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b)
      -> (memref<4xf32>, memref<4xf32>) {
    // expected-note @below {{this reads it later}}
    linalg.exp ins(%p : memref<4xf32>) outs(%x : memref<4xf32>)
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%q : memref<4xf32>) outs(%x : memref<4xf32>)
    // expected-note @below {{slot 2, bytes [16, 32) of '@arena', is written}}
    %t = mplan.slot @arena[16] id 2 : memref<4xf32>
    // expected-error @below {{overwrites bytes [16, 32) of '@arena', whose contents are still needed}}
    linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    linalg.exp ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  }
  return
}

// -----

// Blocks that join in a cycle: the buffer of the last time is read when that of
// this time was written.
mplan.arena @arena size 64 alignment 4
func.func @join_in_cycle(%x: memref<4xf32>, %c: i1, %y: memref<4xf32>) {
  cf.br ^bb1(%y : memref<4xf32>)
^bb1(%old: memref<4xf32>):
  cf.cond_br %c, ^bb2, ^bb3(%old : memref<4xf32>)
^bb2:
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is made here}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-error @below {{overwrites slot 0 while the buffer that an earlier execution made of it is still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-note @below {{this reads the earlier buffer later}}
  linalg.exp ins(%old : memref<4xf32>) outs(%x : memref<4xf32>)
  cf.br ^bb3(%a : memref<4xf32>)
^bb3(%p: memref<4xf32>):
  cf.cond_br %c, ^bb1(%p : memref<4xf32>), ^bb4
^bb4:
  linalg.exp ins(%p : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// One way has written it, and that is needed.

mplan.arena @arena size 16 alignment 4
func.func @may_be_written(%given: memref<4xf32>, %c: i1, %d: i1, %out: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  scf.if %d {
    linalg.exp ins(%given : memref<4xf32>) outs(%a : memref<4xf32>)
  }
  %second = arith.select %c, %given, %a : memref<4xf32>
  // expected-note @below {{slot 1, bytes [0, 16) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<4xf32>
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.copy ins(%given : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%second, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
