// Branches of every kind write a result that they make to one place, as those
// of scf.if do.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    scf.index_switch %[[I]]
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK:         case 3 {
// CHECK-NEXT:      memref.copy %[[X]], %[[OUT]]
// CHECK:         default {
// CHECK-NEXT:      linalg.log ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @returned(%x: tensor<8xf32>, %i: index) -> tensor<8xf32> {
  %0 = scf.index_switch %i -> tensor<8xf32>
  case 0 {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  case 3 {
    scf.yield %x : tensor<8xf32>
  }
  default {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.log ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @used(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[I:.*]]: index)
// CHECK:         %[[TMP:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    scf.index_switch %[[I]]
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK:         default {
// CHECK-NEXT:      linalg.log ins(%[[X]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.load %[[TMP]]
func.func @used(%x: tensor<8xf32>, %i: index) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.index_switch %i -> tensor<8xf32>
  case 0 {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  default {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.log ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  %3 = tensor.extract %0[%c0] : tensor<8xf32>
  return %3 : f32
}

// -----

// An update in one case, nothing in the others: in place.
// CHECK-LABEL: func.func @updated(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[I:.*]]: index, %[[V:.*]]: f32, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.index_switch %[[I]]
// CHECK-NEXT:    case 0 {
// CHECK-NEXT:      memref.store %[[V]], %[[OUT]][%[[I]]]
// CHECK-NOT:     copy
// CHECK:         return
func.func @updated(%x: tensor<8xf32>, %i: index, %v: f32) -> tensor<8xf32> {
  %0 = scf.index_switch %i -> tensor<8xf32>
  case 0 {
    %1 = tensor.insert %v into %x[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  default {
    scf.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// A region that is run once and may be inlined is.
// CHECK-LABEL: func.func @inlined(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @inlined(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = scf.execute_region -> tensor<8xf32> {
    cf.cond_br %c, ^a, ^b
  ^a:
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  ^b:
    scf.yield %x : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// One that may not be gives no buffer as its result.
// CHECK-LABEL: func.func @not_inlined(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[V:.*]]: f32, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.execute_region no_inline {
// CHECK-NEXT:      scf.if %[[C]] {
// CHECK-NEXT:        linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:      } else {
// CHECK-NEXT:        memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:      }
// CHECK-NEXT:      scf.yield
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.store %[[V]], %[[OUT]]
// CHECK-NEXT:    return
func.func @not_inlined(%x: tensor<8xf32>, %c: i1, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = scf.execute_region -> tensor<8xf32> no_inline {
    cf.cond_br %c, ^a, ^b
  ^a:
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  ^b:
    scf.yield %x : tensor<8xf32>
  }
  %1 = tensor.insert %v into %0[%c0] : tensor<8xf32>
  return %1 : tensor<8xf32>
}
