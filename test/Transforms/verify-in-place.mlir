// Two slots of the same bytes, of which one op reads the one and writes the other.
// RUN: mplan-opt %s --mplan-verify --verify-diagnostics --split-input-file -o /dev/null

mplan.arena @arena size 64 alignment 4

// Element by element, each touched once.
func.func @elementwise(%x: memref<4x4xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<4x4xf32>
  %b = mplan.slot @arena[0] id 1 : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  linalg.exp ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>)
  linalg.exp ins(%b : memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  return
}

// To a type of the same size, with the same transposed map.
func.func @other_type(%x: memref<4x4xf32>, %y: memref<4x4xi32>) {
  %a = mplan.slot @arena[0] id 0 : memref<4x4xf32>
  %b = mplan.slot @arena[0] id 1 : memref<4x4xi32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (j, i)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xi32>) {
  ^bb0(%in: f32, %out: i32):
    %r = arith.fptosi %in : f32 to i32
    linalg.yield %r : i32
  }
  memref.copy %b, %y : memref<4x4xi32> to memref<4x4xi32>
  return
}

// -----

// An element is read where another one was written.
mplan.arena @arena size 64 alignment 4
func.func @transpose(%x: memref<4x4xf32>) {
  // expected-note @below {{is read}}
  %a = mplan.slot @arena[0] id 0 : memref<4x4xf32>
  // expected-note @below {{is written}}
  %b = mplan.slot @arena[0] id 1 : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  // expected-error @below {{which it may not have read yet}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<4x4xf32>) outs(%b : memref<4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  }
  linalg.exp ins(%b : memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  return
}

// -----

// The same operand a second time, by another map.
mplan.arena @arena size 64 alignment 4
func.func @twice(%x: memref<4x4xf32>) {
  // expected-note @below {{is read}}
  %a = mplan.slot @arena[0] id 0 : memref<4x4xf32>
  // expected-note @below {{is written}}
  %b = mplan.slot @arena[0] id 1 : memref<4x4xf32>
  linalg.exp ins(%x : memref<4x4xf32>) outs(%a : memref<4x4xf32>)
  // expected-error @below {{which it may not have read yet}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>,
                                   affine_map<(i, j) -> (i, j)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%a, %a : memref<4x4xf32>, memref<4x4xf32>) outs(%b : memref<4x4xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %r = arith.addf %in, %other : f32
    linalg.yield %r : f32
  }
  linalg.exp ins(%b : memref<4x4xf32>) outs(%x : memref<4x4xf32>)
  return
}

// -----

// Each element is written in several steps, and read in all of them.
mplan.arena @arena size 64 alignment 4
func.func @reduction(%x: memref<4xf32>) {
  // expected-note @below {{is read}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{is written}}
  %b = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{which it may not have read yet}}
  linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>,
                                   affine_map<(i, j) -> (i)>],
                  iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>) {
  ^bb0(%in: f32, %other: f32, %out: f32):
    %r = arith.addf %in, %other : f32
    linalg.yield %r : f32
  }
  linalg.exp ins(%b : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// Elements of other sizes lie at other places.
mplan.arena @arena size 64 alignment 4
func.func @narrower(%x: memref<4xf32>, %y: memref<4xf16>) {
  // expected-note @below {{is read}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{is written}}
  %b = mplan.slot @arena[0] id 1 : memref<4xf16>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{which it may not have read yet}}
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                  iterator_types = ["parallel"]}
      ins(%a : memref<4xf32>) outs(%b : memref<4xf16>) {
  ^bb0(%in: f32, %out: f16):
    %r = arith.truncf %in : f32 to f16
    linalg.yield %r : f16
  }
  memref.copy %b, %y : memref<4xf16> to memref<4xf16>
  return
}

// -----

// What was read is needed later, too.
mplan.arena @arena size 64 alignment 4
func.func @needed_later(%x: memref<4xf32>) {
  // expected-note @below {{is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{is written}}
  %b = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{whose contents are still needed}}
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
