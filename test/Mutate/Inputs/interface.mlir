// Two inputs and an output, elementwise.
func.func @sum(%x: tensor<4xi32>, %y: tensor<4xi32>) -> tensor<4xi32> {
  %e = tensor.empty() : tensor<4xi32>
  %s = linalg.add ins(%x, %y : tensor<4xi32>, tensor<4xi32>)
                  outs(%e : tensor<4xi32>) -> tensor<4xi32>
  return %s : tensor<4xi32>
}
