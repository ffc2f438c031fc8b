// RUN: mplan-opt %s --mplan-schedule=count-returned --split-input-file | FileCheck %s

// Each branch makes something large and reduces it: one after the other. What is
// empty or a constant moves along.
// CHECK-LABEL: func @branches
// CHECK: %[[A:.*]] = linalg.broadcast ins(%arg0
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
// CHECK: tensor.empty() : tensor<64x8xf32>
// CHECK-NEXT: %[[B:.*]] = linalg.broadcast ins(%arg1
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
// CHECK: linalg.add
func.func @branches(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> tensor<8xf32> {
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %g = tensor.empty() : tensor<8xf32>
  %r = linalg.add ins(%s, %t : tensor<8xf32>, tensor<8xf32>)
         outs(%g : tensor<8xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Nothing is to be gained: every op stays where it is, whatever it is.
// CHECK-LABEL: func @chain
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: arith.constant 7
// CHECK-NEXT: linalg.exp
// CHECK-NEXT: tensor.empty
// CHECK-NEXT: arith.constant 8
// CHECK-NEXT: linalg.log
// CHECK-NEXT: return
func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %c7 = arith.constant 7 : index
  %a = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
         -> tensor<8xf32>
  %f = tensor.empty() : tensor<8xf32>
  %c8 = arith.constant 8 : index
  %b = linalg.log ins(%a : tensor<8xf32>) outs(%f : tensor<8xf32>)
         -> tensor<8xf32>
  return %b : tensor<8xf32>
}

// -----

// A reader of a view is a reader of what it views: the slice moves with it.
// CHECK-LABEL: func @views
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg1
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
// CHECK: %[[A:.*]] = linalg.broadcast ins(%arg0
// CHECK: %[[V:.*]] = tensor.extract_slice %[[A]]
// CHECK: linalg.reduce {{.*}} ins(%[[V]]
func.func @views(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %v = tensor.extract_slice %a[0, 0] [32, 8] [1, 1]
         : tensor<64x8xf32> to tensor<32x8xf32>
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
         dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%v : tensor<32x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// The exponential overwrites its destination, if that is not needed after it: so
// the sum comes first.
// CHECK-LABEL: func @in_place
// CHECK: %[[A:.*]] = linalg.broadcast ins(%arg0
// CHECK: %[[S:.*]] = linalg.reduce {{.*}} ins(%[[A]]
// CHECK: %[[D:.*]] = linalg.exp ins(%arg2 : tensor<64x8xf32>) outs(%[[A]]
// CHECK: linalg.reduce {{.*}} ins(%[[D]]
func.func @in_place(%x: tensor<8xf32>, %z: tensor<8xf32>, %w: tensor<64x8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %d = linalg.exp ins(%w : tensor<64x8xf32>) outs(%a : tensor<64x8xf32>)
         -> tensor<64x8xf32>
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%d : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// An argument that is given up dies with its last reader, so that goes first.
// CHECK-LABEL: func @given_up
// CHECK: linalg.reduce {{.*}} ins(%arg0
// CHECK: linalg.broadcast
// CHECK: linalg.reduce
func.func @given_up(%w: tensor<64x8xf32> {bufferization.writable = true},
                    %x: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%w : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// One that the caller keeps is there anyway: nothing is gained, nothing moves.
// CHECK-LABEL: func @kept
// CHECK: linalg.broadcast
// CHECK: linalg.reduce
// CHECK: linalg.reduce {{.*}} ins(%arg0
func.func @kept(%w: tensor<64x8xf32>, %x: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%w : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// What the terminator reads is needed to the end: made as late as possible.
// CHECK-LABEL: func @returned
// CHECK: linalg.broadcast ins(%arg0
// CHECK: linalg.reduce
// CHECK: linalg.broadcast ins(%arg1
// CHECK: return
func.func @returned(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>)
    -> (tensor<64x8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
         dimensions = [0]
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %b, %s : tensor<64x8xf32>, tensor<8xf32>
}

// -----

// Inside regions, too; what a loop carries is there from one iteration to the
// next.
// CHECK-LABEL: func @in_a_loop
// CHECK: scf.for
// CHECK: %[[A:.*]] = linalg.broadcast ins(%[[C:.*]] :
// CHECK: %[[S:.*]] = linalg.reduce {{.*}} ins(%[[A]]
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg0
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
// CHECK: scf.yield
func.func @in_a_loop(%x: tensor<8xf32>, %z: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %r = scf.for %i = %c0 to %c9 step %c1 iter_args(%c = %z) -> tensor<8xf32> {
    %e = tensor.empty() : tensor<64x8xf32>
    %f = tensor.empty() : tensor<64x8xf32>
    %a = linalg.broadcast ins(%c : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
           dimensions = [0]
    %b = linalg.broadcast ins(%x : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
           dimensions = [0]
    %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
           outs(%z : tensor<8xf32>) dimensions = [0]
    %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
           outs(%s : tensor<8xf32>) dimensions = [0]
    scf.yield %t : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// -----

// A branch takes what its regions take, and is one step that reads what they
// capture: what that is, is not made before the other large tensor is gone.
// CHECK-LABEL: func @captured
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg1
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
// CHECK: %[[A:.*]] = linalg.broadcast ins(%arg0
// CHECK: scf.if
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
func.func @captured(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>,
                    %c: i1) -> (tensor<8xf32>, tensor<8xf32>) {
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
         dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %s = scf.if %c -> tensor<8xf32> {
    %u = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
           outs(%z : tensor<8xf32>) dimensions = [0]
    scf.yield %u : tensor<8xf32>
  } else {
    scf.yield %z : tensor<8xf32>
  }
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}

// -----

// Each block by itself; what another block uses is needed to the end.
// CHECK-LABEL: func @blocks
// CHECK: linalg.broadcast ins(%arg1
// CHECK: linalg.reduce
// CHECK: %[[A:.*]] = linalg.broadcast ins(%arg0
// CHECK: cf.cond_br
// CHECK: ^bb1
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
func.func @blocks(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>,
                  %c: i1) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<64x8xf32>
  %f = tensor.empty() : tensor<64x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<64x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<64x8xf32>)
         dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<64x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  cf.cond_br %c, ^bb1(%t : tensor<8xf32>), ^bb2
^bb1(%u: tensor<8xf32>):
  %s = linalg.reduce { arith.addf } ins(%a : tensor<64x8xf32>)
         outs(%u : tensor<8xf32>) dimensions = [0]
  return %s : tensor<8xf32>
^bb2:
  return %z : tensor<8xf32>
}

// -----

// A dynamic extent counts with its upper bound.
// CHECK-LABEL: func @bounded
// CHECK: %[[A:.*]] = linalg.broadcast ins(%arg0
// CHECK: linalg.reduce {{.*}} ins(%[[A]]
// CHECK: %[[B:.*]] = linalg.broadcast ins(%arg1
// CHECK: linalg.reduce {{.*}} ins(%[[B]]
func.func @bounded(%x: tensor<8xf32>, %y: tensor<8xf32>, %z: tensor<8xf32>,
                   %w: tensor<?xf32> {mplan.upper_bound = array<i64: 64>})
    -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %w, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?x8xf32>
  %f = tensor.empty(%n) : tensor<?x8xf32>
  %a = linalg.broadcast ins(%x : tensor<8xf32>) outs(%e : tensor<?x8xf32>)
         dimensions = [0]
  %b = linalg.broadcast ins(%y : tensor<8xf32>) outs(%f : tensor<?x8xf32>)
         dimensions = [0]
  %s = linalg.reduce { arith.addf } ins(%a : tensor<?x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  %t = linalg.reduce { arith.addf } ins(%b : tensor<?x8xf32>)
         outs(%z : tensor<8xf32>) dimensions = [0]
  return %s, %t : tensor<8xf32>, tensor<8xf32>
}
