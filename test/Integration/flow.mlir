// Programs, most of them on memrefs, each with control flow of its own: the
// planned program gives the bytes of the unplanned one, and takes none from the
// heap.
// RUN: mplan-equiv %s --entry=forall | FileCheck %s
// RUN: mplan-equiv %s --entry=parallel --int-range=2:0..9 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=affine | FileCheck %s
// RUN: mplan-equiv %s --entry=stack --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=switch --int-range=2:0..4 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=irreducible --int-range=2:0..6 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=forall --pipeline='mplan-pipeline{parallel=sequential},mplan-to-llvm' | FileCheck %s
// RUN: mplan-equiv %s --entry=parallel --int-range=2:0..9 --seeds=4 --pipeline='mplan-pipeline{parallel=sequential},mplan-to-llvm' | FileCheck %s
// RUN: mplan-equiv %s --entry=affine --pipeline='mplan-pipeline{parallel=sequential},mplan-to-llvm' | FileCheck %s
// RUN: mplan-equiv %s --entry=tensors | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

// Two buffers in each of 4 x 3 iterations, one of them in parts.
func.func @forall(%x: memref<4x3xf32>, %y: memref<4x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.forall (%i, %j) in (4, 3) {
    %a = memref.alloc() : memref<2xf32>
    %b = memref.alloc() : memref<2xf32>
    %v = memref.load %x[%i, %j] : memref<4x3xf32>
    memref.store %v, %a[%c0] : memref<2xf32>
    memref.store %v, %a[%c1] : memref<2xf32>
    linalg.exp ins(%a : memref<2xf32>) outs(%b : memref<2xf32>)
    linalg.mul ins(%a, %b : memref<2xf32>, memref<2xf32>) outs(%a : memref<2xf32>)
    %w = memref.load %a[%c1] : memref<2xf32>
    memref.store %w, %y[%i, %j] : memref<4x3xf32>
    memref.dealloc %a : memref<2xf32>
    memref.dealloc %b : memref<2xf32>
  }
  return
}

// A reduction over buffers of iterations, whose number an outer loop decides.
func.func @parallel(%x: memref<9xf32>, %y: memref<9xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f32
  scf.forall (%i) in (9) {
    scf.for %k = %c0 to %n step %c1 {
      %sum = scf.parallel (%j) = (%c0) to (%i) step (%c2) init (%zero) -> f32 {
        %a = memref.alloc() : memref<9xf32>
        linalg.exp ins(%x : memref<9xf32>) outs(%a : memref<9xf32>)
        %v = memref.load %a[%j] : memref<9xf32>
        memref.dealloc %a : memref<9xf32>
        scf.reduce(%v : f32) {
        ^bb0(%l: f32, %r: f32):
          %s = arith.addf %l, %r : f32
          scf.reduce.return %s : f32
        }
      }
      memref.store %sum, %y[%i] : memref<9xf32>
    }
  }
  return
}

// affine.for in affine.parallel in affine.if.
func.func @affine(%x: memref<8xf32>, %y: memref<8xf32>, %n: index) {
  %zero = arith.constant 0.0 : f32
  %t = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  affine.if affine_set<(d0) : (d0 - 1 >= 0)>(%n) {
    affine.parallel (%i) = (0) to (8) step (2) {
      %a = memref.alloca() : memref<8xf32>
      linalg.exp ins(%t : memref<8xf32>) outs(%a : memref<8xf32>)
      %sum = affine.for %j = 0 to 8 iter_args(%acc = %zero) -> f32 {
        %v = affine.load %a[%j] : memref<8xf32>
        %s = arith.addf %acc, %v : f32
        affine.yield %s : f32
      }
      %w = affine.load %a[%i + 1] : memref<8xf32>
      %d = arith.subf %sum, %w : f32
      affine.store %d, %y[%i] : memref<8xf32>
    }
  } else {
    %b = memref.alloc() : memref<8xf32>
    linalg.exp ins(%t : memref<8xf32>) outs(%b : memref<8xf32>)
    linalg.sub ins(%b, %t : memref<8xf32>, memref<8xf32>) outs(%y : memref<8xf32>)
    memref.dealloc %b : memref<8xf32>
  }
  memref.dealloc %t : memref<8xf32>
  return
}

// Stack buffers of a loop, of a scope, and of the function. (No loop in the
// scope: upstream does not lower that.)
func.func @stack(%x: memref<4xf32>, %y: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloca() {alignment = 32 : i64} : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.for %i = %c0 to %c4 step %c1 {
    %b = memref.alloca() : memref<4xf32>
    linalg.sub ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
    memref.alloca_scope {
      %c = memref.alloca() : memref<4xf32>
      %u = memref.load %b[%i] : memref<4xf32>
      memref.store %u, %c[%i] : memref<4xf32>
      %v = memref.load %c[%i] : memref<4xf32>
      memref.store %v, %y[%i] : memref<4xf32>
    }
    linalg.mul ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  }
  linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  return
}

// Cases that read, overwrite, or leave alone what came before.
func.func @switch(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.index_switch %n
  case 0 {
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.sub ins(%b, %a : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
    memref.dealloc %b : memref<4xf32>
    scf.yield
  }
  case 2 {
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%a : memref<4xf32>)
    memref.dealloc %b : memref<4xf32>
    scf.yield
  }
  default {
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    memref.copy %b, %y : memref<4xf32> to memref<4xf32>
    memref.dealloc %b : memref<4xf32>
  }
  linalg.add ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  return
}

// A loop with two entries, left after a number of turns.
func.func @irreducible(%x: memref<4xf32>, %y: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.sub ins(%x, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  %c = arith.cmpi ult, %n, %c3 : index
  cf.cond_br %c, ^left(%n : index), ^right(%n : index)
^left(%i: index):
  %t = memref.alloc() : memref<4xf32>
  linalg.sub ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.mul ins(%t, %a : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  memref.dealloc %t : memref<4xf32>
  %l = arith.cmpi eq, %i, %c0 : index
  %i1 = arith.subi %i, %c1 : index
  cf.cond_br %l, ^exit, ^right(%i1 : index)
^right(%j: index):
  %u = memref.alloc() : memref<4xf32>
  linalg.add ins(%b, %x : memref<4xf32>, memref<4xf32>) outs(%u : memref<4xf32>)
  linalg.sub ins(%u, %b : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  memref.dealloc %u : memref<4xf32>
  %r = arith.cmpi eq, %j, %c0 : index
  %j1 = arith.subi %j, %c1 : index
  cf.cond_br %r, ^exit, ^left(%j1 : index)
^exit:
  linalg.sub ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%y : memref<4xf32>)
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// Temporaries on tensors in a parallel loop.
func.func @tensors(%x: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %e = tensor.empty() : tensor<8x4xf32>
  %r = scf.forall (%i) in (8) shared_outs(%o = %e) -> tensor<8x4xf32> {
    %s = tensor.extract_slice %x[%i, 0] [1, 4] [1, 1] : tensor<8x4xf32> to tensor<4xf32>
    %t0 = tensor.empty() : tensor<4xf32>
    %t = linalg.exp ins(%s : tensor<4xf32>) outs(%t0 : tensor<4xf32>) -> tensor<4xf32>
    %u0 = tensor.empty() : tensor<4xf32>
    %u = linalg.sub ins(%t, %s : tensor<4xf32>, tensor<4xf32>) outs(%u0 : tensor<4xf32>) -> tensor<4xf32>
    %v0 = tensor.empty() : tensor<4xf32>
    %v = linalg.mul ins(%u, %t : tensor<4xf32>, tensor<4xf32>) outs(%v0 : tensor<4xf32>) -> tensor<4xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %v into %o[%i, 0] [1, 4] [1, 1] : tensor<4xf32> into tensor<8x4xf32>
    }
  }
  return %r : tensor<8x4xf32>
}
