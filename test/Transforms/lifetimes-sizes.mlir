// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s

// Sizes and alignments as LLVM lays the elements out: what a load of an element
// touches, from the first one to the last one. The buffers of a function are
// alive at the same time: their offsets show what each takes.

// Elements are whole bytes, whatever their width says.

// CHECK: mplan.arena @arena size 23 alignment 1 peak 23 unplanned [23, 23]
// CHECK-LABEL: func @bits(
func.func @bits(%c: i1, %x: i4) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[0] id 0 live [1, 4) : memref<13xi1>
  %a = memref.alloc() : memref<13xi1>
  // CHECK: mplan.slot @arena[13] id 1 live [2, 5) : memref<10xi4>
  %b = memref.alloc() : memref<10xi4>
  memref.store %c, %a[%c0] : memref<13xi1>
  memref.store %x, %b[%c0] : memref<10xi4>
  %0 = memref.load %a[%c0] : memref<13xi1>
  %1 = memref.load %b[%c0] : memref<10xi4>
  return
}

// -----

// An odd number of bytes before an f32: it goes to a multiple of 4.

// CHECK: mplan.arena @arena size 19 alignment 4 peak 19 unplanned [19, 19]
// CHECK-LABEL: func @bytes_before_floats(
func.func @bytes_before_floats(%x: i8, %y: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[12] id 0 live [1, 4) : memref<7xi8>
  %a = memref.alloc() : memref<7xi8>
  // CHECK: mplan.slot @arena[0] id 1 live [2, 5) : memref<3xf32>
  %b = memref.alloc() : memref<3xf32>
  memref.store %x, %a[%c0] : memref<7xi8>
  memref.store %y, %b[%c0] : memref<3xf32>
  %0 = memref.load %a[%c0] : memref<7xi8>
  %1 = memref.load %b[%c0] : memref<3xf32>
  return
}

// -----

// An index is 8 bytes and aligned to them, unless the module says otherwise.

// CHECK: mplan.arena @arena size 24 alignment 8 peak 24 unplanned [24, 24]
// CHECK-LABEL: func @index(
func.func @index(%x: index) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[0] id 0 live [1, 3) : memref<3xindex>
  %a = memref.alloc() : memref<3xindex>
  memref.store %x, %a[%c0] : memref<3xindex>
  %0 = memref.load %a[%c0] : memref<3xindex>
  return
}

// -----

module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {
// CHECK: mplan.arena @arena size 12 alignment 4 peak 12 unplanned [12, 12]
// CHECK-LABEL: func @index_of_32_bits(
  func.func @index_of_32_bits(%x: index) {
    %c0 = arith.constant 0 : index
    // CHECK: mplan.slot @arena[0] id 0 live [1, 3) : memref<3xindex>
    %a = memref.alloc() : memref<3xindex>
    memref.store %x, %a[%c0] : memref<3xindex>
    %0 = memref.load %a[%c0] : memref<3xindex>
    return
  }
}

// -----

// A vector is padded to a power of two: three floats take 16 bytes, and are
// aligned to them.

// CHECK: mplan.arena @arena size 33 alignment 16 peak 33 unplanned [33, 33]
// CHECK-LABEL: func @vectors(
func.func @vectors(%x: i8, %y: vector<3xf32>) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[32] id 0 live [1, 4) : memref<1xi8>
  %a = memref.alloc() : memref<1xi8>
  // CHECK: mplan.slot @arena[0] id 1 live [2, 5) : memref<2xvector<3xf32>>
  %b = memref.alloc() : memref<2xvector<3xf32>>
  memref.store %x, %a[%c0] : memref<1xi8>
  memref.store %y, %b[%c0] : memref<2xvector<3xf32>>
  %0 = memref.load %a[%c0] : memref<1xi8>
  %1 = memref.load %b[%c0] : memref<2xvector<3xf32>>
  return
}

// -----

// A complex number is two, aligned as one of them.

// CHECK: mplan.arena @arena size 72 alignment 8 peak 72 unplanned [72, 72]
// CHECK-LABEL: func @complex(
func.func @complex(%x: complex<f32>, %y: complex<f64>) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[48] id 0 live [1, 4) : memref<3xcomplex<f32>>
  %a = memref.alloc() : memref<3xcomplex<f32>>
  // CHECK: mplan.slot @arena[0] id 1 live [2, 5) : memref<3xcomplex<f64>>
  %b = memref.alloc() : memref<3xcomplex<f64>>
  memref.store %x, %a[%c0] : memref<3xcomplex<f32>>
  memref.store %y, %b[%c0] : memref<3xcomplex<f64>>
  %0 = memref.load %a[%c0] : memref<3xcomplex<f32>>
  %1 = memref.load %b[%c0] : memref<3xcomplex<f64>>
  return
}

// -----

// Small floats, and an integer of 24 bits, which LLVM pads to 4 bytes.

// CHECK: mplan.arena @arena size 45 alignment 4 peak 45 unplanned [45, 45]
// CHECK-LABEL: func @floats(
func.func @floats(%h: f16, %b: bf16, %f: f8E4M3FN, %w: i24) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[20] id 0 live [1, 6) : memref<5xf16>
  %a0 = memref.alloc() : memref<5xf16>
  // CHECK: mplan.slot @arena[30] id 1 live [2, 7) : memref<5xbf16>
  %a1 = memref.alloc() : memref<5xbf16>
  // CHECK: mplan.slot @arena[40] id 2 live [3, 8) : memref<5xf8E4M3FN>
  %a2 = memref.alloc() : memref<5xf8E4M3FN>
  // CHECK: mplan.slot @arena[0] id 3 live [4, 9) : memref<5xi24>
  %a3 = memref.alloc() : memref<5xi24>
  memref.store %h, %a0[%c0] : memref<5xf16>
  memref.store %b, %a1[%c0] : memref<5xbf16>
  memref.store %f, %a2[%c0] : memref<5xf8E4M3FN>
  memref.store %w, %a3[%c0] : memref<5xi24>
  %0 = memref.load %a0[%c0] : memref<5xf16>
  %1 = memref.load %a1[%c0] : memref<5xbf16>
  %2 = memref.load %a2[%c0] : memref<5xf8E4M3FN>
  %3 = memref.load %a3[%c0] : memref<5xi24>
  return
}

// -----

// Strides: from the first byte to the end of the last element, an offset
// included. A layout as a map is the same if it comes to strides.

// CHECK: mplan.arena @arena size 120 alignment 4 peak 120 unplanned [120, 120]
// CHECK-LABEL: func @strided(
func.func @strided(%x: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @arena[0] id 0 live [1, 4) : memref<3x2xf32, strided<[8, 2], offset: 4>>
  %a = memref.alloc() : memref<3x2xf32, strided<[8, 2], offset: 4>>
  // CHECK: mplan.slot @arena[92] id 1 live [2, 5) : memref<3x2xf32, #map>
  %b = memref.alloc() : memref<3x2xf32, affine_map<(d0, d1) -> (d0 + d1 * 4)>>
  memref.store %x, %a[%c0, %c0] : memref<3x2xf32, strided<[8, 2], offset: 4>>
  memref.store %x, %b[%c0, %c0] : memref<3x2xf32, affine_map<(d0, d1) -> (d0 + d1 * 4)>>
  %0 = memref.load %a[%c0, %c0] : memref<3x2xf32, strided<[8, 2], offset: 4>>
  %1 = memref.load %b[%c0, %c0] : memref<3x2xf32, affine_map<(d0, d1) -> (d0 + d1 * 4)>>
  return
}

// -----

// An alignment above the arena's own raises that; one below the elements' own
// changes nothing.

mplan.arena @sram alignment 16
// CHECK: mplan.arena @sram size 9 alignment 128 peak 9 unplanned [9, 9]
// CHECK-LABEL: func @alignments(
func.func @alignments(%x: i8, %y: f32) {
  %c0 = arith.constant 0 : index
  // CHECK: mplan.slot @sram[8] id 0 live [1, 5) : memref<1xi8>
  %a = memref.alloc() : memref<1xi8>
  // CHECK: mplan.slot @sram[0] id 1 alignment 128 live [2, 6) : memref<1xf32>
  %b = memref.alloc() {alignment = 128 : i64} : memref<1xf32>
  // CHECK: mplan.slot @sram[4] id 2 live [3, 7) : memref<1xf32>
  %c = memref.alloc() {alignment = 1 : i64} : memref<1xf32>
  memref.store %x, %a[%c0] : memref<1xi8>
  memref.store %y, %b[%c0] : memref<1xf32>
  memref.store %y, %c[%c0] : memref<1xf32>
  %0 = memref.load %a[%c0] : memref<1xi8>
  %1 = memref.load %b[%c0] : memref<1xf32>
  %2 = memref.load %c[%c0] : memref<1xf32>
  return
}

// -----

// A buffer of no elements takes no bytes, counts for nothing, and is in nobody's
// way; one of rank 0 is one element.

// CHECK: mplan.arena @arena size 4 alignment 4 peak 4 unplanned [4, 4]
// CHECK-LABEL: func @empty(
func.func @empty(%x: f32) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 6) : memref<f32>
  %a = memref.alloc() : memref<f32>
  // CHECK: mplan.slot @arena[0] id 1 live [1, 4) : memref<4x0xf32>
  %b = memref.alloc() : memref<4x0xf32>
  // CHECK: mplan.slot @arena[0] id 2 live [2, 5) : memref<0xf32, strided<[8], offset: 3>>
  %c = memref.alloc() : memref<0xf32, strided<[8], offset: 3>>
  memref.store %x, %a[] : memref<f32>
  linalg.fill ins(%x : f32) outs(%b : memref<4x0xf32>)
  linalg.fill ins(%x : f32) outs(%c : memref<0xf32, strided<[8], offset: 3>>)
  linalg.copy ins(%b : memref<4x0xf32>) outs(%b : memref<4x0xf32>)
  linalg.copy ins(%c : memref<0xf32, strided<[8], offset: 3>>) outs(%c : memref<0xf32, strided<[8], offset: 3>>)
  %0 = memref.load %a[] : memref<f32>
  return
}

// -----

// As large as a number of 64 bits can say, and never touched: no bytes are
// needed at any time, and the sum of both without a plan stays at the largest
// number.

// CHECK: mplan.arena @arena size 9223372036854775800 alignment 1 peak 0 unplanned [9223372036854775807, 9223372036854775807]
// CHECK-LABEL: func @large(
func.func @large() {
  // CHECK: mplan.slot @arena[0] id 0 : memref<9223372036854775800xi8>
  %a = memref.alloc() : memref<9223372036854775800xi8>
  // CHECK: mplan.slot @arena[0] id 1 : memref<9223372036854775800xi8>
  %b = memref.alloc() : memref<9223372036854775800xi8>
  return
}

// -----

// Elements of no bits take no bytes, and lie anywhere.

// CHECK: mplan.arena @arena size 0 alignment 1
// CHECK-LABEL: func @no_bits(
func.func @no_bits(%v: i0) {
  // CHECK: mplan.slot @arena[0] id 0 live {{.*}} : memref<4xi0>
  %a = memref.alloc() : memref<4xi0>
  linalg.fill ins(%v : i0) outs(%a : memref<4xi0>)
  return
}
