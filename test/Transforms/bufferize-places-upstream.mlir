// Upstream's One-Shot Bufferize alone copies a placed value to its pool.
//
// RUN: mplan-opt %s --one-shot-bufferize="bufferize-function-boundaries" | FileCheck %s

mplan.arena @a memory_space 1
// CHECK-LABEL: func.func @placed(
// CHECK:         %[[TMP:.*]] = memref.alloc
// CHECK:         linalg.exp {{.*}} outs(%[[TMP]] : {{.*}})
// CHECK:         %[[P:.*]] = mplan.alloc in @a alignment 64 : memref<8xf32, 1>
// CHECK:         memref.copy %[[TMP]], %[[P]]
// CHECK:         memref.load %[[P]]
func.func @placed(%x: tensor<8xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @a : tensor<8xf32>
  %3 = tensor.extract %2[%c0] : tensor<8xf32>
  return %3 : f32
}
