// For AddressSanitizer: all bytes are nobody's when an entry begins, a slot's
// are its own while it is needed, and all are the caller's when it returns.
// RUN: mplan-opt %s --mplan-poison=asan --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s

mplan.arena @arena size 64 alignment 8 state 16
// CHECK-LABEL: func private @callee
// CHECK-SAME: attributes {passthrough = ["sanitize_address"]}
func.func private @callee(%x: memref<4xf32>) {
  // Not an entry: its caller has seen to the rest.
  // CHECK-NEXT: %[[A:.*]] = mplan.slot @arena[16] id 0 live
  // CHECK-NEXT: %[[A1:.*]] = mplan.slot @arena[16] id 0 : memref<16xi8>
  // CHECK-NEXT: %[[P:.*]] = memref.extract_aligned_pointer_as_index %[[A1]]
  // CHECK-NEXT: %[[C16:.*]] = arith.constant 16 : index
  // CHECK-NEXT: call @__asan_unpoison_memory_region(%[[P]], %[[C16]])
  // CHECK-NEXT: linalg.exp
  // CHECK-NEXT: linalg.exp
  // CHECK-NEXT: mplan.slot @arena[16] id 0 : memref<16xi8>
  // CHECK: call @__asan_poison_memory_region
  // CHECK-NEXT: return
  %a = mplan.slot @arena[16] id 0 live [0, 2) : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
// CHECK-LABEL: func @entry
// CHECK-SAME: passthrough = ["noinline", "sanitize_address"]
// State is not touched, and the callee's slot touches the entry's.
// CHECK-NEXT: mplan.slot @arena[16] id 0 : memref<32xi8>
// CHECK: call @__asan_poison_memory_region
// CHECK-NEXT: %[[IN:.*]] = mplan.slot @arena[32] id 1 : memref<16xi8>
// CHECK-NEXT: memref.extract_aligned_pointer_as_index %[[IN]]
// CHECK: call @__asan_unpoison_memory_region
// CHECK: call @callee
// CHECK-NEXT: linalg.add
// CHECK: call @__asan_poison_memory_region
// CHECK-NEXT: mplan.slot @arena[16] id 0 : memref<32xi8>
// CHECK: call @__asan_unpoison_memory_region
// CHECK-NEXT: return
func.func @entry() attributes {passthrough = ["noinline"]} {
  %in = mplan.slot @arena[32] id 1 role input argument 0 live [0, 3) : memref<4xf32>
  %h = mplan.slot @arena[0] id 2 state "h" : memref<4xf32>
  call @callee(%in) : (memref<4xf32>) -> ()
  linalg.add ins(%in, %h : memref<4xf32>, memref<4xf32>) outs(%h : memref<4xf32>)
  return
}
// CHECK: func.func private @__asan_poison_memory_region(index, index)
// CHECK: func.func private @__asan_unpoison_memory_region(index, index)

// -----

// Red zones are nobody's throughout, those of state, too.
mplan.arena @arena size 72 alignment 8 state 32 red_zone 8
// CHECK-LABEL: func @zones
// CHECK-NEXT: mplan.slot @arena[0] id 1 : memref<8xi8>
// CHECK: call @__asan_poison_memory_region
// CHECK-NEXT: mplan.slot @arena[24] id 1 : memref<40xi8>
// CHECK: call @__asan_poison_memory_region
// CHECK: mplan.slot @arena[40] id 0 : memref<16xi8>
// CHECK: call @__asan_unpoison_memory_region
// CHECK-NEXT: linalg.exp
func.func @zones(%x: memref<4xf32>) {
  %h = mplan.slot @arena[8] id 1 state "h" : memref<4xf32>
  %a = mplan.slot @arena[40] id 0 live [1, 3) : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%h : memref<4xf32>)
  return
}

// -----

// A read of what was never written is no fault of the plan.
mplan.arena @arena size 64 alignment 8
// CHECK-LABEL: func @window
// CHECK: call @__asan_poison_memory_region
// CHECK: mplan.slot @arena[0] id 0 : memref<16xi8>
// CHECK: call @__asan_unpoison_memory_region
// CHECK-NEXT: linalg.exp
func.func @window(%x: memref<4xf32>) {
  %w = mplan.slot @arena[0] id 0 : memref<4xf32>
  linalg.exp ins(%w : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

mplan.arena @arena size 64 alignment 8
// expected-error @below {{@__asan_poison_memory_region is a function of AddressSanitizer: rename it}}
func.func private @__asan_poison_memory_region(%x: memref<4xf32>) {
  return
}
