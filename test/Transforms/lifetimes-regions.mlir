// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s

// Structured control flow, one operation each: what shares bytes, what does
// not. Control flow comes from interfaces, so any dialect's operation counts.

// A carried number moves no buffer: what the loop writes before it reads is of
// one iteration, what it reads first is alive all through.

// CHECK: mplan.arena @arena size 48 alignment 4 peak 48 unplanned [48, 48]
// CHECK-LABEL: func @affine_for(
func.func @affine_for(%in: memref<4xf32>, %out: memref<4xf32>) {
  %zero = arith.constant 0.0 : f32
  // CHECK: mplan.slot @arena[0] id 0 live [1, 8) : memref<4xf32>
  %seed = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%seed : memref<4xf32>)
  %sum = affine.for %i = 0 to 4 iter_args(%acc = %zero) -> f32 {
    // CHECK: mplan.slot @arena[16] id 1 live [3, 5) : memref<4xf32>
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%seed : memref<4xf32>) outs(%a : memref<4xf32>)
    // CHECK: mplan.slot @arena[32] id 2 live [4, 6) : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
    %x = affine.load %b[%i] : memref<4xf32>
    %next = arith.addf %acc, %x : f32
    affine.yield %next : f32
  }
  linalg.fill ins(%sum : f32) outs(%out : memref<4xf32>)
  return
}

// -----

// Only one branch of an affine.if runs.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @affine_if(
func.func @affine_if(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 10) : memref<4xf32>
  %kept = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%kept : memref<4xf32>)
  affine.if affine_set<(d0) : (d0 - 3 >= 0)>(%n) {
    // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  } else {
    // CHECK: mplan.slot @arena[16] id 2 live [5, 7) : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  linalg.exp ins(%kept : memref<4xf32>) outs(%in : memref<4xf32>)
  return
}

// -----

// Nothing says in which order an affine.parallel runs: what one iteration left
// behind for after the loop is there while another one begins.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @affine_parallel(
func.func @affine_parallel(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [1, 6) : memref<4xf32>
  %t = memref.alloc() : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [1, 8) : memref<4xf32>
  %r = memref.alloc() : memref<4xf32>
  affine.parallel (%i) = (0) to (4) {
    %x = affine.load %in[%i] : memref<4xf32>
    affine.store %x, %t[%i] : memref<4xf32>
    %y = affine.load %t[%i] : memref<4xf32>
    affine.store %y, %r[%i] : memref<4xf32>
  }
  linalg.exp ins(%r : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A reduction of an affine.parallel is a number; the buffers around the loop
// do not live longer for it.

// CHECK: mplan.arena @arena size 16 alignment 4 peak 16 unplanned [32, 16]
// CHECK-LABEL: func @affine_parallel_reduction(
func.func @affine_parallel_reduction(%in: memref<4xf32>, %out: memref<4xf32>) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 4) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %max = affine.parallel (%i) = (0) to (4) reduce ("maximumf") -> f32 {
    %x = affine.load %a[%i] : memref<4xf32>
    affine.yield %x : f32
  }
  // CHECK: mplan.slot @arena[0] id 1 live [5, 7) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.fill ins(%max : f32) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// The region of an scf.execute_region runs once, whatever its blocks do.

// CHECK: mplan.arena @arena size 16 alignment 4 peak 16 unplanned [32, 16]
// CHECK-LABEL: func @execute_region(
func.func @execute_region(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  %x = scf.execute_region -> f32 {
    %c0 = arith.constant 0 : index
    cf.cond_br %c, ^read, ^make
  ^read:
    %0 = memref.load %a[%c0] : memref<4xf32>
    scf.yield %0 : f32
  ^make:
    // CHECK: mplan.slot @arena[0] id 1 live [6, 8) : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    %1 = memref.load %b[%c0] : memref<4xf32>
    scf.yield %1 : f32
  }
  linalg.fill ins(%x : f32) outs(%out : memref<4xf32>)
  return
}

// -----

// Three cases of which one runs: one place for all their buffers, and none of
// it where another case reads what came before.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [64, 32]
// CHECK-LABEL: func @index_switch(
func.func @index_switch(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  // CHECK-DAG: mplan.slot @arena[0] id 0 live [0, 2), [8, 10) : memref<4xf32>
  %old = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%old : memref<4xf32>)
  scf.index_switch %n
  case 1 {
    // CHECK-DAG: mplan.slot @arena[0] id 2 live [5, 7) : memref<4xf32>
    %a = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
    scf.yield
  }
  case 5 {
    // CHECK-DAG: mplan.slot @arena[16] id 3 live [8, 10) : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.add ins(%b, %old : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
    scf.yield
  }
  default {
    // CHECK-DAG: mplan.slot @arena[0] id 1 live [2, 4) : memref<4xf32>
    %d = memref.alloc() : memref<4xf32>
    linalg.exp ins(%in : memref<4xf32>) outs(%d : memref<4xf32>)
    linalg.exp ins(%d : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  return
}

// -----

// Live only around the back edge of an scf.while: written in its body, read in
// its condition, dead in between. There another buffer has its place.

// CHECK: mplan.arena @arena size 4 alignment 4 peak 4 unplanned [8, 8]
// CHECK-LABEL: func @while_back_edge(
func.func @while_back_edge(%in: memref<i32>, %out: memref<i32>) {
  %c0 = arith.constant 0 : i32
  // CHECK: mplan.slot @arena[0] id 0 live [1, 4), [8, 10) : memref<i32>
  %flag = memref.alloc() : memref<i32>
  memref.copy %in, %flag : memref<i32> to memref<i32>
  scf.while : () -> () {
    %x = memref.load %flag[] : memref<i32>
    %more = arith.cmpi sgt, %x, %c0 : i32
    scf.condition(%more)
  } do {
    // CHECK: mplan.slot @arena[0] id 1 live [6, 8) : memref<i32>
    %t = memref.alloc() : memref<i32>
    memref.copy %in, %t : memref<i32> to memref<i32>
    memref.copy %t, %out : memref<i32> to memref<i32>
    memref.copy %out, %flag : memref<i32> to memref<i32>
    scf.yield
  }
  return
}

// -----

// Made before a loop and last read in it: needed in every iteration, so that no
// buffer of the loop may have its place, not even after that read.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @read_in_loop(
func.func @read_in_loop(%in: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: mplan.slot @arena[0] id 0 live [2, 8) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
    // CHECK: mplan.slot @arena[16] id 1 live [5, 7) : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%out : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  // CHECK: mplan.slot @arena[0] id 2 live [9, 11) : memref<4xf32>
  %c = memref.alloc() : memref<4xf32>
  linalg.exp ins(%out : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// An alloc hoisted out of a loop that writes it only sometimes: what an earlier
// iteration wrote is needed by a later one that does not write.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @written_sometimes(
func.func @written_sometimes(%in: memref<4xf32>, %out: memref<4xf32>, %n: index, %c: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // CHECK: mplan.slot @arena[0] id 0 live [3, 11) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  scf.for %i = %c0 to %n step %c1 {
    scf.if %c {
      linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
    }
    linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
    // CHECK: mplan.slot @arena[16] id 1 live [8, 10) : memref<4xf32>
    %b = memref.alloc() : memref<4xf32>
    linalg.exp ins(%out : memref<4xf32>) outs(%b : memref<4xf32>)
    linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  }
  return
}

// -----

// Used nowhere but two regions down, between other buffers.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @nested_use(
func.func @nested_use(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 5) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  scf.if %c {
    scf.execute_region {
      // CHECK: mplan.slot @arena[16] id 1 live [3, 5) : memref<4xf32>
      %b = memref.alloc() : memref<4xf32>
      linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
      linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
      scf.yield
    }
  }
  return
}
