// Entries that may run at the same time have parts of the arena of their own;
// the others share theirs. The report says what each group needs.

// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate --mplan-report --split-input-file -o /dev/null | FileCheck %s --check-prefix=REPORT

// REPORT:      footprint {{ *}}80
// REPORT-NEXT: peak {{ *}}80
// REPORT:      unplanned_total {{ *}}112
// REPORT-NEXT: unplanned_live {{ *}}96
// REPORT:      32 bytes of the peak are at tick 0 of @main
// REPORT:      32 bytes of the peak are at tick 0 of @helper
// REPORT-NEXT: called at tick 1 of @interrupt
// REPORT:      32 {{ *}}16 {{ *}}0 {{.*}} of @helper
// REPORT-NEXT: 48 {{ *}}16 {{ *}}1 {{.*}} of @interrupt
// REPORT:      16 bytes of the peak are at tick 0 of @second

// CHECK: mplan.arena @arena size 80 alignment 4 peak 80 unplanned [112, 96]

// CHECK-LABEL: func private @helper
func.func private @helper(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[32]
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// CHECK-LABEL: func @interrupt
// CHECK-SAME: mplan.concurrent
func.func @interrupt(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  // CHECK: @arena[48]
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  call @helper(%a, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
// CHECK-LABEL: func @main
func.func @main(%in: memref<8xf32>, %out: memref<8xf32>) {
  // CHECK: @arena[0]
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}
// CHECK-LABEL: func @other
func.func @other(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[0]
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// CHECK-LABEL: func @second
func.func @second(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  // CHECK: @arena[64]
  %a = memref.alloc() : memref<4xf32>
  // What nobody touches keeps out of other entries' bytes, too.
  // CHECK: @arena[64]
  %never = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A function without buffers may be run by any of them.

func.func private @pure(%in: memref<4xf32>, %out: memref<4xf32>) {
  linalg.exp ins(%in : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// CHECK-LABEL: func @one
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  // CHECK: @arena[16]
  %a = memref.alloc() : memref<4xf32>
  call @pure(%in, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  call @pure(%a, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
// CHECK-LABEL: func @two
func.func @two(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[0]
  %a = memref.alloc() : memref<4xf32>
  call @pure(%in, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  call @pure(%a, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
