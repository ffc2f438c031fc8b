// With `state=arena`, what a program keeps between calls becomes bytes of the
// arena that share with nothing, at the same place in every function.

// RUN: mplan-opt %s --mplan-allocate=state=arena --mplan-verify --split-input-file --verify-diagnostics | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate --split-input-file | FileCheck %s --check-prefix=GLOBAL
// RUN: mplan-opt %s --mplan-allocate=state=arena --mplan-report --split-input-file -o /dev/null 2>/dev/null | FileCheck %s --check-prefix=REPORT

// The most aligned state lies first; the frames above it.
// CHECK: mplan.arena @arena size 60 alignment 8 peak 57 unplanned [57, 57] state 41
// CHECK-NOT: memref.global "private" @hidden
// GLOBAL: mplan.arena @arena size 16 alignment 4 peak 16
// GLOBAL: memref.global "private" @hidden
// REPORT:      footprint {{ *}}60
// REPORT:      state {{ *}}41  first bytes of the arena, zero before the first call
// REPORT:      16 bytes of the peak are at tick 2 of @step
// REPORT:      state, always alive:
// REPORT:      0 {{ *}}8  @count
// REPORT-NEXT: 8 {{ *}}32  @hidden
// REPORT-NEXT: 40 {{ *}}1  @flag
memref.global "private" @flag : memref<1xi8> = uninitialized
memref.global "private" @hidden : memref<8xf32> = dense<0.0>
memref.global "private" @count : memref<i64> = dense<0>
// Constants and what nobody uses stay.
// CHECK: memref.global "private" constant @weights
memref.global "private" constant @weights : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
// CHECK: memref.global "private" @unused
memref.global "private" @unused : memref<4xf32> = dense<0.0>

// CHECK-LABEL: func @step
func.func @step(%in: memref<8xf32>, %out: memref<8xf32>) {
  // CHECK: mplan.slot @arena[8] id [[HIDDEN:[0-9]+]] state "hidden" : memref<8xf32>
  // GLOBAL: memref.get_global @hidden
  %h = memref.get_global @hidden : memref<8xf32>
  // CHECK: memref.get_global @weights
  %w = memref.get_global @weights : memref<4xf32>
  // CHECK: mplan.slot @arena[44] id 0 live [2, 4)
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%w : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.add ins(%in, %h : memref<8xf32>, memref<8xf32>) outs(%h : memref<8xf32>)
  linalg.exp ins(%h : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}
// CHECK-LABEL: func @reset
func.func @reset() {
  // CHECK: mplan.slot @arena[8] id [[HIDDEN]] state "hidden" : memref<8xf32>
  %h = memref.get_global @hidden : memref<8xf32>
  // CHECK: mplan.slot @arena[0] id {{[0-9]+}} state "count" : memref<i64>
  %n = memref.get_global @count : memref<i64>
  // CHECK: mplan.slot @arena[40] id {{[0-9]+}} state "flag" : memref<1xi8>
  %f = memref.get_global @flag : memref<1xi8>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%h : memref<8xf32>)
  return
}

// -----

// State goes to the arena of its memory space, or to the one that it names.

// CHECK: mplan.arena @fast size 16 alignment 4 memory_space 1 : i64 peak 16 {{.*}} state 16
mplan.arena @fast memory_space 1
// CHECK: mplan.arena @first size 0
mplan.arena @first
// CHECK: mplan.arena @second size 16 alignment 64 peak 16 {{.*}} state 16
mplan.arena @second
memref.global "private" @in_fast : memref<4xf32, 1> = dense<0.0>
memref.global "private" @in_second : memref<4xf32> = dense<0.0> {alignment = 64 : i64, mplan.pool = @second}
// CHECK-LABEL: func @spaces
func.func @spaces() {
  // CHECK: mplan.slot @fast[0] id {{.*}} state "in_fast"
  %a = memref.get_global @in_fast : memref<4xf32, 1>
  // CHECK: mplan.slot @second[0] id {{.*}} alignment 64 state "in_second"
  %b = memref.get_global @in_second : memref<4xf32>
  linalg.copy ins(%a : memref<4xf32, 1>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%a : memref<4xf32, 1>)
  return
}

// -----

// What cannot begin as zero bytes, or is seen by others, stays, with a remark.

// expected-remark @below {{'one' stays a global of its own: its first value is not zero, as an arena's bytes are}}
memref.global "private" @one : memref<4xf32> = dense<1.0>
// expected-remark @below {{'minus_zero' stays a global of its own: its first value is not zero}}
memref.global "private" @minus_zero : memref<4xf32> = dense<-0.0>
// expected-remark @below {{'seen' stays a global of its own: it is public: others may link to it}}
memref.global @seen : memref<4xf32> = dense<0.0>
// expected-remark @below {{'elsewhere' stays a global of its own: it is defined elsewhere}}
memref.global "private" @elsewhere : memref<4xf32>
// CHECK-LABEL: func @stay
func.func @stay() {
  // CHECK-COUNT-4: memref.get_global
  %0 = memref.get_global @one : memref<4xf32>
  %1 = memref.get_global @minus_zero : memref<4xf32>
  %2 = memref.get_global @seen : memref<4xf32>
  %3 = memref.get_global @elsewhere : memref<4xf32>
  linalg.add ins(%0, %1 : memref<4xf32>, memref<4xf32>) outs(%2 : memref<4xf32>)
  linalg.exp ins(%2 : memref<4xf32>) outs(%3 : memref<4xf32>)
  return
}

// -----

// Its address may be taken: nothing else lies there.

func.func private @keep(memref<4xf32> {mplan.keeps})
memref.global "private" @kept : memref<4xf32> = dense<0.0>
// CHECK-LABEL: func @escapes
func.func @escapes(%in: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id {{.*}} state "kept"
  %s = memref.get_global @kept : memref<4xf32>
  func.call @keep(%s) : (memref<4xf32>) -> ()
  // CHECK: mplan.slot @arena[16]
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%in : memref<4xf32>)
  return
}
