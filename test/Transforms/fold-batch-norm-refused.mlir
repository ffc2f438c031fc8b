// RUN: mplan-opt %s --split-input-file -o %t.before
// RUN: mplan-opt %s --split-input-file --mplan-fold-batch-norm -o %t.after
// RUN: FileCheck %s < %t.after
// RUN: diff %t.before %t.after

// What is left as it is, op for op: a product with constant weights, and a
// factor a channel, which would be folded but for what the comment says.

// Somebody needs the result as it was.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @used_twice(
func.func @used_twice(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  %both = linalg.add ins(%m, %r : tensor<3x2xf32>, tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %both : tensor<3x2xf32>
}

// -----

// Somebody needs the weights as they were: there would be two sets of them.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @shared_weights(
func.func @shared_weights(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %other = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  %both = linalg.add ins(%other, %r : tensor<3x2xf32>, tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %both : tensor<3x2xf32>
}

// -----

// Weights come from outside.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @unknown_weights(
func.func @unknown_weights(%x: tensor<3x2xf32>, %w: tensor<2x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The factor comes from outside.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @unknown_factor(
func.func @unknown_factor(%x: tensor<3x2xf32>, %k: tensor<2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The bias comes from outside.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @unknown_bias(
func.func @unknown_bias(%x: tensor<3x2xf32>, %bias: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%bias : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The bias is another in each row.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @bias_of_rows(
func.func @bias_of_rows(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %rows = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
  %spread = linalg.broadcast ins(%rows : tensor<3xf32>) outs(%e : tensor<3x2xf32>) dimensions = [1]
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%spread : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The factor is another in each row.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @factor_of_rows(
func.func @factor_of_rows(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0, 4.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<3xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The factor is another in one element of a channel.

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @factor_of_elements(
func.func @factor_of_elements(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[[2.0, 3.0], [2.0, 3.0], [2.0, 4.0]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<3x2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// A pad of the result is not multiplied by the weights.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @padded_result(
func.func @padded_result(%x: tensor<3x2xf32>) -> tensor<5x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %p = tensor.pad %m low[0, 0] high[2, 0] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<3x2xf32> to tensor<5x2xf32>
  %er = tensor.empty() : tensor<5x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%p, %k : tensor<5x2xf32>, tensor<2xf32>) outs(%er : tensor<5x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<5x2xf32>
  return %r : tensor<5x2xf32>
}

// -----

// Divided by a variance of 0, the factor is not finite.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @divided_by_zero(
func.func @divided_by_zero(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 0.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.divf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Not a multiple of the input.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @inverse(
func.func @inverse(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.divf %kk, %in : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Not a sum.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @clamp(
func.func @clamp(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.maximumf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// A weight would be larger than its type can say.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @overflow(
func.func @overflow(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 3.0e38]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// A bias would be larger than its type can say.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @bias_overflow(
func.func @bias_overflow(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %large = arith.constant 3.0e38 : f32
  %spread = linalg.fill ins(%large : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%spread : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Weights of the second channel would be so small that they lose bits.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @underflow(
func.func @underflow(%x: tensor<3x2xf16>) -> tensor<3x2xf16> {
  %zero = arith.constant 0.0 : f16
  %w = arith.constant dense<[[1.0, 2.0e-3], [3.0, 1.0e-3]]> : tensor<2x2xf16>
  %k = arith.constant dense<[2.0, 1.0e-3]> : tensor<2xf16>
  %e = tensor.empty() : tensor<3x2xf16>
  %fill = linalg.fill ins(%zero : f16) outs(%e : tensor<3x2xf16>) -> tensor<3x2xf16>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf16>, tensor<2x2xf16>) outs(%fill : tensor<3x2xf16>) -> tensor<3x2xf16>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf16>, tensor<2xf16>) outs(%e : tensor<3x2xf16>) {
  ^bb0(%in: f16, %kk: f16, %out: f16):
    %s = arith.mulf %in, %kk : f16
    linalg.yield %s : f16
  } -> tensor<3x2xf16>
  return %r : tensor<3x2xf16>
}

// -----

// Weights of a narrower type than the sums would be rounded to it.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @narrow_weights(
func.func @narrow_weights(%x: tensor<3x2xf16>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf16>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf16>, tensor<2x2xf16>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The largest product, not the sum of all.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @largest_product(
func.func @largest_product(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) {
  ^bb0(%in: f32, %weight: f32, %out: f32):
    %p = arith.mulf %in, %weight : f32
    %s = arith.maximumf %out, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The weight goes in squared.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @squared_weight(
func.func @squared_weight(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) {
  ^bb0(%in: f32, %weight: f32, %out: f32):
    %p = arith.mulf %in, %weight : f32
    %q = arith.mulf %p, %weight : f32
    %s = arith.addf %out, %q : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// The sum so far is multiplied, too.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @decaying_sum(
func.func @decaying_sum(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d2, d1)>, affine_map<(d0, d1, d2) -> (d0, d1)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) {
  ^bb0(%in: f32, %weight: f32, %out: f32):
    %p = arith.mulf %in, %weight : f32
    %h = arith.mulf %out, %weight : f32
    %s = arith.addf %h, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Integers are not rounded: whoever wants this asks for it elsewhere.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @integers(
func.func @integers(%x: tensor<3x2xi32>) -> tensor<3x2xi32> {
  %zero = arith.constant 0 : i32
  %w = arith.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %k = arith.constant dense<[2, 3]> : tensor<2xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %fill = linalg.fill ins(%zero : i32) outs(%e : tensor<3x2xi32>) -> tensor<3x2xi32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xi32>, tensor<2x2xi32>) outs(%fill : tensor<3x2xi32>) -> tensor<3x2xi32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xi32>, tensor<2xi32>) outs(%e : tensor<3x2xi32>) {
  ^bb0(%in: i32, %kk: i32, %out: i32):
    %s = arith.muli %in, %kk : i32
    linalg.yield %s : i32
  } -> tensor<3x2xi32>
  return %r : tensor<3x2xi32>
}

// -----

// Somebody wants this op to be computed in tiles.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @marked(
func.func @marked(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) attrs = {mplan.tile = array<i64: 1, 0>} {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// Two functions have the same weights, which are in memory once.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @prefill(
func.func @prefill(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// CHECK-LABEL: func.func @decode(
func.func @decode(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// How many channels there are is not written in the type of the result.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @unknown_channels(
func.func @unknown_channels(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %zero = arith.constant 0.0 : f32
  %k = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %two = arith.constant 2 : index
  %ea = tensor.empty(%two) : tensor<3x?xf32>
  %any = linalg.fill ins(%zero : f32) outs(%ea : tensor<3x?xf32>) -> tensor<3x?xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%any : tensor<3x?xf32>) -> tensor<3x?xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x?xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %s = arith.mulf %in, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}
