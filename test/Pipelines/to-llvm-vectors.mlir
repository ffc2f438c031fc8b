// RUN: mplan-opt %s --mplan-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s
// RUN: sed -e 's/index = 64/index = 32/' %s | mplan-opt --mplan-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s --check-prefixes=CHECK,NARROW

// Vectors of several dimensions become what LLVM has, whatever the index is.

module attributes {dlti.dl_spec = #dlti.dl_spec<index = 64>} {
  // NARROW: define void @run(ptr noalias %0, ptr noalias %1, i32 %2)
  // CHECK: load <8 x float>
  // CHECK: call float @erff(
  // CHECK: store <4 x float>
  func.func @run(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %i: index) {
    %zero = arith.constant 0.0 : f32
    %c0 = arith.constant 0 : index
    %acc = arith.constant dense<0.0> : vector<4x4xf32>
    %v = vector.transfer_read %a[%i, %c0], %zero {in_bounds = [true, true]} : memref<8x8xf32>, vector<4x8xf32>
    %t = vector.transpose %v, [1, 0] : vector<4x8xf32> to vector<8x4xf32>
    %m = vector.contract {
        indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
        iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>}
        %v, %t, %acc : vector<4x8xf32>, vector<8x4xf32> into vector<4x4xf32>
    %e = math.erf %m : vector<4x4xf32>
    %r = vector.multi_reduction <add>, %e, %zero [0, 1] : vector<4x4xf32> to f32
    %w = vector.broadcast %r : f32 to vector<2x4xf32>
    vector.transfer_write %w, %b[%i, %c0] {in_bounds = [true, true]} : vector<2x4xf32>, memref<8x8xf32>
    return
  }
}
