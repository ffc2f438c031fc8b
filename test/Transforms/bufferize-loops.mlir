// Loops write what they carry into the buffers that they carried before.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s

// CHECK-LABEL: func.func @new_tensor(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[W:.*]]: memref<8x8xf32>, %[[N:.*]]: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.for {{.*}} {
// CHECK-NEXT:      %[[TMP:.*]] = memref.alloc()
// CHECK-NEXT:      linalg.fill {{.*}} outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:      linalg.matvec ins(%[[W]], %[[OUT]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:      memref.copy %[[TMP]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @new_tensor(%x: tensor<8xf32>, %w: tensor<8x8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.fill ins(%z : f32) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    %3 = linalg.matvec ins(%w, %a : tensor<8x8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @elementwise(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      linalg.exp ins(%[[OUT]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    }
func.func @elementwise(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%a : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @updated_in_place(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[V:.*]]: f32, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.for %[[I:.*]] = {{.*}} {
// CHECK-NEXT:      memref.store %[[V]], %[[OUT]][%[[I]]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @updated_in_place(%x: tensor<8xf32>, %n: index, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = tensor.insert %v into %a[%i] : tensor<8xf32>
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// An update that would be in place, were the old value not read after it.
// CHECK-LABEL: func.func @old_value_read_later(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[V:.*]]: f32, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      %[[TMP:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[OUT]], %[[TMP]]
// CHECK-NEXT:      memref.store %[[V]], %[[TMP]]
// CHECK:           linalg.add ins(%[[TMP]], %[[OUT]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    }
func.func @old_value_read_later(%x: tensor<8xf32>, %n: index, %v: f32) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = tensor.insert %v into %a[%i] : tensor<8xf32>
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.add ins(%1, %a : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @swap(
// CHECK-SAME:    %{{.*}}: index, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      %[[TMP:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[B]], %[[TMP]]
// CHECK-NEXT:      memref.copy %[[A]], %[[B]]
// CHECK-NEXT:      memref.copy %[[TMP]], %[[A]]
// CHECK-NEXT:    }
func.func @swap(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @rotate(
// CHECK-SAME:    %{{.*}}: index, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}}, %[[C:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      %[[TMP:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[B]], %[[TMP]]
// CHECK-NEXT:      memref.copy %[[C]], %[[B]]
// CHECK-NEXT:      memref.copy %[[A]], %[[C]]
// CHECK-NEXT:      memref.copy %[[TMP]], %[[A]]
// CHECK-NEXT:    }
func.func @rotate(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
    scf.yield %b, %c, %a : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1, %0#2 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// No cycle, hence no temporary but the one for the sum: the older value moves
// first.
// CHECK-LABEL: func.func @shift(
// CHECK-SAME:    %{{.*}}: index, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.for {{.*}} {
// CHECK-NEXT:      %[[SUM:.*]] = memref.alloc()
// CHECK-NEXT:      linalg.add ins(%[[A]], %[[B]] : {{.*}}) outs(%[[SUM]] : {{.*}})
// CHECK-NEXT:      memref.copy %[[A]], %[[B]]
// CHECK-NEXT:      memref.copy %[[SUM]], %[[A]]
// CHECK-NEXT:    }
func.func @shift(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: index) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<8xf32>, tensor<8xf32>) {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2, %a : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// The condition of a while loop passes on what the body takes, here swapped.
// CHECK-LABEL: func.func @while(
// CHECK-SAME:    %{{.*}}: f32, %[[A:.*]]: memref<8xf32> {{{.*}}}, %[[B:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.while : () -> () {
// CHECK:           memref.copy %[[B]], %[[TMP:.*]] :
// CHECK-NEXT:      memref.copy %[[A]], %[[B]]
// CHECK-NEXT:      memref.copy %[[TMP]], %[[A]]
// CHECK-NEXT:      scf.condition
// CHECK-NEXT:    } do {
// CHECK-NEXT:      linalg.exp ins(%[[A]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK-NEXT:      scf.yield
func.func @while(%x: tensor<8xf32>, %y: tensor<8xf32>, %n: f32) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %0:2 = scf.while (%a = %x, %b = %y) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
    %1 = tensor.extract %a[%c0] : tensor<8xf32>
    %2 = arith.cmpf olt, %1, %n : f32
    scf.condition(%2) %b, %a : tensor<8xf32>, tensor<8xf32>
  } do {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%a : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2, %b : tensor<8xf32>, tensor<8xf32>
  }
  return %0#0, %0#1 : tensor<8xf32>, tensor<8xf32>
}

// -----

// A loop in a loop that starts from what the outer one carries, and still reads
// it: the inner one works on a copy.
// CHECK-LABEL: func.func @nest(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[N:.*]]: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         memref.copy %[[X]], %[[OUT]]
// CHECK-NEXT:    scf.for {{.*}} {
// CHECK-NEXT:      %[[TMP:.*]] = memref.alloc()
// CHECK-NEXT:      memref.copy %[[OUT]], %[[TMP]]
// CHECK-NEXT:      scf.for {{.*}} {
// CHECK-NEXT:        linalg.add ins(%[[TMP]], %[[OUT]] : {{.*}}) outs(%[[TMP]] : {{.*}})
// CHECK-NEXT:      }
// CHECK-NEXT:      memref.copy %[[TMP]], %[[OUT]]
// CHECK-NEXT:    }
// CHECK-NEXT:    return
func.func @nest(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<8xf32> {
    %1 = scf.for %j = %c0 to %i step %c1 iter_args(%b = %a) -> tensor<8xf32> {
      %2 = tensor.empty() : tensor<8xf32>
      %3 = linalg.add ins(%b, %a : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
      scf.yield %3 : tensor<8xf32>
    }
    scf.yield %1 : tensor<8xf32>
  }
  return %0 : tensor<8xf32>
}

// -----

// A loop of blocks that is left in its middle: what each way out gives is in
// one place, and no buffer is handed from one iteration to the next.
// CHECK-LABEL: func.func @left_early(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %{{.*}}: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         scf.while (%{{.*}} = %{{.*}}) : (index) -> index {
// CHECK-NOT:       -> {{.*}}memref
// CHECK:           linalg.add ins(%{{.*}}, %[[X]] : {{.*}}) outs(%[[SUM:.*]] : {{.*}})
// CHECK:           memref.copy %[[SUM]], %[[OUT]]
// CHECK:         return
func.func @left_early(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  cf.br ^head(%x, %c0 : tensor<8xf32>, index)
^head(%a: tensor<8xf32>, %i: index):
  %end = arith.cmpi sge, %i, %n : index
  cf.cond_br %end, ^exit(%a : tensor<8xf32>), ^body
^body:
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.add ins(%a, %x : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %early = arith.cmpi eq, %i, %c3 : index
  %j = arith.addi %i, %c1 : index
  cf.cond_br %early, ^exit(%1 : tensor<8xf32>), ^next
^next:
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.mul ins(%1, %a : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  cf.br ^head(%3, %j : tensor<8xf32>, index)
^exit(%r: tensor<8xf32>):
  return %r : tensor<8xf32>
}

// -----

// A slice that moves: the tensor is copied first, and the slice is computed in
// the copy. A slice that stays is left to One-Shot.
// CHECK-LABEL: func.func @moving_slice(
// CHECK:         linalg.exp {{.*}} outs(%[[T:.*]] : memref<8xf32>)
// CHECK:         scf.for %[[I:[^ ]*]] =
// CHECK-NOT:       linalg.fill
// CHECK:           linalg.copy ins(%[[T]] : {{.*}}) outs(%[[COPY:.*]] : {{.*}})
// CHECK-NEXT:      %[[SLICE:.*]] = memref.subview %[[COPY]][%[[I]]] [2] [1]
// CHECK-NEXT:      linalg.fill {{.*}} outs(%[[SLICE]] :
// CHECK-NEXT:      linalg.reduce {{.*}} ins(%[[COPY]] :
// CHECK-LABEL: func.func @staying_slice(
// CHECK-NOT:     linalg.copy
// CHECK:         return
func.func @moving_slice(%x: tensor<8xf32>, %v: f32) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %f) -> tensor<f32> {
    %none = tensor.empty() : tensor<2xf32>
    %new = linalg.fill ins(%v : f32) outs(%none : tensor<2xf32>) -> tensor<2xf32>
    %u = tensor.insert_slice %new into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    %sum = linalg.reduce { arith.addf } ins(%u : tensor<8xf32>) outs(%a : tensor<f32>) dimensions = [0]
    scf.yield %sum : tensor<f32>
  }
  return %r : tensor<f32>
}
func.func @staying_slice(%x: tensor<8xf32>, %v: f32, %i: index) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %r = scf.for %k = %c0 to %c6 step %c1 iter_args(%a = %f) -> tensor<f32> {
    %none = tensor.empty() : tensor<2xf32>
    %new = linalg.fill ins(%v : f32) outs(%none : tensor<2xf32>) -> tensor<2xf32>
    %u = tensor.insert_slice %new into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    %sum = linalg.reduce { arith.addf } ins(%u : tensor<8xf32>) outs(%a : tensor<f32>) dimensions = [0]
    scf.yield %sum : tensor<f32>
  }
  return %r : tensor<f32>
}

// -----

// A row that is inserted in another shape than it is made in is made there, if
// it is known by then where that is.
// CHECK-LABEL: func.func @flat_row(
// CHECK-SAME:    %[[X:.*]]: memref<4x2xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for %[[I:[^ ]*]] =
// CHECK:           %[[PLACE:.*]] = memref.subview %[[OUT]][%{{.*}}] [2] [1]
// CHECK:           %[[ROW:.*]] = memref.expand_shape %[[PLACE]] {{.*}} into memref<1x2xf32
// CHECK:           linalg.exp ins(%{{.*}}) outs(%[[ROW]] :
// CHECK-NOT:       copy
// CHECK:         return
func.func @flat_row(%x: tensor<4x2xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %e = tensor.empty() : tensor<8xf32>
  %r = scf.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> tensor<8xf32> {
    %at = arith.muli %i, %c2 : index
    %row = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<4x2xf32> to tensor<1x2xf32>
    %none = tensor.empty() : tensor<1x2xf32>
    %new = linalg.exp ins(%row : tensor<1x2xf32>) outs(%none : tensor<1x2xf32>) -> tensor<1x2xf32>
    %flat = tensor.collapse_shape %new [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
    %u = tensor.insert_slice %flat into %a[%at] [2] [1] : tensor<2xf32> into tensor<8xf32>
    scf.yield %u : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// CHECK-LABEL: func.func @flat_argument(
// CHECK:         memref.copy
// CHECK:         return
func.func @flat_argument(%x: tensor<4x2xf32>, %i: index) -> tensor<16xf32> {
  %flat = tensor.collapse_shape %x [[0, 1]] : tensor<4x2xf32> into tensor<8xf32>
  %c2 = arith.constant 2.0 : f32
  %e = tensor.empty() : tensor<16xf32>
  %f = linalg.fill ins(%c2 : f32) outs(%e : tensor<16xf32>) -> tensor<16xf32>
  %u = tensor.insert_slice %flat into %f[%i] [8] [1] : tensor<8xf32> into tensor<16xf32>
  return %u : tensor<16xf32>
}
