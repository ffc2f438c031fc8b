// RUN: mplan-opt %s --mplan-decompose -split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-decompose -split-input-file \
// RUN:   --one-shot-bufferize="bufferize-function-boundaries" \
// RUN:   --convert-linalg-to-loops | FileCheck %s --check-prefix=LOOPS

// Nothing is left that does not become loops.
// LOOPS-NOT: tensor<
// LOOPS-NOT: linalg.

// An aggregate says itself what it is made of.

// CHECK-LABEL: func.func @softmax
//   CHECK-NOT:   linalg.softmax
//       CHECK:   arith.maxnumf
//       CHECK:   math.exp
//       CHECK:   arith.divf
func.func @softmax(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %e = tensor.empty() : tensor<4x5xf32>
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x5xf32>) outs(%e : tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}

// -----

// Whole rows, chosen by an integer that is no index; the gathered dimension is
// dropped from the result.

// CHECK-LABEL: func.func @gather_rows
//  CHECK-SAME:   %[[TABLE:.*]]: tensor<8x4xf32>, %[[ROWS:.*]]: tensor<2x1xi32>
//   CHECK-DAG:   %[[EMPTY:.*]] = tensor.empty() : tensor<2x4xf32>
//       CHECK:   linalg.generic {{.*}} outs(%[[EMPTY]] : tensor<2x4xf32>)
//   CHECK-DAG:     %[[I:.*]] = linalg.index 0
//   CHECK-DAG:     %[[J:.*]] = linalg.index 1
//   CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
//       CHECK:     %[[R:.*]] = tensor.extract %[[ROWS]][%[[I]], %[[C0]]]
//       CHECK:     %[[ROW:.*]] = arith.index_cast %[[R]]
//       CHECK:     %[[V:.*]] = tensor.extract %[[TABLE]][%[[ROW]], %[[J]]]
//       CHECK:     linalg.yield %[[V]]
func.func @gather_rows(%table: tensor<8x4xf32>, %rows: tensor<2x1xi32>) -> tensor<2x4xf32> {
  %0 = tensor.gather %table[%rows] gather_dims([0]) : (tensor<8x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// Two coordinates out of three, in the order of gather_dims, kept as extents of
// one; the middle dimension is taken whole.

// CHECK-LABEL: func.func @gather_columns
//  CHECK-SAME:   %[[X:.*]]: tensor<3x4x5xf32>, %[[AT:.*]]: tensor<6x2xindex>
//       CHECK:   linalg.generic {{.*}} outs(%{{.*}} : tensor<6x1x4x1xf32>)
//   CHECK-DAG:     %[[I:.*]] = linalg.index 0
//   CHECK-DAG:     %[[MIDDLE:.*]] = linalg.index 2
//   CHECK-DAG:     %[[C0:.*]] = arith.constant 0 : index
//       CHECK:     %[[FIRST:.*]] = tensor.extract %[[AT]][%[[I]], %[[C0]]]
//       CHECK:     %[[C1:.*]] = arith.constant 1 : index
//       CHECK:     %[[LAST:.*]] = tensor.extract %[[AT]][%[[I]], %[[C1]]]
//       CHECK:     tensor.extract %[[X]][%[[FIRST]], %[[MIDDLE]], %[[LAST]]]
func.func @gather_columns(%x: tensor<3x4x5xf32>, %at: tensor<6x2xindex>) -> tensor<6x1x4x1xf32> {
  %0 = tensor.gather %x[%at] gather_dims([0, 2]) : (tensor<3x4x5xf32>, tensor<6x2xindex>) -> tensor<6x1x4x1xf32>
  return %0 : tensor<6x1x4x1xf32>
}

// -----

// Unknown extents are asked of the operands.

// CHECK-LABEL: func.func @gather_dynamic
//  CHECK-SAME:   %[[X:.*]]: tensor<8x?xf32>, %[[AT:.*]]: tensor<?x1xindex>
//       CHECK:   %[[D0:.*]] = tensor.dim %[[AT]]
//       CHECK:   %[[D1:.*]] = tensor.dim %[[X]]
//       CHECK:   tensor.empty(%[[D0]], %[[D1]]) : tensor<?x?xf32>
func.func @gather_dynamic(%x: tensor<8x?xf32>, %at: tensor<?x1xindex>) -> tensor<?x?xf32> {
  %0 = tensor.gather %x[%at] gather_dims([0]) : (tensor<8x?xf32>, tensor<?x1xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// CHECK-LABEL: func.func @bitcast
//       CHECK:   linalg.generic
//       CHECK:     tensor.extract
//       CHECK:     arith.bitcast %{{.*}} : f32 to i32
func.func @bitcast(%x: tensor<4x8xf32>) -> tensor<4x8xi32> {
  %0 = tensor.bitcast %x : tensor<4x8xf32> to tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// -----

// CHECK-LABEL: func.func @pack_and_unpack
//   CHECK-NOT:   pack
//       CHECK:   linalg.transpose
//       CHECK:   linalg.transpose
func.func @pack_and_unpack(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<2x3x2x2xf32>
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x6xf32> -> tensor<2x3x2x2xf32>
  %f = tensor.empty() : tensor<4x6xf32>
  %1 = linalg.unpack %0 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %f : tensor<2x3x2x2xf32> -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// -----

// CHECK-LABEL: func.func @winograd
//   CHECK-NOT:   winograd
//       CHECK:   linalg.matmul
func.func @winograd(%f: tensor<2x3x3x5xf32>) -> tensor<6x6x5x2xf32> {
  %e = tensor.empty() : tensor<6x6x5x2xf32>
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<2x3x3x5xf32>) outs(%e : tensor<6x6x5x2xf32>) -> tensor<6x6x5x2xf32>
  return %0 : tensor<6x6x5x2xf32>
}
