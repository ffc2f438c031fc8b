// RUN: mplan-opt %s --mplan-prepare-llvm=symbol-prefix=net_ | FileCheck %s
// RUN: mplan-opt %s --mplan-prepare-llvm | FileCheck %s --check-prefix=PLAIN

// The prefix goes to what others see: mutable and public globals, and entries.

// CHECK: memref.global "private" @net_arena : memref<96xi8>
// PLAIN: memref.global "private" @arena : memref<96xi8>
memref.global "private" @arena : memref<96xi8, "sram"> = uninitialized
// CHECK-NEXT: memref.global "private" constant @bias
memref.global "private" constant @bias : memref<2xf32> = dense<1.0>
// CHECK-NEXT: memref.global constant @net_weights
// PLAIN: memref.global constant @weights
memref.global constant @weights : memref<2xf32> = dense<2.0>
// What is defined elsewhere has its owner's name.
// CHECK-NEXT: memref.global @elsewhere : memref<64xi8, 3>
memref.global @elsewhere : memref<64xi8, 3>

// Called as it says.
// CHECK-NEXT: func.func private @kernel(memref<?xf32>)
// CHECK-NOT: attributes
func.func private @kernel(memref<?xf32>)

// A name whose prefixed form another one has still.
// CHECK: func.func @net_net_run() attributes {llvm.bareptr}
func.func @net_run() {
  return
}

// CHECK: func.func @net_run(%{{.*}}: memref<4xf32>,
// CHECK-SAME: %{{.*}}: memref<96xi8> {llvm.align = 16 : i64})
// CHECK-SAME: attributes {llvm.bareptr}
// PLAIN: func.func @run(
func.func @run(%x: memref<4xf32, "sram">, %y: memref<96xi8> {mplan.arena = "other", mplan.alignment = 16 : i64}) {
  // CHECK: memref.get_global @net_arena : memref<96xi8>
  %a = memref.get_global @arena : memref<96xi8, "sram">
  // CHECK: call @layer(%{{.*}}) : (memref<4xf32>) -> ()
  call @layer(%x) : (memref<4xf32, "sram">) -> ()
  // CHECK: call @net_described(
  %cast = memref.memory_space_cast %x : memref<4xf32, "sram"> to memref<4xf32>
  %dynamic = memref.cast %cast : memref<4xf32> to memref<?xf32>
  call @described(%dynamic) : (memref<?xf32>) -> ()
  return
}

// CHECK: func.func private @layer(%{{.*}}: memref<4xf32>) attributes {llvm.linkage = #llvm.linkage<internal>}
func.func private @layer(%x: memref<4xf32, "sram">) {
  // CHECK-NEXT: memref.cast %{{.*}} : memref<4xf32> to memref<?xf32>
  %cast = memref.memory_space_cast %x : memref<4xf32, "sram"> to memref<4xf32>
  %dynamic = memref.cast %cast : memref<4xf32> to memref<?xf32>
  call @kernel(%dynamic) : (memref<?xf32>) -> ()
  return
}

// Its owner wants descriptors.
// CHECK: func.func @net_described(%{{.*}}: memref<?xf32>) attributes {llvm.emit_c_interface}
func.func @described(%x: memref<?xf32>) attributes {llvm.emit_c_interface} {
  return
}

// CHECK-LABEL: func.func @net_asserts(
// CHECK-SAME: %[[OK:.*]]: i1)
func.func @asserts(%ok: i1) {
  // CHECK-NEXT: %[[TRUE:.*]] = arith.constant true
  // CHECK-NEXT: %[[BAD:.*]] = arith.xori %[[OK]], %[[TRUE]]
  // CHECK-NEXT: scf.if %[[BAD]] {
  // CHECK-NEXT: llvm.intr.trap
  // CHECK-NEXT: }
  cf.assert %ok, "must hold"
  return
}

// The stack is no heap.
// CHECK-LABEL: func.func @net_stack(
func.func @stack() -> f32 {
  // CHECK: memref.alloca
  %0 = memref.alloca() : memref<f32>
  %1 = memref.load %0[] : memref<f32>
  return %1 : f32
}
