// RUN: mplan-opt %s --mplan-check-bounds | FileCheck %s
// RUN: mplan-opt %s --mplan-pipeline=check-bounds | FileCheck %s --check-prefix=PIPELINE
// RUN: mplan-opt %s --mplan-pipeline | FileCheck %s --check-prefix=OFF

// Before anything else, each bound of an extent that is not known is checked.

// CHECK-LABEL: func.func @entry
// CHECK-SAME: (%[[X:[a-z0-9]+]]: memref<?x4x?xf32>
// CHECK-NEXT: %[[C0:.*]] = arith.constant 0 : index
// CHECK-NEXT: %[[N:.*]] = memref.dim %[[X]], %[[C0]]
// CHECK-NEXT: %[[C8:.*]] = arith.constant 8 : index
// CHECK-NEXT: %[[FITS:.*]] = arith.cmpi ule, %[[N]], %[[C8]]
// CHECK-NEXT: cf.assert %[[FITS]], "'entry': dimension 0 of argument #0 is larger than its upper bound 8"
// CHECK: cf.assert %{{.*}}, "'entry': dimension 2 of argument #0 is larger than its upper bound 5"
// CHECK-NOT: cf.assert
// CHECK: memref.copy
// OFF-NOT: cf.assert
func.func @entry(%x: memref<?x4x?xf32> {mplan.upper_bound = array<i64: 8, 4, 5>},
                 %y: memref<?x4x?xf32> {mplan.upper_bound = array<i64: -1, -1, -1>},
                 %z: index) {
  memref.copy %x, %y : memref<?x4x?xf32> to memref<?x4x?xf32>
  return
}

// On tensors as well; the pipeline also checks the buffer for the result.

// CHECK-LABEL: func.func @tensors
// CHECK: tensor.dim
// CHECK: cf.assert %{{.*}}, "'tensors': dimension 0 of argument #0 is larger than its upper bound 8"
// PIPELINE-LABEL: func.func @tensors
// PIPELINE: cf.assert %{{.*}}, "'tensors': dimension 0 of argument #0 is larger than its upper bound 8"
// PIPELINE: cf.assert %{{.*}}, "'tensors': dimension 0 of argument #1 is larger than its upper bound 8"
func.func @tensors(%x: tensor<?xf32> {mplan.upper_bound = array<i64: 8>})
    -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %0 = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// A private function that declares a bound is held to it too.

// CHECK-LABEL: func.func private @private
// CHECK: cf.assert
func.func private @private(%x: memref<?xf32> {mplan.upper_bound = array<i64: 8>}) {
  return
}

// CHECK: func.func private @extern(memref<?xf32> {mplan.upper_bound = array<i64: 8>})
func.func private @extern(memref<?xf32> {mplan.upper_bound = array<i64: 8>})
