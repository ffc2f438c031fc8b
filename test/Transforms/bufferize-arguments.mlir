// Who may write an argument, and what it is then.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @not_written(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>,
// CHECK-NOT:     outs(%[[X]]
// CHECK:         memref.copy %[[X]], %[[TMP:.*]] :
// CHECK-NEXT:    memref.store %{{.*}}, %[[TMP]][
func.func @not_written(%x: tensor<8xf32>, %i: index, %v: f32) -> f32 {
  %0 = tensor.insert %v into %x[%i] : tensor<8xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %0[%c0] : tensor<8xf32>
  return %1 : f32
}

// -----

// CHECK-LABEL: func.func @writable(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32> {bufferization.writable = true},
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         memref.store %{{.*}}, %[[X]][
func.func @writable(%x: tensor<8xf32> {bufferization.writable = true}, %i: index, %v: f32) -> f32 {
  %0 = tensor.insert %v into %x[%i] : tensor<8xf32>
  %c0 = arith.constant 0 : index
  %1 = tensor.extract %0[%c0] : tensor<8xf32>
  return %1 : f32
}

// -----

// A cache is updated in place and is the result, which has no other argument.
// CHECK-LABEL: func.func @cache(
// CHECK-SAME:    %[[X:.*]]: memref<1x4xf32>,
// CHECK-SAME:    %[[KV:.*]]: memref<8x4xf32> {bufferization.writable = true, mplan.result = 0 : i64},
// CHECK-SAME:    %[[POS:.*]]: index,
// CHECK-SAME:    %[[OUT:.*]]: memref<4xf32> {bufferization.access = "write", mplan.result = 1 : i64}) {
// CHECK-NEXT:    %[[ROW:.*]] = memref.subview %[[KV]][%[[POS]], 0]
// CHECK-NEXT:    memref.copy %[[X]], %[[ROW]]
// CHECK-NEXT:    linalg.reduce { arith.addf } ins(%[[KV]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @cache(%x: tensor<1x4xf32>, %kv: tensor<8x4xf32> {bufferization.writable = true}, %pos: index) -> (tensor<8x4xf32>, tensor<4xf32>) {
  %0 = tensor.insert_slice %x into %kv[%pos, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
  %1 = tensor.empty() : tensor<4xf32>
  %2 = linalg.reduce { arith.addf } ins(%0 : tensor<8x4xf32>) outs(%1 : tensor<4xf32>) dimensions = [0]
  return %0, %2 : tensor<8x4xf32>, tensor<4xf32>
}

// -----

// In a branch and in a loop too.
// CHECK-LABEL: func.func @cache_in_branch(
// CHECK-SAME:    %[[X:.*]]: memref<1x4xf32>, %[[KV:.*]]: memref<8x4xf32> {{{.*}} mplan.result = 0 : i64}, %[[N:.*]]: index, %[[C:.*]]: i1) {
// CHECK-NOT:     alloc
// CHECK:         scf.if %[[C]] {
// CHECK-NEXT:      scf.for %[[I:.*]] = {{.*}} {
// CHECK-NEXT:        %[[ROW:.*]] = memref.subview %[[KV]][%[[I]], 0]
// CHECK-NEXT:        memref.copy %[[X]], %[[ROW]]
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @cache_in_branch(%x: tensor<1x4xf32>, %kv: tensor<8x4xf32> {bufferization.writable = true}, %n: index, %c: i1) -> tensor<8x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.if %c -> tensor<8x4xf32> {
    %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %kv) -> tensor<8x4xf32> {
      %2 = tensor.insert_slice %x into %a[%i, 0] [1, 4] [1, 1] : tensor<1x4xf32> into tensor<8x4xf32>
      scf.yield %2 : tensor<8x4xf32>
    }
    scf.yield %1 : tensor<8x4xf32>
  } else {
    scf.yield %kv : tensor<8x4xf32>
  }
  return %0 : tensor<8x4xf32>
}

// -----

// What the cache held before is copied before it is gone.
// CHECK-LABEL: func.func @cache_as_it_was(
// CHECK-SAME:    %[[X:.*]]: f32, %[[KV:.*]]: memref<8xf32> {{{.*}}}, %[[POS:.*]]: index, %[[OLD:.*]]: memref<8xf32> {{{.*}} mplan.result = 1 : i64})
// CHECK-NEXT:    memref.copy %[[KV]], %[[OLD]]
// CHECK-NEXT:    memref.store %[[X]], %[[KV]][%[[POS]]]
// CHECK-NEXT:    return
func.func @cache_as_it_was(%x: f32, %kv: tensor<8xf32> {bufferization.writable = true}, %pos: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.insert %x into %kv[%pos] : tensor<8xf32>
  return %0, %kv : tensor<8xf32>, tensor<8xf32>
}

// -----

// Without the word of its owner a cache is an input like any other.
// CHECK-LABEL: func.func @cache_not_ours(
// CHECK-SAME:    %[[X:.*]]: f32, %[[KV:.*]]: memref<8xf32>, %[[POS:.*]]: index, %[[OUT:.*]]: memref<8xf32> {{{.*}} mplan.result = 0 : i64})
// CHECK-NEXT:    memref.copy %[[KV]], %[[OUT]]
// CHECK-NEXT:    memref.store %[[X]], %[[OUT]][%[[POS]]]
// CHECK-NEXT:    return
func.func @cache_not_ours(%x: f32, %kv: tensor<8xf32>, %pos: index) -> tensor<8xf32> {
  %0 = tensor.insert %x into %kv[%pos] : tensor<8xf32>
  return %0 : tensor<8xf32>
}
