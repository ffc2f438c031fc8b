// RUN: mplan-opt %s --mplan-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s
// RUN: mplan-opt %s --mplan-to-llvm=aliasing=unknown | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=UNKNOWN --implicit-check-not=!noalias
// RUN: mplan-opt %s --mplan-to-llvm=alias-remarks -o %t 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: mplan-opt %s --mplan-to-llvm=arguments=any | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefix=ANY

// What LLVM IR says of buffers in one arena, and what it must not say.

// REMARKS: remark: @in_place: 3 times an access is said not to meet a range of bytes, 0 times it may; 0 accesses are of unknown bytes or in no loop
// REMARKS: remark: @overlap: 0 times an access is said not to meet a range of bytes, 2 times it may; 0 accesses
// REMARKS: remark: @carried: 0 times an access is said not to meet a range of bytes, 0 times it may; 3 accesses

memref.global "private" @arena : memref<4096xi8> = uninitialized {alignment = 64 : i64}

// The caller promises that what it gives is apart; but not of a call from here.
// CHECK-LABEL: define void @apart(ptr noalias %0, ptr noalias %1)
// UNKNOWN-LABEL: define void @apart(ptr noalias %0, ptr noalias %1)
// ANY-LABEL: define void @apart(ptr %0, ptr %1)
func.func @apart(%x: memref<256xf32>, %out: memref<256xf32>) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  // CHECK: load float, ptr {{.*}}, !alias.scope ![[A:[0-9]+]], !noalias ![[B:[0-9]+]]
  // CHECK: load float, ptr %{{[0-9]+}}, align 4{{$}}
  // CHECK: store float {{.*}}, !alias.scope ![[B]], !noalias ![[A]]
  affine.for %i = 0 to 256 {
    %0 = affine.load %a[%i] : memref<256xf32>
    %1 = affine.load %x[%i] : memref<256xf32>
    %2 = arith.addf %0, %1 : f32
    affine.store %2, %b[%i] : memref<256xf32>
  }
  memref.copy %b, %out : memref<256xf32> to memref<256xf32>
  return
}

// Views at offsets that are computed are somewhere in their slot.
// CHECK-LABEL: define void @dynamic(
func.func @dynamic(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<16x16xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<16x16xf32>
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: load float, ptr {{.*}}, !alias.scope ![[A2:[0-9]+]], !noalias ![[B2:[0-9]+]]
    // CHECK: store float {{.*}}, !alias.scope ![[B2]], !noalias ![[A2]]
    %row = memref.subview %a[%i, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    %to = memref.subview %b[%i, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<1x16xf32, strided<[16, 1], offset: ?>>
    linalg.exp ins(%row : memref<1x16xf32, strided<[16, 1], offset: ?>>) outs(%to : memref<1x16xf32, strided<[16, 1], offset: ?>>)
  }
  return
}

// A result over its operand: no claim between the two, but of the third.
// CHECK-LABEL: define void @in_place(
func.func @in_place() {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %again = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  // CHECK: load float, ptr {{.*}}, !alias.scope ![[A3:[0-9]+]], !noalias ![[B3:[0-9]+]]
  // CHECK: load float, ptr {{.*}}, !alias.scope ![[B3]], !noalias ![[A3]]
  // CHECK: store float {{.*}}, !alias.scope ![[A3]], !noalias ![[B3]]
  linalg.add ins(%a, %b : memref<256xf32>, memref<256xf32>) outs(%again : memref<256xf32>)
  return
}

// The same operand twice, and a result that overlaps it by all but four bytes:
// nothing to claim at all.
// CHECK-LABEL: define void @overlap(
// CHECK-NOT: !noalias
func.func @overlap() {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c4][] : memref<4096xi8> to memref<256xf32>
  linalg.add ins(%a, %a : memref<256xf32>, memref<256xf32>) outs(%b : memref<256xf32>)
  return
}

// Apart in each iteration, but what one writes the next one reads.
// CHECK-LABEL: define void @next_iteration(
// CHECK-NOT: !noalias
func.func @next_iteration(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  scf.for %i = %c0 to %n step %c1 {
    %here = arith.muli %i, %c4 : index
    %there = arith.addi %here, %c4 : index
    %a = memref.view %arena[%here][] : memref<4096xi8> to memref<1xf32>
    %b = memref.view %arena[%there][] : memref<4096xi8> to memref<1xf32>
    linalg.exp ins(%a : memref<1xf32>) outs(%b : memref<1xf32>)
  }
  return
}

// Buffers that a loop hands on, and one of two.
// CHECK-LABEL: define void @carried(
// CHECK-NOT: !noalias
func.func @carried(%n: index, %cond: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  %either = arith.select %cond, %a, %b : memref<256xf32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%this = %a, %next = %b)
      -> (memref<256xf32>, memref<256xf32>) {
    %x = memref.load %this[%i] : memref<256xf32>
    memref.store %x, %either[%i] : memref<256xf32>
    memref.store %x, %next[%i] : memref<256xf32>
    scf.yield %next, %this : memref<256xf32>, memref<256xf32>
  }
  return
}

// Two branches that do the same elsewhere stay two: made one, the note of one
// would be taken for that of both.
// CHECK-LABEL: define void @branches(
// CHECK-DAG: load float, ptr {{.*}}@arena{{.*}}, !alias.scope ![[A6:[0-9]+]], !noalias ![[B6:[0-9]+]]
// CHECK-DAG: load float, ptr {{.*}}@arena, i64 1024){{.*}}, !alias.scope ![[B6]], !noalias ![[A6]]
func.func @branches(%n: index, %cond: i1, %out: memref<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c1024 = arith.constant 1024 : index
  %arena = memref.get_global @arena : memref<4096xi8>
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = scf.if %cond -> f32 {
      %0 = memref.load %a[%c0] : memref<256xf32>
      scf.yield %0 : f32
    } else {
      %0 = memref.load %b[%c0] : memref<256xf32>
      scf.yield %0 : f32
    }
    memref.store %x, %out[] : memref<f32>
  }
  return
}

// An arena that the caller gives: what is said of its bytes is said of one call.
// CHECK-LABEL: define void @given(ptr noalias %0)
// CHECK-COUNT-2: call void @llvm.experimental.noalias.scope.decl(metadata
// CHECK: load float, ptr {{.*}}, !alias.scope ![[A4:[0-9]+]], !noalias ![[B4:[0-9]+]]
// CHECK: store float {{.*}}, !alias.scope ![[B4]], !noalias ![[A4]]
// Called from here, it is promised nothing.
// CHECK-LABEL: define void @called(ptr %0, ptr %1)
// CHECK-NOT: experimental.noalias.scope.decl
func.func @given(%arena: memref<4096xi8>) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  linalg.exp ins(%a : memref<256xf32>) outs(%b : memref<256xf32>)
  return
}

func.func @called(%a: memref<256xf32>, %b: memref<256xf32>) {
  linalg.exp ins(%a : memref<256xf32>) outs(%b : memref<256xf32>)
  return
}

func.func @calls(%a: memref<256xf32>) {
  call @called(%a, %a) : (memref<256xf32>, memref<256xf32>) -> ()
  return
}

// A private function takes a descriptor.
// CHECK-LABEL: define internal void @private(ptr %0, ptr %1, i64 %2, i64 %3, i64 %4)
// CHECK-COUNT-2: call void @llvm.experimental.noalias.scope.decl(metadata
// CHECK: store float {{.*}}, !alias.scope ![[B5:[0-9]+]], !noalias ![[A5:[0-9]+]]
func.func private @private(%arena: memref<4096xi8>) {
  %c0 = arith.constant 0 : index
  %c1024 = arith.constant 1024 : index
  %a = memref.view %arena[%c0][] : memref<4096xi8> to memref<256xf32>
  %b = memref.view %arena[%c1024][] : memref<4096xi8> to memref<256xf32>
  linalg.exp ins(%a : memref<256xf32>) outs(%b : memref<256xf32>)
  return
}

func.func @calls_private(%arena: memref<4096xi8>) {
  call @private(%arena) : (memref<4096xi8>) -> ()
  return
}

// CHECK-DAG: ![[A]] = !{![[SA:[0-9]+]]}
// CHECK-DAG: ![[SA]] = distinct !{![[SA]], ![[D:[0-9]+]], !"@arena [0, 1024)"}
// CHECK-DAG: ![[B]] = !{![[SB:[0-9]+]]}
// CHECK-DAG: ![[SB]] = distinct !{![[SB]], ![[D]], !"@arena [1024, 2048)"}
// CHECK-DAG: ![[B4]] = !{![[SB4:[0-9]+]]}
// CHECK-DAG: ![[SB4]] = distinct !{![[SB4]], !{{[0-9]+}}, !"argument 0 [1024, 2048)"}
// CHECK-DAG: ![[B5]] = !{![[SB5:[0-9]+]]}
// CHECK-DAG: ![[SB5]] = distinct !{![[SB5]], !{{[0-9]+}}, !"argument 1 [1024, 2048)"}
