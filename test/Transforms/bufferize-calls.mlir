// Calls inside the module.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-NOT:     func.func private
// CHECK-LABEL: func.func @inlined(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func private @once(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @inlined(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @once(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Strided arguments and results are handed over as they are: rows of the
// argument to rows of the result.
// CHECK-LABEL: func.func private @row(
// CHECK-SAME:    %[[A:.*]]: memref<4xf32, strided<[?], offset: ?>>, %[[B:.*]]: memref<4xf32, strided<[?], offset: ?>> {{{.*}}mplan.result = 0 : i64})
// CHECK-NEXT:    linalg.exp ins(%[[A]] : {{.*}}) outs(%[[B]] : {{.*}})
// CHECK-NEXT:    return
// CHECK-LABEL: func.func @strided(
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     copy
// CHECK:         call @row
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     copy
// CHECK:         call @row
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     copy
// CHECK:         return
func.func private @row(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
func.func @strided(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %0 = tensor.extract_slice %x[0, 0] [4, 1] [1, 1] : tensor<4x2xf32> to tensor<4xf32>
  %1 = tensor.extract_slice %x[0, 1] [4, 1] [1, 1] : tensor<4x2xf32> to tensor<4xf32>
  %2 = call @row(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %3 = call @row(%1) : (tensor<4xf32>) -> tensor<4xf32>
  %4 = tensor.empty() : tensor<4x2xf32>
  %5 = tensor.insert_slice %2 into %4[0, 0] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
  %6 = tensor.insert_slice %3 into %5[0, 1] [4, 1] [1, 1] : tensor<4xf32> into tensor<4x2xf32>
  return %6 : tensor<4x2xf32>
}

// -----

// An update of an argument is done in place; the caller's own argument is
// copied, once.
// CHECK-LABEL: func.func private @update(
// CHECK-SAME:    %[[A:.*]]: memref<8xf32, strided<[?], offset: ?>> {mplan.result = 1 : i64}, %[[I:.*]]: index, %[[V:.*]]: f32) -> f32 {
// CHECK-NEXT:    memref.store %[[V]], %[[A]][%[[I]]]
// CHECK-NEXT:    return %[[V]] : f32
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %{{.*}}: index, %{{.*}}: f32, %[[OUT:.*]]: memref<8xf32>
// CHECK-NOT:     memref.alloc
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    %[[ANY:.*]] = memref.cast %[[OUT]]
// CHECK-NEXT:    call @update(%[[ANY]]
// CHECK-NEXT:    call @update(%[[ANY]]
// CHECK-NEXT:    return
func.func private @update(%x: tensor<8xf32>, %i: index, %v: f32) -> (f32, tensor<8xf32>) {
  %0 = tensor.insert %v into %x[%i] : tensor<8xf32>
  return %v, %0 : f32, tensor<8xf32>
}
func.func @twice(%x: tensor<8xf32>, %i: index, %v: f32) -> tensor<8xf32> {
  %0:2 = call @update(%x, %i, %v) : (tensor<8xf32>, index, f32) -> (f32, tensor<8xf32>)
  %1:2 = call @update(%0#1, %i, %0#0) : (tensor<8xf32>, index, f32) -> (f32, tensor<8xf32>)
  return %1#1 : tensor<8xf32>
}

// -----

// A function of the interface that is also called: the call gets a double,
// which is then inlined.
// CHECK-LABEL: func.func @public(
// CHECK-SAME:    %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32> {{{.*}}mplan.result = 0 : i64}) {
// CHECK-LABEL: func.func @caller(
// CHECK-NOT:     call
// CHECK:         linalg.exp
// CHECK-NEXT:    return
func.func @public(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
func.func @caller(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @public(%x) : (tensor<8xf32>) -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// Functions without a body: a ranked buffer goes in as an unranked one, and
// what is read only is not copied.
// CHECK:         func.func private @print(memref<*xf32> {bufferization.access = "read"})
// CHECK:         func.func private @overwrite(memref<8xf32> {bufferization.access = "write"})
// CHECK-LABEL: func.func @external(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>
// CHECK-NEXT:    %[[ANY:.*]] = memref.cast %[[X]] : memref<8xf32> to memref<*xf32>
// CHECK-NEXT:    call @print(%[[ANY]])
// CHECK-NEXT:    %[[TMP:.*]] = memref.alloc
// CHECK-NEXT:    call @overwrite(%[[TMP]])
// CHECK-NEXT:    call @print(%[[ANY]])
func.func private @print(tensor<*xf32>)
func.func private @overwrite(tensor<8xf32> {bufferization.access = "write"})
func.func @external(%x: tensor<8xf32>) {
  %0 = tensor.cast %x : tensor<8xf32> to tensor<*xf32>
  call @print(%0) : (tensor<*xf32>) -> ()
  call @overwrite(%x) : (tensor<8xf32>) -> ()
  call @print(%0) : (tensor<*xf32>) -> ()
  return
}

// -----

// A callee says less of its result than it knows.
// CHECK-LABEL: func.func private @says_less(
// CHECK-SAME:    %{{.*}}: memref<4xf32, strided<[?], offset: ?>>, %{{.*}}: memref<4xf32, strided<[?], offset: ?>> {{{.*}}})
// CHECK-LABEL: func.func @asks_less(
// CHECK:         call @says_less
// CHECK:         call @says_less
func.func private @says_less(%x: tensor<4xf32>) -> tensor<?xf32> attributes {no_inline} {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = tensor.cast %1 : tensor<4xf32> to tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func @asks_less(%x: tensor<4xf32>, %i: index) -> (f32, f32) {
  %0 = call @says_less(%x) : (tensor<4xf32>) -> tensor<?xf32>
  %1 = tensor.extract %0[%i] : tensor<?xf32>
  %2 = tensor.cast %0 : tensor<?xf32> to tensor<4xf32>
  %3 = call @says_less(%2) : (tensor<4xf32>) -> tensor<?xf32>
  %4 = tensor.extract %3[%i] : tensor<?xf32>
  return %1, %4 : f32, f32
}

// -----

// What is read after its successor is in the result's buffer was not computed
// there, though a call could compute it there.
// CHECK-LABEL: func.func @read_later(
// CHECK-SAME:    %[[SUM:.*]]: memref<2xf32> {{{.*}}}, %[[OUT:.*]]: memref<2xf32> {{{.*}}}, %{{.*}}: memref<2xf32> {{.*}})
// CHECK:         %[[OWN:.*]] = memref.alloc()
// CHECK-NEXT:    %[[CAST:.*]] = memref.cast %[[OWN]]
// CHECK-NEXT:    call @constant(%[[CAST]])
// CHECK:         linalg.add ins(%[[OWN]], %[[OUT]] : {{.*}}) outs(%[[SUM]] :
func.func private @constant() -> tensor<2xf32> {
  %0 = arith.constant dense<1.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @read_later() -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
  %0 = call @constant() : () -> tensor<2xf32>
  %other = call @constant() : () -> tensor<2xf32>
  %two = arith.constant dense<2.0> : tensor<1xf32>
  %1 = tensor.insert_slice %two into %0[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %2 = linalg.add ins(%0, %1 : tensor<2xf32>, tensor<2xf32>) outs(%1 : tensor<2xf32>) -> tensor<2xf32>
  return %2, %1, %other : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
}
