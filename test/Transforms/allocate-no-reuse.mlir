// With reuse=none no two buffers share bytes, whoever calls whom.
// RUN: mplan-opt %s --mplan-allocate=reuse=none --mplan-verify | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate="reuse=none state=arena" --mplan-verify \
// RUN:   | FileCheck %s --check-prefix=STATE

// The peak is what it is with sharing: 16 bytes in @caller, 16 in @callee.
// CHECK: mplan.arena @arena size 64 alignment 4 peak 32
// STATE: mplan.arena @arena size 80 alignment 4 peak 48 {{.*}} state 16

memref.global "private" @hidden : memref<4xf32> = dense<0.0>

// CHECK-LABEL: func.func private @callee
// CHECK: mplan.slot @arena[0] id 0 live
// CHECK: mplan.slot @arena[16] id 1 live
// STATE-LABEL: func.func private @callee
// STATE: mplan.slot @arena[16] id 0 live
// STATE: mplan.slot @arena[32] id 1 live
func.func private @callee(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%out : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// One that is never touched has its own, too.
// CHECK-LABEL: func.func @caller
// CHECK: mplan.slot @arena[32] id 2 live
// CHECK: mplan.slot @arena[48] id 3 :
func.func @caller(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %unused = memref.alloc() : memref<4xf32>
  %state = memref.get_global @hidden : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  call @callee(%a, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  linalg.add ins(%state, %out : memref<4xf32>, memref<4xf32>) outs(%state : memref<4xf32>)
  return
}
