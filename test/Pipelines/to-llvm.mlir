// RUN: mplan-opt %s --mplan-to-llvm=symbol-prefix=net_ | mlir-translate --mlir-to-llvmir | FileCheck %s

// What others see has the prefix, the rest is internal.
// CHECK-DAG: @net_arena = internal global [256 x i8] undef, align 16
// CHECK-DAG: @table = internal constant [4 x i64]
// CHECK-DAG: @net_weights = constant [4 x float]
// CHECK-DAG: declare float @erff(float)
// CHECK-NOT: memrefCopy
memref.global "private" @arena : memref<256xi8, "sram"> = uninitialized {alignment = 16 : i64}
memref.global "private" constant @table : memref<4xindex> = dense<[1, 2, 3, 4]>
memref.global constant @weights : memref<4xf32> = dense<[1., 2., 3., 4.]>
memref.global "private" constant @unused : memref<4xf32> = dense<5.>

// A private function takes descriptors: its argument has a dynamic offset.
// CHECK: define internal void @layer(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4, ptr
func.func private @layer(%x: memref<4xf32, strided<[?], offset: ?>>, %y: memref<4xf32, "sram">) {
  // Intrinsics where there are, libm for the rest.
  // CHECK-DAG: call float @erff(
  // CHECK-DAG: call float @llvm.tanh.f32(
  // CHECK-DAG: call i32 @llvm.ctlz.i32(
  // CHECK-DAG: call float @llvm.maximum.f32(
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%x : memref<4xf32, strided<[?], offset: ?>>) outs(%y : memref<4xf32, "sram">) {
  ^bb0(%a: f32, %b: f32):
    %0 = math.erf %a : f32
    %1 = math.tanh %0 : f32
    %2 = arith.fptosi %1 : f32 to i32
    %3 = math.ctlz %2 : i32
    %4 = arith.sitofp %3 : i32 to f32
    %5 = arith.maximumf %4, %1 : f32
    linalg.yield %5 : f32
  }
  return
}

// An entry takes bare pointers.
// CHECK: define void @net_run(ptr noalias %0, ptr noalias %1, i64 %2)
func.func @run(%x: memref<4x4xf32>, %out: memref<4x4xf32>, %i: index) {
  %c0 = arith.constant 0 : index
  %c64 = arith.constant 64 : index
  %bytes = memref.get_global @arena : memref<256xi8, "sram">
  %a = memref.view %bytes[%c0][] : memref<256xi8, "sram"> to memref<4x4xf32, "sram">
  %b = memref.view %bytes[%c64][] : memref<256xi8, "sram"> to memref<4xf32, "sram">
  %w = memref.get_global @weights : memref<4xf32>

  // A failed assertion traps.
  // CHECK: call void @llvm.trap()
  %table = memref.get_global @table : memref<4xindex>
  %limit = memref.load %table[%i] : memref<4xindex>
  %ok = arith.cmpi ult, %i, %limit : index
  cf.assert %ok, "must hold"

  // A strided copy is loops.
  // CHECK: load float, ptr
  // CHECK: store float {{.*}}, ptr
  %from = memref.subview %x[0, 1] [4, 2] [1, 1] : memref<4x4xf32> to memref<4x2xf32, strided<[4, 1], offset: 1>>
  %to = memref.subview %a[0, 2] [4, 2] [1, 1] : memref<4x4xf32, "sram"> to memref<4x2xf32, strided<[4, 1], offset: 2>, "sram">
  memref.copy %from, %to : memref<4x2xf32, strided<[4, 1], offset: 1>> to memref<4x2xf32, strided<[4, 1], offset: 2>, "sram">

  // The arena's address with the offset of 64 is a constant.
  // CHECK: call void @layer({{.*}}ptr {{.*}}@net_arena, i64 64)
  %col = memref.subview %x[0, %i] [4, 1] [1, 1] : memref<4x4xf32> to memref<4xf32, strided<[4], offset: ?>>
  %any = memref.cast %col : memref<4xf32, strided<[4], offset: ?>> to memref<4xf32, strided<[?], offset: ?>>
  call @layer(%any, %b) : (memref<4xf32, strided<[?], offset: ?>>, memref<4xf32, "sram">) -> ()

  // A contiguous one is a memcpy.
  // CHECK: call void @llvm.memcpy
  %plain = memref.memory_space_cast %a : memref<4x4xf32, "sram"> to memref<4x4xf32>
  memref.copy %plain, %out : memref<4x4xf32> to memref<4x4xf32>

  // Parallel loops run in order.
  scf.forall (%j) in (4) {
    %0 = memref.load %w[%j] : memref<4xf32>
    memref.store %0, %out[%j, %c0] : memref<4x4xf32>
  }
  return
}

// Nobody uses it: it may allocate, and is gone.
// CHECK-NOT: @unused
func.func private @unused_function() -> memref<4xf32> {
  %0 = memref.alloc() : memref<4xf32>
  return %0 : memref<4xf32>
}
