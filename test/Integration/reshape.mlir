// A reshape is a view of the one operand and reads the other, in the plan and
// in its proof: both may share bytes with what comes before and after.
// RUN: mplan-opt %s --mplan-allocate --mplan-verify | FileCheck %s
// RUN: mplan-equiv %s --entry=reshape | FileCheck %s --check-prefix=EQUAL
// RUN: mplan-equiv %s --entry=itself --allow-constant \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// EQUAL: equal: {{.*}} reference, 0 mplan

// CHECK-LABEL: func @reshape
func.func @reshape(%x: memref<8xf32>, %o: memref<2x4xf32>, %p: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  // CHECK: mplan.slot @arena[0] {{.*}} : memref<8xf32>
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%p : memref<8xf32>)
  // CHECK: mplan.slot @arena[0] {{.*}} : memref<8xf32>
  // CHECK: mplan.slot @arena[32] {{.*}} : memref<2xindex>
  %b = memref.alloc() : memref<8xf32>
  %shape = memref.alloc() : memref<2xindex>
  memref.store %c2, %shape[%c0] : memref<2xindex>
  memref.store %c4, %shape[%c1] : memref<2xindex>
  linalg.exp ins(%p : memref<8xf32>) outs(%b : memref<8xf32>)
  %r = memref.reshape %b(%shape)
     : (memref<8xf32>, memref<2xindex>) -> memref<2x4xf32>
  linalg.exp ins(%r : memref<2x4xf32>) outs(%o : memref<2x4xf32>)
  return
}

// CHECK-LABEL: func @itself
// CHECK: mplan.slot @arena[0]
func.func @itself(%o: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<1xindex>
  memref.store %c1, %a[%c0] : memref<1xindex>
  %r = memref.reshape %a(%a)
     : (memref<1xindex>, memref<1xindex>) -> memref<?xindex>
  %v = memref.load %r[%c0] : memref<?xindex>
  memref.store %v, %o[%c0] : memref<1xindex>
  return
}
