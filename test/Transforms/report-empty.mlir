// A program without buffers has an arena of no bytes, and no peak.

// RUN: mplan-opt %s --mplan-allocate --mplan-report -o /dev/null | FileCheck %s

// CHECK:      arena @arena
// CHECK-NEXT: footprint {{ *}}0
// CHECK-NEXT: peak {{ *}}0
// CHECK-NEXT: gap {{ *}}0
// CHECK-NEXT: buffers {{ *}}0
// CHECK-NOT:  the peak is at

func.func @f(%in: memref<4xf32>, %out: memref<4xf32>) {
  linalg.exp ins(%in : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
