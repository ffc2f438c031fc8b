// Batch norms folded into the weights before them: the results are those of the
// unplanned program that was left as it is, but for the last bits.
// DEFINE: %{fold} = --tolerance=1e-5 --pipeline='mplan-pipeline{fold-batch-norm optimize=size},mplan-to-llvm{symbol-prefix=mplan_}'
// RUN: mplan-equiv %s --entry=convolution %{fold} | FileCheck %s
// RUN: mplan-equiv %s --entry=depthwise %{fold} | FileCheck %s
// RUN: mplan-equiv %s --entry=grouped %{fold} | FileCheck %s
// RUN: mplan-equiv %s --entry=rows --extent=0:0=1,5,9 %{fold} | FileCheck %s
// RUN: mplan-equiv %s --entry=left %{fold} | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

// Each of them folds, and nothing of its norm is left.
// RUN: mplan-opt %s --mplan-import-tosa --mplan-fold-batch-norm \
// RUN:   | FileCheck %s --check-prefix=FOLDED
// FOLDED-NOT: {{subf|divf|rsqrt}}

#map = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#last = affine_map<(d0, d1, d2, d3) -> (d3)>
#second = affine_map<(d0, d1, d2, d3) -> (d1)>
#map2 = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

// Padded, with a stride, a bias, and channels last; the norm has them second.
func.func @convolution(%x: tensor<1x7x7x3xf32>) -> tensor<1x4x4x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[[-0.731, 0.695, 0.528, -0.49], [-0.009, -0.101, 0.303, 0.577], [-0.812, -0.943, 0.672, -0.134]], [[0.525, -0.996, -0.109, 0.443], [-0.542, 0.891, 0.803, -0.939], [-0.949, 0.083, 0.878, -0.238]], [[-0.567, -0.156, -0.942, -0.557], [-0.124, -0.008, -0.534, -0.538], [-0.562, -0.081, -0.42, -0.957]]], [[[0.675, 0.113, 0.285, -0.628], [0.985, 0.72, -0.758, -0.335], [0.443, 0.422, 0.873, -0.156]], [[0.66, 0.341, -0.393, 0.175], [0.765, 0.692, 0.011, 0.178], [-0.931, -0.515, 0.595, -0.171]], [[-0.654, 0.098, 0.406, 0.349], [-0.251, -0.122, 0.017, 0.557], [0.042, -0.213, -0.021, -0.941]]], [[[-0.913, 0.407, 0.966, 0.186], [-0.213, -0.659, 0.004, 0.964], [0.541, 0.079, 0.721, -0.536]], [[0.028, 0.905, 0.156, -0.082], [-0.461, 0.096, 0.914, -0.989], [0.567, 0.641, 0.772, 0.481]], [[0.618, 0.037, 0.123, -0.148], [-0.888, 0.74, 0.14, -0.6], [0.009, -0.03, -0.286, -0.308]]]]> : tensor<3x3x3x4xf32>
  %bias = arith.constant dense<[0.077, 0.247, 0.225, -0.084]> : tensor<4xf32>
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x7x7x3xf32> to tensor<1x9x9x3xf32>
  %e = tensor.empty() : tensor<1x4x4x4xf32>
  %i = linalg.broadcast ins(%bias : tensor<4xf32>) outs(%e : tensor<1x4x4x4xf32>) dimensions = [0, 1, 2]
  %c = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : tensor<2xi64>, strides = dense<2> : tensor<2xi64>}
      ins(%p, %w : tensor<1x9x9x3xf32>, tensor<3x3x3x4xf32>) outs(%i : tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %en = tensor.empty() : tensor<1x4x4x4xf32>
  %t = linalg.transpose ins(%c : tensor<1x4x4x4xf32>) outs(%en : tensor<1x4x4x4xf32>) permutation = [0, 3, 1, 2]
  %mean = arith.constant dense<[-0.944, -0.541, -0.646, 0.169]> : tensor<4xf32>
  %variance = arith.constant dense<[2.611, 2.436, 2.432, 2.486]> : tensor<4xf32>
  %gamma = arith.constant dense<[0.883, 1.763, 1.51, 0.625]> : tensor<4xf32>
  %beta = arith.constant dense<[-0.967, -0.971, 0.511, -0.501]> : tensor<4xf32>
  %epsilon = arith.constant 1.0e-5 : f32
  %n = linalg.generic {indexing_maps = [#map, #second, #second, #second, #second, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%t, %mean, %variance, %gamma, %beta : tensor<1x4x4x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%en : tensor<1x4x4x4xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    %6 = arith.maximumf %5, %zero : f32
    linalg.yield %6 : f32
  } -> tensor<1x4x4x4xf32>
  return %n : tensor<1x4x4x4xf32>
}

// Two results a channel.
func.func @depthwise(%x: tensor<1x5x6x2xf32>) -> tensor<1x4x5x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[[-0.781, 0.25], [-0.311, -0.861]], [[-0.681, 0.055], [-0.664, -0.454]]], [[[0.423, -0.091], [-0.356, -0.052]], [[-0.953, -0.227], [-0.158, -0.624]]]]> : tensor<2x2x2x2xf32>
  %e = tensor.empty() : tensor<1x4x5x2x2xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4x5x2x2xf32>) -> tensor<1x4x5x2x2xf32>
  %c = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x5x6x2xf32>, tensor<2x2x2x2xf32>) outs(%i : tensor<1x4x5x2x2xf32>) -> tensor<1x4x5x2x2xf32>
  %f = tensor.collapse_shape %c [[0], [1], [2], [3, 4]] : tensor<1x4x5x2x2xf32> into tensor<1x4x5x4xf32>
  %en = tensor.empty() : tensor<1x4x5x4xf32>
  %mean = arith.constant dense<[-0.782, 0.8, 0.02, -0.582]> : tensor<4xf32>
  %variance = arith.constant dense<[1.896, 2.488, 0.258, 0.25]> : tensor<4xf32>
  %gamma = arith.constant dense<[0.72, 1.578, 0.74, 1.557]> : tensor<4xf32>
  %beta = arith.constant dense<[0.356, 0.089, -0.559, 0.951]> : tensor<4xf32>
  %epsilon = arith.constant 1.0e-5 : f32
  %n = linalg.generic {indexing_maps = [#map, #last, #last, #last, #last, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%f, %mean, %variance, %gamma, %beta : tensor<1x4x5x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) outs(%en : tensor<1x4x5x4xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    %6 = arith.maximumf %5, %zero : f32
    linalg.yield %6 : f32
  } -> tensor<1x4x5x4xf32>
  return %n : tensor<1x4x5x4xf32>
}

// Three groups of two channels; the bias is added to each of them.
func.func @grouped(%x: tensor<1x3x2x4x4xf32>) -> tensor<1x6x3x3xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[[[[0.596, 0.033], [-0.554, 0.297]], [[-0.21, 0.152], [-0.358, 0.262]]], [[[-0.882, -0.403], [0.936, 0.751]], [[-0.387, 0.717], [-0.379, 0.879]]]], [[[[0.488, -0.168], [-0.495, -0.983]], [[0.757, -0.924], [0.639, 0.924]]], [[[0.141, -0.657], [0.736, 0.948]], [[0.408, 0.018], [-0.244, -0.306]]]], [[[[-0.588, 0.348], [-0.134, -0.612]], [[-0.791, 0.332], [-0.408, -0.0]]], [[[-0.349, 0.743], [0.799, -0.964]], [[-0.598, -0.345], [0.974, 0.565]]]]]> : tensor<3x2x2x2x2xf32>
  %bias = arith.constant dense<[[-0.322, -0.574], [0.349, 0.675], [0.864, -0.312]]> : tensor<3x2xf32>
  %e = tensor.empty() : tensor<1x3x2x3x3xf32>
  %i = linalg.broadcast ins(%bias : tensor<3x2xf32>) outs(%e : tensor<1x3x2x3x3xf32>) dimensions = [0, 3, 4]
  %c = linalg.conv_2d_ngchw_gfchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>}
      ins(%x, %w : tensor<1x3x2x4x4xf32>, tensor<3x2x2x2x2xf32>) outs(%i : tensor<1x3x2x3x3xf32>) -> tensor<1x3x2x3x3xf32>
  %f = tensor.collapse_shape %c [[0], [1, 2], [3], [4]] : tensor<1x3x2x3x3xf32> into tensor<1x6x3x3xf32>
  %en = tensor.empty() : tensor<1x6x3x3xf32>
  %mean = arith.constant dense<[0.765, 0.374, -0.031, 0.971, -0.531, 0.451]> : tensor<6xf32>
  %variance = arith.constant dense<[0.437, 0.675, 2.751, 0.796, 2.326, 1.881]> : tensor<6xf32>
  %gamma = arith.constant dense<[1.762, 1.052, 1.01, 0.937, 1.801, 1.406]> : tensor<6xf32>
  %beta = arith.constant dense<[0.909, 0.775, -0.729, 0.102, -0.791, -0.922]> : tensor<6xf32>
  %epsilon = arith.constant 1.0e-5 : f32
  %n = linalg.generic {indexing_maps = [#map, #second, #second, #second, #second, #map], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%f, %mean, %variance, %gamma, %beta : tensor<1x6x3x3xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>) outs(%en : tensor<1x6x3x3xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    %6 = arith.maximumf %5, %zero : f32
    linalg.yield %6 : f32
  } -> tensor<1x6x3x3xf32>
  return %n : tensor<1x6x3x3xf32>
}

// Any number of rows.
func.func @rows(%x: tensor<?x5xf32> {mplan.upper_bound = array<i64: 9, -1>}) -> tensor<?x3xf32> {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %w = arith.constant dense<[[-0.854, 0.732, 0.576], [0.657, -0.318, 0.23], [0.564, -0.244, 0.142], [-0.553, -0.837, -0.467], [0.782, 0.129, 0.85]]> : tensor<5x3xf32>
  %d = tensor.dim %x, %c0 : tensor<?x5xf32>
  %e = tensor.empty(%d) : tensor<?x3xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
  %c = linalg.matmul ins(%x, %w : tensor<?x5xf32>, tensor<5x3xf32>) outs(%i : tensor<?x3xf32>) -> tensor<?x3xf32>
  %en = tensor.empty(%d) : tensor<?x3xf32>
  %mean = arith.constant dense<[-0.084, -0.446, 0.574]> : tensor<3xf32>
  %variance = arith.constant dense<[2.518, 0.235, 2.077]> : tensor<3xf32>
  %gamma = arith.constant dense<[0.638, 0.673, 1.828]> : tensor<3xf32>
  %beta = arith.constant dense<[-0.92, -0.521, 0.976]> : tensor<3xf32>
  %epsilon = arith.constant 1.0e-5 : f32
  %n = linalg.generic {indexing_maps = [#map2, #column, #column, #column, #column, #map2], iterator_types = ["parallel", "parallel"]}
      ins(%c, %mean, %variance, %gamma, %beta : tensor<?x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%en : tensor<?x3xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    %6 = arith.maximumf %5, %zero : f32
    linalg.yield %6 : f32
  } -> tensor<?x3xf32>
  return %n : tensor<?x3xf32>
}

// Weights on the left, so that a channel is a row.
func.func @left(%x: tensor<5x4xf32>) -> tensor<3x4xf32> {
  %zero = arith.constant 0.0 : f32
  %w = arith.constant dense<[[-0.158, -0.769, -0.665, -0.517, 0.488], [-0.794, 0.822, -0.243, 0.941, 0.818], [-0.412, -0.493, -0.046, -0.8, 0.304]]> : tensor<3x5xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %i = linalg.fill ins(%zero : f32) outs(%e : tensor<3x4xf32>) -> tensor<3x4xf32>
  %c = linalg.matmul ins(%w, %x : tensor<3x5xf32>, tensor<5x4xf32>) outs(%i : tensor<3x4xf32>) -> tensor<3x4xf32>
  %en = tensor.empty() : tensor<3x4xf32>
  %mean = arith.constant dense<[-0.921, -0.979, 0.965]> : tensor<3xf32>
  %variance = arith.constant dense<[1.028, 1.87, 1.46]> : tensor<3xf32>
  %gamma = arith.constant dense<[0.97, 0.594, 1.87]> : tensor<3xf32>
  %beta = arith.constant dense<[0.94, 0.94, -0.777]> : tensor<3xf32>
  %epsilon = arith.constant 1.0e-5 : f32
  %n = linalg.generic {indexing_maps = [#map2, #row, #row, #row, #row, #map2], iterator_types = ["parallel", "parallel"]}
      ins(%c, %mean, %variance, %gamma, %beta : tensor<3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) outs(%en : tensor<3x4xf32>) {
  ^bb0(%in: f32, %m: f32, %v: f32, %g: f32, %b: f32, %out: f32):
    %0 = arith.addf %v, %epsilon : f32
    %1 = math.rsqrt %0 : f32
    %2 = arith.subf %in, %m : f32
    %3 = arith.mulf %2, %1 : f32
    %4 = arith.mulf %3, %g : f32
    %5 = arith.addf %4, %b : f32
    %6 = arith.maximumf %5, %zero : f32
    linalg.yield %6 : f32
  } -> tensor<3x4xf32>
  return %n : tensor<3x4xf32>
}
