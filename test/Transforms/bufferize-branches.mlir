// Branches write a result that they make to one place.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @returned(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } else {
    scf.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @used(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<f32> {{{.*}}})
// CHECK:         %[[TMP:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      linalg.log ins(%[[X]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:    }
// CHECK:         linalg.dot ins(%[[TMP]], %[[TMP]] : {{.*}}) outs(%[[OUT]] : {{.*}})
func.func @used(%x: tensor<8xf32>, %c: i1) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<8xf32>
  %1 = scf.if %c -> tensor<8xf32> {
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } else {
    %2 = linalg.log ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  %3 = tensor.empty() : tensor<f32>
  %4 = linalg.fill ins(%z : f32) outs(%3 : tensor<f32>) -> tensor<f32>
  %5 = linalg.dot ins(%1, %1 : tensor<8xf32>, tensor<8xf32>) outs(%4 : tensor<f32>) -> tensor<f32>
  return %5 : tensor<f32>
}

// -----

// An update in one branch, nothing in the other: in place.
// CHECK-LABEL: func.func @updated(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[V:.*]]: f32, %[[I:.*]]: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      memref.store %[[V]], %[[OUT]][%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @updated(%x: tensor<8xf32>, %c: i1, %v: f32, %i: index) -> tensor<8xf32> {
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// Several returns and branches between blocks are lifted first.
// CHECK-LABEL: func.func @blocks(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @blocks(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  cf.cond_br %c, ^a, ^b
^a:
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
^b:
  return %x : tensor<8xf32>
}

// -----

// What both branches hand on is defined before them: so is the copy of it.
// CHECK-LABEL: func.func @handed_on(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[V:.*]]: f32, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    memref.store %[[V]], %[[OUT]]
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      memref.store %[[V]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @handed_on(%x: tensor<8xf32>, %c: i1, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %v into %x[%c0] : tensor<8xf32>
  %1 = scf.if %c -> tensor<8xf32> {
    %2 = tensor.insert %v into %0[%c1] : tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } else {
    scf.yield %0 : tensor<8xf32>
  }
  return %1 : tensor<8xf32>
}
