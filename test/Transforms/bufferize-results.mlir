// Where the results of a function of the interface go.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// The example of the pass: computed in the caller's buffer, through a reshape.
// CHECK-LABEL: func.func @f(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>,
// CHECK-SAME:    %[[OUT:.*]]: memref<2x4xf32> {bufferization.access = "write", mplan.result = 0 : i64}) {
// CHECK-NEXT:    %[[FLAT:.*]] = memref.collapse_shape %[[OUT]]
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[FLAT]] : {{.*}})
// CHECK-NEXT:    return
func.func @f(%x: tensor<8xf32>) -> tensor<2x4xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  return %2 : tensor<2x4xf32>
}

// -----

// CHECK-LABEL: func.func @collapsed(
// CHECK-SAME:    %[[X:.*]]: memref<2x4xf32>, %[[OUT:.*]]: memref<8xf32>
// CHECK-NEXT:    %[[WIDE:.*]] = memref.expand_shape %[[OUT]]
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[WIDE]] : {{.*}})
// CHECK-NEXT:    return
func.func @collapsed(%x: tensor<2x4xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<2x4xf32>
  %1 = linalg.exp ins(%x : tensor<2x4xf32>) outs(%0 : tensor<2x4xf32>) -> tensor<2x4xf32>
  %2 = tensor.collapse_shape %1 [[0, 1]] : tensor<2x4xf32> into tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// The type of the result says less than that of the tensor.
// CHECK-LABEL: func.func @cast(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @cast(%x: tensor<8xf32>) -> tensor<?xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.cast %1 : tensor<8xf32> to tensor<?xf32>
  return %2 : tensor<?xf32>
}

// -----

// A part of a result: computed as part of that, and copied.
// CHECK-LABEL: func.func @slice(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[PART:.*]]: memref<4xf32> {{{.*}} mplan.result = 0 : i64}, %[[ALL:.*]]: memref<8xf32> {{{.*}} mplan.result = 1 : i64})
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[ALL]] : {{.*}})
// CHECK-NEXT:    %[[VIEW:.*]] = memref.subview %[[ALL]][2] [4] [1]
// CHECK-NEXT:    memref.copy %[[VIEW]], %[[PART]]
// CHECK-NEXT:    return
func.func @slice(%x: tensor<8xf32>) -> (tensor<4xf32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.extract_slice %1[2] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %2, %1 : tensor<4xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @argument(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32>
// CHECK-NEXT:    memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    return
func.func @argument(%x: tensor<8xf32>) -> tensor<8xf32> {
  return %x : tensor<8xf32>
}

// -----

// CHECK:       memref.global "private" constant @[[C:.*]] : memref<2xf32> = dense<[1.000000e+00, 2.000000e+00]>
// CHECK-LABEL: func.func @constant(
// CHECK-SAME:    %[[OUT:.*]]: memref<2xf32>
// CHECK-NEXT:    %[[V:.*]] = memref.get_global @[[C]]
// CHECK-NEXT:    memref.copy %[[V]], %[[OUT]]
// CHECK-NEXT:    return
func.func @constant() -> tensor<2xf32> {
  %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK-NEXT:    memref.copy %[[A]], %[[B]]
// CHECK-NEXT:    return
func.func @twice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1, %1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// One copy, not one to a buffer of ours and one from there.
// CHECK-LABEL: func.func @updated_argument(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    %[[VIEW:.*]] = memref.subview %[[OUT]][2] [4] [1]
// CHECK-NEXT:    memref.copy %[[Y]], %[[VIEW]]
// CHECK-NEXT:    return
func.func @updated_argument(%x: tensor<8xf32>, %y: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.insert_slice %y into %x[2] [4] [1] : tensor<4xf32> into tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// A result that is overwritten by another one is kept.
// CHECK-LABEL: func.func @overwritten(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[V:.*]]: f32, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK-NEXT:    memref.copy %[[A]], %[[B]]
// CHECK-NEXT:    memref.store %[[V]], %[[B]][%[[I]]]
// CHECK-NEXT:    return
func.func @overwritten(%x: tensor<8xf32>, %i: index, %v: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.insert %v into %1[%i] : tensor<8xf32>
  return %1, %2 : tensor<8xf32>, tensor<8xf32>
}

// -----

// Scalars stay; the number is that of the result as it was.
// CHECK-LABEL: func.func @scalars(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}} mplan.result = 1 : i64}) -> (f32, i32)
// CHECK:         return %{{.*}}, %{{.*}} : f32, i32
func.func @scalars(%x: tensor<8xf32>) -> (f32, tensor<8xf32>, i32) {
  %c0 = arith.constant 0 : index
  %0 = arith.constant 4 : i32
  %1 = tensor.extract %x[%c0] : tensor<8xf32>
  return %1, %x, %0 : f32, tensor<8xf32>, i32
}

// -----

// CHECK-LABEL: func.func @attributes(
// CHECK-SAME:    %{{.*}}: memref<8xf32>, %{{.*}}: memref<8xf32> {bufferization.access = "write", mplan.result = 0 : i64, test.name = "y"})
func.func @attributes(%x: tensor<8xf32>) -> (tensor<8xf32> {test.name = "y"}) {
  return %x : tensor<8xf32>
}

// -----

// Both pieces are computed where the concatenation wants them.
// CHECK-LABEL: func.func @concat(
// CHECK-SAME:    %[[X:.*]]: memref<4xf32>, %[[OUT:.*]]: memref<8xf32>
// CHECK-NOT:     memref.alloc
// CHECK-NOT:     copy
// CHECK:         return
func.func @concat(%x: tensor<4xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<4xf32>
  %1 = linalg.exp ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %2 = linalg.log ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) -> tensor<4xf32>
  %3 = tensor.concat dim(0) %1, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// What nobody reads is not computed.
// CHECK-LABEL: func.func @dead(
// CHECK-NEXT:    memref.copy
// CHECK-NEXT:    return
func.func @dead(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %x : tensor<8xf32>
}
