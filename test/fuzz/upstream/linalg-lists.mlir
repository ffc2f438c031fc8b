// Upstream's parser of linalg.reduce, transpose and broadcast crashes where the
// dimensions or the permutation are no list of integers. Fuzz targets skip such
// input (Program.cpp).
// RUN: split-file %s %t
// RUN: not --crash mlir-opt %t/reduce.mlir
// RUN: not --crash mlir-opt %t/transpose.mlir
// RUN: not --crash mlir-opt %t/broadcast.mlir

//--- reduce.mlir
func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.addf} ins(%a : tensor<4xf32>) outs(%b : tensor<f32>) dimensions = [x]
  return %r : tensor<f32>
}
//--- transpose.mlir
func.func @f(%a: tensor<4x2xf32>, %b: tensor<2x4xf32>) -> tensor<2x4xf32> {
  %r = linalg.transpose ins(%a : tensor<4x2xf32>) outs(%b : tensor<2x4xf32>) permutation = [x]
  return %r : tensor<2x4xf32>
}
//--- broadcast.mlir
func.func @f(%a: tensor<4xf32>, %b: tensor<2x2x4xf32>) -> tensor<2x2x4xf32> {
  %r = linalg.broadcast ins(%a : tensor<4xf32>) outs(%b : tensor<2x2x4xf32>) dimensions = [0 1]
  return %r : tensor<2x2x4xf32>
}
