// What cannot be planned comes out as it was, without a word: the pass that
// plans it says why.
// RUN: mplan-opt %s --mplan-shrink=optimize=size 2>&1 | FileCheck %s
// RUN: not mplan-opt %s --mplan-pipeline=optimize=size 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAN
// CHECK-NOT: error
// CHECK: linalg.exp
// CHECK: linalg.abs
// PLAN: error:
func.func @main(%x: tensor<?xf32>, %n: index) -> tensor<f32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>)
      -> tensor<?xf32>
  %1 = linalg.abs ins(%0 : tensor<?xf32>) outs(%e : tensor<?xf32>)
      -> tensor<?xf32>
  %s = tensor.empty() : tensor<f32>
  %2 = linalg.dot ins(%1, %0 : tensor<?xf32>, tensor<?xf32>)
      outs(%s : tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
