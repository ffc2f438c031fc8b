// RUN: mplan-opt %s --mplan-fuse --split-input-file | FileCheck %s

#nchw = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#chw = affine_map<(d0, d1, d2) -> (d0)>

// What is wanted transposed is made so, its loops in that order, and another
// elementwise op reads it so.
// CHECK-DAG: #[[SAME:.*]] = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-DAG: #[[BACK:.*]] = affine_map<(d0, d1, d2) -> (d2, d0, d1)>
// CHECK-DAG: #[[CHANNEL:.*]] = affine_map<(d0, d1, d2) -> (d2)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<(d0, d1, d2) -> (d1, d2, d0)>
// CHECK-LABEL: func.func @made_transposed(
// CHECK-SAME: %[[X:.*]]: tensor<4x6x8xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK: %[[EMPTY:.*]] = tensor.empty() : tensor<6x8x4xf32>
// CHECK: %[[A:.*]] = linalg.generic {indexing_maps = [#[[BACK]], #[[CHANNEL]], #[[SAME]]], {{.*}}} ins(%[[X]], %[[B]] : {{.*}}) outs(%[[EMPTY]] : tensor<6x8x4xf32>)
// The row of the channel is now the last loop.
// CHECK: linalg.index 2
// CHECK: tensor.pad %[[A]]
// CHECK: tensor.pad %[[A]]
// CHECK: linalg.generic {indexing_maps = [#[[LAST]], #[[SAME]]], {{.*}}} ins(%[[A]] :
func.func @made_transposed(%x: tensor<4x6x8xf32>, %b: tensor<4xf32>, %zero: f32) -> (tensor<8x8x4xf32>, tensor<8x8x4xf32>, tensor<4x6x8xf32>) {
  %e = tensor.empty() : tensor<4x6x8xf32>
  %a = linalg.generic {indexing_maps = [#nchw, #chw, #nchw], iterator_types = ["parallel", "parallel", "parallel"]} ins(%x, %b : tensor<4x6x8xf32>, tensor<4xf32>) outs(%e : tensor<4x6x8xf32>) {
  ^bb0(%in: f32, %bias: f32, %out: f32):
    %c = linalg.index 0 : index
    %i = arith.index_cast %c : index to i32
    %f = arith.sitofp %i : i32 to f32
    %s = arith.addf %in, %bias : f32
    %r = arith.mulf %s, %f : f32
    linalg.yield %r : f32
  } -> tensor<4x6x8xf32>
  %t = tensor.empty() : tensor<6x8x4xf32>
  %n = linalg.transpose ins(%a : tensor<4x6x8xf32>) outs(%t : tensor<6x8x4xf32>) permutation = [1, 2, 0]
  %p = tensor.pad %n low[1, 0, 0] high[1, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<6x8x4xf32> to tensor<8x8x4xf32>
  %m = linalg.transpose ins(%a : tensor<4x6x8xf32>) outs(%t : tensor<6x8x4xf32>) permutation = [1, 2, 0]
  %q = tensor.pad %m low[2, 0, 0] high[0, 0, 0] {
  ^bb0(%i: index, %j: index, %k: index):
    tensor.yield %zero : f32
  } : tensor<6x8x4xf32> to tensor<8x8x4xf32>
  %o = linalg.generic {indexing_maps = [#nchw, #nchw], iterator_types = ["parallel", "parallel", "parallel"]} ins(%a : tensor<4x6x8xf32>) outs(%e : tensor<4x6x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<4x6x8xf32>
  return %p, %q, %o : tensor<8x8x4xf32>, tensor<8x8x4xf32>, tensor<4x6x8xf32>
}

// -----

#id = affine_map<(d0, d1) -> (d0, d1)>
#cube = affine_map<(d0, d1, d2) -> (d0, d1, d2)>

// Somebody needs it as it is, or in another order still.
// CHECK-LABEL: func.func @stays(
// CHECK-COUNT-3: linalg.transpose
// CHECK: return
func.func @stays(%x: tensor<4x6xf32>, %y: tensor<4x4x4xf32>) -> (tensor<24xf32>, tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<4x4x4xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %t = tensor.empty() : tensor<6x4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = arith.negf %in : f32
    linalg.yield %r : f32
  } -> tensor<4x6xf32>
  %n = linalg.transpose ins(%a : tensor<4x6xf32>) outs(%t : tensor<6x4xf32>) permutation = [1, 0]
  %c = tensor.collapse_shape %a [[0, 1]] : tensor<4x6xf32> into tensor<24xf32>
  %f = tensor.empty() : tensor<4x4x4xf32>
  %b = linalg.generic {indexing_maps = [#cube, #cube], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y : tensor<4x4x4xf32>) outs(%f : tensor<4x4x4xf32>) {
  ^bb0(%in: f32, %out: f32):
    %r = math.exp %in : f32
    linalg.yield %r : f32
  } -> tensor<4x4x4xf32>
  %m = linalg.transpose ins(%b : tensor<4x4x4xf32>) outs(%f : tensor<4x4x4xf32>) permutation = [1, 0, 2]
  %k = linalg.transpose ins(%b : tensor<4x4x4xf32>) outs(%f : tensor<4x4x4xf32>) permutation = [2, 1, 0]
  return %c, %n, %m, %k : tensor<24xf32>, tensor<6x4xf32>, tensor<4x4x4xf32>, tensor<4x4x4xf32>
}

// -----

// On buffers there is nothing to fold.
// CHECK-LABEL: func.func @buffers(
// CHECK: linalg.transpose
func.func @buffers(%x: memref<4x6xf32>, %y: memref<6x4xf32>) {
  linalg.transpose ins(%x : memref<4x6xf32>) outs(%y : memref<6x4xf32>) permutation = [1, 0]
  return
}
