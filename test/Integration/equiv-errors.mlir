// What cannot be compared, and a comparison that proves nothing, are errors:
// the exit code is 2.
// RUN: split-file %s %t
// RUN: %exits 2 mplan-equiv %t/none.mlir %heap 2>&1 | FileCheck %t/none.mlir
// RUN: %exits 2 mplan-equiv %t/parse.mlir %heap 2>&1 | FileCheck %t/parse.mlir
// RUN: %exits 2 mplan-equiv %t/several.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/several.mlir --check-prefix=SEVERAL
// RUN: %exits 2 mplan-equiv %t/several.mlir --entry=h %heap 2>&1 \
// RUN:   | FileCheck %t/several.mlir --check-prefix=NAMED
// RUN: mplan-equiv %t/several.mlir --entry=f %heap
// RUN: %exits 2 mplan-equiv %t/private.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/private.mlir
// RUN: %exits 2 mplan-equiv %t/unranked.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/unranked.mlir
// RUN: %exits 2 mplan-equiv %t/nan.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/nan.mlir
// RUN: mplan-equiv %t/nan.mlir --allow-nan %heap
// RUN: mplan-equiv %t/nan.mlir --float-range=0:1..2 %heap
// RUN: %exits 2 mplan-equiv %t/constant.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/constant.mlir
// RUN: mplan-equiv %t/constant.mlir --allow-constant %heap
// RUN: %exits 2 mplan-equiv %t/several.mlir --entry=f --seeds=1 %heap 2>&1 \
// RUN:   | FileCheck %t/several.mlir --check-prefix=ONE
// RUN: %exits 2 mplan-equiv %t/nothing.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/nothing.mlir
// RUN: %exits 2 mplan-equiv %t/extern.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/extern.mlir
// RUN: %exits 2 mplan-equiv %t/several.mlir --entry=f --pipeline=canonicalize \
// RUN:   2>&1 | FileCheck %t/several.mlir --check-prefix=UNLOWERED
// RUN: %exits 2 mplan-equiv %t/several.mlir --entry=f --pipeline=no-such-pass \
// RUN:   2>&1 | FileCheck %t/several.mlir --check-prefix=PASS
// RUN: %exits 2 mplan-equiv %t/several.mlir --entry=f \
// RUN:   --other=%t/nothing.mlir %heap 2>&1 \
// RUN:   | FileCheck %t/several.mlir --check-prefix=OTHER

//--- none.mlir
// CHECK: error: no public function with a body to run

//--- parse.mlir
// CHECK: error: expected
func.func @f(

//--- several.mlir
// SEVERAL: error: several public functions: choose one with --entry
// SEVERAL: note: 'f'
// SEVERAL: note: 'g'
// NAMED: error: no function 'h' with a body to run (--entry)
// ONE: error: one input cannot show that the results depend on it
// UNLOWERED: mplan: no LLVM function for the entry 'f' after lowering
// PASS: 'no-such-pass' does not refer to a registered pass
// OTHER: mplan: no LLVM function for the entry 'f' after lowering
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func @g(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}
func.func private @h(tensor<2xf32>) -> tensor<2xf32>

//--- private.mlir
// CHECK: error: no public function with a body to run
func.func private @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  return %a : tensor<2xf32>
}

//--- unranked.mlir
// CHECK: error: cannot make a value of type 'tensor<*xf32>' for argument #0
func.func @f(%a: tensor<*xf32>) -> index {
  %r = tensor.rank %a : tensor<*xf32>
  return %r : index
}

//--- nan.mlir
// CHECK: error: result #0 is all NaN: that proves nothing
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %one = arith.constant dense<1.0> : tensor<2xf32>
  %negative = arith.subf %a, %one : tensor<2xf32>
  %n = math.sqrt %negative : tensor<2xf32>
  return %n, %a : tensor<2xf32>, tensor<2xf32>
}

//--- constant.mlir
// CHECK: error: result #1 is the same for all 2 inputs: that proves nothing
func.func @f(%a: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  return %a, %c : tensor<2xf32>, tensor<2xf32>
}

//--- nothing.mlir
// CHECK: error: nothing to compare: 'main' returns nothing and writes no argument
func.func @main(%a: memref<2xf32>) {
  return
}

//--- extern.mlir
// CHECK: Symbols not found: [ elsewhere ]
// CHECK: error: reference: cannot compile
// CHECK: {{^}}error: reference{{$}}
func.func private @elsewhere(f32) -> f32
func.func @f(%a: f32) -> f32 {
  %b = func.call @elsewhere(%a) : (f32) -> f32
  return %b : f32
}
