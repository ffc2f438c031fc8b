// RUN: mplan-opt %s --mplan-out-params --split-input-file | FileCheck %s

// Each call gets a buffer of its own.

// CHECK-LABEL: func private @make
// CHECK-SAME: (%[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<4xf32>) {
// CHECK-NEXT: linalg.exp ins(%[[X]] : memref<4xf32>) outs(%[[OUT]]
// CHECK-NEXT: return
func.func private @make(%x: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  return %a : memref<4xf32>
}
// CHECK-LABEL: func @twice
func.func @twice(%x: memref<4xf32>, %y: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: %[[A:.*]] = memref.alloc() {alignment = 64 : i64}
  // CHECK-NEXT: call @make(%{{.*}}, %[[A]])
  // CHECK-NEXT: %[[B:.*]] = memref.alloc()
  // CHECK-NEXT: call @make(%{{.*}}, %[[B]])
  // CHECK-NEXT: linalg.sub ins(%[[A]], %[[B]]
  %a = call @make(%x) : (memref<4xf32>) -> memref<4xf32>
  %b = call @make(%y) : (memref<4xf32>) -> memref<4xf32>
  linalg.sub ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A public function: what mplan-bufferize makes of a tensor.

// CHECK-LABEL: func @public
// CHECK-SAME: %{{.*}}: memref<2x2xf32> {bufferization.access = "write", mplan.result = 1 : i64, test.note}) -> index {
func.func @public(%x: memref<4xf32>, %i: index) -> (index, memref<2x2xf32> {test.note}) {
  // CHECK: %[[V:.*]] = memref.reinterpret_cast
  // CHECK: linalg.exp ins(%{{.*}}) outs(%[[V]]
  // CHECK: return %{{.*}} : index
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %0 = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  return %i, %0 : index, memref<2x2xf32>
}

// -----

// The same buffer twice: one argument, which both results are.

// CHECK-LABEL: func private @same
// CHECK-SAME: (%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) {
func.func private @same(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  return %a, %a : memref<4xf32>, memref<4xf32>
}
// CHECK-LABEL: func @same_caller
func.func @same_caller(%x: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: call @same(%{{.*}}, %[[A:.*]]) :
  // CHECK-NEXT: linalg.sub ins(%[[A]], %[[A]]
  %0:2 = call @same(%x) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  linalg.sub ins(%0#0, %0#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A public function had two results: two arguments, one a copy; a caller inside
// sees one buffer.

// CHECK-LABEL: func @same_public
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4xf32> {{{[^}]*}}mplan.result = 0 : i64}, %[[TWO:[a-z0-9]*]]: memref<4xf32> {{{[^}]*}}mplan.result = 1 : i64})
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[OUT]]
// CHECK-NEXT: memref.copy %[[OUT]], %[[TWO]]
func.func @same_public(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  return %a, %a : memref<4xf32>, memref<4xf32>
}
// CHECK-LABEL: func @same_public_caller
func.func @same_public_caller(%x: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: call @same_public(%{{.*}}, %[[A:.*]], %{{.*}}) :
  // CHECK-NEXT: linalg.sub ins(%[[A]], %[[A]]
  %0:2 = call @same_public(%x) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  linalg.sub ins(%0#0, %0#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Several returns, each of a buffer of its own; and one made on either path.

// CHECK-LABEL: func private @returns
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4xf32>) {
func.func private @returns(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: linalg.exp {{.*}} outs(%[[OUT]]
  // CHECK: linalg.log {{.*}} outs(%[[OUT]]
  cf.cond_br %c, ^a, ^b
^a:
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  return %a : memref<4xf32>
^b:
  %b = memref.alloc() : memref<4xf32>
  linalg.log ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  return %b : memref<4xf32>
}
// CHECK-LABEL: func private @paths
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4xf32>) {
func.func private @paths(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // CHECK-NOT: memref.alloc
  // CHECK: linalg.exp {{.*}} outs(%[[OUT]]
  // CHECK: linalg.log {{.*}} outs(%[[OUT]]
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.log ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  return %r : memref<4xf32>
}

// -----

// Two buffers of which one is chosen: copied at the return, and released.

// CHECK-LABEL: func private @chosen
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<4xf32>) {
func.func private @chosen(%x: memref<4xf32>, %c: i1) -> memref<4xf32> {
  // CHECK: %[[R:.*]] = arith.select
  // CHECK-NEXT: memref.copy %[[R]], %[[OUT]]
  // CHECK-NEXT: memref.dealloc %[[R]]
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %b = memref.alloc() : memref<4xf32>
  linalg.log ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  %r = arith.select %c, %a, %b : memref<4xf32>
  return %r : memref<4xf32>
}

// -----

// A part of what was made, with its layout: a buffer of that layout.

// CHECK-LABEL: func private @part
// CHECK-SAME: (%[[OUT:.*]]: memref<2x2xf32, strided<[4, 1], offset: 2>>) {
func.func private @part() -> memref<2x2xf32, strided<[4, 1], offset: 2>> {
  // CHECK: linalg.copy ins(%{{.*}}) outs(%[[OUT]]
  %f = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4x4xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<4x4xf32>)
  %s = memref.subview %a[0, 2] [2, 2] [1, 1] : memref<4x4xf32> to memref<2x2xf32, strided<[4, 1], offset: 2>>
  return %s : memref<2x2xf32, strided<[4, 1], offset: 2>>
}
// CHECK-LABEL: func @part_caller
func.func @part_caller(%out: memref<2x2xf32>) {
  // CHECK: %[[FLAT:.*]] = memref.alloc() : memref<8xf32>
  // CHECK: %[[R:.*]] = memref.reinterpret_cast %[[FLAT]] to offset: [2], sizes: [2, 2], strides: [4, 1]
  // CHECK: call @part(%[[R]])
  %0 = call @part() : () -> memref<2x2xf32, strided<[4, 1], offset: 2>>
  linalg.copy ins(%0 : memref<2x2xf32, strided<[4, 1], offset: 2>>) outs(%out : memref<2x2xf32>)
  return
}

// -----

// What a private function is given and gives back; a public one keeps that as a
// result, as it does a global.

// CHECK-LABEL: func private @given(%{{.*}}: memref<4xf32>) {
func.func private @given(%x: memref<4xf32>) -> memref<4xf32> {
  return %x : memref<4xf32>
}
memref.global "private" @g : memref<4xf32> = dense<0.0>
// CHECK-LABEL: func @given_caller
// CHECK-SAME: -> (memref<4xf32>, memref<4xf32>)
func.func @given_caller(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  // CHECK: return %arg0, %
  %0 = call @given(%x) : (memref<4xf32>) -> memref<4xf32>
  %1 = memref.get_global @g : memref<4xf32>
  return %0, %1 : memref<4xf32>, memref<4xf32>
}

// -----

// A callee's callee makes it.

// CHECK-LABEL: func private @inner(%{{.*}}: memref<4xf32>) {
// CHECK-NOT: memref.alloc
func.func private @inner() -> memref<4xf32> {
  %f = arith.constant 1.0 : f32
  %a = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)
  return %a : memref<4xf32>
}
// CHECK-LABEL: func private @outer(%{{.*}}: memref<4xf32>) {
// CHECK-NOT: memref.alloc
func.func private @outer() -> memref<4xf32> {
  %a = call @inner() : () -> memref<4xf32>
  return %a : memref<4xf32>
}
// CHECK-LABEL: func @outermost
// CHECK: memref.alloc
func.func @outermost(%out: memref<4xf32>) {
  %a = call @outer() : () -> memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Functions without a body, and those that are not only called, stay.

// CHECK-LABEL: func private @elsewhere() -> memref<4xf32>
func.func private @elsewhere() -> memref<4xf32>
// CHECK-LABEL: func private @pointed_to() -> memref<4xf32>
func.func private @pointed_to() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
func.func @pointer() -> (() -> memref<4xf32>) {
  %f = constant @pointed_to : () -> memref<4xf32>
  return %f : () -> memref<4xf32>
}
