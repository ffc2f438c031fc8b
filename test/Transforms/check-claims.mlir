// RUN: mplan-opt %s --mplan-check-claims --split-input-file --verify-diagnostics | FileCheck %s

llvm.mlir.global internal @arena() : !llvm.array<96 x i8>
llvm.mlir.global internal constant @weights(dense<1> : tensor<4xi8>) : !llvm.array<4 x i8>

// CHECK-DAG: llvm.mlir.global internal constant @[[LEAVES:.*]]("mplan: an access at \22x\22 leaves @arena [16, 32), and may meet @arena [32, 48)\00")
// CHECK-DAG: llvm.mlir.global internal constant @[[SHARES:.*]]("mplan: argument #0 of @f shares bytes with argument #1\00")
// CHECK-DAG: llvm.mlir.global internal constant @{{.*}}("mplan: argument #0 of @f shares bytes with @arena\00")
// CHECK-NOT: shares bytes with @weights
// CHECK-NOT: argument #1 of @f shares bytes with argument #2
// CHECK-LABEL: llvm.func @f(
// CHECK: llvm.ptrtoint
llvm.func @f(%x: !llvm.ptr {llvm.noalias, mplan.bytes = 8 : i64},
             %y: !llvm.ptr {llvm.noalias, mplan.bytes = 8 : i64},
             %z: !llvm.ptr {llvm.noalias, mplan.bytes = 8 : i64}) {
  %arena = llvm.mlir.addressof @arena : !llvm.ptr
  // CHECK: llvm.cond_br %{{.*}}, ^[[GOOD:.*]], ^[[BAD:.*]]
  // CHECK: ^[[BAD]]:
  // CHECK: llvm.mlir.addressof @
  // CHECK: llvm.call @puts(
  // CHECK: llvm.call @fflush(
  // CHECK: llvm.call @abort()
  // CHECK: llvm.unreachable
  // CHECK: ^[[GOOD]]:
  %0 = llvm.load %arena : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [["arena", 16, 32]]}>["x"])
  %there = llvm.getelementptr %arena[32] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.store %0, %there : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = [["arena", 32, 48]]}>["y"])
  llvm.store %0, %x : i32, !llvm.ptr
  %1 = llvm.load %y : !llvm.ptr -> i32
  %2 = llvm.load %z : !llvm.ptr -> i32
  llvm.return
}

// A note of what is not there is none.
// CHECK-LABEL: llvm.func @nothing(
// CHECK-NOT: llvm.cond_br
llvm.func @nothing(%x: !llvm.ptr, %n: i64) {
  %0 = llvm.load %x : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [["gone", 16, 32]]}>["x"])
  %1 = llvm.load %x : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [[7, 16, 32]]}>["x"])
  %2 = llvm.load %x : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [[1, 16, 32]]}>["x"])
  llvm.return
}

// -----

// expected-error @below {{@puts is what a wrong claim calls in the C library: rename it, or do without the checks}}
llvm.mlir.global internal @puts() : i32
