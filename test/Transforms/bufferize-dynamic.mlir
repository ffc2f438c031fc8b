// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// A result of unknown extents is written to a buffer that the caller gives with
// them, which has a bound where the result has one.

// CHECK-LABEL: func @chain
// CHECK-SAME: %[[X:.*]]: memref<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>}
// CHECK-SAME: %[[OUT:.*]]: memref<?x4xf32> {bufferization.access = "write", mplan.result = 0 : i64, mplan.upper_bound = array<i64: 8, -1>})
func.func @chain(%x: tensor<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>})
    -> tensor<?x4xf32> {
  // CHECK: %[[A:.*]] = memref.alloc(%{{.*}}) : memref<?x4xf32>
  // CHECK: linalg.exp ins(%[[X]] : {{.*}}) outs(%[[A]] :
  // CHECK: linalg.exp ins(%[[A]] : {{.*}}) outs(%[[OUT]] :
  // CHECK-NOT: memref.copy
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = linalg.exp ins(%0 : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}

// -----

// Without a bound the buffer has none either; an argument is copied to it.

// CHECK-LABEL: func @argument
// CHECK-SAME: %[[X:.*]]: memref<?xf32>, %[[OUT:.*]]: memref<?xf32> {bufferization.access = "write", mplan.result = 0 : i64})
func.func @argument(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: memref.copy %[[X]], %[[OUT]]
  return %x : tensor<?xf32>
}

// -----

// Through reshapes: an extent follows from the others.

// CHECK-LABEL: func @reshaped
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<?xf32> {bufferization.access = "write", mplan.result = 0 : i64, mplan.upper_bound = array<i64: 32>}
func.func @reshaped(%x: tensor<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>})
    -> tensor<?xf32> {
  // CHECK: %[[N:.*]] = arith.divsi
  // CHECK: %[[E:.*]] = memref.expand_shape %[[OUT]] {{\[\[}}0, 1]] output_shape [%[[N]], 4]
  // CHECK: linalg.exp ins(%{{.*}}) outs(%[[E]] :
  // CHECK-NOT: memref.copy
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.exp ins(%x : tensor<?x4xf32>) outs(%e : tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<?x4xf32> into tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// What casts at every return have forgotten is known to the buffer.

// CHECK-LABEL: func @casts
// CHECK-SAME: memref<?x4xf32> {bufferization.access = "write", mplan.result = 0 : i64})
func.func @casts(%x: tensor<?x4xf32>) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<?x4xf32> to tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// A loop whose new tensor has the extents of the old one, whatever they are,
// writes it there.

// CHECK-LABEL: func @loop
// CHECK-SAME: %[[OUT:[a-z0-9]*]]: memref<?xf32> {bufferization.access = "write"
func.func @loop(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  // CHECK: memref.copy %{{.*}}, %[[OUT]]
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  // CHECK-NEXT: linalg.exp ins(%[[OUT]] : {{.*}}) outs(%[[OUT]] :
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x) -> tensor<?xf32> {
    %n = tensor.dim %a, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.exp ins(%a : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

// Two carried values that change places, and are needed to the end.

// CHECK-LABEL: func @swap
func.func @swap(%x: tensor<?xf32>, %k: index) -> (tensor<?xf32>, tensor<?xf32>) {
  // CHECK: scf.for
  // CHECK-NOT: iter_args
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %y = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  %r:2 = scf.for %i = %c0 to %k step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<?xf32>, tensor<?xf32>) {
    scf.yield %b, %a : tensor<?xf32>, tensor<?xf32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xf32>
}

// -----

// The same around a while loop, from one body to the other and back.

// CHECK-LABEL: func @while
func.func @while(%x: tensor<?xf32>) -> tensor<?xf32> {
  // CHECK: scf.while : () -> ()
  %c0 = arith.constant 0 : index
  %limit = arith.constant 8.0 : f32
  %r = scf.while (%a = %x) : (tensor<?xf32>) -> tensor<?xf32> {
    %f = tensor.extract %a[%c0] : tensor<?xf32>
    %go = arith.cmpf olt, %f, %limit : f32
    scf.condition(%go) %a : tensor<?xf32>
  } do {
  ^bb0(%b: tensor<?xf32>):
    %n = tensor.dim %b, %c0 : tensor<?xf32>
    %e = tensor.empty(%n) : tensor<?xf32>
    %0 = linalg.exp ins(%b : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
    scf.yield %0 : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}
