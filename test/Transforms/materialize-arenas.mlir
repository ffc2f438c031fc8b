// RUN: mplan-opt %s --mplan-materialize | FileCheck %s
// RUN: mplan-opt %s --mplan-materialize=storage=external | FileCheck %s --check-prefix=EXTERNAL

// Each arena is materialised as it says: memory space, storage, and the
// attributes that its owner put on it. The pass's option overrides the storage.

// CHECK: memref.global "private" @fast : memref<8xi8, "sram"> = uninitialized {alignment = 4 : i64, section = ".dtcm"}
// EXTERNAL: memref.global "public" @fast : memref<8xi8, "sram"> {alignment = 4 : i64, section = ".dtcm"}
// EXTERNAL-NEXT: memref.global "public" constant @fast_size : memref<i64> = dense<8>
// EXTERNAL-NEXT: memref.global "public" constant @fast_alignment : memref<i64> = dense<4>
mplan.arena @fast size 8 alignment 4 memory_space "sram" {section = ".dtcm"}

// CHECK-NEXT: memref.global "public" @elsewhere : memref<64xi8, 2> {alignment = 8 : i64}
// Who defines it elsewhere is told how large it must be.
// CHECK-NEXT: memref.global "public" constant @elsewhere_size : memref<i64> = dense<64>
// CHECK-NEXT: memref.global "public" constant @elsewhere_alignment : memref<i64> = dense<8>
// EXTERNAL-NEXT: memref.global "public" @elsewhere : memref<64xi8, 2> {alignment = 8 : i64}
// EXTERNAL-NEXT: @elsewhere_size
// EXTERNAL-NEXT: @elsewhere_alignment
mplan.arena @elsewhere size 64 alignment 8 memory_space 2 storage external

// An arena of no bytes is one still when a slot of no bytes lies in it.
// CHECK-NEXT: memref.global "private" @empty : memref<0xi8> = uninitialized {alignment = 4 : i64}
// EXTERNAL-NEXT: memref.global "public" @empty : memref<0xi8> {alignment = 4 : i64}
mplan.arena @empty size 0 alignment 4

// Nothing lies in these: nothing is left of them.
// CHECK-NOT: @unused
// CHECK-NOT: @pool
mplan.arena @unused size 64 alignment 8
mplan.arena @pool capacity 1024

// CHECK-LABEL: func @f(
func.func @f() -> (memref<f32, "sram">, memref<4xi64, 2>, memref<0xf32>) {
  // CHECK: memref.view {{.*}} : memref<8xi8, "sram"> to memref<f32, "sram">
  %0 = mplan.slot @fast[4] id 0 : memref<f32, "sram">
  // CHECK: memref.view {{.*}} : memref<64xi8, 2> to memref<4xi64, 2>
  %1 = mplan.slot @elsewhere[8] id 1 : memref<4xi64, 2>
  // CHECK: memref.view {{.*}} : memref<0xi8> to memref<0xf32>
  %2 = mplan.slot @empty[0] id 2 : memref<0xf32>
  return %0, %1, %2 : memref<f32, "sram">, memref<4xi64, 2>, memref<0xf32>
}

// A nested module has arenas of its own.
module @nested {
  // CHECK: module @nested
  // CHECK-NEXT: memref.global "private" @arena : memref<16xi8>
  mplan.arena @arena size 16 alignment 4
  func.func @f() -> memref<4xf32> {
    // CHECK: memref.get_global @arena : memref<16xi8>
    %0 = mplan.slot @arena[0] id 0 : memref<4xf32>
    return %0 : memref<4xf32>
  }
}
