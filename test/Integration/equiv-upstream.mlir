// What upstream gets wrong is kept out of the reference, so that mplan-equiv
// finds it on the other side. A repair upstream would show here.
// RUN: split-file %s %t
// RUN: %exits 1 mplan-equiv %t/argument.mlir %upstream | FileCheck %t/argument.mlir
// RUN: %exits 1 mplan-equiv %t/unwritten.mlir %upstream \
// RUN:   | FileCheck %t/unwritten.mlir
// RUN: %exits 1 mplan-equiv %t/overtaken.mlir %upstream \
// RUN:   | FileCheck %t/overtaken.mlir

// One-shot writes into an argument that nobody called writable.
//--- argument.mlir
// CHECK: seed 0, call 1: mplan changed argument #0
func.func @f(%a: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %r = scf.for %i = %zero to %n step %one iter_args(%t = %a)
      -> (tensor<4xf32>) {
    %x = tensor.extract %t[%i] : tensor<4xf32>
    %y = arith.mulf %x, %x : f32
    %u = tensor.insert %y into %t[%zero] : tensor<4xf32>
    scf.yield %u : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// A global is given a buffer before that is written.
//--- unwritten.mlir
// CHECK: result #0
ml_program.global private mutable @h(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = ml_program.global_load @h : tensor<4xf32>
  %n = arith.addf %h, %x : tensor<4xf32>
  ml_program.global_store @h = %n : tensor<4xf32>
  return %n : tensor<4xf32>
}

// A store between a load and its use.
//--- overtaken.mlir
// CHECK: result #0
ml_program.global private mutable @h(dense<0.0> : tensor<4xf32>) : tensor<4xf32>
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %h = ml_program.global_load @h : tensor<4xf32>
  ml_program.global_store @h = %x : tensor<4xf32>
  return %h : tensor<4xf32>
}
