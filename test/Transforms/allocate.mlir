// RUN: mplan-opt %s --mplan-allocate --split-input-file | FileCheck %s

// Three buffers in a row: the first and the last are never alive together.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @straight_line
func.func @straight_line(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: %[[A:.*]] = mplan.slot @arena[[[AT:[0-9]+]]] id 0 live [0, 2) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  // CHECK: linalg.exp ins(%{{.*}}) outs(%[[A]]
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  // CHECK: mplan.slot @arena[{{[0-9]+}}] id 1 live [1, 3)
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  // CHECK: mplan.slot @arena[[[AT]]] id 2 live [2, 4)
  %c = memref.alloc() : memref<4xf32>
  linalg.exp ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Neither an early alloc nor a late dealloc makes a buffer live; the heap
// would hold both at once.

// CHECK: size 16 {{.*}} peak 16 unplanned [32, 32]
// CHECK-LABEL: func @early_alloc_late_dealloc
func.func @early_alloc_late_dealloc(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[0] id 0 live [0, 2)
  %a = memref.alloc() : memref<4xf32>
  // CHECK: @arena[0] id 1 live [2, 4)
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  // CHECK-NOT: dealloc
  memref.dealloc %a : memref<4xf32>
  memref.dealloc %b : memref<4xf32>
  return
}

// -----

// Between the last read and the next complete overwrite there is room for
// another buffer.

// CHECK: size 16
// CHECK-LABEL: func @overwrite
func.func @overwrite(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: @arena[0] id 0 live [0, 2), [4, 6)
  %a = memref.alloc() : memref<4xf32>
  // CHECK: @arena[0] id 1 live [2, 4)
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A write to a part keeps the rest.

// CHECK: size 32
// CHECK-LABEL: func @partial_write
func.func @partial_write(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: id 0 live [0, 7)
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  %half = memref.subview %a[0] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1]>>
  linalg.exp ins(%half : memref<2xf32, strided<[1]>>) outs(%half : memref<2xf32, strided<[1]>>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Buffers of exclusive branches share bytes; one that only one branch reads is
// dead in the other.

// CHECK: size 32 {{.*}} peak 32 unplanned [48,
// CHECK-LABEL: func @branches
func.func @branches(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: @arena[[[A:[0-9]+]]] id 0 live [0, 2), [5, 7)
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.if %c {
    // CHECK: id 1 live [2, 4)
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  } else {
    // CHECK-NOT: @arena[[[A]]] id 2
    // CHECK: id 2 live [5, 7)
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  }
  return
}

// -----

// What an iteration reads of an earlier one is alive through the whole loop; a
// buffer of one iteration only from its first write to its last read there.

// CHECK-LABEL: func @loop
func.func @loop(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: mplan.slot @arena[[[SUM:[0-9]+]]] id 0 live [2, 9)
  %sum = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%sum : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: id 1 live [4, 6)
    %t = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
    linalg.add ins(%sum, %t : memref<4xf32>, memref<4xf32>) outs(%sum : memref<4xf32>)
    // CHECK-NOT: mplan.slot @arena[[[SUM]]] id 2
    // CHECK: id 2 live [6, 8)
    %u = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%u : memref<4xf32>)
    linalg.exp ins(%u : memref<4xf32>) outs(%out : memref<4xf32>)
    scf.yield
  }
  return
}

// -----

// Rewritten before it is read in each iteration: dead at the loop's edges,
// though it is allocated outside.

// CHECK-LABEL: func @loop_local_from_outside
func.func @loop_local_from_outside(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: @arena[0] id 0 live [3, 5)
  %t = memref.alloc() : memref<4xf32>
  // CHECK: @arena[0] id 1 live [5, 7)
  %u = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
    linalg.exp ins(%t : memref<4xf32>) outs(%out : memref<4xf32>)
    linalg.exp ins(%in : memref<4xf32>) outs(%u : memref<4xf32>)
    linalg.exp ins(%u : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  return
}

// -----

// Filled piece by piece in an inner loop, then read: confined to the iteration
// of the outer loop in which it is allocated.

// CHECK-LABEL: func @filled_in_inner_loop
func.func @filled_in_inner_loop(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    // CHECK: id 0 live [5, 9)
    %t = memref.alloc() : memref<4xf32>
    scf.for %j = %c0 to %n step %c1 {
      memref.store %f, %t[%j] : memref<4xf32>
    }
    linalg.exp ins(%t : memref<4xf32>) outs(%out : memref<4xf32>)
    // CHECK: id 1 live [9, 11)
    %u = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%u : memref<4xf32>)
    linalg.exp ins(%u : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  return
}

// -----

// In a parallel loop, what one iteration leaves behind for later is there while
// another one begins: both are alive throughout.

// CHECK: size 32
// CHECK-LABEL: func @parallel
func.func @parallel(%in: memref<4xf32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  // CHECK: id 0 live [4, 9)
  %t = memref.alloc() : memref<4xf32>
  // CHECK: id 1 live [4, 11)
  %o = memref.alloc() : memref<4xf32>
  scf.parallel (%i) = (%c0) to (%c4) step (%c1) {
    %0 = memref.load %in[%i] : memref<4xf32>
    memref.store %0, %t[%i] : memref<4xf32>
    %1 = memref.load %t[%i] : memref<4xf32>
    memref.store %1, %o[%i] : memref<4xf32>
  }
  memref.copy %o, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// The same in scf.forall.

// CHECK: size 32
// CHECK-LABEL: func @forall
func.func @forall(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: id 0 live [1, 6)
  %t = memref.alloc() : memref<4xf32>
  // CHECK: id 1 live [1, 8)
  %o = memref.alloc() : memref<4xf32>
  scf.forall (%i) in (4) {
    %0 = memref.load %in[%i] : memref<4xf32>
    memref.store %0, %t[%i] : memref<4xf32>
    %1 = memref.load %t[%i] : memref<4xf32>
    memref.store %1, %o[%i] : memref<4xf32>
  }
  memref.copy %o, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Reading what nobody wrote needs no bytes of one's own.

// CHECK: mplan.arena @arena size 36 alignment 4 peak 16 unplanned
// CHECK-LABEL: func @never_written
func.func @never_written(%in: memref<1x4x4x1xf32>, %out: memref<1x2x2x1xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 : memref<3x3xf32>
  // CHECK: mplan.slot @arena[0] id 1 live
  %window = memref.alloc() : memref<3x3xf32>
  %t = memref.alloc() : memref<1x2x2x1xf32>
  %f = arith.constant 1.0 : f32
  linalg.fill ins(%f : f32) outs(%t : memref<1x2x2x1xf32>)
  linalg.pooling_nhwc_max ins(%in, %window : memref<1x4x4x1xf32>, memref<3x3xf32>) outs(%t : memref<1x2x2x1xf32>)
  memref.copy %t, %out : memref<1x2x2x1xf32> to memref<1x2x2x1xf32>
  return
}

// -----

// While loops: what the condition reads is alive around the loop, but not
// between the last read and the store that replaces it whole.

// CHECK-LABEL: func @while
func.func @while(%in: memref<i32>, %out: memref<4xf32>) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  // CHECK: id 0 live [2, 8), [9, 11)
  %n = memref.alloc() : memref<i32>
  memref.copy %in, %n : memref<i32> to memref<i32>
  scf.while : () -> () {
    %v = memref.load %n[] : memref<i32>
    %more = arith.cmpi sgt, %v, %c0 : i32
    scf.condition(%more)
  } do {
    %v = memref.load %n[] : memref<i32>
    %w = arith.subi %v, %c1 : i32
    memref.store %w, %n[] : memref<i32>
    scf.yield
  }
  return
}

// -----

// Unstructured control flow: the same answers from block liveness.

// CHECK-LABEL: func @blocks
func.func @blocks(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: @arena[[[A:[0-9]+]]] id 0 live [0, 6)
  %a = memref.alloc() : memref<4xf32>
  // CHECK-NOT: @arena[[[A]]] id 1
  // CHECK: id 1 live [2, 4)
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.br ^loop
^loop:
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.add ins(%a, %in : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  cf.cond_br %c, ^loop, ^exit
^exit:
  return
}

// -----

// Aliases: through views, selects, results of regions and block arguments.

// CHECK: size 32 {{.*}} peak 32
// CHECK-LABEL: func @aliases
func.func @aliases(%in: memref<4xf32>, %out: memref<2x2xf32>, %c: i1) {
  // CHECK: id 0 live [0, 7)
  %a = memref.alloc() : memref<4xf32>
  // CHECK: id 1 live [1, 7)
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  %s = arith.select %c, %a, %b : memref<4xf32>
  %m = memref.expand_shape %s [[0, 1]] output_shape [2, 2] : memref<4xf32> into memref<2x2xf32>
  %t = memref.transpose %m (i, j) -> (j, i) : memref<2x2xf32> to memref<2x2xf32, strided<[1, 2]>>
  cf.br ^next(%t : memref<2x2xf32, strided<[1, 2]>>)
^next(%arg: memref<2x2xf32, strided<[1, 2]>>):
  linalg.exp ins(%arg : memref<2x2xf32, strided<[1, 2]>>) outs(%out : memref<2x2xf32>)
  return
}

// -----

// A table that the body of one operation looks things up in is read there; a
// store in such a body is no complete overwrite.

// CHECK-LABEL: func @inside_one_step
func.func @inside_one_step(%in: memref<4xindex>, %out: memref<4xf32>) {
  // CHECK: id 0 live [1, 4)
  %a = memref.alloc() : memref<4xf32>
  // CHECK: id 1 live [2, 5)
  %b = memref.alloc() : memref<f32>
  %f = arith.constant 1.0 : f32
  linalg.fill ins(%f : f32) outs(%a : memref<4xf32>)
  linalg.fill ins(%f : f32) outs(%b : memref<f32>)
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
                  iterator_types = ["parallel"]}
      ins(%in : memref<4xindex>) outs(%out : memref<4xf32>) {
  ^bb0(%i: index, %o: f32):
    %0 = memref.load %a[%i] : memref<4xf32>
    memref.store %0, %b[] : memref<f32>
    linalg.yield %0 : f32
  }
  %1 = memref.load %b[] : memref<f32>
  return
}

// -----

// A result of either branch: alive until the result is read.

// CHECK-LABEL: func @region_result
func.func @region_result(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  %r = scf.if %c -> memref<4xf32> {
    // CHECK: @arena[0] id 0 live [1, 3), [5, 7)
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    scf.yield %a : memref<4xf32>
  } else {
    // CHECK: @arena[16] id 1 live [3, 7)
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    scf.yield %b : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// What was asked of the place: the pool, the alignment, the offset. One that
// names no arena goes to the first of its memory space.

// CHECK: mplan.arena @fast size 80 alignment 64 capacity 1024 memory_space 1
mplan.arena @fast capacity 1024 memory_space 1
// CHECK: mplan.arena @slow size 4 alignment 4 storage external
mplan.arena @slow storage external
// CHECK-LABEL: func @requests
func.func @requests() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  // CHECK: mplan.slot @fast[64] id 0 alignment 64
  %a = mplan.alloc in @fast alignment 64 : memref<4xf32, 1>
  // CHECK: mplan.slot @fast[12] id 1
  %b = memref.alloc() {mplan.pool = @fast, mplan.offset = 12 : i64} : memref<1xf32, 1>
  // CHECK: mplan.slot @slow[0] id 2
  %c = memref.alloc() : memref<1xf32>
  memref.store %f, %a[%c0] : memref<4xf32, 1>
  memref.store %f, %b[%c0] : memref<1xf32, 1>
  memref.store %f, %c[%c0] : memref<1xf32>
  %0 = memref.load %a[%c0] : memref<4xf32, 1>
  %1 = memref.load %b[%c0] : memref<1xf32, 1>
  %2 = memref.load %c[%c0] : memref<1xf32>
  return
}

// -----

// An alignment that the program asserts is kept.

// CHECK-LABEL: func @assumed_alignment
func.func @assumed_alignment() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  // CHECK: mplan.slot {{.*}} alignment 32
  %a = memref.alloc() : memref<4xf32>
  %b = memref.assume_alignment %a, 32 : memref<4xf32>
  memref.store %f, %b[%c0] : memref<4xf32>
  return
}

// -----

// A dynamic size with a constant bound.

// CHECK: size 40
// CHECK-LABEL: func @bounded
func.func @bounded(%n: index, %out: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  %m = affine.min affine_map<(d0) -> (d0, 10)>(%n)
  // CHECK: %[[S:.*]] = mplan.slot @arena[0] id 0 alignment 4 live {{.*}} : memref<40xi8>
  // CHECK: memref.view %[[S]][%{{.*}}][%{{.*}}] : memref<40xi8> to memref<?xf32>
  %a = memref.alloc(%m) : memref<?xf32>
  memref.store %f, %a[%c0] : memref<?xf32>
  memref.copy %a, %out : memref<?xf32> to memref<?xf32>
  return
}

// -----

// Two memory spaces: two arenas. One that nobody reads still has its bytes
// where it is written.

// CHECK-DAG: mplan.arena @arena size 4
// CHECK-DAG: mplan.arena @arena_0 size 8 {{.*}} memory_space 2
// CHECK-LABEL: func @spaces
func.func @spaces() {
  %c0 = arith.constant 0 : index
  %f = arith.constant 1.0 : f32
  // CHECK: mplan.slot @arena[0] id 0 live [2, 3)
  %a = memref.alloc() : memref<1xf32>
  // CHECK: mplan.slot @arena_0[0] id 1 live [3, 4)
  %b = memref.alloc() : memref<2xf32, 2>
  memref.store %f, %a[%c0] : memref<1xf32>
  memref.store %f, %b[%c0] : memref<2xf32, 2>
  return
}

// -----

// CHECK: mplan.arena @arena size 0
// CHECK-LABEL: func @nothing
func.func @nothing() {
  return
}

// -----

// What a declared arena says of an earlier plan is forgotten.
// CHECK: mplan.arena @left size 0 alignment 1 peak 0 unplanned [0, 0]{{$}}
mplan.arena @left size 97 state 64
func.func @empty() {
  return
}
