// A peak inside a callee counts what its caller needs meanwhile, and says how
// the program gets there.

// RUN: mplan-opt %s --mplan-allocate --mplan-report -o /dev/null | FileCheck %s

// CHECK: peak {{ *}}128
// CHECK: the peak is at tick 1 of @leaf: linalg.exp at {{.*}}:[[# @LINE + 12]]:3
// CHECK-NEXT: called at tick 1 of @f at {{.*}}:[[# @LINE + 20]]:3
// CHECK: alive there:
// CHECK: 0 {{ *}}32 {{.*}} [0, 2) of @leaf
// CHECK: 32 {{ *}}32 {{.*}} [1, 3) of @leaf
// CHECK: 64 {{ *}}32 {{.*}} [0, 3) of @f
// CHECK: 96 {{ *}}32 {{.*}} [1, 3) of @f

func.func private @leaf(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%b : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

func.func @f(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  call @leaf(%in, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  linalg.add ins(%a, %b : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}
