// RUN: mplan-opt %s --mplan-import-tosa -split-input-file | FileCheck %s

// Upstream's stock pipeline refuses double rounding; the passes do not.

// CHECK-LABEL: func.func @double_rounding
//       CHECK:   linalg.generic
//       CHECK:     arith.extsi %{{.*}} : i32 to i64
//       CHECK:     arith.cmpi sge
//       CHECK:     arith.shrsi %{{.*}} : i64
//   CHECK-NOT:   tosa.
func.func @double_rounding(%x: tensor<4xi32>) -> tensor<4xi8> {
  %multiplier = "tosa.const"() {values = dense<1638001719> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<39> : tensor<1xi8>} : () -> tensor<1xi8>
  %in = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %out = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  %0 = tosa.rescale %x, %multiplier, %shift, %in, %out {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = DOUBLE_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// A reshape of a weight is a weight, not a buffer.

// CHECK-LABEL: func.func @reshaped_weight
//       CHECK:   arith.constant dense<{{.*}}> : tensor<2x1x1x3xi8>
//   CHECK-NOT:   expand_shape %cst
//       CHECK:   linalg.conv_2d_nhwc_fhwc_q
func.func @reshaped_weight(%x: tensor<1x1x1x3xi8>) -> tensor<1x1x1x2xi32> {
  %w = "tosa.const"() {values = dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi8>} : () -> tensor<2x3xi8>
  %s = tosa.const_shape {values = dense<[2, 1, 1, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
  %b = "tosa.const"() {values = dense<0> : tensor<2xi32>} : () -> tensor<2xi32>
  %zi = "tosa.const"() {values = dense<7> : tensor<1xi8>} : () -> tensor<1xi8>
  %zw = "tosa.const"() {values = dense<0> : tensor<1xi8>} : () -> tensor<1xi8>
  %r = tosa.reshape %w, %s : (tensor<2x3xi8>, !tosa.shape<4>) -> tensor<2x1x1x3xi8>
  %0 = tosa.conv2d %x, %r, %b, %zi, %zw {acc_type = i32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x1x1x3xi8>, tensor<2x1x1x3xi8>, tensor<2xi32>, tensor<1xi8>, tensor<1xi8>) -> tensor<1x1x1x2xi32>
  return %0 : tensor<1x1x1x2xi32>
}

// -----

// A transposed weight, too.

// CHECK-LABEL: func.func @transposed_weight
//       CHECK:   arith.constant dense<{{\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]>
//   CHECK-NOT:   transpose
func.func @transposed_weight() -> tensor<2x2xf32> {
  %w = "tosa.const"() {values = dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>} : () -> tensor<2x2xf32>
  %0 = tosa.transpose %w {perms = array<i32: 1, 0>} : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Control flow becomes scf, and what is in it is lowered as well.

// CHECK-LABEL: func.func @control_flow
//       CHECK:   scf.if
//       CHECK:     linalg.generic
//       CHECK:       arith.addf
//       CHECK:     linalg.generic
//       CHECK:       arith.subf
func.func @control_flow(%c: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = tosa.add %a, %a : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
  ^bb0(%a: tensor<4xf32>):
    %1 = tosa.sub %a, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// State becomes a global of the module.

// CHECK: ml_program.global private mutable @h(dense<0.000000e+00> : tensor<2xf32>)
// CHECK-LABEL: func.func @state
//       CHECK:   ml_program.global_load @h
//       CHECK:   ml_program.global_store @h
module {
  tosa.variable @h = dense<0.0> : tensor<2xf32>
  func.func @state(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = tosa.variable_read @h : tensor<2xf32>
    %1 = tosa.add %0, %x : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    tosa.variable_write @h, %1 : tensor<2xf32>
    return %1 : tensor<2xf32>
  }
}

// -----

// Elementwise ops on tensors, which converters mix in, become linalg.

// CHECK-LABEL: func.func @elementwise
//       CHECK:   linalg.generic
//       CHECK:     math.tanh
//       CHECK:   linalg.generic
//       CHECK:     arith.addf
func.func @elementwise(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = math.tanh %x : tensor<4xf32>
  %1 = arith.addf %0, %x : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// What is linalg already, or nothing to lower, stays: bodyless functions,
// assertions, globals, weights that are resources.

// CHECK: ml_program.global private mutable @g
// CHECK: func.func private @external(tensor<*xf32>)
// CHECK-LABEL: func.func @already_linalg
//       CHECK:   arith.constant dense_resource<w> : tensor<1x2xf32>
//       CHECK:   cf.assert
//       CHECK:   linalg.matmul
//       CHECK:   call @external
ml_program.global private mutable @g(dense<0.0> : tensor<2xf32>) : tensor<2xf32>
func.func private @external(tensor<*xf32>)
func.func @already_linalg(%c: i1, %x: tensor<3x1xf32>, %y: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = arith.constant dense_resource<w> : tensor<1x2xf32>
  cf.assert %c, "no"
  %0 = linalg.matmul ins(%x, %w : tensor<3x1xf32>, tensor<1x2xf32>) outs(%y : tensor<3x2xf32>) -> tensor<3x2xf32>
  %1 = tensor.cast %0 : tensor<3x2xf32> to tensor<*xf32>
  call @external(%1) : (tensor<*xf32>) -> ()
  return %0 : tensor<3x2xf32>
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F00000040" } }
#-}
