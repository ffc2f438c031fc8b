// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file

// Two buffers needed at the same time at one place.

mplan.arena @arena size 32 alignment 4
func.func @overlap(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// One byte is enough.

mplan.arena @arena size 15 alignment 1
func.func @overlap_by_one_byte(%in: memref<8xi8>, %out: memref<8xi8>) {
  // expected-note @below {{slot 0, bytes [0, 8) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xi8>
  // expected-note @below {{slot 1, bytes [7, 15) of '@arena', is written}}
  %b = mplan.slot @arena[7] id 1 : memref<8xi8>
  memref.copy %in, %a : memref<8xi8> to memref<8xi8>
  // expected-error @below {{overwrites bytes [7, 8) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xi8> to memref<8xi8>
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<8xi8>, memref<8xi8>) outs(%out : memref<8xi8>)
  return
}

// -----

// A correct plan with the offsets of slots 1 and 2 swapped: 1 is needed with
// 0, and 2 is not.

mplan.arena @arena size 64 alignment 4
func.func @swapped(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  %c = mplan.slot @arena[32] id 2 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  linalg.exp ins(%in : memref<8xf32>) outs(%c : memref<8xf32>)
  linalg.exp ins(%c : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// The result is written over the operand while it is read. Over the very same
// slot it may be: that is the program's own doing.

mplan.arena @arena size 48 alignment 4
func.func @read_and_write_in_one_op(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is read}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 48) of '@arena', is written}}
  %b = mplan.slot @arena[16] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%a : memref<8xf32>)
  // expected-error @below {{overwrites bytes [16, 32) of '@arena', which it may not have read yet}}
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Two results of one op at one place.

mplan.arena @arena size 32 alignment 4
func.func @two_results(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
    ins(%in : memref<8xf32>) outs(%a, %b : memref<8xf32>, memref<8xf32>) {
  ^bb0(%x: f32, %y: f32, %z: f32):
    linalg.yield %x, %x : f32, f32
  }
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Partial writes do not end the need of the rest.

mplan.arena @arena size 32 alignment 4
func.func @partial_write_keeps_the_rest(%in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %f0 = arith.constant 0.0 : f32
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  memref.store %f0, %a[%c0] : memref<8xf32>
  // expected-note @below {{this reads it later}}
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A reduction into a buffer reads it.

mplan.arena @arena size 36 alignment 4
func.func @accumulator(%in: memref<8xf32>, %out: memref<f32>) {
  %f0 = arith.constant 0.0 : f32
  // expected-note @below {{slot 0, bytes [0, 4) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<f32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.fill ins(%f0 : f32) outs(%a : memref<f32>)
  // expected-error @below {{overwrites bytes [0, 4) of '@arena', whose contents are still needed}}
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  // expected-note @below {{this reads it later}}
  linalg.dot ins(%in, %in : memref<8xf32>, memref<8xf32>) outs(%a : memref<f32>)
  memref.copy %a, %out : memref<f32> to memref<f32>
  return
}

// -----

// Two arenas have nothing in common; errors come in program order.

mplan.arena @fast size 32 alignment 4
mplan.arena @slow size 32 alignment 4
func.func @two_arenas(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @fast[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@slow', is needed}}
  %b = mplan.slot @slow[0] id 1 : memref<8xf32>
  // expected-note @below {{slot 2, bytes [0, 32) of '@slow', is written}}
  %c = mplan.slot @slow[0] id 2 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  // expected-error @below {{overwrites bytes [0, 32) of '@slow', whose contents are still needed}}
  linalg.exp ins(%a : memref<8xf32>) outs(%c : memref<8xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%b, %c : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}
