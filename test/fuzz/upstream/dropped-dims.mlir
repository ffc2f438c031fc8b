// Upstream crashes in SubViewOp::getDroppedDims at a subview that drops some of
// several extents of 1 and has a step. Ours: lib/Transforms/SplitSubviews.cpp,
// which can go when this test fails.
// RUN: not --crash mlir-opt %s --expand-strided-metadata
// RUN: not --crash mlir-opt %s --convert-linalg-to-loops --fold-memref-alias-ops

func.func @f(%m: memref<3x5x1xi32>, %v: i32) {
  %s = memref.subview %m[0, 0, 0] [1, 3, 1] [1, 2, 1] : memref<3x5x1xi32> to memref<3x1xi32, strided<[2, 1]>>
  linalg.fill ins(%v : i32) outs(%s : memref<3x1xi32, strided<[2, 1]>>)
  return
}
