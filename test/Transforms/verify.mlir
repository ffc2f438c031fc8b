// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file | FileCheck %s

// Plans that are right. The module comes out as it went in.

mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @one_after_the_other
func.func @one_after_the_other(%in: memref<8xf32>, %out: memref<8xf32>) {
  // CHECK: mplan.slot @arena[0] id 0
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // CHECK: mplan.slot @arena[0] id 1
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  linalg.exp ins(%out : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%b : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// Written from scratch, a buffer is dead before.
func.func @overwritten(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  linalg.exp ins(%out : memref<8xf32>) outs(%b : memref<8xf32>)
  linalg.exp ins(%b : memref<8xf32>) outs(%out : memref<8xf32>)
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// Also through a view of all of it, and a scalar by one store.
func.func @overwritten_through_views(%f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %s = mplan.slot @arena[0] id 1 : memref<1xf32>
  %b = mplan.slot @arena[0] id 2 : memref<8xf32>
  %v = memref.expand_shape %a [[0, 1]] output_shape [2, 4] : memref<8xf32> into memref<2x4xf32>
  %w = memref.cast %v : memref<2x4xf32> to memref<?x?xf32, strided<[?, ?], offset: ?>>
  linalg.fill ins(%f0 : f32) outs(%w : memref<?x?xf32, strided<[?, ?], offset: ?>>)
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  memref.store %f0, %s[%c0] : memref<1xf32>
  %x = memref.load %s[%c0] : memref<1xf32>
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  memref.store %x, %s[%c0] : memref<1xf32>
  %y = memref.load %s[%c0] : memref<1xf32>
  linalg.fill ins(%y : f32) outs(%v : memref<2x4xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// Written in parts, a buffer holds nothing before the first of them.
func.func @assembled(%in: memref<4xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  memref.copy %b, %in : memref<4xf32> to memref<4xf32>
  %low = memref.subview %a[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  %high = memref.subview %a[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %in, %low : memref<4xf32> to memref<4xf32, strided<[1]>>
  memref.copy %in, %high : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// The same by a loop, and only in branches of it.
func.func @assembled_by_a_loop(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.if %c {
      %x = memref.load %in[%i] : memref<8xf32>
      memref.store %x, %a[%i] : memref<8xf32>
    } else {
      memref.store %f0, %a[%i] : memref<8xf32>
    }
  }
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// And where a choice is what is written.
func.func @assembled_choice(%c: i1, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  %s = arith.select %c, %a, %out : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  memref.store %f0, %s[%c0] : memref<8xf32>
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  return
}

// Regions of which only one runs share bytes.
func.func @exclusive_branches(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  scf.if %c {
    %a = mplan.slot @arena[0] id 0 : memref<8xf32>
    linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  } else {
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// Two slots at one offset, of which one is yielded: whoever reads the result
// reads the one that was written.
func.func @joined_branches(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  %r = scf.if %c -> memref<8xf32> {
    %a = mplan.slot @arena[0] id 0 : memref<8xf32>
    linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
    scf.yield %a : memref<8xf32>
  } else {
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
    scf.yield %b : memref<8xf32>
  }
  linalg.exp ins(%r : memref<8xf32>) outs(%r : memref<8xf32>)
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

func.func @joined_blocks(%c: i1, %in: memref<8xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  cf.cond_br %c, ^one, ^two
^one:
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  cf.br ^join(%a : memref<8xf32>)
^two:
  linalg.exp ins(%in : memref<8xf32>) outs(%b : memref<8xf32>)
  cf.br ^join(%b : memref<8xf32>)
^join(%x: memref<8xf32>):
  memref.copy %x, %out : memref<8xf32> to memref<8xf32>
  return
}

// A buffer of one iteration, written in parts, is not needed by the next one.
func.func @local_to_an_iteration(%n: index, %f0: f32, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = mplan.slot @arena[0] id 0 : memref<8xf32>
    %b = mplan.slot @arena[0] id 1 : memref<8xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %f0, %a[%j] : memref<8xf32>
    }
    memref.copy %a, %out : memref<8xf32> to memref<8xf32>
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %f0, %b[%j] : memref<8xf32>
    }
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  }
  return
}

// -----

// Carried from one iteration to the next, in place of the first value: the old
// buffer is dead before the new one is written.

mplan.arena @arena size 64 alignment 4
// CHECK-LABEL: func @carried_in_place
func.func @carried_in_place(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %init = mplan.slot @arena[0] id 0 : memref<8xf32>
  memref.copy %in, %init : memref<8xf32> to memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%old = %init) -> memref<8xf32> {
    %tmp = mplan.slot @arena[32] id 2 : memref<8xf32>
    linalg.exp ins(%old : memref<8xf32>) outs(%tmp : memref<8xf32>)
    %new = mplan.slot @arena[0] id 1 : memref<8xf32>
    memref.copy %tmp, %new : memref<8xf32> to memref<8xf32>
    scf.yield %new : memref<8xf32>
  }
  memref.copy %r, %out : memref<8xf32> to memref<8xf32>
  return
}

// Two buffers that change roles in each iteration.
func.func @swapped(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[32] id 1 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  %r:2 = scf.for %i = %c0 to %n step %c1
      iter_args(%x = %a, %y = %b) -> (memref<8xf32>, memref<8xf32>) {
    linalg.exp ins(%x : memref<8xf32>) outs(%y : memref<8xf32>)
    scf.yield %y, %x : memref<8xf32>, memref<8xf32>
  }
  memref.copy %r#0, %out : memref<8xf32> to memref<8xf32>
  return
}

// A loop that carries one buffer round and round is that buffer.
func.func @carried_unchanged(%n: index, %in: memref<8xf32>, %out: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[0] id 1 : memref<8xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> memref<8xf32> {
    memref.copy %in, %b : memref<8xf32> to memref<8xf32>
    memref.copy %b, %out : memref<8xf32> to memref<8xf32>
    memref.copy %in, %x : memref<8xf32> to memref<8xf32>
    linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
    scf.yield %x : memref<8xf32>
  }
  return
}

// -----

// One helper, two calls, and the buffers given to it share bytes: each call is
// checked with its own.

mplan.arena @arena size 64 alignment 4
// CHECK-LABEL: func private @helper
func.func private @helper(%x: memref<8xf32>, %y: memref<8xf32>) {
  %t = mplan.slot @arena[0] id 0 : memref<8xf32>
  linalg.exp ins(%x : memref<8xf32>) outs(%t : memref<8xf32>)
  linalg.exp ins(%t : memref<8xf32>) outs(%y : memref<8xf32>)
  return
}
func.func @two_calls(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @arena[32] id 1 : memref<8xf32>
  %b = mplan.slot @arena[32] id 2 : memref<8xf32>
  call @helper(%in, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  call @helper(%in, %b) : (memref<8xf32>, memref<8xf32>) -> ()
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  return
}

// What a callee overwrites whole is not needed before the call.
func.func @overwritten_by_callee(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @arena[32] id 1 : memref<8xf32>
  %b = mplan.slot @arena[32] id 2 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  call @helper(%in, %a) : (memref<8xf32>, memref<8xf32>) -> ()
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  return
}

// A call from a parallel region to a function without slots of its own.
func.func private @plain(%x: memref<8xf32>) {
  %f0 = arith.constant 0.0 : f32
  linalg.fill ins(%f0 : f32) outs(%x : memref<8xf32>)
  return
}
func.func @parallel(%out: memref<8xf32>) {
  %a = mplan.slot @arena[0] id 1 : memref<8xf32>
  %b = mplan.slot @arena[32] id 2 : memref<8xf32>
  scf.forall (%i) in (2) {
    func.call @plain(%a) : (memref<8xf32>) -> ()
    linalg.exp ins(%a : memref<8xf32>) outs(%b : memref<8xf32>)
  }
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Kept, but alone.

mplan.arena @arena size 64 alignment 4
func.func private @keep(memref<8xf32> {mplan.keeps})
// CHECK-LABEL: func @kept_alone
func.func @kept_alone(%in: memref<8xf32>, %out: memref<8xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[32] id 1 : memref<8xf32>
  %c = mplan.slot @arena[32] id 2 : memref<8xf32>
  call @keep(%a) : (memref<8xf32>) -> ()
  memref.copy %in, %b : memref<8xf32> to memref<8xf32>
  memref.copy %b, %out : memref<8xf32> to memref<8xf32>
  memref.copy %in, %c : memref<8xf32> to memref<8xf32>
  memref.copy %c, %out : memref<8xf32> to memref<8xf32>
  return
}

// -----

// Empty buffers are nowhere, and a shape is not an address.
mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @nothing
func.func @nothing(%in: memref<8xf32>, %out: memref<8xf32>, %empty: memref<0xf32>) -> index {
  %c0 = arith.constant 0 : index
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  %b = mplan.slot @arena[16] id 1 : memref<0xf32>
  %d = mplan.slot @arena[0] id 2 : memref<8xf32>
  memref.copy %in, %a : memref<8xf32> to memref<8xf32>
  memref.copy %empty, %b : memref<0xf32> to memref<0xf32>
  memref.copy %a, %out : memref<8xf32> to memref<8xf32>
  %v = memref.cast %d : memref<8xf32> to memref<?xf32>
  %dim = memref.dim %v, %c0 : memref<?xf32>
  return %dim : index
}

// -----

// What the body of an operation reads beside its operands is one step with it.
mplan.arena @arena size 32 alignment 4
// CHECK-LABEL: func @body_reads
func.func @body_reads(%in: memref<4xindex>, %out: memref<4xf32>) {
  %f = arith.constant 1.0 : f32
  %table = mplan.slot @arena[0] id 0 : memref<4xf32>
  %result = mplan.slot @arena[16] id 1 : memref<4xf32>
  %next = mplan.slot @arena[0] id 2 : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%table : memref<4xf32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%in : memref<4xindex>) outs(%result : memref<4xf32>) {
  ^bb0(%i: index, %o: f32):
    %0 = memref.load %table[%i] : memref<4xf32>
    linalg.yield %0 : f32
  }
  linalg.exp ins(%result : memref<4xf32>) outs(%next : memref<4xf32>)
  linalg.add ins(%result, %next : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
