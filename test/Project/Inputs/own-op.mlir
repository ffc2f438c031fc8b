func.func @main(%x: tensor<64xf32>) -> tensor<4x64xf32> {
  %0 = tensor.empty() : tensor<64xf32>
  %1 = linalg.exp ins(%x : tensor<64xf32>) outs(%0 : tensor<64xf32>)
      -> tensor<64xf32>
  %2 = "embed.scale"(%1, %0) : (tensor<64xf32>, tensor<64xf32>)
      -> tensor<64xf32>
  %3 = tensor.empty() : tensor<4x64xf32>
  %4 = linalg.broadcast ins(%2 : tensor<64xf32>) outs(%3 : tensor<4x64xf32>)
      dimensions = [0]
  return %4 : tensor<4x64xf32>
}
