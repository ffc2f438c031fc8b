// RUN: mplan-opt %s --mplan-allocate --mplan-verify --split-input-file \
// RUN:   | FileCheck %s

// Unstructured control flow: the same answers, from the blocks.

// A loop of blocks carries what its header reads; a buffer of its body is of
// one turn, and has the place of one that only the exit reads.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @loop(
func.func @loop(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 3), [5, 7) : memref<4xf32>
  %state = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%state : memref<4xf32>)
  cf.br ^header
^header:
  linalg.exp ins(%state : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.cond_br %c, ^body, ^exit
^body:
  // CHECK: mplan.slot @arena[16] id 1 live [4, 6) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%out : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%state : memref<4xf32>)
  cf.br ^header
^exit:
  // CHECK: mplan.slot @arena[0] id 2 live [7, 9) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%out : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// A loop with two entries (irreducible): it may be entered at either block, so
// what one of them reads is needed all around it.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @irreducible(
func.func @irreducible(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 7) : memref<4xf32>
  %state = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%state : memref<4xf32>)
  cf.cond_br %c, ^left, ^right
^left:
  linalg.exp ins(%state : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.cond_br %c, ^right, ^exit
^right:
  // CHECK: mplan.slot @arena[16] id 1 live [4, 6) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.cond_br %c, ^left, ^exit
^exit:
  // CHECK: mplan.slot @arena[0] id 2 live [7, 9) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// In a loop with two entries, written in one block and read in the other: alive
// on the edge that leads from the one to the other, and on no other.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [32, 32]
// CHECK-LABEL: func @irreducible_edge(
func.func @irreducible_edge(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 4), [7, 9) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  // CHECK: mplan.slot @arena[16] id 1 live [1, 3), [4, 7) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  cf.cond_br %c, ^left, ^right
^left:
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%out : memref<4xf32>) outs(%b : memref<4xf32>)
  cf.cond_br %c, ^right, ^exit
^right:
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%out : memref<4xf32>) outs(%a : memref<4xf32>)
  cf.cond_br %c, ^left, ^exit
^exit:
  return
}

// -----

// cf.switch: exclusive targets, one of them falls into the next.

// CHECK: mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 32]
// CHECK-LABEL: func @switch(
func.func @switch(%in: memref<4xf32>, %out: memref<4xf32>, %n: i32) {
  // CHECK: mplan.slot @arena[0] id 0 live [0, 6) : memref<4xf32>
  %old = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%old : memref<4xf32>)
  cf.switch %n : i32, [
    default: ^exit,
    1: ^one,
    2: ^two
  ]
^one:
  // CHECK: mplan.slot @arena[16] id 1 live [2, 4) : memref<4xf32>
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.br ^two
^two:
  linalg.exp ins(%old : memref<4xf32>) outs(%out : memref<4xf32>)
  cf.br ^exit
^exit:
  // CHECK: mplan.slot @arena[0] id 2 live [7, 9) : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Made again in each turn of a loop of blocks, and filled piece by piece there:
// nothing of an earlier turn is kept.

// CHECK: mplan.arena @arena size 8 alignment 4 peak 8 unplanned [16, 8]
// CHECK-LABEL: func @made_again(
func.func @made_again(%in: memref<4xf32>, %out: memref<4xf32>, %c: i1, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^loop
^loop:
  // CHECK: mplan.slot @arena[0] id 0 live [3, 6) : memref<2xf32>
  %a = memref.alloc() : memref<2xf32>
  memref.store %x, %a[%c0] : memref<2xf32>
  memref.store %x, %a[%c1] : memref<2xf32>
  %y = memref.load %a[%c0] : memref<2xf32>
  // CHECK: mplan.slot @arena[0] id 1 live [6, 9) : memref<2xf32>
  %b = memref.alloc() : memref<2xf32>
  memref.store %y, %b[%c0] : memref<2xf32>
  memref.store %y, %b[%c1] : memref<2xf32>
  %z = memref.load %b[%c1] : memref<2xf32>
  memref.store %z, %out[%c0] : memref<4xf32>
  cf.cond_br %c, ^loop, ^exit
^exit:
  return
}
