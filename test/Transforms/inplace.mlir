// RUN: mplan-opt %s --mplan-inplace --split-input-file | FileCheck %s

// Elementwise ops write over an operand that dies, of any number of operands.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>)
func.func @chain(%x: tensor<4x8xf32>, %b: tensor<8xf32>) -> tensor<4x8xf32> {
  // The argument is its caller's.
  // CHECK: %[[E:.*]] = tensor.empty
  // CHECK: %[[EXP:.*]] = linalg.exp ins(%[[X]] : {{.*}}) outs(%[[E]] :
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.exp ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>)
      -> tensor<4x8xf32>
  // A broadcast of the other operand does not matter.
  // CHECK-NOT: tensor.empty
  // CHECK: linalg.generic
  // CHECK-SAME: ins(%[[B]], %[[EXP]] :
  // CHECK-SAME: outs(%[[EXP]] :
  %e1 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#row, #id, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%b, %0 : tensor<8xf32>, tensor<4x8xf32>)
      outs(%e1 : tensor<4x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<4x8xf32>
  return %1 : tensor<4x8xf32>
}

// -----

// Uses of the operand and of its reshapes that come before do not matter.

// CHECK-LABEL: func.func @reshaped(
func.func @reshaped(%x: tensor<32xf32>) -> (tensor<f32>, tensor<4x8xf32>) {
  %e = tensor.empty() : tensor<32xf32>
  // CHECK: linalg.exp
  %0 = linalg.exp ins(%x : tensor<32xf32>) outs(%e : tensor<32xf32>)
      -> tensor<32xf32>
  %s = tensor.empty() : tensor<f32>
  %sum = linalg.reduce ins(%0 : tensor<32xf32>) outs(%s : tensor<f32>)
      dimensions = [0]
      (%a: f32, %b: f32) {
        %c = arith.addf %a, %b : f32
        linalg.yield %c : f32
      }
  // CHECK: %[[R:.*]] = tensor.expand_shape
  %r = tensor.expand_shape %0 [[0, 1]] output_shape [4, 8]
      : tensor<32xf32> into tensor<4x8xf32>
  // CHECK: linalg.abs ins(%[[R]] : {{.*}}) outs(%[[R]] :
  %e1 = tensor.empty() : tensor<4x8xf32>
  %1 = linalg.abs ins(%r : tensor<4x8xf32>) outs(%e1 : tensor<4x8xf32>)
      -> tensor<4x8xf32>
  return %sum, %1 : tensor<f32>, tensor<4x8xf32>
}

// -----

// What a loop carries is the loop's own.

// CHECK-LABEL: func.func @carried(
func.func @carried(%n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // CHECK: scf.for {{.*}} iter_args(%[[H:.*]] = %{{.*}})
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %f) -> tensor<8xf32> {
    // CHECK: linalg.exp ins(%[[H]] : {{.*}}) outs(%[[H]] :
    %e1 = tensor.empty() : tensor<8xf32>
    %1 = linalg.exp ins(%h : tensor<8xf32>) outs(%e1 : tensor<8xf32>)
        -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// An operand that is needed afterwards stays, also under another name.

// CHECK-LABEL: func.func @needed(
func.func @needed(%x: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
      -> tensor<8xf32>
  // CHECK: linalg.exp
  // CHECK: %[[E1:.*]] = tensor.empty
  // CHECK: linalg.abs {{.*}} outs(%[[E1]] :
  %e1 = tensor.empty() : tensor<8xf32>
  %1 = linalg.abs ins(%0 : tensor<8xf32>) outs(%e1 : tensor<8xf32>)
      -> tensor<8xf32>
  %slice = tensor.extract_slice %0[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
  %2 = linalg.ceil ins(%1 : tensor<8xf32>) outs(%e : tensor<8xf32>)
      -> tensor<8xf32>
  return %1, %2, %slice : tensor<8xf32>, tensor<8xf32>, tensor<4xf32>
}

// -----

// Where an element is read at another point than where it is written.

#id = affine_map<(d0, d1) -> (d0, d1)>
#t = affine_map<(d0, d1) -> (d1, d0)>
// CHECK-LABEL: func.func @transposed(
func.func @transposed(%x: tensor<8x8xf32>)
    -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  // CHECK: linalg.exp
  // CHECK: %[[E1:.*]] = tensor.empty
  // CHECK: linalg.generic {{.*}} outs(%[[E1]] :
  %e1 = tensor.empty() : tensor<8x8xf32>
  %1 = linalg.generic {indexing_maps = [#t, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<8x8xf32>) outs(%e1 : tensor<8x8xf32>) {
  ^bb0(%p: f32, %out: f32):
    linalg.yield %p : f32
  } -> tensor<8x8xf32>
  %e2 = tensor.empty() : tensor<8x8xf32>
  %2 = linalg.exp ins(%x : tensor<8x8xf32>) outs(%e2 : tensor<8x8xf32>)
      -> tensor<8x8xf32>
  // The same operand, under both maps.
  // CHECK: linalg.exp
  // CHECK: %[[E3:.*]] = tensor.empty
  // CHECK: linalg.generic {{.*}} outs(%[[E3]] :
  %e3 = tensor.empty() : tensor<8x8xf32>
  %3 = linalg.generic {indexing_maps = [#id, #t, #id],
                       iterator_types = ["parallel", "parallel"]}
      ins(%2, %2 : tensor<8x8xf32>, tensor<8x8xf32>)
      outs(%e3 : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %out: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %1, %3 : tensor<8x8xf32>, tensor<8x8xf32>
}

// -----

// A constant, and what a call gives, are not the function's own.

func.func private @other() -> tensor<2xf32>
// CHECK-LABEL: func.func @not_its_own(
func.func @not_its_own() -> (tensor<2xf32>, tensor<2xf32>) {
  %c = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  // CHECK: %[[E:.*]] = tensor.empty
  // CHECK: linalg.exp {{.*}} outs(%[[E]] :
  %e = tensor.empty() : tensor<2xf32>
  %0 = linalg.exp ins(%c : tensor<2xf32>) outs(%e : tensor<2xf32>)
      -> tensor<2xf32>
  %1 = call @other() : () -> tensor<2xf32>
  // CHECK: %[[E1:.*]] = tensor.empty
  // CHECK: linalg.exp {{.*}} outs(%[[E1]] :
  %e1 = tensor.empty() : tensor<2xf32>
  %2 = linalg.exp ins(%1 : tensor<2xf32>) outs(%e1 : tensor<2xf32>)
      -> tensor<2xf32>
  return %0, %2 : tensor<2xf32>, tensor<2xf32>
}

// -----

// What is handed to a loop, or inserted somewhere, has its contents there, too.

// CHECK-LABEL: func.func @handed_on(
func.func @handed_on(%x: tensor<8xf32>, %n: index)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<8xf32>
  %0 = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
      -> tensor<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%h = %0) -> tensor<8xf32> {
    scf.yield %h : tensor<8xf32>
  }
  // CHECK: linalg.exp
  // CHECK: %[[E1:.*]] = tensor.empty
  // CHECK: linalg.abs {{.*}} outs(%[[E1]] :
  %e1 = tensor.empty() : tensor<8xf32>
  %1 = linalg.abs ins(%0 : tensor<8xf32>) outs(%e1 : tensor<8xf32>)
      -> tensor<8xf32>
  %e2 = tensor.empty() : tensor<8xf32>
  %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%e2 : tensor<8xf32>)
      -> tensor<8xf32>
  %c = tensor.concat dim(0) %2, %x
      : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  // CHECK: tensor.concat
  // CHECK: %[[E3:.*]] = tensor.empty
  // CHECK: linalg.abs {{.*}} outs(%[[E3]] :
  %e3 = tensor.empty() : tensor<8xf32>
  %3 = linalg.abs ins(%2 : tensor<8xf32>) outs(%e3 : tensor<8xf32>)
      -> tensor<8xf32>
  %4 = linalg.add ins(%1, %3 : tensor<8xf32>, tensor<8xf32>)
      outs(%e3 : tensor<8xf32>) -> tensor<8xf32>
  return %r, %4, %c : tensor<8xf32>, tensor<8xf32>, tensor<16xf32>
}
