// With red-zone=N there are N bytes of nobody's before and behind each buffer
// that is alive, and what is dead is used again. The peak is that of the buffers.
// RUN: mplan-opt %s --mplan-allocate="red-zone=8 state=arena" --mplan-verify \
// RUN:   --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate="red-zone=8 state=arena reuse=none" \
// RUN:   --mplan-verify --split-input-file | FileCheck %s --check-prefix=APART

// CHECK: mplan.arena @arena size 64 alignment 4 peak 32 unplanned [48, 48] red_zone 8
// CHECK: mplan.slot @arena[40] id 0 live [0, 2)
// CHECK: mplan.slot @arena[8] id 1 live [1, 3)
// CHECK: mplan.slot @arena[40] id 2 live [2, 4)
// APART: mplan.arena @arena size 96 alignment 4 peak 32 unplanned [48, 48] red_zone 8
func.func @chain(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// The first byte is aligned: the zone before it is as much larger. An arena that
// asks for larger zones itself has them.
// CHECK: mplan.arena @arena size 124 alignment 32 peak 16 unplanned [16, 16] red_zone 44
// CHECK: mplan.slot @arena[64] id 0 alignment 32
mplan.arena @arena red_zone 44
func.func @aligned(%x: memref<4xf32>) {
  %a = memref.alloc() {alignment = 32 : i64} : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// State, a callee's buffers, one at a fixed place, one that is never touched.
// CHECK: mplan.arena @arena size 128 alignment 4 peak 64 {{.*}} state 32 red_zone 8
mplan.arena @arena
memref.global "private" @hidden : memref<4xf32> = dense<0.0>
// CHECK-LABEL: func.func private @callee
// CHECK: mplan.slot @arena[40] id 0 live
func.func private @callee(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
// CHECK-LABEL: func.func @caller
// CHECK: mplan.slot @arena[72] id 1 live
// CHECK: mplan.slot @arena[104] id 2 live
// CHECK: mplan.slot @arena[40] id 3 :
// CHECK: mplan.slot @arena[8] id 4 state "hidden"
func.func @caller(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = mplan.alloc in @arena offset 104 : memref<4xf32>
  %unused = memref.alloc() : memref<4xf32>
  %state = memref.get_global @hidden : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  call @callee(%x) : (memref<4xf32>) -> ()
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%state : memref<4xf32>)
  return
}
