// RUN: mplan-opt %s --mplan-import-tosa -split-input-file -verify-diagnostics

// An op that upstream has no lowering for.
func.func @custom(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @below {{failed to legalize operation 'tosa.custom'}}
  %0 = tosa.custom %x {operator_name = "op", domain_name = "vendor", implementation_attrs = ""} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
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
