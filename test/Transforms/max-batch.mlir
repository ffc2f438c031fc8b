// RUN: mplan-opt %s --mplan-max-batch=max-batch=8 | FileCheck %s
// RUN: mplan-opt %s --mplan-max-batch | FileCheck %s --check-prefix=NONE
// RUN: mplan-opt %s --mplan-import-tosa=max-batch=8 | FileCheck %s
// RUN: not mplan-opt %s --mplan-max-batch=max-batch=-1 2>&1 \
// RUN:   | FileCheck %s --check-prefix=NEGATIVE

// NEGATIVE: error: max-batch must be at least 1, or 0 to declare none, got -1

// Unknown leading extents of entries get the bound; types and bounds that are
// there stay.

// CHECK: func.func @main(%{{.*}}: tensor<?x4xf32> {mplan.upper_bound = array<i64: 8, -1>}, %{{.*}}: tensor<4x?xf32>, %{{.*}}: memref<?x?xf32> {mplan.upper_bound = array<i64: 8, 3>}, %{{.*}}: memref<?xf32> {mplan.upper_bound = array<i64: 2>}, %{{.*}}: tensor<f32>, %{{.*}}: index)
// NONE: func.func @main(%{{.*}}: tensor<?x4xf32>, %{{.*}}: tensor<4x?xf32>,
func.func @main(%a: tensor<?x4xf32>, %b: tensor<4x?xf32>,
                %c: memref<?x?xf32> {mplan.upper_bound = array<i64: -1, 3>},
                %d: memref<?xf32> {mplan.upper_bound = array<i64: 2>},
                %e: tensor<f32>, %f: index) {
  call @inner(%a) : (tensor<?x4xf32>) -> ()
  return
}

// Others get it from their calls.
// CHECK: func.func private @inner(%{{.*}}: tensor<?x4xf32>) {
func.func private @inner(%a: tensor<?x4xf32>) {
  return
}
// CHECK: func.func private @extern(tensor<?x4xf32>)
func.func private @extern(tensor<?x4xf32>)
