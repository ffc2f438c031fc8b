// RUN: mplan-opt %s --mplan-to-llvm | mlir-translate --mlir-to-llvmir | FileCheck %s

// Upstream's canonicalizer takes a cast to fewer bits and back for the index.

// CHECK-LABEL: define i64 @signed(i64 %0)
// CHECK: trunc i64 %0 to i1
// CHECK: sext i1
func.func @signed(%x: index) -> index {
  %0 = arith.index_cast %x : index to i1
  %1 = arith.index_cast %0 : i1 to index
  return %1 : index
}

// CHECK-LABEL: define i64 @unsigned(i64 %0)
// CHECK: trunc i64 %0 to i8
// CHECK: zext i8
func.func @unsigned(%x: index) -> index {
  %0 = arith.index_castui %x : index to i8
  %1 = arith.index_castui %0 : i8 to index
  return %1 : index
}
