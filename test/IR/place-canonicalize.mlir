// Places are not folded away; two that are equal become one, and one that
// nobody uses goes.
// RUN: mplan-opt %s --canonicalize --cse | FileCheck %s

mplan.arena @a
mplan.arena @b

// CHECK-LABEL: func @places(
// CHECK-SAME:    %[[T:.*]]: tensor<8xf32>)
// CHECK-NEXT:    %[[P:.*]] = mplan.place %[[T]] in @a : tensor<8xf32>
// CHECK-NEXT:    %[[Q:.*]] = mplan.place %[[T]] in @b : tensor<8xf32>
// CHECK-NEXT:    %[[R:.*]] = mplan.place %[[Q]] in @b alignment 64 : tensor<8xf32>
// CHECK-NEXT:    return %[[P]], %[[P]], %[[R]]
func.func @places(%t: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %0 = mplan.place %t in @a : tensor<8xf32>
  %1 = mplan.place %t in @a : tensor<8xf32>
  %2 = mplan.place %t in @b : tensor<8xf32>
  %3 = mplan.place %2 in @b alignment 64 : tensor<8xf32>
  %4 = mplan.place %t in @b offset 32 : tensor<8xf32>
  return %0, %1, %3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
