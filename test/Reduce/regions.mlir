// Control flow becomes one of its ways: a branch, the first iteration, a
// successor.
// RUN: mplan-reduce %s --test=%S/Inputs/has-matmul.sh | FileCheck %s
// CHECK: func.func @f
// CHECK-NOT: {{scf|cf}}.
// CHECK: linalg.matmul
// CHECK-NOT: {{scf|cf}}.
// CHECK-NOT: func @unused
func.func @f(%c: i1, %n: index, %a: memref<2x2xf32>, %o: memref<2x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^loop, ^end
^loop:
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      memref.copy %a, %o : memref<2x2xf32> to memref<2x2xf32>
    } else {
      linalg.matmul ins(%a, %a : memref<2x2xf32>, memref<2x2xf32>) outs(%o : memref<2x2xf32>)
    }
  }
  cf.br ^end
^end:
  return
}
func.func private @unused(%a: memref<2x2xf32>) {
  return
}
