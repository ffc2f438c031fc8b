// Upstream's parser of named linalg ops crashes where the properties are no
// dictionary. Fuzz targets skip such input (Program.cpp).
// RUN: not --crash mlir-opt %s

func.func @f(%x: memref<4xf32>) {
  linalg.exp <[1]> ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
