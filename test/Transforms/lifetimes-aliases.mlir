// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate --split-input-file \
// RUN:   | sed 's/@arena\[[0-9]*\]/@arena[0]/' \
// RUN:   | not mplan-opt --mplan-verify --split-input-file 2>&1 \
// RUN:   | FileCheck %s --check-prefix=WRONG

// In each function %a is read last through another name. The buffer %b is
// alive in between: were the alias forgotten, it would get the place of %a. The
// proof, on its own, finds the mistake where all buffers are put at byte 0.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @cast(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @cast(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.cast %a : memref<4xf32> to memref<?xf32, strided<[?], offset: ?>>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<?xf32, strided<[?], offset: ?>>) outs(%out : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @view(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @view(%in: memref<16xi8>, %out: memref<4xf32>, %big: memref<16xi8>) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[16] id 0 alignment 4 live [1, 6) : memref<16xi8>
  %a = memref.alloc() : memref<16xi8>
  memref.copy %in, %a : memref<16xi8> to memref<16xi8>
  %alias = memref.view %a[%c0][] : memref<16xi8> to memref<4xf32>
  // CHECK: mplan.slot @arena[0] id 1 live [3, 5) : memref<16xi8>
  %b = memref.alloc() : memref<16xi8>
  memref.copy %in, %b : memref<16xi8> to memref<16xi8>
  memref.copy %b, %big : memref<16xi8> to memref<16xi8>
  linalg.exp ins(%alias : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @subview(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @subview(%in: memref<4xf32>, %out: memref<4xf32>, %half: memref<2xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.subview %a[2] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 2>>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<2xf32, strided<[1], offset: 2>>) outs(%half : memref<2xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @reinterpret_cast(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @reinterpret_cast(%in: memref<4xf32>, %out: memref<4xf32>, %half: memref<2xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.reinterpret_cast %a to offset: [0], sizes: [2], strides: [2] : memref<4xf32> to memref<2xf32, strided<[2]>>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<2xf32, strided<[2]>>) outs(%half : memref<2xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @expand_shape(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @expand_shape(%in: memref<4xf32>, %out: memref<4xf32>, %square: memref<2x2xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<2x2xf32>) outs(%square : memref<2x2xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @collapse_shape(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @collapse_shape(%in: memref<2x2xf32>, %out: memref<2x2xf32>, %flat: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<2x2xf32>
  %a = memref.alloc() : memref<2x2xf32>
  linalg.exp ins(%in : memref<2x2xf32>) outs(%a : memref<2x2xf32>)
  %alias = memref.collapse_shape %a [[0, 1]] : memref<2x2xf32> into memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<2x2xf32>
  %b = memref.alloc() : memref<2x2xf32>
  linalg.exp ins(%in : memref<2x2xf32>) outs(%b : memref<2x2xf32>)
  linalg.exp ins(%b : memref<2x2xf32>) outs(%out : memref<2x2xf32>)
  linalg.exp ins(%alias : memref<4xf32>) outs(%flat : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @reshape(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @reshape(%in: memref<4xf32>, %out: memref<4xf32>, %square: memref<2x2xf32>, %shape: memref<2xindex>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.reshape %a(%shape) : (memref<4xf32>, memref<2xindex>) -> memref<2x2xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<2x2xf32>) outs(%square : memref<2x2xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @transpose(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @transpose(%in: memref<2x2xf32>, %out: memref<2x2xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<2x2xf32>
  %a = memref.alloc() : memref<2x2xf32>
  linalg.exp ins(%in : memref<2x2xf32>) outs(%a : memref<2x2xf32>)
  %alias = memref.transpose %a (i, j) -> (j, i) : memref<2x2xf32> to memref<2x2xf32, strided<[1, 2]>>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<2x2xf32>
  %b = memref.alloc() : memref<2x2xf32>
  linalg.exp ins(%in : memref<2x2xf32>) outs(%b : memref<2x2xf32>)
  linalg.exp ins(%b : memref<2x2xf32>) outs(%out : memref<2x2xf32>)
  linalg.exp ins(%alias : memref<2x2xf32, strided<[1, 2]>>) outs(%out : memref<2x2xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 32 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @assume_alignment(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @assume_alignment(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 alignment 32 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.assume_alignment %a, 32 : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @memory_space_cast(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @memory_space_cast(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = memref.memory_space_cast %a : memref<4xf32> to memref<4xf32, 1>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<4xf32, 1>) outs(%out : memref<4xf32>)
  return
}

// -----

// The base of a buffer is the buffer: its address is not what is extracted.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @extract_strided_metadata(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @extract_strided_metadata(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 6) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %base, %offset, %size, %stride = memref.extract_strided_metadata %a : memref<4xf32> -> memref<f32>, index, index, index
  %alias = memref.reinterpret_cast %base to offset: [%offset], sizes: [4], strides: [%stride] : memref<f32> to memref<4xf32, strided<[?], offset: ?>>
  // CHECK: mplan.slot @arena[16] id 1 live [3, 5) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<4xf32, strided<[?], offset: ?>>) outs(%out : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @select(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @select(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = arith.select %c, %in, %a : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @block_argument(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @block_argument(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.cond_br %c, ^next(%in : memref<4xf32>), ^next(%a : memref<4xf32>)
^next(%alias: memref<4xf32>):
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @region_result(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @region_result(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 8) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %alias = scf.if %c -> memref<4xf32> {
    scf.yield %a : memref<4xf32>
  } else {
    scf.yield %in : memref<4xf32>
  }
  // CHECK: mplan.slot @arena[16] id 1 live [5, 7) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Two buffers that change roles: whichever comes out, %b is neither.

// CHECK: mplan.arena @arena size 48 alignment 4 peak 48 unplanned [48, 48]
// CHECK-LABEL: func @iteration_arguments(
// WRONG: error: overwrites bytes [0, 16) of '@arena', whose contents are still needed
func.func @iteration_arguments(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: mplan.slot @arena[0] id 0 live [2, 11) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [3, 11) : memref<4xf32>
  %a2 = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%a2 : memref<4xf32>)
  %alias:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %a2) -> (memref<4xf32>, memref<4xf32>) {
    linalg.exp ins(%x : memref<4xf32>) outs(%y : memref<4xf32>)
    scf.yield %y, %x : memref<4xf32>, memref<4xf32>
  }
  // CHECK: mplan.slot @arena[32] id 2 live [8, 10) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%alias#0 : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
