// What a step of the JSON says of the work that is done in its ticks: in all
// iterations of loops, also of those whose length other loops decide.

// RUN: mplan-opt %s --mplan-report="format=json output=%t.json" -o /dev/null
// RUN: %python -c "import json, sys; [print(function['function'], *function['steps']) for function in json.load(open(sys.argv[1]))['arenas'][0]['functions']]" %t.json | FileCheck %s

mplan.arena @arena size 64 alignment 4

// Two operations for each of four elements, ten times; a copy of 16 bytes.
// CHECK: static [0, 0, 0, 0] [4, 16, 80, 160] [6, 0, 0, 0]
func.func @static(%in: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  scf.for %i = %c0 to %c10 step %c1 {
    memref.copy %in, %a : memref<4xf32> to memref<4xf32>
    linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>],
                    iterator_types = ["parallel"]} outs(%a : memref<4xf32>) {
    ^bb0(%x: f32):
      %0 = arith.addf %x, %x : f32
      %1 = arith.mulf %0, %0 : f32
      linalg.yield %1 : f32
    }
  }
  return
}

// Each iteration goes on to two rows after its own, of twelve; each element
// that is loaded and stored elsewhere is moved.
// CHECK-NEXT: rows [0, 0, 0, 0] [5, 16, 48, 48] [15, 0, 0, 0]
func.func @rows(%in: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %c12 = arith.constant 12 : index
  %a = mplan.slot @arena[16] id 1 : memref<4xf32>
  %all = scf.for %i = %c0 to %c12 step %c1 iter_args(%written = %c0) -> index {
    %ahead = affine.apply affine_map<(d0) -> (d0 + 3)>(%i)
    %end = arith.minsi %ahead, %c12 : index
    %now = scf.for %row = %written to %end step %c1
        iter_args(%count = %written) -> index {
      %x = memref.load %a[%c1] : memref<4xf32>
      memref.store %x, %a[%c0] : memref<4xf32>
      linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
      %next = arith.addi %count, %c1 : index
      scf.yield %next : index
    }
    scf.yield %now : index
  }
  return
}

// Nothing is known of a copy of unknown extent, and of a loop of unknown length
// that it runs once.
// CHECK-NEXT: unknown [0, 0, 0, None] [4, 16, 4, 0] [6, 0, 0, 0]
func.func @unknown(%in: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = mplan.slot @arena[32] id 2 : memref<4xf32>
  memref.copy %in, %out : memref<?xf32> to memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  }
  return
}
