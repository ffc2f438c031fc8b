// RUN: mplan-opt %s --mplan-verify --split-input-file --verify-diagnostics

// A dynamic view has the bytes of its slot, whatever extents it has in the end.

mplan.arena @arena size 32 alignment 4
func.func @overlap(%n: index, %x: memref<?xf32>, %y: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', is needed}}
  %0 = mplan.slot @arena[0] id 0 alignment 4 : memref<32xi8>
  %a = memref.view %0[%c0][%n] : memref<32xi8> to memref<?xf32>
  memref.copy %x, %a : memref<?xf32> to memref<?xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', is written}}
  %1 = mplan.slot @arena[16] id 1 alignment 4 : memref<16xi8>
  %b = memref.view %1[%c0][%n] : memref<16xi8> to memref<?xf32>
  // expected-error @below {{overwrites bytes [16, 32) of '@arena', whose contents are still needed}}
  memref.copy %x, %b : memref<?xf32> to memref<?xf32>
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%y : memref<?xf32>)
  return
}

// -----

// Views of one slot that are made again in each iteration may have other
// extents each time: writing all of one does not end the need of the rest.

mplan.arena @arena size 32 alignment 4
func.func @other_extents(%x: memref<?xf32>, %y: memref<?xf32>, %k: index,
                         %e: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{is needed}}
  %0 = mplan.slot @arena[0] id 0 alignment 4 : memref<32xi8>
  scf.for %i = %c0 to %k step %c1 {
    %a = memref.view %0[%c0][%i] : memref<32xi8> to memref<?xf32>
    memref.copy %x, %a : memref<?xf32> to memref<?xf32>
    // expected-note @below {{this reads it later}}
    linalg.exp ins(%a : memref<?xf32>) outs(%y : memref<?xf32>)
    // expected-note @below {{is written}}
    %1 = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.copy %e, %1 : memref<8xf32> to memref<8xf32>
    memref.copy %1, %e : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// Two views of one slot: neither is all of it.

mplan.arena @arena size 32 alignment 4
func.func @two_views(%n: index, %x: memref<?xf32>, %y: memref<?xf32>, %k: index,
                     %e: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-note @below {{is needed}}
  %0 = mplan.slot @arena[0] id 0 alignment 4 : memref<32xi8>
  %a = memref.view %0[%c0][%n] : memref<32xi8> to memref<?xf32>
  %b = memref.view %0[%c0][] : memref<32xi8> to memref<8xf32>
  scf.for %i = %c0 to %k step %c1 {
    memref.copy %x, %a : memref<?xf32> to memref<?xf32>
    // expected-note @below {{this reads it later}}
    memref.copy %b, %e : memref<8xf32> to memref<8xf32>
    // expected-note @below {{is written}}
    %1 = mplan.slot @arena[0] id 1 : memref<8xf32>
    // expected-error @below {{overwrites bytes [0, 32) of '@arena', whose contents are still needed}}
    memref.copy %e, %1 : memref<8xf32> to memref<8xf32>
    memref.copy %1, %e : memref<8xf32> to memref<8xf32>
  }
  return
}
