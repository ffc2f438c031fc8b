// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file

// A part of a slot is needed: the slot is.

mplan.arena @arena size 64 alignment 4
func.func @subview(%f0: f32, %in: memref<16xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 64) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<16xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<16xf32> to memref<16xf32>
  %half = memref.subview %a[8] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 8>>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.fill ins(%f0 : f32) outs(%b : memref<8xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%half, %b : memref<8xf32, strided<[1], offset: 8>>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// A chain of views: cast, expand, collapse, reinterpret.

mplan.arena @arena size 32 alignment 4
func.func @view_of_views(%f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %0 = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %1 = memref.cast %0 : memref<2x4xf32> to memref<?x4xf32>
  %2 = memref.reinterpret_cast %1 to offset: [0], sizes: [4], strides: [2] : memref<?x4xf32> to memref<4xf32, strided<[2]>>
  %3 = memref.cast %out : memref<8xf32> to memref<?xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  %c0 = arith.constant 0 : index
  // expected-note @below {{this reads it later}}
  %x = memref.load %2[%c0] : memref<4xf32, strided<[2]>>
  memref.store %x, %out[%c0] : memref<8xf32>
  return
}

// -----

// A choice needs both.

mplan.arena @arena size 32 alignment 4
func.func @select(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %s = arith.select %c, %a, %out : memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A write through a choice may hit either.

mplan.arena @arena size 32 alignment 4
func.func @write_through_a_select(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %s = arith.select %c, %b, %out : memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %s : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What an `if` yields.

mplan.arena @arena size 32 alignment 4
func.func @if_result(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %s = scf.if %c -> memref<8xf32> {
    scf.yield %a : memref<8xf32>
  } else {
    scf.yield %out : memref<8xf32>
  }
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What a loop carries.

mplan.arena @arena size 32 alignment 4
func.func @iteration_argument(%n: index, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %out) -> memref<8xf32> {
    memref.copy %in, %x : memref<8xf32> to memref<8xf32>
    scf.yield %a : memref<8xf32>
  }
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What a block is given.

mplan.arena @arena size 32 alignment 4
func.func @block_argument(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  cf.cond_br %c, ^join(%a : memref<8xf32>), ^join(%out : memref<8xf32>)
^join(%x: memref<8xf32>):
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %x, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What a region that runs once yields.

mplan.arena @arena size 32 alignment 4
func.func @execute_region(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %s = scf.execute_region -> memref<8xf32> {
    cf.cond_br %c, ^one, ^two
  ^one:
    scf.yield %a : memref<8xf32>
  ^two:
    scf.yield %out : memref<8xf32>
  }
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What a function that is not here returns may be what it was given.

mplan.arena @arena size 32 alignment 4
func.func @external_result(%f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %s = func.call @pick(%a, %out) : (memref<8xf32>, memref<8xf32>) -> memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  return
}
func.func private @pick(memref<8xf32>, memref<8xf32>) -> memref<8xf32>

// -----

// A write through a view of a part leaves the rest.

mplan.arena @arena size 32 alignment 4
func.func @overwritten_through_a_part(%f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.fill ins(%f0 : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  %part = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  linalg.fill ins(%f0 : f32) outs(%part : memref<4xf32, strided<[1]>>)
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A view that has each second element four times has not all.

mplan.arena @arena size 32 alignment 4
func.func @overwritten_again_and_again(%f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %twice = memref.reinterpret_cast %a to offset: [0], sizes: [2, 4], strides: [0, 2] : memref<8xf32> to memref<2x4xf32, strided<[0, 2]>>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.fill ins(%f0 : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  linalg.fill ins(%f0 : f32) outs(%twice : memref<2x4xf32, strided<[0, 2]>>)
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Whoever calls may read what is returned.

mplan.arena @arena size 32 alignment 4
func.func @returned(%f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) -> memref<8xf32> {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.fill ins(%f0 : f32) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  return %a : memref<8xf32>
}
