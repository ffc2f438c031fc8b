// RUN: mplan-opt %s --pass-pipeline="builtin.module(llvm.func(mplan-claim-aliases))" --mlir-print-debuginfo | FileCheck %s

llvm.mlir.global internal @arena() : !llvm.array<96 x i8>

// CHECK-DAG: #[[DOMAIN:.*]] = #llvm.alias_scope_domain<id = {{.*}}, description = "f">
// CHECK-DAG: #[[A:.*]] = #llvm.alias_scope<id = {{.*}}, domain = #[[DOMAIN]], description = "@arena [0, 4)">
// CHECK-DAG: #[[B:.*]] = #llvm.alias_scope<id = {{.*}}, domain = #[[DOMAIN]], description = "@arena [4, 8)">
// CHECK-DAG: #[[C:.*]] = #llvm.alias_scope<id = {{.*}}, domain = #[[DOMAIN]], description = "@arena [2, 6)">

// A copy is in the scopes of both of its places, though none is said not to meet
// the second: of one scope alone it would be said that the copy meets nothing
// which is apart from it.
// CHECK-LABEL: llvm.func @f(
llvm.func @f() {
  %n = llvm.mlir.constant(4 : i64) : i64
  %a = llvm.mlir.addressof @arena : !llvm.ptr
  %b = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  // CHECK: llvm.load %{{.*}} {alias_scopes = [#[[A]]], noalias_scopes = [#[[B]]]} : !llvm.ptr -> i32 loc(#[[X:.*]])
  // CHECK: llvm.intr.memcpy{{.*}} <{{{.*}}alias_scopes = [#[[B]], #[[C]]]{{.*}}}>
  // CHECK-NOT: noalias_scopes
  // CHECK: llvm.store {{.*}} {alias_scopes = [#[[B]]], noalias_scopes = [#[[A]]]} : i32, !llvm.ptr loc(#
  %0 = llvm.load %a : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [["arena", 0, 4]]}>["x"])
  "llvm.intr.memcpy"(%a, %b, %n) <{isVolatile = false}> : (!llvm.ptr, !llvm.ptr, i64) -> () loc(fused<{mplan.nest = 0, mplan.places = [["arena", 4, 8], ["arena", 2, 6]]}>["z"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = [["arena", 4, 8]]}>["y"])
  llvm.return
}

// An address that is not of the noted base is one of an op that was made of two.
// CHECK-LABEL: llvm.func @merged(
// CHECK-NOT: scopes
llvm.func @merged(%c: i1, %x: !llvm.ptr) {
  %a = llvm.mlir.addressof @arena : !llvm.ptr
  %b = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  llvm.cond_br %c, ^bb1(%a : !llvm.ptr), ^bb1(%b : !llvm.ptr)
^bb1(%p: !llvm.ptr):
  %0 = llvm.load %p : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [["arena", 0, 4]]}>["x"])
  llvm.store %0, %x : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = [["arena", 4, 8]]}>["x"])
  llvm.return
}

// Notes of different nests say nothing of each other; nor do two notes at one
// op, nor one that is none.
// CHECK-LABEL: llvm.func @nothing(
// CHECK-NOT: scopes
// CHECK-NOT: mplan.
// CHECK: #[[X]] = loc("x")
llvm.func @nothing() {
  %a = llvm.mlir.addressof @arena : !llvm.ptr
  %b = llvm.getelementptr %a[4] : (!llvm.ptr) -> !llvm.ptr, i8
  %0 = llvm.load %a : !llvm.ptr -> i32 loc(fused<{mplan.nest = 0, mplan.places = [["arena", 0, 4]]}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = 1, mplan.places = [["arena", 4, 8]]}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused[fused<{mplan.nest = 0, mplan.places = [["arena", 4, 8]]}>["x"], fused<{mplan.nest = 0, mplan.places = [["arena", 8, 12]]}>["x"]])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = [["arena", 4]]}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = [[unit, 4, 8]]}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = []}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = "a", mplan.places = [["arena", 4, 8]]}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.places = [["arena", 4, 8]]}>["x"])
  llvm.store %0, %b : i32, !llvm.ptr loc(fused<{mplan.nest = 0, mplan.places = 3}>["x"])
  llvm.return
}
