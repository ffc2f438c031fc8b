// Values placed in pools: the program computes what it does without them.
// RUN: mplan-equiv %s --entry=two_pools | FileCheck %s
// RUN: mplan-equiv %s --entry=twice | FileCheck %s
// RUN: mplan-equiv %s --entry=argument | FileCheck %s
// RUN: mplan-equiv %s --entry=constant | FileCheck %s
// RUN: mplan-equiv %s --entry=returned | FileCheck %s
// RUN: mplan-equiv %s --entry=reshaped | FileCheck %s
// RUN: mplan-equiv %s --entry=carried --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=in_loop --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=branches --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=chosen --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=calls | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

// The same with pools in a memory space of their own, which the machine takes
// for the one that it has.
// RUN: sed 's/mplan.arena @\(.*\)$/mplan.arena @\1 memory_space 1/' %s > %t.mlir
// RUN: mplan-equiv %t.mlir --entry=two_pools | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=twice | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=argument | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=constant | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=returned | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=reshaped | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=carried --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=in_loop --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=branches --seeds=6 | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=chosen --seeds=6 | FileCheck %s
// RUN: mplan-equiv %t.mlir --entry=calls | FileCheck %s

mplan.arena @sram capacity 4096
mplan.arena @tcm capacity 4096

func.func private @exp(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  return %r : tensor<4xf32>
}

func.func @two_pools(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %p = mplan.place %a in @sram : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %b = linalg.sub ins(%p, %y : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  %q = mplan.place %b in @tcm alignment 64 : tensor<4xf32>
  %g = tensor.empty() : tensor<4xf32>
  %c = linalg.mul ins(%p, %q : tensor<4xf32>, tensor<4xf32>)
                  outs(%g : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}

// In both pools at once, and both updated.
func.func @twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, f32) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %p = mplan.place %a in @sram : tensor<4xf32>
  %q = mplan.place %a in @tcm : tensor<4xf32>
  %r = tensor.insert %v into %p[%c0] : tensor<4xf32>
  %s = tensor.insert %v into %q[%c0] : tensor<4xf32>
  %o = tensor.extract %p[%c0] : tensor<4xf32>
  return %r, %s, %o : tensor<4xf32>, tensor<4xf32>, f32
}

func.func @argument(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = mplan.place %x in @sram : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.sub ins(%p, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %b = linalg.add ins(%p, %a : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %b : tensor<4xf32>
}

func.func @constant(%x: tensor<4xf32>) -> tensor<4xf32> {
  %k = arith.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %p = mplan.place %k in @sram : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.sub ins(%p, %x : tensor<4xf32>, tensor<4xf32>)
                  outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %a : tensor<4xf32>
}

// A result, as it is and with one element changed, of a placed value.
func.func @returned(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %v = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %p = mplan.place %a in @sram : tensor<4xf32>
  %b = tensor.insert %v into %p[%c0] : tensor<4xf32>
  return %p, %b : tensor<4xf32>, tensor<4xf32>
}

func.func @reshaped(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<2xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %b = tensor.expand_shape %a [[0, 1]] output_shape [2, 2]
      : tensor<4xf32> into tensor<2x2xf32>
  %p = mplan.place %b in @sram : tensor<2x2xf32>
  %s = tensor.extract_slice %p[0, 1] [2, 1] [1, 1]
      : tensor<2x2xf32> to tensor<2xf32>
  %q = mplan.place %s in @tcm : tensor<2xf32>
  %f = tensor.empty() : tensor<2xf32>
  %c = linalg.exp ins(%q : tensor<2xf32>) outs(%f : tensor<2xf32>)
      -> tensor<2xf32>
  %g = tensor.empty() : tensor<2x2xf32>
  %d = linalg.add ins(%p, %p : tensor<2x2xf32>, tensor<2x2xf32>)
                  outs(%g : tensor<2x2xf32>) -> tensor<2x2xf32>
  return %d, %c : tensor<2x2xf32>, tensor<2xf32>
}

func.func @carried(%x: tensor<4xf32>, %n: index)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %p = mplan.place %x in @sram : tensor<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %p) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.sub ins(%x, %a : tensor<4xf32>, tensor<4xf32>)
                    outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  %q = mplan.place %r in @tcm : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %c = linalg.exp ins(%q : tensor<4xf32>) outs(%f : tensor<4xf32>)
      -> tensor<4xf32>
  return %r, %c : tensor<4xf32>, tensor<4xf32>
}

// In each iteration; what is carried as well.
func.func @in_loop(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<4xf32> {
    %e = tensor.empty() : tensor<4xf32>
    %b = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    %p = mplan.place %b in @sram : tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %c = linalg.sub ins(%a, %p : tensor<4xf32>, tensor<4xf32>)
                    outs(%f : tensor<4xf32>) -> tensor<4xf32>
    %q = mplan.place %c in @tcm : tensor<4xf32>
    scf.yield %q : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// Both branches in one pool, in two, and the result.
func.func @branches(%x: tensor<4xf32>, %c: i1)
    -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %r:3 = scf.if %c -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %e = tensor.empty() : tensor<4xf32>
    %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>)
        -> tensor<4xf32>
    %p = mplan.place %a in @sram : tensor<4xf32>
    %f = tensor.empty() : tensor<4xf32>
    %b = linalg.sub ins(%x, %p : tensor<4xf32>, tensor<4xf32>)
                    outs(%f : tensor<4xf32>) -> tensor<4xf32>
    %q = mplan.place %b in @tcm : tensor<4xf32>
    scf.yield %p, %q, %b : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  } else {
    %p = mplan.place %x in @sram : tensor<4xf32>
    scf.yield %p, %p, %x : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  %s = mplan.place %r#2 in @sram : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %t = linalg.add ins(%s, %r#0 : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %r#0, %r#1, %t : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// Chosen from: a placed value and one that is not.
func.func @chosen(%x: tensor<4xf32>, %c: i1)
    -> (tensor<4xf32>, tensor<4xf32>) {
  %p = mplan.place %x in @sram : tensor<4xf32>
  %r = scf.if %c -> tensor<4xf32> {
    scf.yield %p : tensor<4xf32>
  } else {
    scf.yield %x : tensor<4xf32>
  }
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%r : tensor<4xf32>) outs(%e : tensor<4xf32>)
      -> tensor<4xf32>
  %s = arith.select %c, %a, %p : tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %b = linalg.exp ins(%s : tensor<4xf32>) outs(%f : tensor<4xf32>)
      -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// Placed values go into calls and come from them.
func.func @calls(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = mplan.place %x in @sram : tensor<4xf32>
  %a = func.call @exp(%p) : (tensor<4xf32>) -> tensor<4xf32>
  %q = mplan.place %a in @tcm : tensor<4xf32>
  %b = func.call @exp(%q) : (tensor<4xf32>) -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  %c = linalg.sub ins(%q, %b : tensor<4xf32>, tensor<4xf32>)
                  outs(%f : tensor<4xf32>) -> tensor<4xf32>
  return %c : tensor<4xf32>
}
