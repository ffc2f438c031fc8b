// Each method of placement gives a right plan; the best of all is the lowest.
// RUN: mplan-opt %s --mplan-allocate --mplan-verify | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate=placement=all --mplan-verify | FileCheck %s
// RUN: mplan-opt %s --mplan-allocate=placement=skyline --mplan-verify \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: mplan-opt %s --mplan-allocate=placement=peak-skyline --mplan-verify \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: mplan-opt %s --mplan-allocate=placement=first-fit --mplan-verify \
// RUN:   | FileCheck %s --check-prefix=ONE
// RUN: mplan-opt %s --mplan-allocate=placement=best-fit --mplan-verify \
// RUN:   | FileCheck %s --check-prefix=ONE

// CHECK: mplan.arena @arena size 48 alignment 4 peak 48
// ONE: mplan.arena @arena size {{[0-9]+}} alignment 4 peak 48
func.func @f(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<4xf32>
  %b0 = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%b0 : memref<4xf32, strided<[1]>>)
  linalg.exp ins(%b0 : memref<4xf32, strided<[1]>>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
