// A plan with two buffers on the same bytes gives other results: what
// mplan-verify is to refuse, mplan-equiv sees when it is run.
// RUN: mplan-opt %s --mplan-bufferize --mplan-allocate -o %t.mlir
// RUN: mplan-equiv %s --other=%t.mlir \
// RUN:   --pipeline=mplan-materialize,mplan-to-llvm
// RUN: sed 's/@arena\[256\]/@arena[0]/' %t.mlir > %t.overlap.mlir
// RUN: %exits 1 mplan-equiv %s --other=%t.overlap.mlir \
// RUN:   --pipeline=mplan-materialize,mplan-to-llvm | FileCheck %s
// CHECK: seed 0, call 1: result #0: first at [0]: reference {{.*}}, mplan 0 (0x0); 64 of 64 elements differ

func.func @f(%x: tensor<64xf32>, %y: tensor<64xf32>) -> tensor<64xf32> {
  %e = tensor.empty() : tensor<64xf32>
  %a = linalg.exp ins(%x : tensor<64xf32>) outs(%e : tensor<64xf32>)
      -> tensor<64xf32>
  %f = tensor.empty() : tensor<64xf32>
  %b = linalg.tanh ins(%y : tensor<64xf32>) outs(%f : tensor<64xf32>)
      -> tensor<64xf32>
  %g = tensor.empty() : tensor<64xf32>
  %s = linalg.sub ins(%a, %b : tensor<64xf32>, tensor<64xf32>)
                  outs(%g : tensor<64xf32>) -> tensor<64xf32>
  return %s : tensor<64xf32>
}
