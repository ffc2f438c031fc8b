// Small programs, each with one thing that a planner gets wrong easily: the
// planned program gives the bytes of the unplanned one.
// RUN: mplan-equiv %s --entry=carried | FileCheck %s
// RUN: mplan-equiv %s --entry=rotate --int-range=3:0..7 --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=swap --int-range=2:0..5 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=while --int-range=1:0..5 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=while_more --int-range=1:0..4 --seeds=5 | FileCheck %s
// RUN: mplan-equiv %s --entry=while_other --int-range=1:0..4 --seeds=5 | FileCheck %s
// RUN: mplan-equiv %s --entry=branches --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=returns --allow-constant | FileCheck %s
// RUN: mplan-equiv %s --entry=calls | FileCheck %s
// RUN: mplan-equiv %s --entry=update | FileCheck %s
// RUN: mplan-equiv %s --entry=read_later --int-range=1:0..3 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=last_two --int-range=3:0..3 --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=copied | FileCheck %s
// RUN: mplan-equiv %s --entry=strides | FileCheck %s
// RUN: mplan-equiv %s --entry=memrefs | FileCheck %s
// RUN: mplan-equiv %s --entry=moving_slice --copy-before-write | FileCheck %s
// RUN: mplan-equiv %s --entry=moving_part --copy-before-write | FileCheck %s
// RUN: mplan-equiv %s --entry=moving_in_inner_loop --copy-before-write | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

// A value made in one iteration and read in the next, while its successor is
// made: two are alive at once.
func.func @carried(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %x)
      -> (tensor<8xf32>, tensor<8xf32>) {
    %e = tensor.empty() : tensor<8xf32>
    %n = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>)
                    outs(%e : tensor<8xf32>) -> tensor<8xf32>
    scf.yield %n, %a : tensor<8xf32>, tensor<8xf32>
  }
  %d = tensor.empty() : tensor<8xf32>
  %s = linalg.sub ins(%r#0, %r#1 : tensor<8xf32>, tensor<8xf32>)
                  outs(%d : tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}

// Three carried values turn round: a parallel copy.
func.func @rotate(%x: tensor<4xf32>, %y: tensor<4xf32>, %z: tensor<4xf32>,
                  %n: index) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z)
      -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.mul ins(%a, %c : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b, %c, %m : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @swap(%x: tensor<4xf32>, %y: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (tensor<4xf32>, tensor<4xf32>) {
    scf.yield %b, %a : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

func.func @while(%x: tensor<4xf32>, %n: index) -> (tensor<4xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.while (%a = %x, %i = %c0) : (tensor<4xf32>, index)
      -> (tensor<4xf32>, index) {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %a, %i : tensor<4xf32>, index
  } do {
  ^bb0(%a: tensor<4xf32>, %i: index):
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %s = linalg.sub ins(%m, %a : tensor<4xf32>, tensor<4xf32>)
                    outs(%f : tensor<4xf32>) -> tensor<4xf32>
    %j = arith.addi %i, %c1 : index
    scf.yield %s, %j : tensor<4xf32>, index
  }
  return %r#0, %r#1 : tensor<4xf32>, index
}

// Either branch's value, and both operands are read later.
func.func @branches(%x: tensor<4xf32>, %y: tensor<4xf32>, %c: i1)
    -> tensor<4xf32> {
  %r = scf.if %c -> (tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %m = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    scf.yield %m : tensor<4xf32>
  } else {
    scf.yield %y : tensor<4xf32>
  }
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.sub ins(%r, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %t = linalg.mul ins(%s, %y : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %t : tensor<4xf32>
}

// The same result twice, an argument, and a constant.
func.func @returns(%x: tensor<4xf32>)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, f32) {
  %k = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %m = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %s = tensor.extract %m[%c1] : tensor<4xf32>
  return %m, %m, %x, %k, %s
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<2xf32>, f32
}

// Buffers of caller and callee, twice from different places.
func.func private @callee(%x: tensor<4xf32>, %y: tensor<4xf32>)
    -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %m = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %n = linalg.exp ins(%y : tensor<4xf32>) outs(%f : tensor<4xf32>)
      -> tensor<4xf32>
  %g = tensor.empty() : tensor<4xf32>
  %s = linalg.sub ins(%m, %n : tensor<4xf32>, tensor<4xf32>)
                  outs(%g : tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func @calls(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %a = func.call @callee(%x, %y) : (tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf32>
  %b = func.call @callee(%y, %a) : (tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf32>
  %c = func.call @callee(%a, %b) : (tensor<4xf32>, tensor<4xf32>)
      -> tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %s = linalg.sub ins(%c, %a : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// An argument whose owner lets it be updated.
func.func @update(%cache: tensor<4x3xf32> {bufferization.writable = true},
                  %row: tensor<1x3xf32>, %i: index)
    -> (tensor<4x3xf32>, tensor<1x3xf32>) {
  %old = tensor.extract_slice %cache[%i, 0] [1, 3] [1, 1]
      : tensor<4x3xf32> to tensor<1x3xf32>
  %new = tensor.insert_slice %row into %cache[%i, 0] [1, 3] [1, 1]
      : tensor<1x3xf32> into tensor<4x3xf32>
  return %new, %old : tensor<4x3xf32>, tensor<1x3xf32>
}

// The same argument, not to be written.
func.func @copied(%cache: tensor<4x3xf32>, %row: tensor<1x3xf32>, %i: index)
    -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %new = tensor.insert_slice %row into %cache[%i, 0] [1, 3] [1, 1]
      : tensor<1x3xf32> into tensor<4x3xf32>
  %e = tensor.empty() : tensor<4x3xf32>
  %s = linalg.sub ins(%new, %cache : tensor<4x3xf32>, tensor<4x3xf32>)
                  outs(%e : tensor<4x3xf32>) -> tensor<4x3xf32>
  return %new, %s : tensor<4x3xf32>, tensor<4x3xf32>
}

// What a parallel loop makes is updated for a result, and read later as it was.
func.func @read_later(%x: tensor<4x3xf32>, %i: index)
    -> (f32, tensor<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<4x3xf32>
  %r = scf.forall (%j) in (4) shared_outs(%o = %e) -> tensor<4x3xf32> {
    %s = tensor.extract_slice %x[%j, 0] [1, 3] [1, 1]
        : tensor<4x3xf32> to tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%j, 0] [1, 3] [1, 1]
          : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  %u = tensor.insert %one into %r[%i, %c0] : tensor<4x3xf32>
  %old = tensor.extract %r[%i, %c0] : tensor<4x3xf32>
  return %old, %u : f32, tensor<4x3xf32>
}

// While loops that hand on more than they take, and in another order.
func.func @while_more(%x: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%i = %c0, %p = %x)
      : (index, tensor<4xf32>) -> (index, tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %q = linalg.negf ins(%p : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %i, %p, %q : index, tensor<4xf32>, tensor<4xf32>
  } do {
  ^bb0(%i: index, %p: tensor<4xf32>, %q: tensor<4xf32>):
    %next = arith.addi %i, %c1 : index
    scf.yield %next, %q : index, tensor<4xf32>
  }
  return %r#1, %r#2 : tensor<4xf32>, tensor<4xf32>
}

func.func @while_other(%x: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<2xf32>, index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%i = %c0, %p = %x)
      : (index, tensor<4xf32>) -> (tensor<4xf32>, tensor<2xf32>, index) {
    %s = tensor.extract_slice %p[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %more = arith.cmpi ult, %i, %n : index
    scf.condition(%more) %p, %s, %i : tensor<4xf32>, tensor<2xf32>, index
  } do {
  ^bb0(%p: tensor<4xf32>, %s: tensor<2xf32>, %i: index):
    %next = arith.addi %i, %c1 : index
    %u = tensor.insert_slice %s into %p[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %next, %u : index, tensor<4xf32>
  }
  return %r#0, %r#1, %r#2 : tensor<4xf32>, tensor<2xf32>, index
}

// A loop of blocks ends with what a parallel loop made last in it, and with what
// it had before.
func.func @last_two(%x: tensor<4x3xf32>, %y: tensor<4x3xf32>, %c: i1, %n: index)
    -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.cond_br %c, ^make(%c0, %x : index, tensor<4x3xf32>),
                 ^again(%c0, %y : index, tensor<4x3xf32>)
^make(%i: index, %before: tensor<4x3xf32>):
  %e = tensor.empty() : tensor<4x3xf32>
  %made = scf.forall (%j) in (4) shared_outs(%o = %e) -> tensor<4x3xf32> {
    %s = tensor.extract_slice %x[%j, 0] [1, 3] [1, 1]
        : tensor<4x3xf32> to tensor<3xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %o[%j, 0] [1, 3] [1, 1]
          : tensor<3xf32> into tensor<4x3xf32>
    }
  }
  %more = arith.cmpi ult, %i, %n : index
  cf.cond_br %more, ^again(%i, %made : index, tensor<4x3xf32>),
                    ^end(%before, %made : tensor<4x3xf32>, tensor<4x3xf32>)
^again(%k: index, %a: tensor<4x3xf32>):
  %next = arith.addi %k, %c1 : index
  cf.br ^make(%next, %a : index, tensor<4x3xf32>)
^end(%u: tensor<4x3xf32>, %v: tensor<4x3xf32>):
  return %u, %v : tensor<4x3xf32>, tensor<4x3xf32>
}

// Strides: padding, a slice with a step, a transposed view.
func.func @strides(%x: tensor<4x6xf32>) -> (tensor<3x4xf32>, tensor<6x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %s = tensor.extract_slice %x[0, 0] [4, 3] [1, 2]
      : tensor<4x6xf32> to tensor<4x3xf32>
  %e = tensor.empty() : tensor<3x4xf32>
  %t = linalg.transpose ins(%s : tensor<4x3xf32>) outs(%e : tensor<3x4xf32>)
      permutation = [1, 0]
  %p = tensor.pad %x low[1, 1] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %zero : f32
  } : tensor<4x6xf32> to tensor<6x8xf32>
  %u = tensor.insert_slice %s into %p[2, 1] [4, 3] [1, 2]
      : tensor<4x3xf32> into tensor<6x8xf32>
  return %t, %u : tensor<3x4xf32>, tensor<6x8xf32>
}

// Memrefs, with buffers of the function's own.
func.func @memrefs(%x: memref<8xf32>, %y: memref<8xf32>) {
  %a = memref.alloc() : memref<8xf32>
  %b = memref.alloc() : memref<8xf32>
  %c = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  memref.dealloc %a : memref<8xf32>
  linalg.sub ins(%b, %x : memref<8xf32>, memref<8xf32>)
             outs(%c : memref<8xf32>)
  memref.dealloc %b : memref<8xf32>
  memref.copy %c, %y : memref<8xf32> to memref<8xf32>
  memref.dealloc %c : memref<8xf32>
  return
}

// Each iteration updates another slice of one tensor: what it computes there
// must not be in that tensor, which the next iteration starts from.
// (Upstream's analysis takes the slices of two iterations for one: so the
// reference writes nothing in place.)
func.func @moving_slice(%x: tensor<8xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0.0 : f32
  %v = arith.constant 17.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %f) -> tensor<f32> {
    %old = tensor.extract_slice %t[%i] [2] [1] : tensor<8xf32> to tensor<2xf32>
    %new = linalg.fill ins(%v : f32) outs(%old : tensor<2xf32>) -> tensor<2xf32>
    %u = tensor.insert_slice %new into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    %sum = linalg.reduce { arith.addf } ins(%u : tensor<8xf32>) outs(%a : tensor<f32>) dimensions = [0]
    scf.yield %sum : tensor<f32>
  }
  return %r : tensor<f32>
}

// The same with an empty tensor, and through a view of the tensor.
func.func @moving_part(%x: tensor<2x8xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<2x8xf32>
  %t = linalg.exp ins(%x : tensor<2x8xf32>) outs(%e : tensor<2x8xf32>) -> tensor<2x8xf32>
  %s = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %r = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %f) -> tensor<f32> {
    %row = tensor.extract_slice %t[1, 0] [1, 8] [1, 1] : tensor<2x8xf32> to tensor<8xf32>
    %none = tensor.empty() : tensor<2xf32>
    %j = arith.index_cast %i : index to i32
    %v = arith.sitofp %j : i32 to f32
    %new = linalg.fill ins(%v : f32) outs(%none : tensor<2xf32>) -> tensor<2xf32>
    %u = tensor.insert_slice %new into %row[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
    %sum = linalg.reduce { arith.addf } ins(%u : tensor<8xf32>) outs(%a : tensor<f32>) dimensions = [0]
    scf.yield %sum : tensor<f32>
  }
  return %r : tensor<f32>
}

// The tensor is another one in each iteration of the outer loop only.
func.func @moving_in_inner_loop(%x: tensor<8xf32>) -> tensor<f32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c6 = arith.constant 6 : index
  %z = arith.constant 0.0 : f32
  %v = arith.constant 5.0 : f32
  %s = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%z : f32) outs(%s : tensor<f32>) -> tensor<f32>
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%b = %f) -> tensor<f32> {
    %e = tensor.empty() : tensor<8xf32>
    %t = linalg.exp ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
    %q = scf.for %i = %c0 to %c6 step %c1 iter_args(%a = %b) -> tensor<f32> {
      %none = tensor.empty() : tensor<2xf32>
      %new = linalg.fill ins(%v : f32) outs(%none : tensor<2xf32>) -> tensor<2xf32>
      %u = tensor.insert_slice %new into %t[%i] [2] [1] : tensor<2xf32> into tensor<8xf32>
      %sum = linalg.reduce { arith.addf } ins(%u : tensor<8xf32>) outs(%a : tensor<f32>) dimensions = [0]
      scf.yield %sum : tensor<f32>
    }
    scf.yield %q : tensor<f32>
  }
  return %r : tensor<f32>
}
