// RUN: mplan-opt %s --mplan-decompose -split-input-file -verify-diagnostics

func.func @pack_dynamic_tile(%x: tensor<4x6xf32>, %e: tensor<?x3x?x2xf32>, %t: index) -> tensor<?x3x?x2xf32> {
  // expected-error @below {{'linalg.pack' has no lowering to loops and cannot be decomposed as it is; make its shape static or rewrite it before the import}}
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [%t, 2] into %e : tensor<4x6xf32> -> tensor<?x3x?x2xf32>
  return %0 : tensor<?x3x?x2xf32>
}

// -----

// Upstream's decomposition would loop from 0 to what stands for "unknown".
func.func @winograd_dynamic(%f: tensor<?x3x3x5xf32>, %e: tensor<6x6x5x?xf32>) -> tensor<6x6x5x?xf32> {
  // expected-error @below {{'linalg.winograd_filter_transform' has no lowering to loops and cannot be decomposed as it is; make its shape static or rewrite it before the import}}
  %0 = linalg.winograd_filter_transform fmr(F_4_3) ins(%f : tensor<?x3x3x5xf32>) outs(%e : tensor<6x6x5x?xf32>) -> tensor<6x6x5x?xf32>
  return %0 : tensor<6x6x5x?xf32>
}
