// As networks come: int8 with zero points that are not zero at all borders, where
// padding is what stands for zero; pools that divide by how many elements they
// have; a transposed convolution, which is one of each phase, taken apart.
// DEFINE: %{planned} = mplan-pipeline{optimize=none poison red-zone=16},mplan-to-llvm{symbol-prefix=mplan_ assertions=abort aliasing=checked}
// RUN: mplan-opt %s --split-input-file --mplan-import-tosa --mplan-stream="uncut remarks" -o /dev/null 2>&1 | FileCheck %s
// RUN: mplan-equiv %s --split-input-file --opt-level=0 --mode='cut:mplan-stream{io=arena},%{planned}' --mode='uncut:mplan-stream{uncut},%{planned}' | FileCheck %s --check-prefix=EQUAL
// EQUAL-COUNT-3: equal: 2 inputs, 2 calls each

// CHECK: remark: streamed: {{.*}} in 15 rows, with {{.*}} (3, 3 rows)
func.func @int8(%x: tensor<1x15x5x3xi8>) -> tensor<1x15x5x3xi8> {
  %w = "tosa.const"() {values = dense<[[[[1, -2, 3], [4, 5, -6], [7, -8, 9]], [[-10, 11, 12], [13, -14, 15], [16, 17, -18]], [[19, -20, 21], [22, 23, -24], [-25, 26, 27]]], [[[-1, 2, 3], [4, -5, 6], [7, 8, -9]], [[10, -11, 12], [13, 14, -15], [16, -17, 18]], [[-19, 20, 21], [22, -23, 24], [25, 26, -27]]], [[[9, 8, -7], [-6, 5, 4], [3, -2, 1]], [[1, 1, -1], [2, -2, 2], [3, 3, -3]], [[-4, 4, 4], [5, -5, 5], [6, 6, -6]]]]> : tensor<3x3x3x3xi8>} : () -> tensor<3x3x3x3xi8>
  %b = "tosa.const"() {values = dense<[100, -200, 300]> : tensor<3xi32>} : () -> tensor<3xi32>
  %izp = "tosa.const"() {values = dense<-7> : tensor<1xi8>} : () -> tensor<1xi8>
  %wzp = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %azp = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %ozp = "tosa.const"() {values = dense<-7> : tensor<1xi8>} : () -> tensor<1xi8>
  %m = "tosa.const"() {values = dense<1073741824> : tensor<1xi32>} : () -> tensor<1xi32>
  %s = "tosa.const"() {values = dense<36> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.conv2d %x, %w, %b, %izp, %wzp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x15x5x3xi8>, tensor<3x3x3x3xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x15x5x3xi32>
  %1 = tosa.rescale %0, %m, %s, %azp, %ozp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x15x5x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x15x5x3xi8>
  %2 = tosa.conv2d %1, %w, %b, %izp, %wzp {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x15x5x3xi8>, tensor<3x3x3x3xi8>, tensor<3xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x15x5x3xi32>
  %3 = tosa.rescale %2, %m, %s, %azp, %ozp {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = SINGLE_ROUND, scale32 = true} : (tensor<1x15x5x3xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<1x15x5x3xi8>
  return %3 : tensor<1x15x5x3xi8>
}

// -----

// CHECK: remark: streamed: {{.*}} in 8 rows, with {{.*}} (3, 3 rows)
func.func @pools(%x: tensor<1x16x6x2xf32>) -> tensor<1x8x3x2xf32> {
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x16x6x2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x16x6x2xf32>
  %1 = tosa.max_pool2d %0 {kernel = array<i64: 3, 3>, pad = array<i64: 0, 1, 0, 1>, stride = array<i64: 2, 2>} : (tensor<1x16x6x2xf32>) -> tensor<1x8x3x2xf32>
  return %1 : tensor<1x8x3x2xf32>
}

// -----

// CHECK: remark: streamed:
func.func @transposed(%x: tensor<1x8x4x3xf32>) -> tensor<1x17x9x2xf32> {
  %w = "tosa.const"() {values = dense<[[[[1.0, 2.0, -1.0], [0.5, 1.0, 2.0], [3.0, -1.0, 1.0]], [[2.0, 1.0, 1.0], [1.0, -3.0, 2.0], [0.25, 1.0, 1.0]], [[1.0, 1.5, -2.0], [1.0, 1.0, 1.0], [-1.0, 2.0, 4.0]]], [[[-1.0, 2.0, 1.0], [1.0, 0.5, 2.0], [3.0, 1.0, -1.0]], [[2.0, -1.0, 1.0], [1.5, 3.0, 2.0], [1.0, 1.0, 2.0]], [[1.0, 1.0, 2.0], [-1.0, 1.0, 0.5], [1.0, 2.0, 3.0]]]]> : tensor<2x3x3x3xf32>} : () -> tensor<2x3x3x3xf32>
  %b = "tosa.const"() {values = dense<[1.0, -2.0]> : tensor<2xf32>} : () -> tensor<2xf32>
  %z = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>
  %0 = tosa.avg_pool2d %x, %z, %z {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 1, 1, 1, 1>, stride = array<i64: 1, 1>} : (tensor<1x8x4x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x8x4x3xf32>
  %1 = tosa.transpose_conv2d %0, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x8x4x3xf32>, tensor<2x3x3x3xf32>, tensor<2xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x17x9x2xf32>
  return %1 : tensor<1x17x9x2xf32>
}
