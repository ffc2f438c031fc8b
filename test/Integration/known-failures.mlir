// Mistakes that static planners are known to have made, each as a program
// written from its description: the plan that is right, the proof that it is,
// and the planned program against the unplanned one.
// RUN: mplan-opt %s --mplan-out-params --mplan-coalesce --mplan-allocate \
// RUN:   --mplan-verify | FileCheck %s
// RUN: sed -n 's/^func.func @\([a-z_]*\).*/\1/p' %s | xargs -I{} \
// RUN:   mplan-equiv %s --seeds=8 --entry={} \
// RUN:   | FileCheck %s --check-prefix=EQUAL
// EQUAL-COUNT-19: equal: {{.*}} reference, 0 mplan

// CHECK: mplan.arena @arena size
// CHECK: mplan.arena @arena_{{.*}} memory_space 1

// The result of one `if` overwritten by the next one.
// CHECK-LABEL: func @if_result_then_if
// CHECK: mplan.slot @arena[0]
// CHECK: mplan.slot @arena[16]
func.func @if_result_then_if(%x: memref<4xf32>, %o: memref<4xf32>, %c: i1,
                             %d: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.abs ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  scf.if %d {
    %t = memref.alloc() : memref<4xf32>
    linalg.add ins(%x, %x : memref<4xf32>, memref<4xf32>)
               outs(%t : memref<4xf32>)
    linalg.add ins(%t, %r : memref<4xf32>, memref<4xf32>)
               outs(%o : memref<4xf32>)
  } else {
    memref.copy %r, %o : memref<4xf32> to memref<4xf32>
  }
  return
}

// The same, with the second `if` nested in a branch of the first.
// CHECK-LABEL: func @if_result_in_if
// CHECK: mplan.slot @arena[32]
// CHECK: mplan.slot @arena[0]
// CHECK: mplan.slot @arena[16]
func.func @if_result_in_if(%x: memref<4xf32>, %o: memref<4xf32>, %c: i1,
                           %d: i1) {
  %r = scf.if %c -> memref<4xf32> {
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    %s = scf.if %d -> memref<4xf32> {
      %t = memref.alloc() : memref<4xf32>
      linalg.add ins(%a, %x : memref<4xf32>, memref<4xf32>)
                 outs(%t : memref<4xf32>)
      scf.yield %t : memref<4xf32>
    } else {
      scf.yield %a : memref<4xf32>
    }
    %u = memref.alloc() : memref<4xf32>
    linalg.sub ins(%s, %a : memref<4xf32>, memref<4xf32>)
               outs(%u : memref<4xf32>)
    scf.yield %u : memref<4xf32>
  } else {
    %b = memref.alloc() : memref<4xf32>
    linalg.abs ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  memref.copy %r, %o : memref<4xf32> to memref<4xf32>
  return
}

// A buffer from before a loop, last read in it, reused by the loop's body: the
// next iteration reads it again.
// CHECK-LABEL: func @last_use_in_loop
// CHECK: mplan.slot @arena[0] {{.*}} : memref<4xf32>
// CHECK: scf.for
// CHECK: mplan.slot @arena[16] {{.*}} : memref<4xf32>
func.func @last_use_in_loop(%x: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  memref.copy %x, %o : memref<4xf32> to memref<4xf32>
  scf.for %i = %c0 to %c3 step %c1 {
    %old = memref.load %a[%i] : memref<4xf32>
    %t = memref.alloc() : memref<4xf32>
    linalg.fill ins(%old : f32) outs(%t : memref<4xf32>)
    linalg.add ins(%t, %o : memref<4xf32>, memref<4xf32>)
               outs(%o : memref<4xf32>)
  }
  return
}

// A value that only a nested region uses, freed before it runs.
// CHECK-LABEL: func @only_in_nested_region
// CHECK: mplan.slot @arena[0] {{.*}} live [0, 5)
// CHECK: mplan.slot @arena[16]
func.func @only_in_nested_region(%x: memref<4xf32>, %o: memref<4xf32>, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %t = memref.alloc() : memref<4xf32>
  linalg.abs ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  memref.copy %t, %o : memref<4xf32> to memref<4xf32>
  scf.if %c {
    memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  }
  return
}

// An input that an inner region reads without it being an operand of the op.
// CHECK-LABEL: func @read_inside
// CHECK: mplan.slot @arena[0] {{.*}} live [0, 3)
// CHECK: mplan.slot @arena[16] {{.*}} live [1, 4)
func.func @read_inside(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %t = memref.alloc() : memref<4xf32>
  linalg.abs ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.generic {
      indexing_maps = [affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} outs(%t : memref<4xf32>) {
  ^bb0(%v: f32):
    %i = linalg.index 0 : index
    %u = memref.load %a[%i] : memref<4xf32>
    %s = arith.addf %u, %v : f32
    linalg.yield %s : f32
  }
  memref.copy %t, %o : memref<4xf32> to memref<4xf32>
  return
}

// The next value of a carried buffer computed in place of the old one, which
// is read again after it.
// CHECK-LABEL: func @in_place_on_carried
// CHECK: mplan.slot @arena[0]
// CHECK: scf.for
// CHECK: mplan.slot @arena[16]
func.func @in_place_on_carried(%x: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%v = %a) -> memref<4xf32> {
    %n = memref.alloc() : memref<4xf32>
    linalg.sub ins(%v, %x : memref<4xf32>, memref<4xf32>)
               outs(%n : memref<4xf32>)
    linalg.mul ins(%n, %v : memref<4xf32>, memref<4xf32>)
               outs(%n : memref<4xf32>)
    scf.yield %n : memref<4xf32>
  }
  memref.copy %r, %o : memref<4xf32> to memref<4xf32>
  return
}

// A result that nobody reads still needs bytes of its own while it is written.
// CHECK-LABEL: func @unread_result
// CHECK: mplan.slot @arena[0] {{.*}} live [0, 3)
// CHECK: mplan.slot @arena[16] {{.*}} live [1, 2)
func.func @unread_result(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %u = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.abs ins(%x : memref<4xf32>) outs(%u : memref<4xf32>)
  memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  return
}

// An alias through a cast, of which the buffer's own last use says nothing.
// CHECK-LABEL: func @alias_through_cast
// CHECK: mplan.slot @arena[0] {{.*}} live [0, 5)
// CHECK: mplan.slot @arena[16] {{.*}} live [3, 5)
func.func @alias_through_cast(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %v = memref.cast %a : memref<4xf32> to memref<?xf32>
  %w = memref.cast %v : memref<?xf32> to memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  linalg.abs ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.add ins(%t, %w : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}

// Both buffers of a select are needed for as long as the result is.
// CHECK-LABEL: func @alias_through_select
// CHECK: mplan.slot @arena[0]
// CHECK: mplan.slot @arena[16]
// CHECK: mplan.slot @arena[32]
func.func @alias_through_select(%x: memref<4xf32>, %o: memref<4xf32>, %c: i1) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %b = memref.alloc() : memref<4xf32>
  linalg.sub ins(%a, %x : memref<4xf32>, memref<4xf32>)
             outs(%b : memref<4xf32>)
  %v = arith.select %c, %a, %b : memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  linalg.abs ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.add ins(%t, %v : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}

// An allocation before a loop that writes it only sometimes: what one iteration
// wrote, a later one reads.
// CHECK-LABEL: func @written_sometimes
// CHECK: mplan.slot @arena[0]
// CHECK: scf.for
// CHECK: mplan.slot @arena[16]
func.func @written_sometimes(%x: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    %first = arith.cmpi eq, %i, %c0 : index
    scf.if %first {
      linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
    }
    %t = memref.alloc() : memref<4xf32>
    linalg.abs ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    %u = memref.load %t[%i] : memref<4xf32>
    %v = memref.load %a[%i] : memref<4xf32>
    %s = arith.addf %u, %v : f32
    memref.store %s, %o[%i] : memref<4xf32>
  }
  return
}

// Elements of one bit or four take a byte each, as LLVM lays them out.
// CHECK-LABEL: func @bits
// CHECK: mplan.slot @arena[0] {{.*}} : memref<9xi1>
// CHECK: mplan.slot @arena[9] {{.*}} : memref<9xi4>
func.func @bits(%x: memref<9xi8>, %o: memref<9xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %a = memref.alloc() : memref<9xi1>
  %b = memref.alloc() : memref<9xi4>
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %x[%i] : memref<9xi8>
    %bit = arith.trunci %v : i8 to i1
    memref.store %bit, %a[%i] : memref<9xi1>
    %nibble = arith.trunci %v : i8 to i4
    memref.store %nibble, %b[%i] : memref<9xi4>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %bit = memref.load %a[%i] : memref<9xi1>
    %nibble = memref.load %b[%i] : memref<9xi4>
    %u = arith.extui %bit : i1 to i8
    %v = arith.extsi %nibble : i4 to i8
    %s = arith.subi %v, %u : i8
    memref.store %s, %o[%i] : memref<9xi8>
  }
  return
}

// Floats behind an odd number of bytes are aligned.
// CHECK-LABEL: func @odd_offset
// CHECK: mplan.slot @arena[16] {{.*}} : memref<3xi8>
// CHECK: mplan.slot @arena[0] {{.*}} : memref<4xf32>
func.func @odd_offset(%x: memref<3xi8>, %y: memref<4xf32>, %o: memref<4xf32>) {
  %c2 = arith.constant 2 : index
  %a = memref.alloc() : memref<3xi8>
  memref.copy %x, %a : memref<3xi8> to memref<3xi8>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%y : memref<4xf32>) outs(%b : memref<4xf32>)
  memref.copy %b, %o : memref<4xf32> to memref<4xf32>
  %v = memref.load %a[%c2] : memref<3xi8>
  %f = arith.sitofp %v : i8 to f32
  memref.store %f, %o[%c2] : memref<4xf32>
  return
}

// Another memory space is another arena.
// CHECK-LABEL: func private @other_space
// CHECK: mplan.slot @arena[0] {{.*}} : memref<4xf32>
// CHECK: mplan.slot @arena_{{.*}}[0] {{.*}} : memref<4xf32, 1>
func.func private @other_space(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32, 1>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %x, %b : memref<4xf32> to memref<4xf32, 1>
  memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  memref.copy %b, %o : memref<4xf32, 1> to memref<4xf32>
  return
}

// A buffer without bytes is in nobody's way.
// CHECK-LABEL: func @zero_size
// CHECK: mplan.slot @arena[0] {{.*}} : memref<4xf32>
// CHECK: mplan.slot @arena[0] {{.*}} : memref<0xf32>
func.func @zero_size(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<0xf32>
  %zero = arith.constant 0.0 : f32
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.fill ins(%zero : f32) outs(%b : memref<0xf32>)
  linalg.exp ins(%b : memref<0xf32>) outs(%b : memref<0xf32>)
  memref.copy %a, %o : memref<4xf32> to memref<4xf32>
  return
}

// Two calls of one helper, the second with what the first one wrote, and with
// the same buffer twice.
func.func private @helper(%x: memref<4xf32>, %o: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.sub ins(%t, %x : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}
// CHECK-LABEL: func @overlapping_arguments
// CHECK: mplan.slot @arena[16]
// CHECK: mplan.slot @arena[32]
func.func @overlapping_arguments(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  call @helper(%x, %a) : (memref<4xf32>, memref<4xf32>) -> ()
  call @helper(%a, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  call @helper(%b, %b) : (memref<4xf32>, memref<4xf32>) -> ()
  linalg.sub ins(%a, %b : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}

// A buffer that is alive only from the end of a `while` body to the condition.
// CHECK-LABEL: func @around_back_edge
// CHECK: mplan.slot @arena[0]
// CHECK: mplan.slot @arena[16] {{.*}} : memref<4xf32>
// CHECK: scf.while
func.func @around_back_edge(%x: memref<4xf32>, %o: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %a = memref.alloc() : memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  %r = scf.while (%i = %c0) : (index) -> index {
    linalg.abs ins(%x : memref<4xf32>) outs(%t : memref<4xf32>)
    linalg.sub ins(%a, %t : memref<4xf32>, memref<4xf32>)
               outs(%o : memref<4xf32>)
    %more = arith.cmpi slt, %i, %c4 : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    linalg.exp ins(%o : memref<4xf32>) outs(%a : memref<4xf32>)
    %j = arith.addi %i, %c1 : index
    scf.yield %j : index
  }
  return
}

// Two carried buffers change places: the addresses do, the bytes stay.
// CHECK-LABEL: func @swapped
// CHECK: mplan.slot @arena[0]
// CHECK: mplan.slot @arena[16]
// CHECK: scf.for
func.func @swapped(%x: memref<4xf32>, %o: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.abs ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a, %q = %b)
      -> (memref<4xf32>, memref<4xf32>) {
    linalg.add ins(%p, %q : memref<4xf32>, memref<4xf32>)
               outs(%p : memref<4xf32>)
    scf.yield %q, %p : memref<4xf32>, memref<4xf32>
  }
  linalg.sub ins(%r#0, %r#1 : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}

// An argument is its owner's: nothing is written to it to save a buffer.
// CHECK-LABEL: func @needed_argument
// CHECK: %[[A:.*]] = mplan.slot
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[A]]
func.func @needed_argument(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%o : memref<4xf32>)
  return
}

// A buffer made in an iteration and yielded to the next: two are alive at once.
// With one slot for both the sum is 9 and not 61.
// CHECK-LABEL: func @made_and_yielded
// CHECK: mplan.slot @arena[0]
// CHECK-NOT: iter_args
// CHECK: mplan.slot @arena[4]
func.func @made_and_yielded(%x: memref<1xi32>, %o: memref<1xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %a = memref.alloc() : memref<1xi32>
  memref.copy %x, %a : memref<1xi32> to memref<1xi32>
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%v = %a) -> memref<1xi32> {
    %n = memref.alloc() : memref<1xi32>
    %two = arith.constant 2 : i32
    linalg.fill ins(%two : i32) outs(%n : memref<1xi32>)
    linalg.mul ins(%n, %v : memref<1xi32>, memref<1xi32>)
               outs(%n : memref<1xi32>)
    %s = memref.load %n[%c0] : memref<1xi32>
    %old = memref.load %v[%c0] : memref<1xi32>
    %t = arith.addi %s, %old : i32
    memref.store %t, %n[%c0] : memref<1xi32>
    scf.yield %n : memref<1xi32>
  }
  memref.copy %r, %o : memref<1xi32> to memref<1xi32>
  return
}

// A callee that makes its result, called twice, with both results alive.
func.func private @make(%x: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  return %a : memref<4xf32>
}
// CHECK-LABEL: func @returned_twice
// CHECK: mplan.slot @arena[0]
// CHECK: mplan.slot @arena[16]
func.func @returned_twice(%x: memref<4xf32>, %o: memref<4xf32>) {
  %a = call @make(%x) : (memref<4xf32>) -> memref<4xf32>
  %b = call @make(%a) : (memref<4xf32>) -> memref<4xf32>
  linalg.sub ins(%a, %b : memref<4xf32>, memref<4xf32>)
             outs(%o : memref<4xf32>)
  return
}
