// A limit that cannot be reached is a warning, with what is needed; the program
// is as small as it gets.
// RUN: mplan-opt %s --mplan-shrink="optimize=size arena-limit=1" 2>&1 >/dev/null \
// RUN:   | FileCheck %s
// CHECK: warning: the arenas need 64 bytes, more than the limit of 1, and nothing that was tried makes them smaller
func.func @main(%x: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>) {
  %e = tensor.empty() : tensor<16xf32>
  %s = arith.constant dense<[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]> : tensor<16xindex>
  %0 = linalg.exp ins(%x : tensor<16xf32>) outs(%e : tensor<16xf32>)
      -> tensor<16xf32>
  // Any element may be read at any point, so that all must be there.
  %1 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%s : tensor<16xindex>) outs(%e : tensor<16xf32>) {
  ^bb0(%i: index, %out: f32):
    %v = tensor.extract %0[%i] : tensor<16xf32>
    linalg.yield %v : f32
  } -> tensor<16xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%s : tensor<16xindex>) outs(%e : tensor<16xf32>) {
  ^bb0(%i: index, %out: f32):
    %v = tensor.extract %0[%i] : tensor<16xf32>
    %w = math.absf %v : f32
    linalg.yield %w : f32
  } -> tensor<16xf32>
  return %1, %2 : tensor<16xf32>, tensor<16xf32>
}
