// A placed value is computed in the pool, and copied only where it must be in
// another place too.
//
// RUN: mplan-opt %s --mplan-bufferize --split-input-file | FileCheck %s
// RUN: mplan-opt %s --mplan-bufferize --mplan-allocate --mplan-verify --split-input-file -o /dev/null

// The two producers write straight into the two pools.
mplan.arena @sram capacity 4096 memory_space 1
mplan.arena @tcm capacity 4096
// CHECK-LABEL: func.func @two_pools(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-DAG:     %[[P:.*]] = mplan.alloc in @sram offset 64 : memref<8xf32, 1>
// CHECK-DAG:     %[[Q:.*]] = mplan.alloc in @tcm alignment 64 : memref<8xf32>
// CHECK-NOT:     copy
// CHECK:         linalg.exp ins(%[[X]] : {{.*}}) outs(%[[P]] : memref<8xf32, 1>)
// CHECK-NEXT:    linalg.log ins(%[[P]] : memref<8xf32, 1>) outs(%[[Q]] : memref<8xf32>)
// CHECK-NEXT:    linalg.add ins(%[[P]], %[[Q]] : {{.*}}) outs(%[[OUT]] : memref<8xf32>)
// CHECK-NEXT:    return
func.func @two_pools(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @sram offset 64 : tensor<8xf32>
  %3 = linalg.log ins(%2 : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %4 = mplan.place %3 in @tcm alignment 64 : tensor<8xf32>
  %5 = linalg.add ins(%2, %4 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// In two places: computed in the first, copied to the second.
mplan.arena @a
mplan.arena @b
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-DAG:     %[[A:.*]] = mplan.alloc in @a : memref<8xf32>
// CHECK-DAG:     %[[B:.*]] = mplan.alloc in @b : memref<8xf32>
// CHECK:         linalg.exp ins(%[[X]] : {{.*}}) outs(%[[A]] : {{.*}})
// CHECK-NEXT:    memref.copy %[[A]], %[[B]]
// CHECK-NEXT:    linalg.add ins(%[[A]], %[[B]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @twice(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @a : tensor<8xf32>
  %3 = mplan.place %1 in @b : tensor<8xf32>
  %4 = linalg.add ins(%2, %3 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}

// -----

// Arguments and constants are copied in.
mplan.arena @a
// CHECK-LABEL: func.func @copied_in(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-DAG:     %[[K:.*]] = memref.get_global
// CHECK-DAG:     memref.copy %[[X]], %[[P:.*]] : memref<8xf32> to memref<8xf32>
// CHECK-DAG:     memref.copy %[[K]], %[[Q:.*]] : memref<8xf32> to memref<8xf32>
// CHECK:         linalg.add ins(%[[P]], %[[Q]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @copied_in(%x: tensor<8xf32>) -> tensor<8xf32> {
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0]> : tensor<8xf32>
  %0 = tensor.empty() : tensor<8xf32>
  %1 = mplan.place %x in @a : tensor<8xf32>
  %2 = mplan.place %k in @a : tensor<8xf32>
  %3 = linalg.add ins(%1, %2 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}

// -----

// A result is computed in the pool and copied to the caller's buffer once.
mplan.arena @a
// CHECK-LABEL: func.func @returned(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}}, %[[OUT2:.*]]: memref<f32> {{{.*}}})
// CHECK-NEXT:    %[[P:.*]] = mplan.alloc in @a : memref<8xf32>
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[P]] : {{.*}})
// CHECK-DAG:     linalg.dot ins(%[[P]], %[[P]] : {{.*}}) outs(%[[OUT2]] : {{.*}})
// CHECK-DAG:     memref.copy %[[P]], %[[OUT]]
// CHECK-NOT:     copy
// CHECK:         return
func.func @returned(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<f32>) {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @a : tensor<8xf32>
  %3 = tensor.empty() : tensor<f32>
  %4 = linalg.dot ins(%2, %1 : tensor<8xf32>, tensor<8xf32>) outs(%3 : tensor<f32>) -> tensor<f32>
  return %1, %4 : tensor<8xf32>, tensor<f32>
}

// -----

// Through a reshape; slices of a placed value are views of it.
mplan.arena @a memory_space 1
// CHECK-LABEL: func.func @views(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<2xf32> {{{.*}}})
// CHECK-NEXT:    %[[P:.*]] = mplan.alloc in @a : memref<2x4xf32, 1>
// CHECK-NEXT:    %[[FLAT:.*]] = memref.collapse_shape %[[P]] {{.*}} : memref<2x4xf32, 1> into memref<8xf32, 1>
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[FLAT]] : {{.*}})
// CHECK-NEXT:    %[[SLICE:.*]] = memref.subview %[[P]]
// CHECK-NEXT:    linalg.exp ins(%[[SLICE]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @views(%x: tensor<8xf32>) -> tensor<2xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.expand_shape %1 [[0, 1]] output_shape [2, 4] : tensor<8xf32> into tensor<2x4xf32>
  %3 = mplan.place %2 in @a : tensor<2x4xf32>
  %4 = tensor.extract_slice %3[0, 1] [2, 1] [1, 1] : tensor<2x4xf32> to tensor<2xf32>
  %5 = tensor.empty() : tensor<2xf32>
  %6 = linalg.exp ins(%4 : tensor<2xf32>) outs(%5 : tensor<2xf32>) -> tensor<2xf32>
  return %6 : tensor<2xf32>
}

// -----

// What a loop carries stays where it was placed before.
mplan.arena @a memory_space 1
// CHECK-LABEL: func.func @carried(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %{{.*}}: index, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         %[[P:.*]] = mplan.alloc in @a : memref<8xf32, 1>
// CHECK:         memref.copy %[[X]], %[[P]]
// CHECK-NEXT:    scf.for {{.*}} {
// CHECK-NEXT:      linalg.sub ins(%[[X]], %[[P]] : {{.*}}) outs(%[[P]] : memref<8xf32, 1>)
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.exp ins(%[[P]] : {{.*}}) outs(%[[OUT]] : memref<8xf32>)
// CHECK-NEXT:    return
func.func @carried(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = mplan.place %x in @a : tensor<8xf32>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %0) -> tensor<8xf32> {
    %2 = tensor.empty() : tensor<8xf32>
    %3 = linalg.sub ins(%x, %a : tensor<8xf32>, tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  %4 = tensor.empty() : tensor<8xf32>
  %5 = linalg.exp ins(%1 : tensor<8xf32>) outs(%4 : tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// Both branches place what they give in one pool: there it has one place.
mplan.arena @a memory_space 1
// CHECK-LABEL: func.func @branches(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    %[[P:.*]] = mplan.alloc in @a : memref<8xf32, 1>
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[P]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[X]], %[[P]]
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.exp ins(%[[P]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @branches(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = scf.if %c -> tensor<8xf32> {
    %1 = tensor.empty() : tensor<8xf32>
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%1 : tensor<8xf32>) -> tensor<8xf32>
    %3 = mplan.place %2 in @a : tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  } else {
    %3 = mplan.place %x in @a : tensor<8xf32>
    scf.yield %3 : tensor<8xf32>
  }
  %4 = tensor.empty() : tensor<8xf32>
  %5 = linalg.exp ins(%0 : tensor<8xf32>) outs(%4 : tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// A result of branches: each computes it in the pool.
mplan.arena @a memory_space 1
// CHECK-LABEL: func.func @branch_result(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK-NEXT:    %[[P:.*]] = mplan.alloc in @a : memref<8xf32, 1>
// CHECK-NEXT:    scf.if %[[C]] {
// CHECK-NEXT:      linalg.exp ins(%[[X]] : {{.*}}) outs(%[[P]] : {{.*}})
// CHECK-NEXT:    } else {
// CHECK-NEXT:      linalg.log ins(%[[X]] : {{.*}}) outs(%[[P]] : {{.*}})
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.exp ins(%[[P]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func @branch_result(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = scf.if %c -> tensor<8xf32> {
    %2 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  } else {
    %2 = linalg.log ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %2 : tensor<8xf32>
  }
  %3 = mplan.place %1 in @a : tensor<8xf32>
  %4 = tensor.empty() : tensor<8xf32>
  %5 = linalg.exp ins(%3 : tensor<8xf32>) outs(%4 : tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// A value that may be in one of two memories has no type: it is copied to the
// default one.
mplan.arena @a memory_space 1
// CHECK-LABEL: func.func @chosen(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[C:.*]]: i1, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         %[[P:.*]] = mplan.alloc in @a : memref<8xf32, 1>
// CHECK:         %[[COPY:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         scf.if %[[C]] {
// CHECK-NEXT:      memref.copy %[[P]], %[[COPY]]
// CHECK-NEXT:    } else {
// CHECK-NEXT:      memref.copy %[[X]], %[[COPY]]
// CHECK-NEXT:    }
// CHECK-NEXT:    linalg.add ins(%[[COPY]], %[[P]] : {{.*}}) outs(%[[OUT]] : {{.*}})
func.func @chosen(%x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @a : tensor<8xf32>
  %3 = scf.if %c -> tensor<8xf32> {
    scf.yield %2 : tensor<8xf32>
  } else {
    scf.yield %x : tensor<8xf32>
  }
  %4 = linalg.add ins(%3, %2 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %4 : tensor<8xf32>
}

// -----

// A callee that is called more than once takes buffers of the default memory:
// what is placed elsewhere is copied for the call.
mplan.arena @a memory_space 1
func.func private @exp_of(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
// CHECK-LABEL: func.func @calls(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32>, %[[OUT:.*]]: memref<8xf32> {{{.*}}})
// CHECK:         %[[P:.*]] = mplan.alloc in @a : memref<8xf32, 1>
// CHECK:         %[[TMP:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         %[[CAST:.*]] = memref.cast %[[TMP]]
// CHECK:         call @exp_of(%{{.*}}, %[[CAST]])
// CHECK:         memref.copy %[[TMP]], %[[P]] : memref<8xf32> to memref<8xf32, 1>
// CHECK:         %[[ARG:.*]] = memref.alloc() : memref<8xf32>
// CHECK:         memref.copy %[[P]], %[[ARG]] : memref<8xf32, 1> to memref<8xf32>
// CHECK:         %[[CAST2:.*]] = memref.cast %[[ARG]]
// CHECK:         call @exp_of(%[[CAST2]],
func.func @calls(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @exp_of(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = mplan.place %0 in @a : tensor<8xf32>
  %2 = call @exp_of(%1) : (tensor<8xf32>) -> tensor<8xf32>
  return %2 : tensor<8xf32>
}

// -----

// In a callee, for each of its calls.
mplan.arena @a memory_space 1
// CHECK-LABEL: func.func private @sum_of(
// CHECK-SAME:    %[[X:.*]]: memref<8xf32, strided<[?], offset: ?>>, %[[OUT:.*]]: memref<8xf32, strided<[?], offset: ?>> {{{.*}}})
// CHECK-NEXT:    %[[P:.*]] = mplan.alloc in @a : memref<8xf32, 1>
// CHECK-NEXT:    linalg.exp ins(%[[X]] : {{.*}}) outs(%[[P]] : {{.*}})
// CHECK-NEXT:    linalg.add ins(%[[P]], %[[X]] : {{.*}}) outs(%[[OUT]] : {{.*}})
// CHECK-NEXT:    return
func.func private @sum_of(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @a : tensor<8xf32>
  %3 = linalg.add ins(%2, %x : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %3 : tensor<8xf32>
}
func.func @callers(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = call @sum_of(%x) : (tensor<8xf32>) -> tensor<8xf32>
  %1 = call @sum_of(%0) : (tensor<8xf32>) -> tensor<8xf32>
  return %1 : tensor<8xf32>
}
