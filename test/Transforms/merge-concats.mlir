// RUN: mplan-opt %s --mplan-merge-concats --split-input-file | FileCheck %s

// A list that grows is one tensor; what is read before it is whole is a slice.

// CHECK-LABEL: func.func @grows(
// CHECK-SAME: %[[A:.*]]: tensor<2xf32>, %[[B:.*]]: tensor<2xf32>)
func.func @grows(%a: tensor<2xf32>, %b: tensor<2xf32>) -> tensor<8xf32> {
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<8xf32>
  // CHECK: %[[ONE:.*]] = tensor.insert_slice %[[A]] into %[[E]][0] [2] [1]
  // CHECK: %[[TWO:.*]] = tensor.insert_slice %[[B]] into %[[ONE]][2] [2] [1]
  // CHECK: %[[AB:.*]] = tensor.extract_slice %[[TWO]][0] [4] [1]
  // CHECK: %[[C:.*]] = linalg.exp ins(%[[AB]] :
  // CHECK-NOT: insert_slice %[[A]]
  // CHECK: %[[ABC:.*]] = tensor.insert_slice %[[C]] into %[[TWO]][4] [4] [1]
  // CHECK: return %[[ABC]]
  %ab = tensor.concat dim(0) %a, %b
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %c = linalg.exp ins(%ab : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %abc = tensor.concat dim(0) %a, %b, %c
      : (tensor<2xf32>, tensor<2xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %abc : tensor<8xf32>
}

// -----

// Not where the parts come in another order, or are others.

// CHECK-LABEL: func.func @other_order(
func.func @other_order(%a: tensor<2xf32>, %b: tensor<2xf32>)
    -> (tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) {
  // CHECK-NOT: tensor.extract_slice
  %ab = tensor.concat dim(0) %a, %b
      : (tensor<2xf32>, tensor<2xf32>) -> tensor<4xf32>
  %bab = tensor.concat dim(0) %b, %a, %b
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  %aab = tensor.concat dim(0) %a, %a, %b
      : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<6xf32>
  return %ab, %bab, %aab : tensor<4xf32>, tensor<6xf32>, tensor<6xf32>
}

// -----

// Nor where a later part would be written over an earlier one.

// CHECK-LABEL: func.func @overwritten(
func.func @overwritten(%a: tensor<2xf32>, %b: tensor<2xf32>)
    -> (tensor<2xf32>, tensor<4xf32>) {
  // CHECK-NOT: tensor.extract_slice
  %e0 = tensor.empty() : tensor<2xf32>
  %0 = tensor.insert_slice %a into %e0[0] [2] [1]
      : tensor<2xf32> into tensor<2xf32>
  %e1 = tensor.empty() : tensor<4xf32>
  %1 = tensor.insert_slice %a into %e1[0] [2] [1]
      : tensor<2xf32> into tensor<4xf32>
  %2 = tensor.insert_slice %b into %1[1] [2] [1]
      : tensor<2xf32> into tensor<4xf32>
  return %0, %2 : tensor<2xf32>, tensor<4xf32>
}
