// RUN: mplan-opt %s --mplan-seed-weights -split-input-file \
// RUN:   --mlir-print-elementsattrs-with-hex-if-larger=-1 | FileCheck %s

// Each output element sums up 300 products, so that the weights lie between
// -0.1 and 0.1 (the square root of 3/300), and some near the ends.

// CHECK-LABEL: func.func @tosa_conv2d
//   CHECK-NOT: {{[^0-9.]0\.[1-9]}}
//       CHECK: {{[^0-9.]0\.09}}
func.func @tosa_conv2d(%x: tensor<1x10x10x3xf32>) -> tensor<1x1x1x2xf32> {
  %w = "tosa.const"() {values = dense<1.0> : tensor<2x10x10x3xf32>} : () -> tensor<2x10x10x3xf32>
  %b = "tosa.const"() {values = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x10x10x3xf32>, tensor<2x10x10x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  return %0 : tensor<1x1x1x2xf32>
}

// -----

// CHECK-LABEL: func.func @tosa_depthwise
//   CHECK-NOT: {{[^0-9.]0\.[1-9]}}
//       CHECK: {{[^0-9.]0\.09}}
func.func @tosa_depthwise(%x: tensor<1x30x10x2xf32>) -> tensor<1x1x1x2xf32> {
  %w = "tosa.const"() {values = dense<1.0> : tensor<30x10x2x1xf32>} : () -> tensor<30x10x2x1xf32>
  %b = "tosa.const"() {values = dense<0.0> : tensor<2xf32>} : () -> tensor<2xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x30x10x2xf32>, tensor<30x10x2x1xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1x2xf32>
  return %0 : tensor<1x1x1x2xf32>
}

// -----

// The other side of tosa.matmul has the summed dimension elsewhere.

// CHECK-LABEL: func.func @tosa_matmul_left
//   CHECK-NOT: {{[^0-9.]0\.[1-9]}}
//       CHECK: {{[^0-9.]0\.09}}
func.func @tosa_matmul_left(%x: tensor<1x300x4xf32>) -> tensor<1x2x4xf32> {
  %w = "tosa.const"() {values = dense<1.0> : tensor<1x2x300xf32>} : () -> tensor<1x2x300xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.matmul %w, %x, %z, %z : (tensor<1x2x300xf32>, tensor<1x300x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @linalg_conv
//   CHECK-NOT: {{[^0-9.]0\.[1-9]}}
//       CHECK: {{[^0-9.]0\.09}}
func.func @linalg_conv(%x: tensor<1x10x10x3xf32>, %y: tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32> {
  %w = arith.constant dense<1.0> : tensor<10x10x3x2xf32>
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x10x10x3xf32>, tensor<10x10x3x2xf32>) outs(%y : tensor<1x1x1x2xf32>) -> tensor<1x1x1x2xf32>
  return %0 : tensor<1x1x1x2xf32>
}

// -----

// Half precision rounds to its own grid.

// CHECK-LABEL: func.func @linalg_matvec
//   CHECK-NOT: e-01
//       CHECK: {{[^0-9.]9\.[0-9]+e-02}}
//       CHECK: tensor<2x300xf16>
func.func @linalg_matvec(%x: tensor<300xf16>, %y: tensor<2xf16>) -> tensor<2xf16> {
  %w = arith.constant dense<1.0> : tensor<2x300xf16>
  %0 = linalg.matvec ins(%w, %x : tensor<2x300xf16>, tensor<300xf16>) outs(%y : tensor<2xf16>) -> tensor<2xf16>
  return %0 : tensor<2xf16>
}
