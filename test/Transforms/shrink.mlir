// RUN: mplan-opt %s --mplan-shrink="optimize=size remarks" -o %t 2>&1 \
// RUN:   | FileCheck %s --check-prefix=REMARK
// RUN: FileCheck %s --check-prefix=SIZE < %t
// RUN: mplan-opt %s --mplan-shrink="optimize=size arena-limit=3200" \
// RUN:   | FileCheck %s --check-prefix=LIMIT
// RUN: mplan-opt %s --mplan-shrink="optimize=size max-steps=1" \
// RUN:   | FileCheck %s --check-prefix=NONE
// RUN: mplan-opt %s --mplan-shrink=optimize=none \
// RUN:   | FileCheck %s --check-prefix=NONE

// As many rows or columns of the 32-bit product exist at once as its peak can
// do with. The result is the caller's, so that the product alone counts.

// Until nothing helps: one element at a time.
// REMARK: remark: 'linalg.generic' is computed in tiles of {{.*}}: footprint 4096 to 4 bytes
// SIZE-LABEL: func.func @main
// SIZE-NOT: tensor<32x32xi32>
// SIZE: scf.for
// SIZE: linalg.matmul {{.*}} outs(%{{.*}} : tensor<1x1xi32>)

// Until it fits: half of it, in the coarsest tiles that do.
// LIMIT-LABEL: func.func @main
// LIMIT: scf.for
// LIMIT-NOT: scf.for
// LIMIT: linalg.matmul {{.*}} outs(%{{.*}} : tensor<16x32xi32>)

// NONE-LABEL: func.func @main
// NONE-NOT: scf.for
// NONE: linalg.matmul {{.*}} outs(%{{.*}} : tensor<32x32xi32>)

#id = affine_map<(d0, d1) -> (d0, d1)>
func.func @main(%a: tensor<32x4xi8>, %b: tensor<4x32xi8>) -> tensor<32x32xi8> {
  %z = arith.constant 0 : i32
  %e = tensor.empty() : tensor<32x32xi32>
  %f = linalg.fill ins(%z : i32) outs(%e : tensor<32x32xi32>)
      -> tensor<32x32xi32>
  %0 = linalg.matmul ins(%a, %b : tensor<32x4xi8>, tensor<4x32xi8>)
      outs(%f : tensor<32x32xi32>) -> tensor<32x32xi32>
  %e1 = tensor.empty() : tensor<32x32xi8>
  %1 = linalg.generic {indexing_maps = [#id, #id],
      iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<32x32xi32>) outs(%e1 : tensor<32x32xi8>) {
  ^bb0(%in: i32, %out: i8):
    %2 = arith.trunci %in : i32 to i8
    linalg.yield %2 : i8
  } -> tensor<32x32xi8>
  return %1 : tensor<32x32xi8>
}
