// Upstream's parser of linalg.reduce crashes where its dimensions are no list
// of integers. Fuzz targets skip such input (Program.cpp).
// RUN: not --crash mlir-opt %s

func.func @f(%a: tensor<4xf32>, %b: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce {arith.addf} ins(%a : tensor<4xf32>) outs(%b : tensor<f32>) dimensions = [x]
  return %r : tensor<f32>
}
