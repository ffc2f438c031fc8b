// RUN: mplan-opt %s --mplan-expand-copies | FileCheck %s

// CHECK-LABEL: func @strided_target(
func.func @strided_target(%a: memref<2x4xf32>, %b: memref<2x4xf32, strided<[8, 1]>>) {
  // CHECK-NEXT: linalg.copy ins(%{{.*}} : memref<2x4xf32>) outs(%{{.*}} : memref<2x4xf32, strided<[8, 1]>>)
  memref.copy %a, %b : memref<2x4xf32> to memref<2x4xf32, strided<[8, 1]>>
  return
}

// CHECK-LABEL: func @strided_source_of_unknown_size(
func.func @strided_source_of_unknown_size(%a: memref<?x4xf32, strided<[?, 1], offset: ?>>, %b: memref<?x4xf32>) {
  // CHECK-NEXT: linalg.copy
  memref.copy %a, %b : memref<?x4xf32, strided<[?, 1], offset: ?>> to memref<?x4xf32>
  return
}

// An offset alone leaves it contiguous.
// CHECK-LABEL: func @contiguous(
func.func @contiguous(%a: memref<2x4xf32>, %b: memref<2x4xf32, strided<[4, 1], offset: ?>>, %c: memref<?xf32>, %d: memref<?xf32>) {
  // CHECK-NEXT: memref.copy
  memref.copy %a, %b : memref<2x4xf32> to memref<2x4xf32, strided<[4, 1], offset: ?>>
  // CHECK-NEXT: memref.copy
  memref.copy %c, %d : memref<?xf32> to memref<?xf32>
  return
}

// Upstream would call memrefCopy even for this one.
// CHECK-LABEL: func @no_elements(
func.func @no_elements(%a: memref<0x4xf32, strided<[8, 1]>>, %b: memref<0x4xf32>) {
  // CHECK-NEXT: return
  memref.copy %a, %b : memref<0x4xf32, strided<[8, 1]>> to memref<0x4xf32>
  return
}

// CHECK-LABEL: func @unranked(
func.func @unranked(%a: memref<*xf32>, %b: memref<*xf32>) {
  // CHECK-NEXT: memref.copy
  memref.copy %a, %b : memref<*xf32> to memref<*xf32>
  return
}

// Upstream's lowering of views crashes at dropped dimensions where there are
// steps: those strides of the result are not strides of the source.
// CHECK-LABEL: func @dropped_with_steps(
func.func @dropped_with_steps(%a: memref<3x5x1xi32>) -> memref<3x1xi32, strided<[2, 1]>> {
  // CHECK-NEXT: %[[FULL:.*]] = memref.subview %{{.*}}[0, 0, 0] [1, 3, 1] [1, 2, 1] : memref<3x5x1xi32> to memref<1x3x1xi32, strided<[5, 2, 1]>>
  // CHECK: memref.reinterpret_cast %[[FULL]] to offset: [0], sizes: [3, 1], strides: [2, 1]
  %s = memref.subview %a[0, 0, 0] [1, 3, 1] [1, 2, 1] : memref<3x5x1xi32> to memref<3x1xi32, strided<[2, 1]>>
  return %s : memref<3x1xi32, strided<[2, 1]>>
}

// What is not known before stays so.
// CHECK-LABEL: func @dropped_at_unknown_place(
func.func @dropped_at_unknown_place(%a: memref<?x5x1xi32>, %i: index, %n: index) -> memref<?x3xi32, strided<[5, 2], offset: ?>> {
  // CHECK: %[[FULL:.*]] = memref.subview
  // CHECK: %{{.*}}, %[[OFFSET:.*]], %[[SIZES:.*]]:3, %{{.*}}:3 = memref.extract_strided_metadata %[[FULL]]
  // CHECK: memref.reinterpret_cast %[[FULL]] to offset: [%[[OFFSET]]], sizes: [%[[SIZES]]#0, 3], strides: [5, 2]
  %s = memref.subview %a[%i, 0, 0] [%n, 3, 1] [1, 2, 1] : memref<?x5x1xi32> to memref<?x3xi32, strided<[5, 2], offset: ?>>
  return %s : memref<?x3xi32, strided<[5, 2], offset: ?>>
}

// Without steps upstream's guess is right.
// CHECK-LABEL: func @dropped_without_steps(
func.func @dropped_without_steps(%a: memref<3x5x1xi32>) -> memref<3x1xi32, strided<[1, 1]>> {
  // CHECK-NEXT: memref.subview
  // CHECK-NEXT: return
  %s = memref.subview %a[0, 0, 0] [1, 3, 1] [1, 1, 1] : memref<3x5x1xi32> to memref<3x1xi32, strided<[1, 1]>>
  return %s : memref<3x1xi32, strided<[1, 1]>>
}

// A buffer of which several extents are made one is read by one index: no
// lowering has to divide it. Extents of 1 divide nothing.
// CHECK-LABEL: func.func @collapsed(
// CHECK-SAME: %[[X:.*]]: memref<4x6x8xf32>, %[[Y:.*]]: memref<4x6x8xf32, strided<[48, 8, 1], offset: ?>>
// CHECK: memref.reinterpret_cast %[[X]] to offset: [0], sizes: [4, 48], strides: [48, 1]
// CHECK: %{{.*}}, %[[OFFSET:.*]], %{{.*}}:3, %{{.*}}:3 = memref.extract_strided_metadata %[[Y]]
// CHECK: memref.reinterpret_cast %[[Y]] to offset: [%[[OFFSET]]], sizes: [192], strides: [1]
// CHECK: memref.collapse_shape
// CHECK: memref.collapse_shape
func.func @collapsed(%x: memref<4x6x8xf32>, %y: memref<4x6x8xf32, strided<[48, 8, 1], offset: ?>>, %z: memref<4x1xf32>, %w: memref<?x4xf32>, %i: index) -> (f32, f32, f32, f32) {
  %a = memref.collapse_shape %x [[0], [1, 2]] : memref<4x6x8xf32> into memref<4x48xf32>
  %b = memref.collapse_shape %y [[0, 1, 2]] : memref<4x6x8xf32, strided<[48, 8, 1], offset: ?>> into memref<192xf32, strided<[1], offset: ?>>
  %c = memref.collapse_shape %z [[0, 1]] : memref<4x1xf32> into memref<4xf32>
  %d = memref.collapse_shape %w [[0, 1]] : memref<?x4xf32> into memref<?xf32>
  %0 = memref.load %a[%i, %i] : memref<4x48xf32>
  %1 = memref.load %b[%i] : memref<192xf32, strided<[1], offset: ?>>
  %2 = memref.load %c[%i] : memref<4xf32>
  %3 = memref.load %d[%i] : memref<?xf32>
  return %0, %1, %2, %3 : f32, f32, f32, f32
}
