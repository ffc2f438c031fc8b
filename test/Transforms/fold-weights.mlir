// RUN: mplan-opt %s --mplan-fold-weights --canonicalize -split-input-file | FileCheck %s

// CHECK-LABEL: func.func @transpose
//  CHECK-NEXT:   arith.constant dense<{{\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]>
//  CHECK-NEXT:   return
func.func @transpose() -> tensor<2x2xf32> {
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x2xf32>
  %t = linalg.transpose ins(%w : tensor<2x2xf32>) outs(%e : tensor<2x2xf32>) permutation = [1, 0]
  return %t : tensor<2x2xf32>
}

// -----

// Three dimensions in a circle, given by both maps of a generic op:
// result[a, b, c] = weight[b, c, a].

// CHECK-LABEL: func.func @generic
//  CHECK-NEXT:   arith.constant dense<{{\[\[\[}}0, 2, 4], [6, 8, 10]], {{\[\[}}1, 3, 5], [7, 9, 11]]]> : tensor<2x2x3xi8>
//  CHECK-NEXT:   return
func.func @generic() -> tensor<2x2x3xi8> {
  %w = arith.constant dense<[[[0, 1], [2, 3], [4, 5]], [[6, 7], [8, 9], [10, 11]]]> : tensor<2x3x2xi8>
  %e = tensor.empty() : tensor<2x2x3xi8>
  %t = linalg.generic {indexing_maps = [affine_map<(c, a, b) -> (b, c, a)>, affine_map<(c, a, b) -> (a, b, c)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x3x2xi8>) outs(%e : tensor<2x2x3xi8>) {
  ^bb0(%in: i8, %out: i8):
    linalg.yield %in : i8
  } -> tensor<2x2x3xi8>
  return %t : tensor<2x2x3xi8>
}

// -----

// Through a reshape, of a constant that is also used as it was.

// CHECK-LABEL: func.func @reshaped_and_shared
//   CHECK-DAG:   arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi16>
//   CHECK-DAG:   arith.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]> : tensor<3x2xi16>
//   CHECK-NOT:   linalg.transpose
func.func @reshaped_and_shared() -> (tensor<6xi16>, tensor<3x2xi16>) {
  %w = arith.constant dense<[1, 2, 3, 4, 5, 6]> : tensor<6xi16>
  %r = tensor.expand_shape %w [[0, 1]] output_shape [2, 3] : tensor<6xi16> into tensor<2x3xi16>
  %e = tensor.empty() : tensor<3x2xi16>
  %t = linalg.transpose ins(%r : tensor<2x3xi16>) outs(%e : tensor<3x2xi16>) permutation = [1, 0]
  return %w, %t : tensor<6xi16>, tensor<3x2xi16>
}

// -----

// A resource stays one.

// CHECK-LABEL: func.func @resource
//       CHECK:   arith.constant dense_resource<w_1> : tensor<2x1x2xi16>
//  CHECK-NEXT:   return
//       CHECK:   w_1: "0x{{[0-9A-F]+}}0100030002000400"
func.func @resource() -> tensor<2x1x2xi16> {
  %w = arith.constant dense_resource<w> : tensor<2x2xi16>
  %e = tensor.empty() : tensor<2x2xi16>
  %t = linalg.transpose ins(%w : tensor<2x2xi16>) outs(%e : tensor<2x2xi16>) permutation = [1, 0]
  %r = tensor.expand_shape %t [[0, 1], [2]] output_shape [2, 1, 2] : tensor<2x2xi16> into tensor<2x1x2xi16>
  return %r : tensor<2x1x2xi16>
}
{-#
  dialect_resources: { builtin: { w: "0x020000000100020003000400" } }
#-}

// -----

// CHECK-LABEL: func.func @splat
//  CHECK-NEXT:   arith.constant dense<7> : tensor<3x2xi32>
//  CHECK-NEXT:   return
func.func @splat() -> tensor<3x2xi32> {
  %w = arith.constant dense<7> : tensor<2x3xi32>
  %e = tensor.empty() : tensor<3x2xi32>
  %t = linalg.transpose ins(%w : tensor<2x3xi32>) outs(%e : tensor<3x2xi32>) permutation = [1, 0]
  return %t : tensor<3x2xi32>
}

// -----

// What repeats elements, or is no copy, stays.

// CHECK-LABEL: func.func @stays
//       CHECK:   linalg.broadcast
//       CHECK:   arith.negf
func.func @stays() -> (tensor<2x3xf32>, tensor<2xf32>) {
  %w = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %b = linalg.broadcast ins(%w : tensor<2xf32>) outs(%e : tensor<2x3xf32>) dimensions = [1]
  %f = tensor.empty() : tensor<2xf32>
  %n = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%w : tensor<2xf32>) outs(%f : tensor<2xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.negf %in : f32
    linalg.yield %0 : f32
  } -> tensor<2xf32>
  return %b, %n : tensor<2x3xf32>, tensor<2xf32>
}

// -----

// Dimensions of one element are added to what else is a transpose; what repeats
// elements stays.

#in = affine_map<(d0, d1, d2) -> (d2, d0)>
#out = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
// CHECK-LABEL: func.func @units(
func.func @units() -> (tensor<2x1x2xf32>, tensor<2x3x2xf32>) {
  // CHECK: arith.constant dense<{{\[\[\[}}1.000000e+00, 3.000000e+00]], {{\[\[}}2.000000e+00, 4.000000e+00]]]> : tensor<2x1x2xf32>
  // CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<2x3x2xf32>)
  %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %e = tensor.empty() : tensor<2x1x2xf32>
  %t = linalg.generic {indexing_maps = [#in, #out],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x2xf32>) outs(%e : tensor<2x1x2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2x1x2xf32>
  %e3 = tensor.empty() : tensor<2x3x2xf32>
  %b = linalg.generic {indexing_maps = [#in, #out],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%w : tensor<2x2xf32>) outs(%e3 : tensor<2x3x2xf32>) {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  } -> tensor<2x3x2xf32>
  return %t, %b : tensor<2x1x2xf32>, tensor<2x3x2xf32>
}
