// A right plan computes the same when it is poisoned; one whose live range is
// too short, or whose slots share bytes that both are needed, does not, also
// where the plain run happens to.
// DEFINE: %{poison} = mplan-poison,mplan-materialize,mplan-to-llvm
// RUN: mplan-opt %s --mplan-allocate -o %t.mlir
// RUN: mplan-equiv %s --other=%t.mlir --pipeline=%{poison} | FileCheck %s
// CHECK: equal

// The last read is behind the end: only poison tells.
// RUN: sed 's/live \[0, 3)/live [0, 2)/' %t.mlir > %t.short.mlir
// RUN: mplan-equiv %s --other=%t.short.mlir \
// RUN:   --pipeline=mplan-materialize,mplan-to-llvm | FileCheck %s
// RUN: %exits 1 mplan-equiv %s --other=%t.short.mlir --allow-nan \
// RUN:   --pipeline=%{poison} | FileCheck %s --check-prefix=WRONG
// WRONG: elements differ

// RUN: sed 's/@arena\[16\]/@arena[0]/' %t.mlir > %t.overlap.mlir
// RUN: %exits 1 mplan-equiv %s --other=%t.overlap.mlir --allow-nan \
// RUN:   --pipeline=%{poison} | FileCheck %s --check-prefix=WRONG

func.func @f(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.abs ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.sub ins(%a, %b : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}
