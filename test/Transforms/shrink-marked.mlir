// What is marked is tiled whatever it brings; and must be tileable.
// RUN: mplan-opt %s --mplan-shrink --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s
// CHECK-LABEL: func.func @main
// CHECK: scf.for
// CHECK: linalg.exp {{.*}} -> tensor<5xf32>
func.func @main(%x: tensor<15xf32>) -> tensor<15xf32> {
  %e = tensor.empty() : tensor<15xf32>
  %0 = linalg.exp {mplan.tile = array<i64: 5>}
      ins(%x : tensor<15xf32>) outs(%e : tensor<15xf32>) -> tensor<15xf32>
  return %0 : tensor<15xf32>
}

// -----

func.func @main(%x: tensor<15xf32>) -> tensor<15xf32> {
  %e = tensor.empty() : tensor<15xf32>
  // expected-error @+1 {{'linalg.exp' cannot be computed in tiles of array<i64: 4>}}
  %0 = linalg.exp {mplan.tile = array<i64: 4>}
      ins(%x : tensor<15xf32>) outs(%e : tensor<15xf32>) -> tensor<15xf32>
  return %0 : tensor<15xf32>
}
