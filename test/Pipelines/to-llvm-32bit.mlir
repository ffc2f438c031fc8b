// RUN: mplan-opt %s --mplan-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s

// A module that says how wide its index is gets it everywhere: in arguments,
// constants, arithmetic, the length of a copy.

module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32>} {
  memref.global "private" @arena : memref<96xi8> = uninitialized {alignment = 8 : i64}
  // CHECK: @table = internal constant [4 x i32] [i32 1, i32 2, i32 3, i32 4]
  memref.global "private" constant @table : memref<4xindex> = dense<[1, 2, 3, 4]>

  // CHECK: define i32 @run(ptr noalias %0, i32 %1)
  // CHECK-NOT: {{(load|store|add|mul|sdiv)( nsw| nuw)* i64}}
  // CHECK: call void @llvm.memcpy.p0.p0.i32
  func.func @run(%x: memref<4xf32>, %i: index) -> index {
    %c8 = arith.constant 8 : index
    %bytes = memref.get_global @arena : memref<96xi8>
    %a = memref.view %bytes[%c8][] : memref<96xi8> to memref<4xf32>
    memref.copy %x, %a : memref<4xf32> to memref<4xf32>
    %table = memref.get_global @table : memref<4xindex>
    %0 = memref.load %table[%i] : memref<4xindex>
    %1 = arith.ceildivsi %0, %i : index
    %2 = index.add %1, %0
    %3 = memref.load %a[%2] : memref<4xf32>
    memref.store %3, %x[%0] : memref<4xf32>
    // CHECK: ret i32
    return %2 : index
  }
}
