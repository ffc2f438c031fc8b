// RUN: mplan-opt %s --mplan-seed-weights="seed=1" -split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-seed-weights="seed=1" -split-input-file > %t.1
// RUN: mplan-opt %s --mplan-seed-weights="seed=1" -split-input-file | diff %t.1 -
// RUN: mplan-opt %s --mplan-seed-weights="seed=2" -split-input-file | not diff %t.1 - > %t.diff

// The values are part of what the pass promises.

// CHECK-LABEL: func.func @contraction
//  CHECK-NEXT:   arith.constant dense<{{\[\[}}0.0664106533, 0.973453402], [0.557871282, 0.425532222]]>
func.func @contraction(%x: tensor<1x2xf32>, %y: tensor<1x2xf32>) -> tensor<1x2xf32> {
  %w = arith.constant dense<0.5> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<1x2xf32>, tensor<2x2xf32>) outs(%y : tensor<1x2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// -----

// Of a quantised convolution the filter alone, over the range of its type.

// CHECK-LABEL: func.func @tosa_convolution
//   CHECK-DAG:   dense<{{.*}}-{{.*}}> : tensor<2x1x1x4xi8>
//   CHECK-DAG:   dense<5> : tensor<2xi32>
//   CHECK-DAG:   dense<7> : tensor<1xi8>
//   CHECK-DAG:   dense<1638001719> : tensor<2xi32>
//   CHECK-DAG:   dense<39> : tensor<2xi8>
func.func @tosa_convolution(%x: tensor<1x1x1x4xi8>) -> tensor<1x1x1x2xi8> {
  %w = "tosa.const"() {values = dense<1> : tensor<2x1x1x4xi8>} : () -> tensor<2x1x1x4xi8>
  %b = "tosa.const"() {values = dense<5> : tensor<2xi32>} : () -> tensor<2xi32>
  %zi = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %zw = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = "tosa.const"() {values = dense<1638001719> : tensor<2xi32>} : () -> tensor<2xi32>
  %s = "tosa.const"() {values = dense<39> : tensor<2xi8>} : () -> tensor<2xi8>
  %z32 = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %0 = tosa.conv2d %x, %w, %b, %zi, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x4xi8>, tensor<2x1x1x4xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  %1 = tosa.rescale %0, %m, %s, %z32, %zi {input_unsigned = false, output_unsigned = false, per_channel = true, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<1x1x1x2xi32>, tensor<2xi32>, tensor<2xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x1x1x2xi8>
  return %1 : tensor<1x1x1x2xi8>
}

// -----

// Every kind of TOSA op with weights.

// CHECK-LABEL: func.func @tosa_ops
//   CHECK-NOT:   dense<1.000000e+00>
func.func @tosa_ops(%x: tensor<1x4x4x3xf32>, %v: tensor<1x4x4x4x3xf32>, %m: tensor<1x2x3xf32>)
    -> (tensor<1x4x4x3xf32>, tensor<1x5x4x2xf32>, tensor<1x4x4x4x2xf32>, tensor<1x2x2xf32>) {
  %wd = "tosa.const"() {values = dense<1.0> : tensor<1x1x3x1xf32>} : () -> tensor<1x1x3x1xf32>
  %wt = "tosa.const"() {values = dense<1.0> : tensor<2x2x1x3xf32>} : () -> tensor<2x2x1x3xf32>
  %w3 = "tosa.const"() {values = dense<1.0> : tensor<2x1x1x1x3xf32>} : () -> tensor<2x1x1x1x3xf32>
  %wm = "tosa.const"() {values = dense<1.0> : tensor<1x3x2xf32>} : () -> tensor<1x3x2xf32>
  %b3 = "tosa.const"() {values = dense<0.0> : tensor<3xf32>} : () -> tensor<3xf32>
  %b2 = "tosa.const"() {values = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %wd, %b3, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<1x1x3x1xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  %1 = tosa.transpose_conv2d %x, %wt, %b2, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<2x2x1x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x5x4x2xf32>
  %2 = tosa.conv3d %v, %w3, %b2, %z, %z {acc_type = f32, dilation = array<i64: 1, 1, 1>, pad = array<i64: 0, 0, 0, 0, 0, 0>, stride = array<i64: 1, 1, 1>} : (tensor<1x4x4x4x3xf32>, tensor<2x1x1x1x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4x2xf32>
  %3 = tosa.matmul %m, %wm, %z, %z : (tensor<1x2x3xf32>, tensor<1x3x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x2xf32>
  return %0, %1, %2, %3 : tensor<1x4x4x3xf32>, tensor<1x5x4x2xf32>, tensor<1x4x4x4x2xf32>, tensor<1x2x2xf32>
}

// -----

// Through what moves, repeats or converts elements, generic or named.

// CHECK-LABEL: func.func @looks_through
//   CHECK-NOT:   dense<1>
//   CHECK-NOT:   dense<2.000000e+00>
func.func @looks_through(%x: tensor<2x4x6xf32>, %e: tensor<2x6x2xf32>, %y: tensor<2x4x2xf32>, %z: tensor<2x2xf32>)
    -> (tensor<2x4x2xf32>, tensor<2x2xf32>) {
  %w = arith.constant dense<1> : tensor<12xi8>
  %0 = arith.sitofp %w : tensor<12xi8> to tensor<12xf32>
  %1 = tensor.expand_shape %0 [[0, 1]] output_shape [2, 6] : tensor<12xf32> into tensor<2x6xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(b, k, n) -> (n, k)>, affine_map<(b, k, n) -> (b, k, n)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%1 : tensor<2x6xf32>) outs(%e : tensor<2x6x2xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<2x6x2xf32>
  %3 = linalg.batch_matmul ins(%x, %2 : tensor<2x4x6xf32>, tensor<2x6x2xf32>) outs(%y : tensor<2x4x2xf32>) -> tensor<2x4x2xf32>
  %v = "tosa.const"() {values = dense<2.0> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %4 = tosa.transpose %v {perms = array<i32: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %5 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%z, %4 : tensor<2x2xf32>, tensor<2x2xf32>) outs(%z : tensor<2x2xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %6 = arith.mulf %a, %b : f32
    %7 = arith.addf %c, %6 : f32
    linalg.yield %7 : f32
  } -> tensor<2x2xf32>
  return %3, %5 : tensor<2x4x2xf32>, tensor<2x2xf32>
}

// -----

// Convolutions of linalg; the window of a pool is no filter, an accumulator no
// weight.

// CHECK-LABEL: func.func @linalg_convolution
//       CHECK:   dense<0.000000e+00> : tensor<1x3x3x4xf32>
//       CHECK:   dense<1.000000e+00> : tensor<2x2xf32>
//   CHECK-NOT:   dense<2.000000e+00>
func.func @linalg_convolution(%x: tensor<1x4x4x3xf32>, %y: tensor<1x2x2x4xf32>) -> (tensor<1x3x3x4xf32>, tensor<1x2x2x4xf32>) {
  %init = arith.constant dense<0.0> : tensor<1x3x3x4xf32>
  %window = arith.constant dense<1.0> : tensor<2x2xf32>
  %w = arith.constant dense<2.0> : tensor<2x2x3x4xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x4x4x3xf32>, tensor<2x2x3x4xf32>) outs(%init : tensor<1x3x3x4xf32>) -> tensor<1x3x3x4xf32>
  %1 = linalg.pooling_nhwc_max ins(%0, %window : tensor<1x3x3x4xf32>, tensor<2x2xf32>) outs(%y : tensor<1x2x2x4xf32>) -> tensor<1x2x2x4xf32>
  return %0, %1 : tensor<1x3x3x4xf32>, tensor<1x2x2x4xf32>
}

// -----

// Shared by two weight operands, a constant stays one constant.

// CHECK-LABEL: func.func @shared
//       CHECK:   %[[W:.*]] = arith.constant
//   CHECK-NOT:   arith.constant
//       CHECK:   linalg.matmul ins(%{{.*}}, %[[W]]
//       CHECK:   linalg.matmul ins(%{{.*}}, %[[W]]
func.func @shared(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<0.5> : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

// -----

// Shared with something else, it stays what it is there, and the weight
// operands share one copy of it and of the way to them.

// CHECK-LABEL: func.func @private_copy
//   CHECK-DAG:   %[[SPLAT:.*]] = arith.constant dense<5.000000e-01> : tensor<4xf32>
//   CHECK-DAG:   %[[COPY:.*]] = arith.constant dense<[{{.*}}]> : tensor<4xf32>
//   CHECK-DAG:   %[[OLD:.*]] = tensor.expand_shape %[[SPLAT]]
//   CHECK-DAG:   %[[NEW:.*]] = tensor.expand_shape %[[COPY]]
//       CHECK:   linalg.add ins(%{{.*}}, %[[OLD]]
//       CHECK:   linalg.matmul ins(%{{.*}}, %[[NEW]]
//       CHECK:   linalg.matmul ins(%{{.*}}, %[[NEW]]
func.func @private_copy(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = arith.constant dense<0.5> : tensor<4xf32>
  %e = tensor.expand_shape %w [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %0 = linalg.add ins(%x, %e : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.matmul ins(%0, %e : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.matmul ins(%1, %e : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %2 : tensor<2x2xf32>
}

// -----

// What is no splat is a real weight; so may be a single element. Resources,
// globals and what a function is passed stay, too.

// CHECK: ml_program.global private @g(dense<5.000000e-01> : tensor<2x2xf32>)
// CHECK-LABEL: func.func @real
//   CHECK-DAG:   dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
//   CHECK-DAG:   dense<5.000000e-01> : tensor<1x1xf32>
//   CHECK-DAG:   dense_resource<w> : tensor<2x1xf32>
//   CHECK-DAG:   dense<2.500000e-01> : tensor<2x2xf32>
ml_program.global private @g(dense<0.5> : tensor<2x2xf32>) : tensor<2x2xf32>
func.func private @callee(%x: tensor<2x2xf32>, %w: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %0 = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}
func.func @real(%x: tensor<2x2xf32>, %y: tensor<2x1xf32>) -> (tensor<2x2xf32>, tensor<2x1xf32>) {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %one = arith.constant dense<0.5> : tensor<1x1xf32>
  %r = arith.constant dense_resource<w> : tensor<2x1xf32>
  %passed = arith.constant dense<0.25> : tensor<2x2xf32>
  %g = ml_program.global_load_const @g : tensor<2x2xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = linalg.matmul ins(%0, %g : tensor<2x2xf32>, tensor<2x2xf32>) outs(%x : tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = linalg.matmul ins(%1, %r : tensor<2x2xf32>, tensor<2x1xf32>) outs(%y : tensor<2x1xf32>) -> tensor<2x1xf32>
  %3 = linalg.matmul ins(%2, %one : tensor<2x1xf32>, tensor<1x1xf32>) outs(%y : tensor<2x1xf32>) -> tensor<2x1xf32>
  %4 = call @callee(%1, %passed) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %4, %3 : tensor<2x2xf32>, tensor<2x1xf32>
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F0000803F" } }
#-}
