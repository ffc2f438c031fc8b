// RUN: mplan-opt %s --mplan-shrink="optimize=size remarks" -o /dev/null 2>&1 \
// RUN:     | FileCheck %s

// Layers of one size after each other: the need never falls in between, as each
// accumulator takes the place of the one before. Still one after the other is
// done in tiles, until that helps.

// CHECK: remark: 'linalg.generic' is computed in tiles of array<i64: 0, 1>: footprint 80 to 80 bytes
// CHECK: remark: 'linalg.generic' is computed in tiles of array<i64: 0, 1>: footprint 80 to 80 bytes
// CHECK: remark: 'linalg.generic' is computed in tiles of array<i64: 0, 1>: footprint 80 to 36 bytes

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @layers(%x: tensor<1x16xi8>, %w1: tensor<16x16xi8>,
                  %w2: tensor<16x16xi8>, %w3: tensor<16x16xi8>)
    -> tensor<1x16xi8> {
  %zero = arith.constant 0 : i32
  %e1 = tensor.empty() : tensor<1x16xi32>
  %o1 = tensor.empty() : tensor<1x16xi8>
  %f1 = linalg.fill ins(%zero : i32) outs(%e1 : tensor<1x16xi32>)
      -> tensor<1x16xi32>
  %m1 = linalg.matmul ins(%x, %w1 : tensor<1x16xi8>, tensor<16x16xi8>)
      outs(%f1 : tensor<1x16xi32>) -> tensor<1x16xi32>
  %r1 = linalg.generic {indexing_maps = [#id, #id],
                        iterator_types = ["parallel", "parallel"]}
      ins(%m1 : tensor<1x16xi32>) outs(%o1 : tensor<1x16xi8>) {
  ^bb0(%a: i32, %out: i8):
    %t = arith.trunci %a : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x16xi8>
  %e2 = tensor.empty() : tensor<1x16xi32>
  %o2 = tensor.empty() : tensor<1x16xi8>
  %f2 = linalg.fill ins(%zero : i32) outs(%e2 : tensor<1x16xi32>)
      -> tensor<1x16xi32>
  %m2 = linalg.matmul ins(%r1, %w2 : tensor<1x16xi8>, tensor<16x16xi8>)
      outs(%f2 : tensor<1x16xi32>) -> tensor<1x16xi32>
  %r2 = linalg.generic {indexing_maps = [#id, #id],
                        iterator_types = ["parallel", "parallel"]}
      ins(%m2 : tensor<1x16xi32>) outs(%o2 : tensor<1x16xi8>) {
  ^bb0(%a: i32, %out: i8):
    %t = arith.trunci %a : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x16xi8>
  %e3 = tensor.empty() : tensor<1x16xi32>
  %o3 = tensor.empty() : tensor<1x16xi8>
  %f3 = linalg.fill ins(%zero : i32) outs(%e3 : tensor<1x16xi32>)
      -> tensor<1x16xi32>
  %m3 = linalg.matmul ins(%r2, %w3 : tensor<1x16xi8>, tensor<16x16xi8>)
      outs(%f3 : tensor<1x16xi32>) -> tensor<1x16xi32>
  %r3 = linalg.generic {indexing_maps = [#id, #id],
                        iterator_types = ["parallel", "parallel"]}
      ins(%m3 : tensor<1x16xi32>) outs(%o3 : tensor<1x16xi8>) {
  ^bb0(%a: i32, %out: i8):
    %t = arith.trunci %a : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x16xi8>
  return %r3 : tensor<1x16xi8>
}
