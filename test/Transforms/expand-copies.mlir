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
