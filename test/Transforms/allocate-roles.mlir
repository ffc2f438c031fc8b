// When the buffers of an entry's interface are alive.

// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file | FileCheck %s

// A kept input is alive until the return, an input until its last read, both
// from the beginning; an output from its first write to the return.
// CHECK-LABEL: func @chain
func.func @chain() {
  // CHECK: mplan.slot @arena[{{.*}}] id 0 role kept argument 0 live [0, 4)
  %kept = mplan.alloc role kept argument 0 : memref<4xf32>
  // CHECK: id 1 role input argument 1 live [0, 2)
  %input = mplan.alloc role input argument 1 : memref<4xf32>
  // CHECK: id 2 role output argument 2 result 0 live [2, 4)
  %output = mplan.alloc role output argument 2 result 0 : memref<4xf32>
  // CHECK: id 3 live [0, 3)
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%kept : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.add ins(%input, %a : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%output : memref<4xf32>)
  return
}

// -----

// Data that a caller fills in takes its place even if nobody reads it; all
// inputs are there at once.
// CHECK: mplan.arena @arena size 48
// CHECK-LABEL: func @unread
func.func @unread() {
  // CHECK: id 0 role input argument 0 live [0, 1)
  %a = mplan.alloc role input argument 0 : memref<4xf32>
  // CHECK: id 1 role input argument 1 live [0, 1)
  %b = mplan.alloc role input argument 1 : memref<4xf32>
  // CHECK: id 2 role inout argument 2 live [0, 3)
  %c = mplan.alloc role inout argument 2 : memref<4xf32>
  linalg.exp ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%c : memref<4xf32>)
  return
}

// -----

// What an output is written over before, it may share with; each return reads.
// CHECK: mplan.arena @arena size 16
// CHECK-LABEL: func @returns
func.func @returns(%x: memref<4xf32>, %c: i1) {
  // CHECK: id 0 role output argument 2 live [3, 7)
  %out = mplan.alloc role output argument 2 : memref<4xf32>
  // CHECK: id 1 live [0, 2)
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  cf.cond_br %c, ^one, ^two
^one:
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  return
^two:
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
