// RUN: mplan-opt %s --mplan-verify --split-input-file --verify-diagnostics

// What the body of an operation reads is needed as long as the operation runs:
// its result may not lie there.

mplan.arena @arena size 32 alignment 8
func.func @body_reads(%in: memref<4xindex>, %out: memref<4xf32>) {
  %f = arith.constant 1.0 : f32
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %table = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{slot 1, bytes [12, 28) of '@arena', is written}}
  %result = mplan.slot @arena[12] id 1 : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%table : memref<4xf32>)
  // expected-error @below {{overwrites bytes [12, 16) of '@arena', whose contents are still needed}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%in : memref<4xindex>) outs(%result : memref<4xf32>) {
  ^bb0(%i: index, %o: f32):
    // expected-note @below {{this reads it later}}
    %0 = memref.load %table[%i] : memref<4xf32>
    linalg.yield %0 : f32
  }
  memref.copy %result, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Nor may the body write where the operation's own operands lie.

mplan.arena @arena size 32 alignment 8
func.func @body_writes(%out: memref<4xf32>) {
  %f = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %in = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{slot 1, bytes [12, 28) of '@arena', is written}}
  %last = mplan.slot @arena[12] id 1 : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%in : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%in : memref<4xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    // expected-error @below {{overwrites bytes [12, 16) of '@arena', whose contents are still needed}}
    memref.store %x, %last[%c0] : memref<4xf32>
    linalg.yield %x : f32
  }
  return
}

// -----

// A buffer that is made in such a body would be shared.

mplan.arena @arena size 4 alignment 4
func.func @body_makes(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-note @below {{place the buffer outside of this op, once for each worker}}
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%in : memref<4xf32>) outs(%out : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    // expected-error @below {{slot 0 lies in a region of 'linalg.generic' whose iterations may run at once}}
    %t = mplan.slot @arena[0] id 0 : memref<f32>
    memref.store %x, %t[] : memref<f32>
    linalg.yield %x : f32
  }
  return
}
