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

// -----

// A branch in a branch writes to the place of the outer one.
// CHECK-LABEL: func.func @nested(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[D:.*]]: i1)
// CHECK:         %[[TMP:.*]] = memref.alloc() : memref<8xf32>
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      scf.if %[[D]] {
// CHECK-NEXT:        linalg.exp ins(%[[X]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:      } else {
// CHECK-NEXT:        memref.copy %[[X]], %[[TMP]]
// CHECK-NEXT:      }
// CHECK-NEXT:    } else {
// CHECK-NEXT:      linalg.log ins(%[[X]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.load %[[TMP]]
func.func @nested(%x: tensor<8xf32>, %c: i1, %d: i1) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = scf.if %d -> tensor<8xf32> {
      %2 = tensor.empty() : tensor<8xf32>
      %3 = linalg.exp ins(%x : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %3 : tensor<8xf32>
    } else {
      scf.yield %x : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  } else {
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.log ins(%x : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  %4 = tensor.extract %0[%c0] : tensor<8xf32>
  return %4 : f32
}

// -----

// What is updated after the branches is made by them where it ends up.
// CHECK-LABEL: func.func @updated_after(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[V:.*]]: f32, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NOT:     alloc
// CHECK:         scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      linalg.log ins(%[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    }
// CHECK-NEXT:    memref.store %[[V]], %[[OUT]]
// CHECK-NEXT:    return
func.func @updated_after(%x: tensor<8xf32>, %c: i1, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } else {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.log ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  %3 = tensor.insert %v into %0[%c0] : tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// Two values from before are chosen from for one place: neither is made there.
// CHECK-LABEL: func.func @made_before(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         %[[A:.*]] = memref.alloc()
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK-NEXT:    %[[B:.*]] = memref.alloc()
// CHECK-NEXT:    linalg.log ins(%[[X]] : {{.*}}) outs(%[[B]] : {{.*}})
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      memref.copy %[[A]], %[[OUT]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[B]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @made_before(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.log ins(%x : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  %4 = scf.if %c -> tensor<8xf32> {
    scf.yield %1 : tensor<8xf32>
  } else {
    scf.yield %3 : tensor<8xf32>
  }
  return %4 : tensor<8xf32>
}

// -----

// A conditional step of a loop updates what the loop carries.
// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %{{.*}}: index, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.for {{.*}} {
// CHECK-NEXT:      scf.if %[[C]] {
// CHECK-NEXT:        linalg.sub ins(%[[X]], %[[OUT]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:      }
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @carried(%x: tensor<8xf32>, %n: index, %c: i1) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = scf.if %c -> tensor<8xf32> {
      %2 = tensor.empty() : tensor<8xf32>
      %3 = linalg.sub ins(%x, %a : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %3 : tensor<8xf32>
    } else {
      scf.yield %a : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// Two carried values change places in the branch that does it, or stay.
// CHECK-LABEL: func.func @swapped(
// CHECK-SAME:    %{{.*}}: index, %[[C:.*]]: i1, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      %[[TMP:.*]] = memref.alloc()
// CHECK-NEXT:      scf.if %[[C]] {
// CHECK-NEXT:        memref.copy %[[B]], %[[TMP]]
// CHECK-NEXT:        memref.copy %[[A]], %[[B]]
// CHECK-NEXT:      } else {
// CHECK-NEXT:        memref.copy %[[A]], %[[TMP]]
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy %[[TMP]], %[[A]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @swapped(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index, %c: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    %1:2 = scf.if %c -> (tensor<8xf32>, tensor<8xf32>) {
      scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
    } else {
      scf.yield %a, %b : tensor<8xf32>, tensor<8xf32>
    }
    scf.yield %1#0, %1#1 : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A call in a branch writes to the place of the branch.
func.func private @exp_of(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK-LABEL: func.func @calls(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[Y:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NOT:     copy
// CHECK:         scf.if %[[C]] {
// CHECK:           %[[DEST:.*]] = memref.cast %[[OUT]]
// CHECK-NEXT:      func.call @exp_of(%{{.*}}, %[[DEST]])
// CHECK-NEXT:    } else {
// CHECK:           %[[DEST2:.*]] = memref.cast %[[OUT]]
// CHECK-NEXT:      func.call @exp_of(%{{.*}}, %[[DEST2]])
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @calls(%x: tensor<8xf32>, %y: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = func.call @exp_of(%x) : (tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  } else {
    %1 = func.call @exp_of(%y) : (tensor<8xf32>) -> tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}
