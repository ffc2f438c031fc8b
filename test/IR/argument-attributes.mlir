// RUN: mplan-opt %s | mplan-opt | FileCheck %s
// RUN: mplan-opt %s --convert-func-to-llvm \
// RUN:   | FileCheck %s --check-prefix=LOWERED

// A bound for each dimension, none, and one above a static extent.
// CHECK: func.func @bounds(%{{.*}}: memref<?x4x?xf32> {mplan.upper_bound = array<i64: 8, 4, -1>}, %{{.*}}: tensor<?xf32> {mplan.upper_bound = array<i64: 0>})
func.func @bounds(
    %x: memref<?x4x?xf32> {mplan.upper_bound = array<i64: 8, 4, -1>},
    %y: tensor<?xf32> {mplan.upper_bound = array<i64: 0>}) {
  return
}

// Upstream's lowering may leave the attribute on what becomes of the argument.
// LOWERED: llvm.func @lowered(%{{.*}}: !llvm.ptr {mplan.upper_bound = array<i64: 8>})
func.func @lowered(%x: memref<4xf32> {mplan.upper_bound = array<i64: 8>})
    attributes {llvm.bareptr} {
  return
}

// CHECK: func.func private @kept(memref<4xf32> {mplan.keeps})
func.func private @kept(memref<4xf32> {mplan.keeps})
