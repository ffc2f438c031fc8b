// RUN: mplan-opt %s --convert-bufferization-to-memref --expand-realloc \
// RUN:   --mplan-allocate --mplan-verify | FileCheck %s

// What the planner refuses, after the upstream pass that its error names.

// CHECK-LABEL: func @clone
func.func @clone(%a: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
  // CHECK: memref.copy
  %b = bufferization.clone %a : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  memref.dealloc %b : memref<4xf32>
  return
}

// The old buffer and the new one are alive at once, while one is copied.
// CHECK-LABEL: func @realloc
func.func @realloc(%in: memref<4xf32>, %out: memref<8xf32>) {
  // CHECK: mplan.slot @arena[32] id 1 live [0, 12) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  // CHECK: mplan.slot @arena[0] id 2 live [6, 8), [10, 12) : memref<8xf32>
  %b = memref.realloc %a : memref<4xf32> to memref<8xf32>
  linalg.exp ins(%b : memref<8xf32>) outs(%out : memref<8xf32>)
  memref.dealloc %b : memref<8xf32>
  return
}
