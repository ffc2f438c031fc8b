// What `mplan-schedule` says of each block: peaks in bytes, a bound, a reason.
// RUN: mplan-opt %s --mplan-schedule="remarks count-returned" -split-input-file -verify-diagnostics
// RUN: mplan-opt %s --mplan-schedule="remarks" -split-input-file 2>&1 | FileCheck %s --check-prefix=CALLER
// RUN: mplan-opt %s --mplan-schedule="remarks budget=0 count-returned" -split-input-file 2>&1 | FileCheck %s --check-prefix=NONE

// Two branches of 2,048 bytes, each reduced to 32: one after the other. With no
// budget at all the rules find that, too, but nothing proves it.
// CALLER: 'branches': at most 2048 bytes alive, 4096 in the order given
// NONE: 'branches': at most 2112 bytes alive, 4128 in the order given; at least 2080 (not proved, 4 steps, 0 states)
// expected-remark@below {{'branches': at most 2112 bytes alive, 4128 in the order given; at least 2112 (optimal, 4 steps, 3 states)}}
func.func @branches(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// An op in place adds nothing; the blocks of an op count in it, on top of what
// is around it.
// expected-remark@below {{'nested': at most 2080 bytes alive, 2080 in the order given; at least 2080 (optimal, 1 steps, 0 states)}}
func.func @nested(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-remark@below {{a block of 'scf.for': at most 2080 bytes alive, 2080 in the order given; at least 2080 (optimal, 2 steps, 0 states)}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%c = %x) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<64x8xf32>
    %a = linalg.broadcast ins(%c : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
           dimensions = [0]
    %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
           outs(%c : tensor<8xf32>) dimensions = [0]
    scf.yield %s : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// Blocks of one region are told apart by their number.
// expected-remark@below {{'blocks', block 0: at most 32 bytes alive, 32 in the order given; at least 32 (optimal, 1 steps, 0 states)}}
// expected-remark@below {{'blocks', block 1: at most 64 bytes alive, 64 in the order given; at least 64 (optimal, 1 steps, 0 states)}}
func.func @blocks(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  cf.br ^bb1(%a : tensor<8xf32>)
^bb1(%b: tensor<8xf32>):
  %f = tensor.empty() : tensor<8xf32>
  %c = linalg.exp ins(%b : tensor<8xf32>) outs(%f : tensor<8xf32>)
         -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// Without a size there is nothing to count: the order stays.
// expected-remark@below {{'unbounded' keeps its order: a tensor in it has no known size}}
func.func @unbounded(%x: tensor<?xf32>, %n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  // expected-note@below {{here}}
  %a = linalg.exp ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>)
         -> tensor<?xf32>
  return %a : tensor<?xf32>
}

// -----

// Nor can so many bytes be counted.
// expected-remark@below {{'huge' keeps its order: a tensor in it has more than 2^60 bytes}}
func.func @huge(%x: f32) -> f32 {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1152921504606846976xf32>
  // expected-note@below {{here}}
  %a = linalg.fill ins(%x : f32) outs(%e : tensor<1152921504606846976xf32>)
         -> tensor<1152921504606846976xf32>
  %f = tensor.extract %a[%c0] : tensor<1152921504606846976xf32>
  return %f : f32
}

// -----

// Recursion has no bounds to ask for; what is static can be counted.
// expected-remark@below {{'recursive': at most 64 bytes alive, 64 in the order given; at least 64 (optimal, 2 steps, 0 states)}}
func.func @recursive(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  %b = call @recursive(%a) : (tensor<8xf32>) -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// What is inserted into a result is computed in the caller's buffer, too; if it
// is counted, each is there twice for a moment.
// CALLER: 'concat': at most 0 bytes alive, 0 in the order given
// expected-remark@below {{'concat': at most 160 bytes alive, 192 in the order given; at least 160 (optimal, 4 steps, 0 states)}}
func.func @concat(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<32xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %g = tensor.empty() : tensor<32xf32>
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  %b = linalg.exp ins(%y : tensor<8xf32>) outs(%f : tensor<8xf32>)
         -> tensor<8xf32>
  %c = tensor.insert_slice %a into %g[0] [8] [1]
         : tensor<8xf32> into tensor<32xf32>
  %d = tensor.insert_slice %b into %c[8] [8] [1]
         : tensor<8xf32> into tensor<32xf32>
  return %d : tensor<32xf32>
}
