// RUN: mplan-opt %s --mplan-allocate --mplan-report -o /dev/null | FileCheck %s

// A function without buffers of its own is not followed, so that it may hold
// what could not be.

// CHECK: footprint {{ *}}16
// CHECK: the peak is at tick 0 of @planned
func.func @planned(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
func.func @other(%in: memref<4xf32>, %out: memref<4xf32>) {
  affine.parallel (%i) = (0) to (4) {
    %0 = affine.load %in[%i] : memref<4xf32>
    affine.store %0, %out[%i] : memref<4xf32>
  }
  return
}
