// Any order that `mplan-schedule` takes for right, keeps what must be kept: here
// are ten of them by chance.
// RUN: mplan-opt %s --mplan-schedule=shuffle=0 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=1 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=2 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=3 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=4 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=5 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=6 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=7 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=8 | FileCheck %s
// RUN: mplan-opt %s --mplan-schedule=shuffle=9 | FileCheck %s
// One that differs from the order given is among them.
// RUN: mplan-opt %s --mplan-schedule=shuffle=1 \
// RUN:   | FileCheck %s --check-prefix=SHUFFLED

func.func private @make(tensor<8xf32>) -> tensor<64x8xf32>

// Calls may do anything.
// CHECK-LABEL: func @calls
// CHECK: call @make(%arg0)
// CHECK: memref.store
// CHECK: call @make(%arg1)
func.func @calls(%x: tensor<8xf32>, %y: tensor<8xf32>, %m: memref<f32>,
                 %f: f32) -> (tensor<64x8xf32>, tensor<64x8xf32>) {
  %a = call @make(%x) : (tensor<8xf32>) -> tensor<64x8xf32>
  memref.store %f, %m[] : memref<f32>
  %b = call @make(%y) : (tensor<8xf32>) -> tensor<64x8xf32>
  return %a, %b : tensor<64x8xf32>, tensor<64x8xf32>
}

// A tensor with the contents of a memref, be it by way of a view, is read before
// that is written again.
// CHECK-LABEL: func @memory
// CHECK: bufferization.to_tensor
// CHECK: linalg.reduce
// CHECK: memref.store
// CHECK: bufferization.to_tensor
// CHECK: linalg.reduce
func.func @memory(%m: memref<8x8xf32>, %z: tensor<8xf32>, %f: f32)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = bufferization.to_tensor %m restrict : memref<8x8xf32> to tensor<8x8xf32>
  %v = tensor.extract_slice %a[0, 0] [4, 8] [1, 1]
         : tensor<8x8xf32> to tensor<4x8xf32>
  %s = linalg.reduce { arith.addf } ins(%v : tensor<4x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  memref.store %f, %m[%c0, %c0] : memref<8x8xf32>
  %b = bufferization.to_tensor %m restrict : memref<8x8xf32> to tensor<8x8xf32>
  %t = linalg.reduce { arith.addf } ins(%b : tensor<8x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// So is one that was made outside of the block in which the memory is written.
// CHECK-LABEL: func @memory_in_a_loop
// CHECK: scf.for
// CHECK: linalg.reduce
// CHECK: memref.store
func.func @memory_in_a_loop(%m: memref<8x8xf32>, %z: tensor<8xf32>, %f: f32)
    -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %a = bufferization.to_tensor %m restrict : memref<8x8xf32> to tensor<8x8xf32>
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%c = %z) -> tensor<8xf32> {
    %t = linalg.reduce { arith.addf } ins(%a : tensor<8x8xf32>)
           outs(%c : tensor<8xf32>) dimensions = [0]
    memref.store %f, %m[%i, %c0] : memref<8x8xf32>
    scf.yield %t : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

ml_program.global private mutable @state(dense<0.0> : tensor<8xf32>) : tensor<8xf32>

// Loads and stores of a global.
// CHECK-LABEL: func @globals
// CHECK: ml_program.global_load
// CHECK: ml_program.global_store
// CHECK: ml_program.global_load
// CHECK: ml_program.global_store
func.func @globals(%x: tensor<8xf32>, %y: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %h = ml_program.global_load @state : tensor<8xf32>
  ml_program.global_store @state = %x : tensor<8xf32>
  %k = ml_program.global_load @state : tensor<8xf32>
  ml_program.global_store @state = %y : tensor<8xf32>
  return %h, %k : tensor<8xf32>, tensor<8xf32>
}

// Reads may change places with each other, not with writes.
// CHECK-LABEL: func @reads
// CHECK: memref.store
// CHECK-DAG: memref.load %arg0[%c0]
// CHECK-DAG: memref.load %arg0[%c1]
// CHECK: memref.store
// CHECK: memref.load %arg0[%c2]
func.func @reads(%m: memref<8xf32>, %f: f32) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  memref.store %f, %m[%c0] : memref<8xf32>
  %a = memref.load %m[%c0] : memref<8xf32>
  %b = memref.load %m[%c1] : memref<8xf32>
  memref.store %f, %m[%c1] : memref<8xf32>
  %c = memref.load %m[%c2] : memref<8xf32>
  %t = tensor.from_elements %a, %b, %c : tensor<3xf32>
  return %t : tensor<3xf32>
}

// What may be undefined stays behind the check that it is not.
// CHECK-LABEL: func @checked
// CHECK: cf.assert
// CHECK: arith.divsi
func.func @checked(%n: i32, %d: i32) -> (tensor<2xi32>, tensor<2xi32>) {
  %c0 = arith.constant 0 : i32
  %ok = arith.cmpi ne, %d, %c0 : i32
  %t = tensor.from_elements %n, %d : tensor<2xi32>
  cf.assert %ok, "division by zero"
  %q = arith.divsi %n, %d : i32
  %u = tensor.from_elements %q, %d : tensor<2xi32>
  return %t, %u : tensor<2xi32>, tensor<2xi32>
}

// All else is free.
// SHUFFLED-LABEL: func @free
// SHUFFLED: linalg.{{exp|log|abs}}
func.func @free(%x: tensor<8xf32>, %e: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  %b = linalg.log ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  %c = linalg.abs ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  return %a, %b, %c : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
