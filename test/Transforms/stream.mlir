// RUN: mplan-opt %s --mplan-stream=remarks --split-input-file --verify-diagnostics | FileCheck %s

// Two convolutions: a ring of three rows between them, with its padding.
// CHECK-LABEL: func.func @two(
// CHECK-SAME: %[[X:.*]]: tensor<1x16x8x2xf32>
// The ring is padding at first, and one row of it is written.
// CHECK: %[[ALLOC:.*]] = bufferization.alloc_tensor() : tensor<1x3x10x4xf32>
// CHECK: %[[RING:.*]] = linalg.fill ins(%{{.*}} : f32) outs(%[[ALLOC]]
// CHECK: scf.for %[[T:.*]] = {{.*}} iter_args(%[[OUT:.*]] = %{{.*}}, %[[RING_T:.*]] = %[[RING]], %[[WRITTEN:.*]] = %[[ONE:.*]]) -> (tensor<1x14x8x4xf32>, tensor<1x3x10x4xf32>, index)
// The rows that row T reads, T to T + 2; those below the image are padding.
// CHECK:   %[[END:.*]] = affine.apply #{{.*}}()[%[[T]]]
// CHECK:   %[[IMAGE:.*]] = arith.minsi %[[END]], %{{.*}}
// CHECK:   %[[ROWS:.*]]:2 = scf.for %[[ROW:.*]] = %[[WRITTEN]] to %[[IMAGE]]
// The rows move up by one, element by element.
// CHECK:     tensor.extract
// CHECK:     tensor.insert
// CHECK:     tensor.extract_slice %[[X]][0, %{{.*}}, 0, 0] [1, 3, 8, 2]
// CHECK:     linalg.conv_2d_nhwc_hwcf {{.*}} outs(%{{.*}} : tensor<1x1x8x4xf32>)
// CHECK:     tensor.insert_slice %{{.*}} into %{{.*}}[0, 2, 1, 0] [1, 1, 8, 4]
// CHECK:   scf.for %{{.*}} = %[[ROWS]]#1 to %[[END]]
// CHECK:     linalg.fill
// CHECK:   linalg.conv_2d_nhwc_hwcf {{.*}} outs(%{{.*}} : tensor<1x1x8x4xf32>)
// CHECK:   tensor.insert_slice %{{.*}} into %[[OUT]][0, %[[T]], 0, 0] [1, 1, 8, 4]
// CHECK-NOT: tensor<1x16x
func.func @two(%x: tensor<1x16x8x2xf32>, %w: tensor<3x1x2x4xf32>, %v: tensor<3x3x4x4xf32>) -> tensor<1x14x8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x14x8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<1x14x8x4xf32>) -> tensor<1x14x8x4xf32>
  %a = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x16x8x2xf32>, tensor<3x1x2x4xf32>) outs(%f : tensor<1x14x8x4xf32>) -> tensor<1x14x8x4xf32>
  %q = tensor.pad %a low[0, 1, 1, 0] high[0, 1, 1, 0] {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    tensor.yield %zero : f32
  } : tensor<1x14x8x4xf32> to tensor<1x16x10x4xf32>
  // expected-remark @below {{streamed: 4 ops in 14 rows, with 480 bytes of rings (3 rows)}}
  %b = linalg.conv_2d_nhwc_hwcf ins(%q, %v : tensor<1x16x10x4xf32>, tensor<3x3x4x4xf32>) outs(%f : tensor<1x14x8x4xf32>) -> tensor<1x14x8x4xf32>
  return %b : tensor<1x14x8x4xf32>
}
