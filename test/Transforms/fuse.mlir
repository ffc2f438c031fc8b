// RUN: mplan-opt %s --mplan-fuse --split-input-file | FileCheck %s

// The wide result of a convolution exists for one row at a time, and so do its
// initial value and what of its padded input that row needs. There is no branch
// for rows that lie in the padding.

#bias = affine_map<(d0, d1, d2, d3) -> (d3)>
#id = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
// CHECK-LABEL: func.func @rows(
// CHECK-SAME: %[[X:.*]]: tensor<1x8x8x3xi8>, %[[W:.*]]: tensor<3x3x3x4xi8>
func.func @rows(%x: tensor<1x8x8x3xi8>, %w: tensor<3x3x3x4xi8>)
    -> tensor<1x8x8x4xi8> {
  // CHECK-NOT: tensor<1x10x10x3xi8>
  // CHECK-NOT: tensor<1x8x8x4xi32>
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<1x8x8x4xi8>
  // CHECK: scf.for %[[ROW:.*]] = %{{.*}} iter_args(%[[OUT:.*]] = %[[E]])
  // CHECK-NOT: scf.if
  // CHECK: tensor.extract_slice %[[X]]
  // CHECK: tensor.pad
  // CHECK: : tensor<1x?x8x3xi8> to tensor<1x3x10x3xi8>
  // CHECK: %[[BIAS:.*]] = linalg.generic {{.*}} outs(%{{.*}} : tensor<1x1x8x4xi32>)
  // CHECK: %[[ACC:.*]] = linalg.conv_2d_nhwc_hwcf {{.*}} outs(%[[BIAS]] : tensor<1x1x8x4xi32>)
  // CHECK: %[[PLACE:.*]] = tensor.extract_slice %[[OUT]][0, %[[ROW]], 0, 0] [1, 1, 8, 4]
  // CHECK: %[[TILE:.*]] = linalg.generic {{.*}} ins(%[[ACC]] : {{.*}}) outs(%[[PLACE]] :
  // CHECK: tensor.insert_slice %[[TILE]] into %[[OUT]][0, %[[ROW]], 0, 0] [1, 1, 8, 4]
  // CHECK-NOT: linalg.
  // CHECK: return
  %z = arith.constant -1 : i8
  %p = tensor.pad %x low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %z : i8
  } : tensor<1x8x8x3xi8> to tensor<1x10x10x3xi8>
  %b = arith.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %e = tensor.empty() : tensor<1x8x8x4xi32>
  %init = linalg.generic {indexing_maps = [#bias, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%b : tensor<4xi32>) outs(%e : tensor<1x8x8x4xi32>) {
  ^bb0(%in: i32, %out: i32):
    linalg.yield %in : i32
  } -> tensor<1x8x8x4xi32>
  %acc = linalg.conv_2d_nhwc_hwcf
      ins(%p, %w : tensor<1x10x10x3xi8>, tensor<3x3x3x4xi8>)
      outs(%init : tensor<1x8x8x4xi32>) -> tensor<1x8x8x4xi32>
  %e8 = tensor.empty() : tensor<1x8x8x4xi8>
  %y = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%acc : tensor<1x8x8x4xi32>) outs(%e8 : tensor<1x8x8x4xi8>)
      attrs = {mplan.tile = array<i64: 0, 1, 0, 0>} {
  ^bb0(%in: i32, %out: i8):
    %t = arith.trunci %in : i32 to i8
    linalg.yield %t : i8
  } -> tensor<1x8x8x4xi8>
  return %y : tensor<1x8x8x4xi8>
}

// -----

// A product goes into the tiles of rows of the next one, which needs each row
// of it once; not into tiles of columns, each of which needs all of it.

// CHECK-LABEL: func.func @products(
func.func @products(%a: tensor<8x4xf32>, %b: tensor<4x6xf32>,
                    %c: tensor<6x2xf32>)
    -> (tensor<8x2xf32>, tensor<8x2xf32>) {
  // CHECK-NOT: linalg.matmul
  // CHECK: scf.for
  // CHECK: linalg.matmul {{.*}} -> tensor<2x6xf32>
  // CHECK: linalg.matmul {{.*}} -> tensor<2x2xf32>
  // CHECK: scf.yield
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8x6xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%f0 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %e1 = tensor.empty() : tensor<8x2xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<8x2xf32>) -> tensor<8x2xf32>
  %1 = linalg.matmul {mplan.tile = array<i64: 2, 0, 0>}
      ins(%0, %c : tensor<8x6xf32>, tensor<6x2xf32>)
      outs(%f1 : tensor<8x2xf32>) -> tensor<8x2xf32>
  // CHECK: linalg.matmul {{.*}} -> tensor<8x6xf32>
  // CHECK: scf.for
  // CHECK-NOT: -> tensor<8x6xf32>
  // CHECK: linalg.matmul {{.*}} -> tensor<8x1xf32>
  // CHECK: scf.yield
  %2 = linalg.matmul ins(%a, %b : tensor<8x4xf32>, tensor<4x6xf32>)
      outs(%f0 : tensor<8x6xf32>) -> tensor<8x6xf32>
  %3 = linalg.matmul {mplan.tile = array<i64: 0, 1, 0>}
      ins(%2, %c : tensor<8x6xf32>, tensor<6x2xf32>)
      outs(%f1 : tensor<8x2xf32>) -> tensor<8x2xf32>
  return %1, %3 : tensor<8x2xf32>, tensor<8x2xf32>
}

// -----

// Nor into overlapping windows, nor if somebody else needs it.

// CHECK-LABEL: func.func @windows(
func.func @windows(%x: tensor<1x10x4x1xf32>, %w: tensor<3x1x1x1xf32>)
    -> (tensor<1x6x4x1xf32>, tensor<1x6x4x1xf32>, tensor<1x8x4x1xf32>) {
  // CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x8x4x1xf32>
  // CHECK: scf.for
  // CHECK: linalg.conv_2d_nhwc_hwcf
  // CHECK-NOT: linalg.conv_2d_nhwc_hwcf
  // CHECK: scf.yield
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<1x8x4x1xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<1x8x4x1xf32>)
      -> tensor<1x8x4x1xf32>
  %0 = linalg.conv_2d_nhwc_hwcf
      ins(%x, %w : tensor<1x10x4x1xf32>, tensor<3x1x1x1xf32>)
      outs(%f0 : tensor<1x8x4x1xf32>) -> tensor<1x8x4x1xf32>
  %e1 = tensor.empty() : tensor<1x6x4x1xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<1x6x4x1xf32>)
      -> tensor<1x6x4x1xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {mplan.tile = array<i64: 0, 1, 0, 0, 0, 0, 0>}
      ins(%0, %w : tensor<1x8x4x1xf32>, tensor<3x1x1x1xf32>)
      outs(%f1 : tensor<1x6x4x1xf32>) -> tensor<1x6x4x1xf32>
  // CHECK: %[[USED:.*]] = linalg.exp {{.*}} -> tensor<1x8x4x1xf32>
  // CHECK: scf.for
  // CHECK-NOT: linalg.exp
  // CHECK: linalg.pooling
  %2 = linalg.exp ins(%0 : tensor<1x8x4x1xf32>) outs(%e0 : tensor<1x8x4x1xf32>)
      -> tensor<1x8x4x1xf32>
  %k = tensor.empty() : tensor<3x1xf32>
  %3 = linalg.pooling_nhwc_sum {mplan.tile = array<i64: 0, 0, 1, 0, 0, 0>}
      ins(%2, %k : tensor<1x8x4x1xf32>, tensor<3x1xf32>)
      outs(%f1 : tensor<1x6x4x1xf32>) -> tensor<1x6x4x1xf32>
  return %1, %3, %2
      : tensor<1x6x4x1xf32>, tensor<1x6x4x1xf32>, tensor<1x8x4x1xf32>
}

// -----

// Attention: no score exists for two heads or two queries at once, and each is
// computed once, although it is needed twice.

#s = affine_map<(b, q, k) -> (b, q, k)>
#m = affine_map<(b, q, k) -> (b, q)>
// CHECK-LABEL: func.func @attention(
func.func @attention(%q: tensor<2x8x4xf32>, %k: tensor<2x4x8xf32>,
                     %v: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  // CHECK-NOT: linalg.batch_matmul
  // CHECK: scf.for
  // CHECK: scf.for
  // CHECK: linalg.batch_matmul {{.*}} -> tensor<1x1x8xf32>
  // CHECK: math.exp
  // CHECK-NOT: math.exp
  // CHECK-NOT: linalg.batch_matmul {{.*}} -> tensor<1x1x8xf32>
  // CHECK: linalg.batch_matmul {{.*}} -> tensor<1x1x4xf32>
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<2x8x8xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<2x8x8xf32>)
      -> tensor<2x8x8xf32>
  %scores = linalg.batch_matmul
      ins(%q, %k : tensor<2x8x4xf32>, tensor<2x4x8xf32>)
      outs(%f0 : tensor<2x8x8xf32>) -> tensor<2x8x8xf32>
  %exp = linalg.generic {indexing_maps = [#s, #s],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%scores : tensor<2x8x8xf32>) outs(%e0 : tensor<2x8x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = math.exp %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x8x8xf32>
  %e1 = tensor.empty() : tensor<2x8xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<2x8xf32>) -> tensor<2x8xf32>
  %sum = linalg.generic {indexing_maps = [#s, #m],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%exp : tensor<2x8x8xf32>) outs(%f1 : tensor<2x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %0 = arith.addf %out, %a : f32
    linalg.yield %0 : f32
  } -> tensor<2x8xf32>
  %weights = linalg.generic {indexing_maps = [#s, #m, #s],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%exp, %sum : tensor<2x8x8xf32>, tensor<2x8xf32>)
      outs(%e0 : tensor<2x8x8xf32>) {
  ^bb0(%a: f32, %b: f32, %out: f32):
    %0 = arith.divf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<2x8x8xf32>
  %e2 = tensor.empty() : tensor<2x8x4xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<2x8x4xf32>)
      -> tensor<2x8x4xf32>
  %y = linalg.batch_matmul {mplan.tile = array<i64: 1, 1, 0, 0>}
      ins(%weights, %v : tensor<2x8x8xf32>, tensor<2x8x4xf32>)
      outs(%f2 : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %y : tensor<2x8x4xf32>
}

// -----

// Elementwise ops become one; not if the result is needed twice, nor if each
// element would be computed again for each row.

#id = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d1)>
// CHECK-LABEL: func.func @elementwise(
func.func @elementwise(%x: tensor<4x8xf32>, %b: tensor<8xf32>)
    -> (tensor<4x8xf32>, tensor<4x8xf32>) {
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: math.exp
  // CHECK-NEXT: math.absf
  // CHECK-NEXT: linalg.yield
  %e = tensor.empty() : tensor<4x8xf32>
  %0 = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %5 = math.exp %a : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<4x8xf32>) outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %5 = math.absf %a : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: math.exp
  // CHECK-NEXT: linalg.yield
  %eb = tensor.empty() : tensor<8xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>,
                                        affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]}
      ins(%b : tensor<8xf32>) outs(%eb : tensor<8xf32>) {
  ^bb0(%a: f32, %out: f32):
    %5 = math.exp %a : f32
    linalg.yield %5 : f32
  } -> tensor<8xf32>
  // CHECK: linalg.generic
  // CHECK-NEXT: ^bb0
  // CHECK-NEXT: arith.addf
  // CHECK-NEXT: linalg.yield
  %3 = linalg.generic {indexing_maps = [#id, #row, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%1, %2 : tensor<4x8xf32>, tensor<8xf32>)
      outs(%e : tensor<4x8xf32>) {
  ^bb0(%a: f32, %c: f32, %out: f32):
    %5 = arith.addf %a, %c : f32
    linalg.yield %5 : f32
  } -> tensor<4x8xf32>
  return %1, %3 : tensor<4x8xf32>, tensor<4x8xf32>
}

// -----

// A window of one element overlaps with none: what it reads goes along, even if
// it is written transposed.

#nhwc = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2, d3)>
#nchw = affine_map<(d0, d1, d2, d3) -> (d0, d3, d1, d2)>
// CHECK-LABEL: func.func @pointwise(
func.func @pointwise(%x: tensor<1x6x4x4xf32>, %w: tensor<1x1x6x8xf32>)
    -> tensor<1x4x4x8xf32> {
  // CHECK-NOT: linalg.generic
  // CHECK: scf.for
  // CHECK: math.exp
  // CHECK: linalg.conv_2d_nhwc_hwcf {{.*}} -> tensor<1x1x4x8xf32>
  %e0 = tensor.empty() : tensor<1x4x4x6xf32>
  %0 = linalg.generic {indexing_maps = [#nchw, #nhwc],
      iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x6x4x4xf32>) outs(%e0 : tensor<1x4x4x6xf32>) {
  ^bb0(%in: f32, %out: f32):
    %2 = math.exp %in : f32
    linalg.yield %2 : f32
  } -> tensor<1x4x4x6xf32>
  %z = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<1x4x4x8xf32>
  %f1 = linalg.fill ins(%z : f32) outs(%e1 : tensor<1x4x4x8xf32>)
      -> tensor<1x4x4x8xf32>
  %1 = linalg.conv_2d_nhwc_hwcf {mplan.tile = array<i64: 0, 1, 0, 0, 0, 0, 0>}
      ins(%0, %w : tensor<1x4x4x6xf32>, tensor<1x1x6x8xf32>)
      outs(%f1 : tensor<1x4x4x8xf32>) -> tensor<1x4x4x8xf32>
  return %1 : tensor<1x4x4x8xf32>
}
