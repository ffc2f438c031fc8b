// RUN: mplan-opt %s --mplan-shrink="optimize=size stream=on" --split-input-file --verify-diagnostics

// Each of these is computed as it is, and says why.

#id = affine_map<(i, j) -> (i, j)>
// expected-error @below {{nothing is computed row by row, as stream=on wants it: 'linalg.generic' reads rows backwards}}
module {
  func.func @backwards(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> tensor<8x4xf32> {
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (-i + 7, j)>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<8x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

#id = affine_map<(i, j) -> (i, j)>
// expected-error @below {{'linalg.generic' reads rows by an index that is no sum of multiples, of which one may be divided}}
module {
  func.func @cyclic(%x: tensor<4x4xf32>) -> tensor<8x4xf32> {
    %e = tensor.empty() : tensor<8x4xf32>
    %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i mod 4, j)>, #id], iterator_types = ["parallel", "parallel"]}
        ins(%x : tensor<4x4xf32>) outs(%e : tensor<8x4xf32>) {
    ^bb0(%a: f32, %b: f32):
      linalg.yield %a : f32
    } -> tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// expected-error @below {{a tensor is read along two dimensions}}
module {
  func.func @two_dimensions(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %e = tensor.empty() : tensor<8x8xf32>
    %0 = linalg.transpose ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) permutation = [1, 0]
    %f = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.add ins(%x, %0 : tensor<8x8xf32>, tensor<8x8xf32>) outs(%f : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}

// -----

// expected-error @below {{'linalg.matmul' reads all of a tensor for each row}}
module {
  func.func @all_rows(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %w = arith.constant dense<2.0> : tensor<8x8xf32>
    %e = tensor.empty() : tensor<8x8xf32>
    %1 = linalg.matmul ins(%w, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
    return %1 : tensor<8x8xf32>
  }
}

// -----

// expected-error @below {{'tensor.expand_shape' makes rows of a part of one}}
module {
  func.func @reshaped(%x: tensor<32xf32>) -> tensor<8x4xf32> {
    %0 = tensor.expand_shape %x [[0, 1]] output_shape [8, 4] : tensor<32xf32> into tensor<8x4xf32>
    return %0 : tensor<8x4xf32>
  }
}

// -----

// expected-error @below {{no function leads from a tensor to another one}}
module {
  func.func @nothing(%x: f32) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<8xf32>
    %0 = linalg.fill ins(%x : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
