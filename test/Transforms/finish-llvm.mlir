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

// -----

// What is shared stays as it is.
// CHECK: llvm.func internal @kernel(%{{.*}}: !llvm.ptr) attributes {passthrough = ["cold", "noinline"]}
llvm.func internal @kernel(%x: !llvm.ptr) attributes {mplan.kernel, passthrough = ["cold"]} {
  llvm.return
}
// CHECK: llvm.mlir.global appending @llvm.compiler.used() {{{.*}}section = "llvm.metadata"} : !llvm.array<1 x ptr> {
// CHECK: llvm.mlir.addressof @kernel
// CHECK: llvm.insertvalue

// -----

// expected-error @below {{@llvm.compiler.used is there already, and mplan-share-kernels has 1 functions for it: do without that pass}}
llvm.mlir.global appending @llvm.compiler.used() {section = "llvm.metadata"} : !llvm.array<1 x ptr> {
  %0 = llvm.mlir.undef : !llvm.array<1 x ptr>
  llvm.return %0 : !llvm.array<1 x ptr>
}
llvm.func internal @kernel() attributes {mplan.kernel} {
  llvm.return
}
