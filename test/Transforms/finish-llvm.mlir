// RUN: mplan-opt %s --mplan-finish-llvm --allow-unregistered-dialect -split-input-file -verify-diagnostics | FileCheck %s

// CHECK: llvm.mlir.global internal @arena()
llvm.mlir.global private @arena() {alignment = 16 : i64} : !llvm.array<96 x i8>
// CHECK: llvm.mlir.global internal constant @bias
llvm.mlir.global private constant @bias(dense<1.0> : tensor<2xf32>) : !llvm.array<2 x f32>
// CHECK: llvm.mlir.global external @weights
llvm.mlir.global external @weights() : !llvm.array<2 x f32>

// CHECK: llvm.func @run(%{{.*}}: !llvm.ptr {llvm.align = 16 : i64}, %{{.*}}: i64)
llvm.func @run(%x: !llvm.ptr {llvm.align = 16 : i64, bufferization.writable = false}, %n: i64 {test.note}) {
  llvm.return
}

// -----

func.func private @unused()
llvm.func @run(%x: f32) {
  llvm.return
}
// expected-error @-4 {{'func.func' op has no lowering to the LLVM dialect here}}

// -----

llvm.func @cast(%x: !llvm.ptr) {
  %0 = builtin.unrealized_conversion_cast %x : !llvm.ptr to memref<4xf32>
  // expected-error @below {{'test.unknown' op has no lowering to the LLVM dialect here}}
  "test.unknown"(%0) : (memref<4xf32>) -> ()
  llvm.return
}
