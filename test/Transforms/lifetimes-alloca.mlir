// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s

// Stack buffers are planned like heap buffers: none is left on the stack.

// It shares its bytes with a heap buffer, and keeps its alignment.

// CHECK: mplan.arena @arena size 16 alignment 64 peak 16 unplanned [32, 16]
// CHECK-LABEL: func @alloca(
func.func @alloca(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 alignment 64 live [0, 2) : memref<4xf32>
  %a = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  // CHECK: mplan.slot @arena[0] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Each turn of a loop makes a new one, though its parts are never overwritten
// all at once.

// CHECK: mplan.arena @arena size 8 alignment 4 peak 8 unplanned [16, 8]
// CHECK-LABEL: func @in_loop(
func.func @in_loop(%out: memref<4xf32>, %n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: mplan.slot @arena[0] id 0 live [3, 6) : memref<2xf32>
    %a = memref.alloca() : memref<2xf32>
    memref.store %x, %a[%c0] : memref<2xf32>
    memref.store %x, %a[%c1] : memref<2xf32>
    %y = memref.load %a[%c1] : memref<2xf32>
    // CHECK: mplan.slot @arena[0] id 1 live [6, 9) : memref<2xf32>
    %b = memref.alloca() : memref<2xf32>
    memref.store %y, %b[%c0] : memref<2xf32>
    memref.store %y, %b[%c1] : memref<2xf32>
    %z = memref.load %b[%c0] : memref<2xf32>
    memref.store %z, %out[%i] : memref<4xf32>
  }
  return
}

// -----

// The stack buffers of a memref.alloca_scope end with it; what is around it and
// needed afterwards does not.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @scope(
func.func @scope(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 7) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  memref.alloca_scope {
    // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
    %b = memref.alloca() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  // CHECK: mplan.slot @arena[16] id 2 live [6, 8) : memref<4xf32>
  %c = memref.alloca() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A scope that hands on a buffer from outside it.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @scope_result(
func.func @scope_result(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [2, 7) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  %r = memref.alloca_scope -> (memref<4xf32>) {
    // CHECK: mplan.slot @arena[16] id 1 live [1, 3) : memref<4xf32>
    %b = memref.alloca() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%a : memref<4xf32>)
    memref.alloca_scope.return %a : memref<4xf32>
  }
  // CHECK: mplan.slot @arena[16] id 2 live [5, 7) : memref<4xf32>
  %c = memref.alloca() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.add ins(%c, %r : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// With a size that is known by its bound alone.

// CHECK: mplan.arena @arena size 40 alignment 4 peak 40 unplanned [40, 40]
// CHECK-LABEL: func @bounded(
func.func @bounded(%n: index, %x: f32, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %m = affine.min affine_map<(d0) -> (d0, 10)>(%n)
  // CHECK: mplan.slot @arena[0] id 0 alignment 4 live [2, 4) : memref<40xi8>
  %a = memref.alloca(%m) : memref<?xf32>
  linalg.fill ins(%x : f32) outs(%a : memref<?xf32>)
  %y = memref.load %a[%c0] : memref<?xf32>
  memref.store %y, %out[] : memref<f32>
  return
}
