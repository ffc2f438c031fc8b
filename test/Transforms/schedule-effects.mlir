// What `mplan-schedule` must not move, although bytes could be saved.
// RUN: mplan-opt %s --mplan-schedule | FileCheck %s

func.func private @make(tensor<8xf32>) -> tensor<64x8xf32>
func.func private @reduce(tensor<64x8xf32>) -> tensor<8xf32>

// Calls may do anything: they keep their order among themselves.
// CHECK-LABEL: func @calls
// CHECK: call @make(%arg0)
// CHECK: call @make(%arg1)
// CHECK: call @reduce
// CHECK: call @reduce
func.func @calls(%x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %a = call @make(%x) : (tensor<8xf32>) -> tensor<64x8xf32>
  %b = call @make(%y) : (tensor<8xf32>) -> tensor<64x8xf32>
  %s = call @reduce(%a) : (tensor<64x8xf32>) -> tensor<8xf32>
  %t = call @reduce(%b) : (tensor<64x8xf32>) -> tensor<8xf32>
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// What has no effects moves across them.
// CHECK-LABEL: func @across_a_call
// CHECK: %[[A:.*]] = call @make(%arg0)
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
// CHECK: %[[B:.*]] = call @make(%arg1)
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
func.func @across_a_call(%x: tensor<8xf32>, %y: tensor<8xf32>,
                         %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %a = call @make(%x) : (tensor<8xf32>) -> tensor<64x8xf32>
  %b = call @make(%y) : (tensor<8xf32>) -> tensor<64x8xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// A tensor with the contents of a memref is read before that is written again:
// the second sum must not come before the store, nor the first one after it.
// CHECK-LABEL: func @memory
// CHECK: %[[A:.*]] = bufferization.to_tensor
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
// CHECK: memref.store
// CHECK: %[[B:.*]] = bufferization.to_tensor
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
func.func @memory(%m: memref<64x8xf32>, %z: tensor<8xf32>, %f: f32,
                  %w: tensor<64x8xf32> {bufferization.writable = true})
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = bufferization.to_tensor %m restrict
         : memref<64x8xf32> to tensor<64x8xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  memref.store %f, %m[%c0, %c0] : memref<64x8xf32>
  %b = bufferization.to_tensor %m restrict
         : memref<64x8xf32> to tensor<64x8xf32>
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %u = linalg.reduce { arith.addf } ins(%w : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t, %u : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

ml_program.global private mutable @state(dense<0.0> : tensor<8xf32>) : tensor<8xf32>

// Loads and stores of a global keep their order.
// CHECK-LABEL: func @globals
// CHECK: ml_program.global_load
// CHECK: ml_program.global_store
// CHECK: ml_program.global_load
// CHECK: ml_program.global_store
func.func @globals(%x: tensor<8xf32>, %e: tensor<8xf32>) -> tensor<8xf32> {
  %h = ml_program.global_load @state : tensor<8xf32>
  %a = linalg.add ins(%h, %x : tensor<8xf32>, tensor<8xf32>)
         outs(%e : tensor<8xf32>) -> tensor<8xf32>
  ml_program.global_store @state = %a : tensor<8xf32>
  %k = ml_program.global_load @state : tensor<8xf32>
  %b = linalg.add ins(%k, %h : tensor<8xf32>, tensor<8xf32>)
         outs(%e : tensor<8xf32>) -> tensor<8xf32>
  ml_program.global_store @state = %b : tensor<8xf32>
  return %b : tensor<8xf32>
}

// A division stays behind the check that it is defined, though it is needed
// before the large tensor there.
// CHECK-LABEL: func @checked
// CHECK: linalg.reduce {{.*}} ins(%arg0
// CHECK: cf.assert
// CHECK: arith.divsi
// CHECK: linalg.broadcast
func.func @checked(%w: tensor<64x8xi32> {bufferization.writable = true},
                   %x: tensor<8xi32>, %z: tensor<8xi32>, %n: i32, %d: i32)
    -> (tensor<8xi32>, tensor<8xi32>) {
  %c0 = arith.constant 0 : i32
  %ok = arith.cmpi ne, %d, %c0 : i32
  cf.assert %ok, "division by zero"
  %q = arith.divsi %n, %d : i32
  %e = tensor.empty() : tensor<64x8xi32>
  %i = linalg.fill ins(%q : i32) outs(%z : tensor<8xi32>) -> tensor<8xi32>
  %a = linalg.broadcast ins(%x : tensor<8xi32>) outs(%e : tensor<64x8xi32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addi } ins(%a : tensor<64x8xi32>)
         outs(%i : tensor<8xi32>) dimensions = [0]
  %t = linalg.reduce { arith.addi } ins(%w : tensor<64x8xi32>)
         outs(%z : tensor<8xi32>) dimensions = [0]
  return %s, %t : tensor<8xi32>, tensor<8xi32>
}

// Globals that are accessed by name: a load of one moves across a load and a
// store of another, to where it is used.
// CHECK-LABEL: func @other_global
// CHECK: %[[A:.*]] = ml_program.global_load @a
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
// CHECK: %[[B:.*]] = ml_program.global_load @b
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
ml_program.global private mutable @a(dense<0.0> : tensor<64x8xf32>) : tensor<64x8xf32>
ml_program.global private mutable @b(dense<0.0> : tensor<64x8xf32>) : tensor<64x8xf32>
ml_program.global private mutable @c(dense<0.0> : tensor<8xf32>) : tensor<8xf32>
func.func @other_global(%z: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %a = ml_program.global_load @a : tensor<64x8xf32>
  %b = ml_program.global_load @b : tensor<64x8xf32>
  ml_program.global_store @c = %z : tensor<8xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// Those of one global keep their order: the second load does not come before
// the store, nor the first one after it; nor does either cross a call.
// CHECK-LABEL: func @same_global
// CHECK: ml_program.global_load @a
// CHECK: ml_program.global_store @a
// CHECK: ml_program.global_load @a
// CHECK: call @make
// CHECK: ml_program.global_load @a
func.func @same_global(%x: tensor<8xf32>, %y: tensor<64x8xf32>,
                       %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<64x8xf32>) {
  %a = ml_program.global_load @a : tensor<64x8xf32>
  ml_program.global_store @a = %y : tensor<64x8xf32>
  %b = ml_program.global_load @a : tensor<64x8xf32>
  %m = call @make(%x) : (tensor<8xf32>) -> tensor<64x8xf32>
  %c = ml_program.global_load @a : tensor<64x8xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %u = linalg.reduce { arith.addf } ins(%c : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t, %u, %m
      : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<64x8xf32>
}
