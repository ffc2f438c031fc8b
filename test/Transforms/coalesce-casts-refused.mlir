// RUN: mplan-opt %s --mplan-coalesce --split-input-file | FileCheck %s

// Where a cast cannot be done in place, both buffers stay.

// Of other widths.
// CHECK-LABEL: func.func @narrow(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.view
func.func @narrow(%x: memref<8xi32>, %y: memref<8xi16>) {
  %i = memref.alloc() : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%i : memref<8xi32>)
  %f = memref.alloc() : memref<8xi16>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%i : memref<8xi32>) outs(%f : memref<8xi16>) {
  ^bb0(%a: i32, %out: i16):
    %c = arith.trunci %a : i32 to i16
    linalg.yield %c : i16
  }
  linalg.add ins(%f, %f : memref<8xi16>, memref<8xi16>) outs(%y : memref<8xi16>)
  return
}

// -----

// Needed afterwards.
// CHECK-LABEL: func.func @needed(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.view
func.func @needed(%x: memref<8xi32>, %y: memref<8xf32>) {
  %i = memref.alloc() : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%i : memref<8xi32>)
  %f = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%i : memref<8xi32>) outs(%f : memref<8xf32>) {
  ^bb0(%a: i32, %out: f32):
    %c = arith.sitofp %a : i32 to f32
    linalg.yield %c : f32
  }
  linalg.add ins(%i, %i : memref<8xi32>, memref<8xi32>) outs(%x : memref<8xi32>)
  linalg.exp ins(%f : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

// Read at another point, through another map or by the body itself.
// CHECK-LABEL: func.func @transposed(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.view
func.func @transposed(%x: memref<8x8xi32>, %y: memref<8x8xf32>) {
  %i = memref.alloc() : memref<8x8xi32>
  linalg.add ins(%x, %x : memref<8x8xi32>, memref<8x8xi32>)
      outs(%i : memref<8x8xi32>)
  %f = memref.alloc() : memref<8x8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>,
                                   affine_map<(d0, d1) -> (d1, d0)>,
                                   affine_map<(d0, d1) -> (d0, d1)>],
                  iterator_types = ["parallel", "parallel"]}
      ins(%i, %i : memref<8x8xi32>, memref<8x8xi32>)
      outs(%f : memref<8x8xf32>) {
  ^bb0(%a: i32, %b: i32, %out: f32):
    %s = arith.addi %a, %b : i32
    %c = arith.sitofp %s : i32 to f32
    linalg.yield %c : f32
  }
  linalg.exp ins(%f : memref<8x8xf32>) outs(%y : memref<8x8xf32>)
  return
}

// -----

// CHECK-LABEL: func.func @loaded(
// CHECK-COUNT-2: memref.alloc
// CHECK-NOT: memref.view
func.func @loaded(%x: memref<8xi32>, %y: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %i = memref.alloc() : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%i : memref<8xi32>)
  %f = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%i : memref<8xi32>) outs(%f : memref<8xf32>) {
  ^bb0(%a: i32, %out: f32):
    %b = memref.load %i[%c0] : memref<8xi32>
    %s = arith.addi %a, %b : i32
    %c = arith.sitofp %s : i32 to f32
    linalg.yield %c : f32
  }
  linalg.exp ins(%f : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}

// -----

// The result is added to what was there before; the source is of a loop around.
// CHECK-LABEL: func.func @added(
// CHECK-COUNT-3: memref.alloc
// CHECK-NOT: memref.view
func.func @added(%x: memref<8xi32>, %y: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %i = memref.alloc() : memref<8xi32>
  linalg.add ins(%x, %x : memref<8xi32>, memref<8xi32>) outs(%i : memref<8xi32>)
  %f = memref.alloc() : memref<8xf32>
  linalg.fill ins(%zero : f32) outs(%f : memref<8xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                   affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%i : memref<8xi32>) outs(%f : memref<8xf32>) {
  ^bb0(%a: i32, %out: f32):
    %c = arith.sitofp %a : i32 to f32
    %s = arith.addf %c, %out : f32
    linalg.yield %s : f32
  }
  scf.for %k = %c0 to %n step %c1 {
    %g = memref.alloc() : memref<8xf32>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                     affine_map<(d0) -> (d0)>],
                    iterator_types = ["parallel"]}
        ins(%i : memref<8xi32>) outs(%g : memref<8xf32>) {
    ^bb0(%a: i32, %out: f32):
      %c = arith.sitofp %a : i32 to f32
      linalg.yield %c : f32
    }
    linalg.exp ins(%g : memref<8xf32>) outs(%f : memref<8xf32>)
  }
  linalg.exp ins(%f : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
