// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s

// Operations whose regions are a part of what they do: one tick.

// The body of a linalg.generic adds none, and neither branches nor loops.

// CHECK: mplan.arena @arena size 16 alignment 4 peak 16 unplanned [32, 16]
// CHECK-LABEL: func @generic(
func.func @generic(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%in : memref<4xf32>) outs(%a : memref<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %y = arith.addf %x, %x : f32
    linalg.yield %y : f32
  }
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  // CHECK: mplan.slot @arena[0] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// memref.generic_atomic_rmw reads and writes one element: the others, and what
// was there, are needed before and after.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @atomic(
func.func @atomic(%in: memref<4xf32>, %out: memref<4xf32>, %i: index, %x: f32) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %old = memref.generic_atomic_rmw %a[%i] : memref<4xf32> {
  ^bb0(%current: f32):
    %sum = arith.addf %current, %x : f32
    memref.atomic_yield %sum : f32
  }
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%old : f32) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
