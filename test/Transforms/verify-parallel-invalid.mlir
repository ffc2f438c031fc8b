// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file

mplan.arena @arena size 32 alignment 4
func.func @slot_in_forall(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{place the buffer outside of this op, once for each worker}}
  scf.forall (%i) in (8) {
    // expected-error @below {{slot 0 lies in a region of 'scf.forall' whose iterations may run at once: they would share its bytes}}
    %a = mplan.slot @arena[0] id 0 : memref<8xf32>
    linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @slot_in_affine_parallel(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{place the buffer outside of this op, once for each worker}}
  affine.parallel (%i) = (0) to (8) {
    // expected-error @below {{slot 0 lies in a region of 'affine.parallel' whose iterations may run at once: they would share its bytes}}
    %a = mplan.slot @arena[0] id 0 : memref<8xf32>
    linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func private @helper(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{such as slot 0}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}
func.func @slot_in_callee(%in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    // expected-error @below {{call may run at the same time as other code, which would share the bytes of the callee's slots}}
    func.call @helper(%in, %out) : (memref<8xf32>, memref<8xf32>) -> ()
  }
  return
}

// -----

// One iteration overwrites while another still reads, and no write to all of a
// buffer ends its need: it is of another iteration.

mplan.arena @arena size 32 alignment 4
func.func @between_iterations(%in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is written}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is needed}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  scf.parallel (%i) = (%c0) to (%c8) step (%c1) {
    %x = memref.load %in[%i] : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.store %x, %a[%i] : memref<8xf32>
    // expected-note @below {{this reads it later}}
    %y = memref.load %a[%i] : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.store %y, %b[%i] : memref<8xf32>
  }
  // expected-note @below {{this reads it later}}
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @affine_parallel(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is written}}
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  affine.parallel (%i) = (0) to (8) {
    // expected-note @below {{this reads it later}}
    %y = affine.load %a[%i] : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    affine.store %y, %b[%i] : memref<8xf32>
  }
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  return
}
