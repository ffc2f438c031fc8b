// RUN: mplan-opt %s --mplan-bufferize -verify-diagnostics -split-input-file

#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
// expected-error @below {{'func.func' has a 'tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>', which is sparse: its storage grows with its values and cannot be planned; make it a dense tensor}}
func.func @argument(%a: tensor<4x4xf32, #csr>) {
  return
}

// -----

#csr = #sparse_tensor.encoding<{map = (d0, d1) -> (d0 : dense, d1 : compressed)}>
func.func @made(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{'tensor.empty' has a 'tensor<4x4xf32, #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>>', which is sparse}}
  %0 = tensor.empty() : tensor<4x4xf32, #csr>
  %1 = tensor.insert %x into %0[%c0, %c0] : tensor<4x4xf32, #csr>
  %2 = tensor.extract %1[%c0, %c0] : tensor<4x4xf32, #csr>
  return %2 : f32
}
