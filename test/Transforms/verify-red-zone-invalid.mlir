// A red zone is part of its slot: no slot that is needed, nor its zone, lies in it.
// RUN: mplan-opt %s --mplan-verify --verify-diagnostics --split-input-file

mplan.arena @arena size 64 alignment 4 red_zone 8
func.func @touching(%x: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [8, 24) of '@arena', is needed}}
  %a = mplan.slot @arena[8] id 0 : memref<4xf32>
  // expected-note @below {{slot 1, bytes [36, 52) of '@arena', is written}}
  %b = mplan.slot @arena[36] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{overwrites bytes [28, 32) of '@arena', red zones included, whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// One after the other, and with both zones in between.
mplan.arena @arena size 64 alignment 4 red_zone 8
func.func @apart(%x: memref<4xf32>) {
  %a = mplan.slot @arena[8] id 0 : memref<4xf32>
  %b = mplan.slot @arena[40] id 1 : memref<4xf32>
  %c = mplan.slot @arena[12] id 2 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
