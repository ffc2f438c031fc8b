// RUN: mplan-opt %s --mplan-import-tosa | FileCheck %s

// Filters in the order of another framework, as resources: the arena never sees
// the other order.

// CHECK-LABEL: func.func @main
//       CHECK:   arith.constant dense<{{.*}}1.000000e+00, 3.000000e+00, 4.000000e+00], [2.000000e+00, 4.000000e+00, 5.000000e+00]{{.*}}> : tensor<1x1x2x3xf32>
//   CHECK-NOT:   transpose
//       CHECK:   linalg.conv_2d_nhwc_fhwc
func.func @main(%x: tensor<1x4x4x3xf32>) -> tensor<1x4x3x1xf32> {
  %w = "tosa.const"() {values = dense_resource<w> : tensor<1x3x1x2xf32>} : () -> tensor<1x3x1x2xf32>
  %b = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %t = tosa.transpose %w {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x3x1x2xf32>) -> tensor<1x1x2x3xf32>
  %0 = tosa.conv2d %x, %t, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x3xf32>, tensor<1x1x2x3xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x3x1xf32>
  return %0 : tensor<1x4x3x1xf32>
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F000000400000404000008040000080400000A040" } }
#-}
