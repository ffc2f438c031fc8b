// Pools through the whole pipeline: a fixed offset is where the buffer is, the
// rest lies around it, and each pool is a global of its own.
// RUN: mplan-opt %s --mplan-bufferize --mplan-allocate | FileCheck %s
// RUN: mplan-opt %s --mplan-pipeline | FileCheck %s --check-prefix=FINAL

// CHECK:       mplan.arena @sram size 128 alignment 4 capacity 128 memory_space 1 : i64 peak 96
// CHECK:       mplan.arena @tcm size 32 alignment 64 peak 32
// CHECK-LABEL: func.func @f(
// CHECK-DAG:     mplan.slot @sram[96] {{.*}} : memref<8xf32, 1>
// CHECK-DAG:     mplan.slot @sram[{{0|32|64}}] {{.*}} : memref<16xf32, 1>
// CHECK-DAG:     mplan.slot @tcm[0] {{.*}} alignment 64 {{.*}} : memref<8xf32>

// FINAL-DAG:   memref.global "private" @sram : memref<128xi8, 1> = uninitialized {alignment = 4 : i64}
// FINAL-DAG:   memref.global "private" @tcm : memref<32xi8> = uninitialized {alignment = 64 : i64}
// FINAL-NOT:   {{mplan.(arena|slot|alloc)}}

mplan.arena @sram capacity 128 memory_space 1
mplan.arena @tcm
func.func @f(%x: tensor<8xf32>, %y: tensor<16xf32>) -> (tensor<8xf32>, f32) {
  %c3 = arith.constant 3 : index
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = mplan.place %1 in @sram offset 96 : tensor<8xf32>
  %3 = mplan.place %y in @sram : tensor<16xf32>
  %4 = linalg.log ins(%2 : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %5 = mplan.place %4 in @tcm alignment 64 : tensor<8xf32>
  %6 = linalg.add ins(%2, %5 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %7 = tensor.extract %3[%c3] : tensor<16xf32>
  return %6, %7 : tensor<8xf32>, f32
}
