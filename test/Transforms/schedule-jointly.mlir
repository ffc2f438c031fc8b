// With keep=N the orders found are planned, and the smallest arena wins.
// RUN: mplan-opt %s --mplan-schedule="keep=4 remarks" -split-input-file -verify-diagnostics | FileCheck %s

// As counted, so planned. The branches' 2,048 bytes are made one after the other
// in the same place; what is returned is the caller's, who gives two more.
// expected-remark@below {{'branches': footprint 2048 bytes, 4096 in the order given; 2 orders planned}}
func.func @branches(%x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
         dimensions = [0]
  %g = tensor.empty() : tensor<8xf32>
  %i = linalg.fill ins(%zero : f32) outs(%g : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%i : tensor<8xf32>) dimensions = [0]
  %h = tensor.empty() : tensor<8xf32>
  %j = linalg.fill ins(%zero : f32) outs(%h : tensor<8xf32>) -> tensor<8xf32>
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%j : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func @branches
// CHECK: linalg.broadcast
// CHECK: linalg.reduce
// CHECK: linalg.broadcast
// CHECK: linalg.reduce

// -----

// What cannot be planned is ordered by what is counted on tensors.
// expected-remark@below {{'recursive': at most 2048 bytes alive, 4096 in the order given}}
func.func @recursive(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %r:2 = call @recursive(%s, %t, %z)
           : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
          -> (tensor<8xf32>, tensor<8xf32>)
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func @recursive
// CHECK: linalg.broadcast
// CHECK: linalg.reduce
// CHECK: linalg.broadcast
// CHECK: linalg.reduce
