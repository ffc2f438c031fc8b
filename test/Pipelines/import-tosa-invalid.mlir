// RUN: mplan-opt %s --mplan-import-tosa -split-input-file -verify-diagnostics

// An op that upstream has no lowering for.
func.func @custom(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{failed to legalize operation 'tosa.custom'}}
  %0 = tosa.custom %x {operator_name = "op", domain_name = "vendor", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Of the roundings, upstream lowers the two that say what they do.
func.func @inexact(%x: tensor<4xi32>) -> tensor<4xi8> {
  %multiplier = "tosa.const"() {values = dense<1638001719> : tensor<1xi32>} : () -> tensor<1xi32>
  %shift = "tosa.const"() {values = dense<39> : tensor<1xi8>} : () -> tensor<1xi8>
  %in = "tosa.const"() {values = dense<0> : tensor<1xi32>} : () -> tensor<1xi32>
  %out = "tosa.const"() {values = dense<-128> : tensor<1xi8>} : () -> tensor<1xi8>
  // expected-error @below {{failed to legalize operation 'tosa.rescale'}}
  %0 = tosa.rescale %x, %multiplier, %shift, %in, %out {input_unsigned = false, output_unsigned = false, per_channel = false, rounding_mode = INEXACT_ROUND, scale32 = true} : (tensor<4xi32>, tensor<1xi32>, tensor<1xi8>, tensor<1xi32>, tensor<1xi8>) -> tensor<4xi8>
  return %0 : tensor<4xi8>
}

// -----

// Code where the passes do not go is found at the end, each kind of op once.
module @outer {
  module @inner {
    func.func @nested(%x: tensor<4xf32>) -> tensor<4xf32> {
      // expected-error @below {{'tosa.exp' is left after the import, which lowers the bodies of the module's own 'func.func's; move it there, or rewrite it before}}
      %0 = tosa.exp %x : (tensor<4xf32>) -> tensor<4xf32>
      %1 = tosa.exp %0 : (tensor<4xf32>) -> tensor<4xf32>
      return %1 : tensor<4xf32>
    }
  }
}
