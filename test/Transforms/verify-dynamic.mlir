// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file | FileCheck %s

// A buffer of unknown extents that is written anew in each iteration is not
// needed from one to the next, and another may have its bytes in between.

// CHECK: mplan.arena @arena size 32
// CHECK-LABEL: func @rewritten
func.func @rewritten(%x: memref<?xf32> {mplan.upper_bound = array<i64: 8>},
                     %y: memref<?xf32>, %z: memref<?xf32>, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  // CHECK: mplan.slot @arena[0]
  %a = memref.alloc(%n) : memref<?xf32>
  scf.for %i = %c0 to %k step %c1 {
    linalg.exp ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
    linalg.exp ins(%a : memref<?xf32>) outs(%y : memref<?xf32>)
    // CHECK: mplan.slot @arena[0]
    %b = memref.alloc(%n) : memref<?xf32>
    linalg.log ins(%x : memref<?xf32>) outs(%b : memref<?xf32>)
    linalg.exp ins(%b : memref<?xf32>) outs(%z : memref<?xf32>)
  }
  return
}
