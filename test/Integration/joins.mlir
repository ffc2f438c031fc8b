// Buffers that control flow joins, that loops hand on, and that functions
// return, as other bufferizations leave them: the planned program gives the
// bytes of the unplanned one.
// RUN: mplan-equiv %s --entry=fibonacci --allow-constant | FileCheck %s
// RUN: mplan-equiv %s --entry=rotation --int-range=3:0..7 --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=swap_with_fresh --int-range=2:0..5 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=swap --int-range=2:0..5 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=same_twice --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=branches --int-range=3:0..2 --seeds=8 | FileCheck %s
// RUN: mplan-equiv %s --entry=while --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=diamond --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=block_loop --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=selects --seeds=6 | FileCheck %s
// RUN: mplan-equiv %s --entry=calls --int-range=1:0..4 --seeds=4 | FileCheck %s
// RUN: mplan-equiv %s --entry=returns --seeds=4 | FileCheck %s
// CHECK: equal: {{.*}} reference, 0 mplan

// Each iteration makes the next number while the last two are needed: the sum
// is 61.
func.func @fibonacci(%out: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %six = arith.constant 6 : i32
  %x = memref.alloc() : memref<1xi32>
  %y = memref.alloc() : memref<1xi32>
  linalg.fill ins(%six : i32) outs(%x : memref<1xi32>)
  linalg.fill ins(%one : i32) outs(%y : memref<1xi32>)
  %r:2 = scf.for %i = %c0 to %c5 step %c1 iter_args(%a = %x, %b = %y)
      -> (memref<1xi32>, memref<1xi32>) {
    %m = memref.alloc() : memref<1xi32>
    linalg.add ins(%a, %b : memref<1xi32>, memref<1xi32>) outs(%m : memref<1xi32>)
    scf.yield %b, %m : memref<1xi32>, memref<1xi32>
  }
  linalg.add ins(%r#0, %r#1 : memref<1xi32>, memref<1xi32>) outs(%out : memref<1xi32>)
  return
}

func.func @rotation(%x: memref<4xf32>, %y: memref<4xf32>, %z: memref<4xf32>,
                    %n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y, %c = %z)
      -> (memref<4xf32>, memref<4xf32>, memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.mul ins(%a, %c : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %b, %c, %m : memref<4xf32>, memref<4xf32>, memref<4xf32>
  }
  linalg.sub ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.div ins(%out, %r#2 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// A circle, with a fresh buffer in it every other time.
func.func @swap_with_fresh(%x: memref<4xf32>, %y: memref<4xf32>, %n: index,
                           %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y)
      -> (memref<4xf32>, memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.sub ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    %odd = arith.andi %i, %c1 : index
    %k = arith.cmpi eq, %odd, %c1 : index
    %s = arith.select %k, %m, %b : memref<4xf32>
    scf.yield %s, %a : memref<4xf32>, memref<4xf32>
  }
  linalg.sub ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// Two buffers of the function change places.
func.func @swap(%x: memref<4xf32>, %y: memref<4xf32>, %n: index,
                %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x1 = memref.alloc() : memref<4xf32>
  %y1 = memref.alloc() : memref<4xf32>
  memref.copy %x, %x1 : memref<4xf32> to memref<4xf32>
  memref.copy %y, %y1 : memref<4xf32> to memref<4xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x1, %b = %y1)
      -> (memref<4xf32>, memref<4xf32>) {
    linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %b, %a : memref<4xf32>, memref<4xf32>
  }
  linalg.sub ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// One value in both variables.
func.func @same_twice(%x: memref<4xf32>, %n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x)
      -> (memref<4xf32>, memref<4xf32>) {
    %m = memref.alloc() : memref<4xf32>
    linalg.mul ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    scf.yield %m, %m : memref<4xf32>, memref<4xf32>
  }
  linalg.add ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// Branches in branches and a switch, after one another, all results needed.
func.func @branches(%x: memref<4xf32>, %c: i1, %d: i1, %n: index,
                    %out: memref<4xf32>) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %s = scf.if %d -> memref<4xf32> {
      %a = memref.alloc() : memref<4xf32>
      linalg.mul ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
      scf.yield %a : memref<4xf32>
    } else {
      %a = memref.alloc() : memref<4xf32>
      linalg.add ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
      scf.yield %a : memref<4xf32>
    }
    %b = memref.alloc() : memref<4xf32>
    linalg.sub ins(%s, %x : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  %t = scf.index_switch %n -> memref<4xf32>
  case 0 {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%r : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  }
  case 1 {
    %a = memref.alloc() : memref<4xf32>
    linalg.mul ins(%r, %r : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  }
  default {
    scf.yield %r : memref<4xf32>
  }
  linalg.sub ins(%t, %x : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.mul ins(%out, %r : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

func.func @while(%x: memref<4xf32>, %n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:3 = scf.while (%a = %x, %b = %x, %i = %c0)
      : (memref<4xf32>, memref<4xf32>, index) -> (memref<4xf32>, memref<4xf32>, index) {
    %c = arith.cmpi slt, %i, %n : index
    scf.condition(%c) %b, %a, %i : memref<4xf32>, memref<4xf32>, index
  } do {
  ^bb0(%a: memref<4xf32>, %b: memref<4xf32>, %i: index):
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%b : memref<4xf32>) outs(%m : memref<4xf32>)
    linalg.sub ins(%m, %a : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
    %j = arith.addi %i, %c1 : index
    scf.yield %m, %a, %j : memref<4xf32>, memref<4xf32>, index
  }
  linalg.sub ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.add ins(%out, %r#0 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

func.func @diamond(%x: memref<4xf32>, %c: i1, %out: memref<4xf32>) {
  cf.cond_br %c, ^a, ^b
^a:
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.br ^next(%a : memref<4xf32>)
^b:
  %b = memref.alloc() : memref<4xf32>
  linalg.mul ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  cf.br ^next(%b : memref<4xf32>)
^next(%r: memref<4xf32>):
  linalg.sub ins(%r, %x : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// Handed on round the loop and out of it, from one branch.
func.func @block_loop(%x: memref<4xf32>, %n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop(%c0, %x, %x : index, memref<4xf32>, memref<4xf32>)
^loop(%i: index, %a: memref<4xf32>, %b: memref<4xf32>):
  %m = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
  linalg.sub ins(%m, %b : memref<4xf32>, memref<4xf32>) outs(%m : memref<4xf32>)
  %j = arith.addi %i, %c1 : index
  %c = arith.cmpi slt, %j, %n : index
  cf.cond_br %c, ^loop(%j, %m, %a : index, memref<4xf32>, memref<4xf32>),
                 ^exit(%m, %b : memref<4xf32>, memref<4xf32>)
^exit(%r: memref<4xf32>, %s: memref<4xf32>):
  linalg.sub ins(%r, %s : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// Two that are both needed, and two of which only one is ever filled.
func.func @selects(%x: memref<4xf32>, %c: i1, %out: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.mul ins(%x, %x : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  %r = arith.select %c, %a, %b : memref<4xf32>
  %d = memref.alloc() : memref<4xf32>
  %e = memref.alloc() : memref<4xf32>
  scf.if %c {
    linalg.add ins(%r, %x : memref<4xf32>, memref<4xf32>) outs(%d : memref<4xf32>)
  } else {
    linalg.sub ins(%r, %x : memref<4xf32>, memref<4xf32>) outs(%e : memref<4xf32>)
  }
  %s = arith.select %c, %d, %e : memref<4xf32>
  linalg.sub ins(%s, %a : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.add ins(%out, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// A callee that makes what it returns: twice with both needed, in a loop, and
// handed on to the next iteration.
func.func private @make(%x: memref<4xf32>, %y: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.sub ins(%a, %y : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
  return %a : memref<4xf32>
}
func.func private @outer(%x: memref<4xf32>) -> (memref<4xf32>, memref<4xf32>) {
  %a = call @make(%x, %x) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  %b = call @make(%a, %x) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
  return %a, %b : memref<4xf32>, memref<4xf32>
}
func.func @calls(%x: memref<4xf32>, %n: index, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = call @outer(%x) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  %1:2 = call @outer(%0#1) : (memref<4xf32>) -> (memref<4xf32>, memref<4xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %1#0) -> memref<4xf32> {
    %2 = func.call @make(%a, %0#0) : (memref<4xf32>, memref<4xf32>) -> memref<4xf32>
    scf.yield %2 : memref<4xf32>
  }
  linalg.sub ins(%0#0, %0#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.add ins(%out, %1#1 : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.sub ins(%out, %r : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// A function of the interface that returns buffers: one twice, and one that is
// made on either path.
func.func @returns(%x: memref<4xf32>, %c: i1)
    -> (memref<4xf32>, memref<2x2xf32>, memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  cf.cond_br %c, ^one, ^two
^one:
  %b = memref.alloc() : memref<4xf32>
  linalg.mul ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%b : memref<4xf32>)
  return %a, %v, %b : memref<4xf32>, memref<2x2xf32>, memref<4xf32>
^two:
  %d = memref.alloc() : memref<4xf32>
  linalg.sub ins(%a, %x : memref<4xf32>, memref<4xf32>) outs(%d : memref<4xf32>)
  return %a, %v, %d : memref<4xf32>, memref<2x2xf32>, memref<4xf32>
}
