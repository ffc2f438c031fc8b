// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s

// Loops whose iterations run at once: no two buffers that iterations write and
// read share bytes, and what is alive in one iteration is alive in all.

// Filled and read in one scf.forall, and read in the next.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @forall(
func.func @forall(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[16] id 0 live [1, 9) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  scf.forall (%i) in (4) {
    %x = memref.load %in[%i] : memref<4xf32>
    memref.store %x, %a[%i] : memref<4xf32>
  }
  // CHECK: mplan.slot @arena[0] id 1 live [6, 11) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  scf.forall (%i) in (4) {
    %x = memref.load %a[%i] : memref<4xf32>
    memref.store %x, %b[%i] : memref<4xf32>
  }
  // CHECK: mplan.slot @arena[16] id 2 live [10, 12) : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  linalg.exp ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// An overwrite of all of a buffer is not for good: another iteration reads it.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @overwritten_in_parallel(
func.func @overwritten_in_parallel(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: mplan.slot @arena[0] id 0 live [4, 9) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [4, 9) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
    scf.reduce
  }
  return
}

// -----

// A reduction combines numbers: its region touches no buffer.

// CHECK: mplan.arena @arena size 16 alignment 4 peak 16 unplanned [32, 16]
// CHECK-LABEL: func @reduction(
func.func @reduction(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  // CHECK: mplan.slot @arena[0] id 0 live [4, 8) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %sum = scf.parallel (%i) = (%c0) to (%c4) step (%c1) init (%zero) -> f32 {
    %x = memref.load %a[%i] : memref<4xf32>
    scf.reduce(%x : f32) {
    ^bb0(%l: f32, %r: f32):
      %s = arith.addf %l, %r : f32
      scf.reduce.return %s : f32
    }
  }
  // CHECK: mplan.slot @arena[0] id 1 live [9, 11) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%sum : f32) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A sequential loop within a parallel one is still run by all at once.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @sequential_inside(
func.func @sequential_inside(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: mplan.slot @arena[0] id 0 live [3, 13) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [3, 13) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  affine.parallel (%i) = (0) to (4) {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %in[%j] : memref<4xf32>
      memref.store %x, %a[%i] : memref<4xf32>
      %y = memref.load %a[%i] : memref<4xf32>
      memref.store %y, %b[%i] : memref<4xf32>
      %z = memref.load %b[%i] : memref<4xf32>
      memref.store %z, %out[%i] : memref<4xf32>
    }
  }
  return
}
