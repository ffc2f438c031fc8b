// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file

// Needed on one way out of the branch only: that is needed.

mplan.arena @arena size 32 alignment 4
func.func @across_a_join(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  scf.if %c {
    // expected-note @below {{this reads it later}}
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  } else {
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// Clobbered in one branch only.

mplan.arena @arena size 32 alignment 4
func.func @in_one_branch(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  scf.if %c {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.copy %in, %b : memref<8xf32> to memref<8xf32>
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  }
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Rewritten in one branch only: not dead before.

mplan.arena @arena size 32 alignment 4
func.func @rewritten_in_one_branch(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  scf.if %c {
    memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  }
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The same through blocks.

mplan.arena @arena size 32 alignment 4
func.func @blocks(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  cf.cond_br %c, ^left, ^right
^left:
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  cf.br ^join
^right:
  cf.br ^join
^join:
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// The same through the cases of a switch.

mplan.arena @arena size 32 alignment 4
func.func @switch(%c: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  scf.index_switch %c
  case 2 {
    // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.copy %in, %b : memref<8xf32> to memref<8xf32>
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
    scf.yield
  }
  default {
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  }
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}
