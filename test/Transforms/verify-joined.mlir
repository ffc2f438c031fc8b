// Right plans with buffers that are known by several names: what is overwritten
// under one name is not needed under another.
// RUN: mplan-opt %s --mplan-verify -o /dev/null

mplan.arena @arena size 64 alignment 4

// The choice stands before its buffers are written; the bytes of the one are
// another's in between.
func.func @select_first(%x: memref<4xf32>, %c: i1) {
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  %t = mplan.slot @arena[8] id 2 : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// The same, where they are written part by part.
func.func @select_parts(%x: memref<4xf32>, %c: i1, %i: index, %f: f32) {
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  %t = mplan.slot @arena[8] id 2 : memref<4xf32>
  %s = arith.select %c, %a, %b : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
  memref.store %f, %a[%i] : memref<4xf32>
  memref.store %f, %b[%i] : memref<4xf32>
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// On the way on which one of two is not written, its bytes are another's.
func.func @other_branch(%x: memref<4xf32>, %c: i1) {
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  %t = mplan.slot @arena[16] id 2 : memref<4xf32>
  scf.if %c {
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    linalg.exp ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
  } else {
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  }
  %s = arith.select %c, %a, %b : memref<4xf32>
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// A cycle of blocks with two entries hands on a buffer that is overwritten in
// it under its own name.
func.func @two_entries(%x: memref<4xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 7.0 : f32
  %s = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.fill ins(%f : f32) outs(%s : memref<8xf32>)
  cf.cond_br %c, ^bb1(%c0, %s : index, memref<8xf32>), ^bb3(%c0, %s : index, memref<8xf32>)
^bb1(%q: index, %a: memref<8xf32>):
  scf.for %i = %c0 to %n step %c1 {
    %t = mplan.slot @arena[0] id 1 : memref<4xf32>
    memref.copy %x, %t : memref<4xf32> to memref<4xf32>
    memref.copy %t, %x : memref<4xf32> to memref<4xf32>
    linalg.fill ins(%f : f32) outs(%s : memref<8xf32>)
  }
  %j = arith.addi %q, %c1 : index
  %more = arith.cmpi ult, %j, %n : index
  cf.cond_br %more, ^bb3(%j, %a : index, memref<8xf32>), ^bb2
^bb2:
  %r = memref.load %a[%c0] : memref<8xf32>
  memref.store %r, %x[%c0] : memref<4xf32>
  return
^bb3(%k: index, %b: memref<8xf32>):
  cf.br ^bb1(%k, %b : index, memref<8xf32>)
}

// Buffers that change places in a loop, of which one is overwritten under its
// own name in each iteration before anybody reads it.
func.func @rotate(%x: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b)
      -> (memref<4xf32>, memref<4xf32>) {
    linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%p : memref<4xf32>) outs(%x : memref<4xf32>)
    linalg.exp ins(%q : memref<4xf32>) outs(%x : memref<4xf32>)
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    %t = mplan.slot @arena[16] id 2 : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    linalg.exp ins(%t : memref<4xf32>) outs(%x : memref<4xf32>)
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  }
  return
}

// Blocks that join, without a cycle: each of the two buffers exists once, and
// is written in place under a name that may be either.
func.func @join(%x: memref<4xf32>, %c: i1, %d: i1) {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.br ^bb3(%a : memref<4xf32>)
^bb2:
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  cf.br ^bb3(%b : memref<4xf32>)
^bb3(%p: memref<4xf32>):
  %s = arith.select %d, %p, %x : memref<4xf32>
  linalg.exp ins(%p : memref<4xf32>) outs(%p : memref<4xf32>)
  linalg.exp ins(%s : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// What is read may be a buffer that nothing was written to, or the caller's: of
// the first nobody needs anything.

func.func @may_be_unwritten(%given: memref<4xf32>, %c: i1, %out: memref<4xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %first = arith.select %c, %a, %given : memref<4xf32>
  %second = arith.select %c, %given, %a : memref<4xf32>
  %b = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.copy ins(%first : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.add ins(%second, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
