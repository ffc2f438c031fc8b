// RUN: mplan-opt %s --mplan-fold-batch-norm --split-input-file | FileCheck %s

// A convolution with a bias, and a norm after it as importers write one: minus
// the mean, times 1 / sqrt(variance), times gamma, plus beta, each an op. The
// factors are 1 / 2 * 4 = 2 and 1 / 1 * 3 = 3.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#channel = affine_map<(d0, d1, d2, d3) -> (d3)>
#vector = affine_map<(d0) -> (d0)>

// CHECK-LABEL: func.func @norm(
//  CHECK-SAME:   %[[X:.*]]: tensor<1x3x3x2xf32>)
//  CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<1x3x3x2xf32>
//  CHECK-NEXT: %[[B:.*]] = arith.constant dense<[1.900000e+01, 5.000000e-01]> : tensor<2xf32>
//  CHECK-NEXT: %[[I:.*]] = linalg.broadcast ins(%[[B]] : tensor<2xf32>) outs(%[[E]] : tensor<1x3x3x2xf32>) dimensions = [0, 1, 2]
//  CHECK-NEXT: %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]]]> : tensor<1x1x2x2xf32>
//  CHECK-NEXT: %[[R:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}}ins(%[[X]], %[[W]] : {{.*}}) outs(%[[I]] :
//  CHECK-NEXT: return %[[R]]
func.func @norm(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32> {
  %w = arith.constant dense<[[[[1.0, 2.0], [3.0, 4.0]]]]> : tensor<1x1x2x2xf32>
  %bias = arith.constant dense<[10.0, 0.5]> : tensor<2xf32>
  %mean = arith.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %variance = arith.constant dense<[4.0, 1.0]> : tensor<2xf32>
  %gamma = arith.constant dense<[4.0, 3.0]> : tensor<2xf32>
  %beta = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<1x3x3x2xf32>
  %ev = tensor.empty() : tensor<2xf32>
  %init = linalg.generic {indexing_maps = [#channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<1x3x3x2xf32>
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%init : tensor<1x3x3x2xf32>) -> tensor<1x3x3x2xf32>
  %root = linalg.generic {indexing_maps = [#vector, #vector], iterator_types = ["parallel"]}
      ins(%variance : tensor<2xf32>) outs(%ev : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.rsqrt %in : f32
    linalg.yield %r : f32
  } -> tensor<2xf32>
  %0 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%c, %mean : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.subf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<1x3x3x2xf32>
  %1 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %root : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.mulf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<1x3x3x2xf32>
  %2 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %gamma : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.mulf %k, %in : f32
    linalg.yield %r : f32
  } -> tensor<1x3x3x2xf32>
  %3 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2, %beta : tensor<1x3x3x2xf32>, tensor<2xf32>) outs(%e : tensor<1x3x3x2xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.addf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<1x3x3x2xf32>
  return %3 : tensor<1x3x3x2xf32>
}

// -----

// The same in one op, with the clamp that was fused into it: that stays. What
// is computed of constants in the body goes with what it was for: the factor is
// 1 / sqrt(3 + 1). That it is written over the product does not read it.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @fused_with_a_clamp(
//       CHECK:   %[[W:.*]] = arith.constant dense<{{\[\[}}5.000000e-01, 1.000000e+00, 3.000000e+00], [2.500000e+00, 3.000000e+00, 9.000000e+00]]> : tensor<2x3xf32>
//       CHECK:   %[[R:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
//       CHECK:   linalg.generic
//  CHECK-SAME:     ins(%[[R]] : tensor<5x3xf32>)
//  CHECK-NEXT:     ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
//  CHECK-NEXT:     %[[C:.*]] = arith.maximumf %[[IN]], %{{.*}} : f32
//  CHECK-NEXT:     linalg.yield %[[C]]
func.func @fused_with_a_clamp(%x: tensor<5x2xf32>) -> tensor<5x3xf32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0000000000001 : f64
  %w = arith.constant dense<[[1.0, 2.0, 3.0], [5.0, 6.0, 9.0]]> : tensor<2x3xf32>
  %variance = arith.constant dense<[3.0, 3.0, 0.0]> : tensor<3xf32>
  %e = tensor.empty() : tensor<5x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<5x3xf32>) -> tensor<5x3xf32>
  %c = linalg.matmul ins(%x, %w : tensor<5x2xf32>, tensor<2x3xf32>) outs(%init : tensor<5x3xf32>) -> tensor<5x3xf32>
  %0 = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%c, %variance : tensor<5x3xf32>, tensor<3xf32>) outs(%c : tensor<5x3xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %epsilon = arith.truncf %one : f64 to f32
    %sum = arith.addf %v, %epsilon : f32
    %root = math.rsqrt %sum : f32
    %n = arith.mulf %in, %root : f32
    %r = arith.maximumf %n, %zero : f32
    linalg.yield %r : f32
  } -> tensor<5x3xf32>
  return %0 : tensor<5x3xf32>
}

// -----

// Through what only moves elements: a transpose stays, and what comes after it
// has the channels in another dimension. Weights that are all alike stay so if
// the factors are.

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#first = affine_map<(d0, d1, d2, d3) -> (d0, d1, 0, 0)>

// CHECK-LABEL: func.func @transposed(
//       CHECK:   %[[B:.*]] = arith.constant dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
//       CHECK:   linalg.broadcast ins(%[[B]] : tensor<2xf32>) outs(%{{.*}} : tensor<1x4x3x2xf32>) dimensions = [0, 1, 2]
//       CHECK:   %[[W:.*]] = arith.constant dense<1.000000e+00> : tensor<2x1x1x5xf32>
//       CHECK:   %[[C:.*]] = linalg.conv_2d_nhwc_fhwc {{.*}}ins(%{{.*}}, %[[W]] :
//       CHECK:   %[[T:.*]] = linalg.transpose ins(%[[C]] :
//  CHECK-NEXT:   return %[[T]]
func.func @transposed(%x: tensor<1x4x3x5xf32>) -> tensor<1x2x4x3xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<0.5> : tensor<2x1x1x5xf32>
  %a = arith.constant dense<2.0> : tensor<1x2x1x1xf32>
  %b = arith.constant dense<[[[[3.0]], [[4.0]]]]> : tensor<1x2x1x1xf32>
  %e = tensor.empty() : tensor<1x4x3x2xf32>
  %et = tensor.empty() : tensor<1x2x4x3xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x3x2xf32>) -> tensor<1x4x3x2xf32>
  %c = linalg.conv_2d_nhwc_fhwc {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x4x3x5xf32>, tensor<2x1x1x5xf32>) outs(%init : tensor<1x4x3x2xf32>) -> tensor<1x4x3x2xf32>
  %t = linalg.transpose ins(%c : tensor<1x4x3x2xf32>) outs(%et : tensor<1x2x4x3xf32>) permutation = [0, 3, 1, 2]
  %0 = linalg.generic {indexing_maps = [#map, #first, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t, %a : tensor<1x2x4x3xf32>, tensor<1x2x1x1xf32>) outs(%et : tensor<1x2x4x3xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.mulf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x3xf32>
  %1 = linalg.generic {indexing_maps = [#map, #first, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0, %b : tensor<1x2x4x3xf32>, tensor<1x2x1x1xf32>) outs(%et : tensor<1x2x4x3xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.addf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<1x2x4x3xf32>
  return %1 : tensor<1x2x4x3xf32>
}

// -----

// The transposes before and after a norm, as importers write them, undo each
// other when it is gone.

#map = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @there_and_back(
//       CHECK:   %[[M:.*]] = linalg.matmul
//  CHECK-NEXT:   return %[[M]]
func.func @there_and_back(%x: tensor<4x1xf32>) -> tensor<4x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %a = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %et = tensor.empty() : tensor<2x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x1xf32>, tensor<1x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
  %t = linalg.transpose ins(%m : tensor<4x2xf32>) outs(%et : tensor<2x4xf32>) permutation = [1, 0]
  %0 = linalg.generic {indexing_maps = [#map, #row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%t, %a : tensor<2x4xf32>, tensor<2xf32>) outs(%et : tensor<2x4xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.mulf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  %r = linalg.transpose ins(%0 : tensor<2x4xf32>) outs(%e : tensor<4x2xf32>) permutation = [1, 0]
  return %r : tensor<4x2xf32>
}

// -----

// The op that moves elements may be the one that computes, too: it is left as
// the move that it is.

#map = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

// CHECK-LABEL: func.func @transposed_by_the_norm(
//       CHECK:   %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 3.000000e+00]]> : tensor<1x2xf32>
//       CHECK:   %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
//       CHECK:   %[[R:.*]] = linalg.generic {indexing_maps = [#[[TURNED:.*]], #[[MAP:.*]]], iterator_types = ["parallel", "parallel"]} ins(%[[M]] : tensor<4x2xf32>)
//  CHECK-NEXT:     ^bb0(%[[IN:.*]]: f32, %{{.*}}: f32):
//  CHECK-NEXT:     linalg.yield %[[IN]]
func.func @transposed_by_the_norm(%x: tensor<4x1xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x2xf32>
  %a = arith.constant dense<[2.0, 3.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<4x2xf32>
  %et = tensor.empty() : tensor<2x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<4x2xf32>) -> tensor<4x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<4x1xf32>, tensor<1x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
  %0 = linalg.generic {indexing_maps = [#turned, #row, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %a : tensor<4x2xf32>, tensor<2xf32>) outs(%et : tensor<2x4xf32>) {
  ^bb0(%in: f32, %k: f32, %out: f32):
    %r = arith.mulf %in, %k : f32
    linalg.yield %r : f32
  } -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A depthwise convolution with two results a channel, collapsed to four: the
// channels are two dimensions of the weights. The op named for what it does
// goes, too.

// CHECK-LABEL: func.func @depthwise(
//       CHECK:   %[[W:.*]] = arith.constant dense<{{\[\[\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]]]> : tensor<1x1x2x2xf32>
//       CHECK:   %[[C:.*]] = linalg.depthwise_conv_2d_nhwc_hwcm {{.*}}ins(%{{.*}}, %[[W]] :
//       CHECK:   %[[R:.*]] = tensor.collapse_shape %[[C]]
//  CHECK-NEXT:   return %[[R]]
func.func @depthwise(%x: tensor<1x3x3x2xf32>) -> tensor<1x3x3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<1.0> : tensor<1x1x2x2xf32>
  %a = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %e = tensor.empty() : tensor<1x3x3x2x2xf32>
  %ec = tensor.empty() : tensor<1x3x3x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x3x3x2x2xf32>) -> tensor<1x3x3x2x2xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x3x2xf32>, tensor<1x1x2x2xf32>) outs(%init : tensor<1x3x3x2x2xf32>) -> tensor<1x3x3x2x2xf32>
  %f = tensor.collapse_shape %c [[0], [1], [2], [3, 4]] : tensor<1x3x3x2x2xf32> into tensor<1x3x3x4xf32>
  %ab = linalg.broadcast ins(%a : tensor<4xf32>) outs(%ec : tensor<1x3x3x4xf32>) dimensions = [0, 1, 2]
  %0 = linalg.mul ins(%f, %ab : tensor<1x3x3x4xf32>, tensor<1x3x3x4xf32>) outs(%ec : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  return %0 : tensor<1x3x3x4xf32>
}

// -----

// A factor spelled out for each element, the same for all of a channel.

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @spelled_out(
//       CHECK:   %[[W:.*]] = arith.constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
//       CHECK:   %[[M:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] :
//  CHECK-NEXT:   return %[[M]]
func.func @spelled_out(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[[2.0, 3.0], [2.0, 3.0], [2.0, 3.0]]> : tensor<3x2xf32>
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

// A factor of 0 is one: nothing is lost that was not to be.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @zero(
//       CHECK:   arith.constant dense<{{\[\[}}0.000000e+00, 2.000000e+00], [0.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
//   CHECK-NOT:   mulf
func.func @zero(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[0.0, 1.0]> : tensor<2xf32>
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

// What cannot be folded does not keep what comes before it from it.

#map = affine_map<(d0, d1) -> (d0, d1)>
#channel = affine_map<(d0, d1) -> (d1)>

// CHECK-LABEL: func.func @up_to_an_infinity(
//       CHECK:   %[[B:.*]] = arith.constant 1.000000e+00 : f32
//       CHECK:   linalg.fill ins(%[[B]] :
//   CHECK-NOT:   addf
//       CHECK:   arith.divf %{{.*}}, %{{.*}} : f32
func.func @up_to_an_infinity(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %k = arith.constant dense<[2.0, 0.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<3x2xf32>
  %fill = linalg.fill ins(%zero : f32) outs(%e : tensor<3x2xf32>) -> tensor<3x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xf32>, tensor<2x2xf32>) outs(%fill : tensor<3x2xf32>) -> tensor<3x2xf32>
  %r = linalg.generic {indexing_maps = [#map, #channel, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m, %k : tensor<3x2xf32>, tensor<2xf32>) outs(%e : tensor<3x2xf32>) {
  ^bb0(%in: f32, %kk: f32, %out: f32):
    %two_x = arith.addf %in, %one : f32
    %s = arith.divf %two_x, %kk : f32
    linalg.yield %s : f32
  } -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// In a narrow type, rounded once: 1.5 * 1.0078125 lies between 1.5078125 and
// 1.515625 of bf16, as near to the one as to the other, which is even.

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @narrow(
//       CHECK:   arith.constant dense<1.515630e+00> : tensor<2x2xbf16>
//       CHECK:   %[[M:.*]] = linalg.matmul
//  CHECK-NEXT:   return %[[M]]
func.func @narrow(%x: tensor<3x2xbf16>) -> tensor<3x2xbf16> {
  %zero = arith.constant 0.0 : bf16
  %k = arith.constant 1.5 : bf16
  %w = arith.constant dense<1.0078125> : tensor<2x2xbf16>
  %e = tensor.empty() : tensor<3x2xbf16>
  %fill = linalg.fill ins(%zero : bf16) outs(%e : tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %m = linalg.matmul ins(%x, %w : tensor<3x2xbf16>, tensor<2x2xbf16>) outs(%fill : tensor<3x2xbf16>) -> tensor<3x2xbf16>
  %r = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<3x2xbf16>) outs(%e : tensor<3x2xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %s = arith.mulf %in, %k : bf16
    linalg.yield %s : bf16
  } -> tensor<3x2xbf16>
  return %r : tensor<3x2xbf16>
}

// -----

// Any number of rows; weights as a resource, which they stay; all that a
// constant can do to an input: (6 - -(x * w + 1) / 2) has the factor 0.5 and
// the summand 6.5.

#map = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @rows(
//       CHECK:   %[[E:.*]] = tensor.empty(%{{.*}}) : tensor<?x2xf32>
//       CHECK:   %[[B:.*]] = arith.constant 6.500000e+00 : f32
//       CHECK:   %[[I:.*]] = linalg.fill ins(%[[B]] : f32) outs(%[[E]] :
//       CHECK:   %[[W:.*]] = arith.constant dense_resource<[[NAME:.*]]> : tensor<1x2xf32>
//       CHECK:   %[[R:.*]] = linalg.matmul ins(%{{.*}}, %[[W]] : {{.*}}) outs(%[[I]] :
//  CHECK-NEXT:   return %[[R]]
//       CHECK:   [[NAME]]: "0x040000000000803F00000040"
func.func @rows(%x: tensor<?x1xf32>, %rows: index) -> tensor<?x2xf32> {
  %one = arith.constant 1.0 : f32
  %six = arith.constant 6.0 : f32
  %two = arith.constant 2.0 : f32
  %w = arith.constant dense_resource<weights> : tensor<1x2xf32>
  %e = tensor.empty(%rows) : tensor<?x2xf32>
  %init = linalg.fill ins(%one : f32) outs(%e : tensor<?x2xf32>) -> tensor<?x2xf32>
  %m = linalg.matmul ins(%x, %w : tensor<?x1xf32>, tensor<1x2xf32>) outs(%init : tensor<?x2xf32>) -> tensor<?x2xf32>
  %0 = linalg.generic {indexing_maps = [#map, #map], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<?x2xf32>) outs(%e : tensor<?x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %n = arith.negf %in : f32
    %d = arith.divf %n, %two : f32
    %r = arith.subf %six, %d : f32
    linalg.yield %r : f32
  } -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// The resource is 2.0, 4.0.
{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000004000008040"
    }
  }
#-}
