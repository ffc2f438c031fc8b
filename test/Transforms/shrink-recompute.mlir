// A value that takes bytes at the peak, and is cheap to make, is made again for
// its use after it.
// RUN: mplan-opt %s --split-input-file --mplan-shrink="optimize=size remarks" \
// RUN:   -o %t 2>&1 | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s < %t

// REMARK: remark: made again where it is used late: footprint 3072 to 2048 bytes
// REMARK: 'linalg.div' is computed in tiles of {{.*}}: footprint 2048 to 1024 bytes
// REMARK-NOT: made again

#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @offset
// CHECK: arith.addf
// CHECK: linalg.transpose
// CHECK: arith.addf
// CHECK: linalg.div ins({{.*}} : tensor<8x16xf32>, tensor<8x16xf32>)
func.func @offset(%x: tensor<16x16xf32>, %n: index) -> tensor<16x16xf32> {
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %one : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y)
      -> tensor<16x16xf32> {
    %f = tensor.empty() : tensor<16x16xf32>
    %t = linalg.transpose ins(%a : tensor<16x16xf32>)
        outs(%f : tensor<16x16xf32>) permutation = [1, 0]
    scf.yield %t : tensor<16x16xf32>
  }
  %z = linalg.div ins(%y, %p : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %z : tensor<16x16xf32>
}

// -----

// What it is made from would take as many bytes instead.
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @from_another
// CHECK: linalg.matmul
// CHECK: arith.addf
// CHECK: linalg.transpose
// CHECK-NOT: arith.addf
// CHECK: linalg.div
func.func @from_another(%x: tensor<16x16xf32>, %n: index) -> tensor<16x16xf32> {
  %one = arith.constant 1.0 : f32
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %g = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>)
      -> tensor<16x16xf32>
  %w = linalg.matmul ins(%x, %x : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%g : tensor<16x16xf32>) -> tensor<16x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%w : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %one : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y)
      -> tensor<16x16xf32> {
    %f = tensor.empty() : tensor<16x16xf32>
    %t = linalg.transpose ins(%a : tensor<16x16xf32>)
        outs(%f : tensor<16x16xf32>) permutation = [1, 0]
    scf.yield %t : tensor<16x16xf32>
  }
  %z = linalg.div ins(%y, %p : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %z : tensor<16x16xf32>
}

// -----

// Not cheap: a transcendental function, many ops.
#id = affine_map<(d0, d1) -> (d0, d1)>

// CHECK-LABEL: func.func @costly
// CHECK: math.exp
// CHECK: linalg.transpose
// CHECK-NOT: math.exp
// CHECK: linalg.div
func.func @costly(%x: tensor<16x16xf32>, %n: index) -> tensor<16x16xf32> {
  %e = tensor.empty() : tensor<16x16xf32>
  %y = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<16x16xf32>) outs(%e : tensor<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = math.exp %in : f32
    linalg.yield %0 : f32
  } -> tensor<16x16xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %y)
      -> tensor<16x16xf32> {
    %f = tensor.empty() : tensor<16x16xf32>
    %t = linalg.transpose ins(%a : tensor<16x16xf32>)
        outs(%f : tensor<16x16xf32>) permutation = [1, 0]
    scf.yield %t : tensor<16x16xf32>
  }
  %z = linalg.div ins(%y, %p : tensor<16x16xf32>, tensor<16x16xf32>)
      outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  return %z : tensor<16x16xf32>
}
