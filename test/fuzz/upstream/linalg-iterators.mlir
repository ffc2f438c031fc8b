// Upstream's parser of linalg.generic crashes where an iterator type is no
// string. Fuzz targets skip such input (Program.cpp).
// RUN: not --crash mlir-opt %s

func.func @f(%x: memref<f32>) {
  linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = [2]}
      outs(%x : memref<f32>) {
  ^bb0(%out: f32):
    linalg.yield %out : f32
  }
  return
}
