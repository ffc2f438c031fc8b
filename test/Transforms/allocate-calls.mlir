// RUN: mplan-opt %s --mplan-allocate --split-input-file | FileCheck %s

// A callee called from two places has its buffers once, at the arena's first
// bytes; what its callers need across the calls lies above.

// CHECK: mplan.arena @arena size 48 {{.*}} peak 48
// CHECK-LABEL: func private @callee
func.func private @callee(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[0] id 0
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// CHECK-LABEL: func @caller
func.func @caller(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[16] id 1 live [0, 4)
  %a = memref.alloc() : memref<4xf32>
  // CHECK: @arena[32] id 2 live [1, 3)
  %b = memref.alloc() : memref<4xf32>
  // Neither is needed across a call: it may lie in the callee's frame.
  // CHECK: @arena[0] id 3 live [3, 5)
  %c = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  call @callee(%in, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  call @callee(%b, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  linalg.add ins(%a, %in : memref<4xf32>, memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// Another entry: it does not run at the same time.
// CHECK-LABEL: func @other
func.func @other(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[0] id 4
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// What a callee only writes need not be there before; what it hands back is an
// alias.

func.func private @give(%x: memref<4xf32>) -> memref<2x2xf32> {
  %v = memref.expand_shape %x [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %v : memref<2x2xf32>
}
// CHECK-LABEL: func @alias_through_call
func.func @alias_through_call(%in: memref<4xf32>, %out: memref<2x2xf32>) {
  // CHECK: id 0 live [0, 4)
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = call @give(%a) : (memref<4xf32>) -> memref<2x2xf32>
  linalg.exp ins(%v : memref<2x2xf32>) outs(%out : memref<2x2xf32>)
  linalg.exp ins(%v : memref<2x2xf32>) outs(%out : memref<2x2xf32>)
  return
}

// -----

// A function without a body reads and writes what it is given during the call,
// also as an unranked memref.

func.func private @external(memref<*xf32>)
// CHECK-LABEL: func @unranked_to_external
func.func @unranked_to_external(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: id 0 live [0, 3)
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %u = memref.cast %a : memref<4xf32> to memref<*xf32>
  call @external(%u) : (memref<*xf32>) -> ()
  return
}

// -----

// The peak and what a heap would hold are counted over calls, over several
// levels and the deepest path.

// CHECK: mplan.arena @arena size 36 {{.*}} peak 36 unplanned [36, 36]
// CHECK-LABEL: func @top
func.func @top(%in: memref<1xf32>, %out: memref<1xf32>) {
  // CHECK: @arena[32]
  %a = memref.alloc() : memref<1xf32>
  memref.copy %in, %a : memref<1xf32> to memref<1xf32>
  call @middle(%out) : (memref<1xf32>) -> ()
  memref.copy %a, %out : memref<1xf32> to memref<1xf32>
  return
}
// CHECK-LABEL: func private @middle
func.func private @middle(%out: memref<1xf32>) {
  // CHECK: @arena[16]
  %a = memref.alloc() : memref<4xf32>
  %f = arith.constant 1.0 : f32
  linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)
  call @bottom(%out) : (memref<1xf32>) -> ()
  call @bottom(%out) : (memref<1xf32>) -> ()
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
// CHECK-LABEL: func private @bottom
func.func private @bottom(%out: memref<1xf32>) {
  // CHECK: @arena[0]
  %a = memref.alloc() : memref<4xf32>
  %f = arith.constant 1.0 : f32
  linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}
