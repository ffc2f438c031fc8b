// RUN: rm -f %t.json
// RUN: mplan-opt %s --mplan-report="format=json output=%t.json" -verify-diagnostics -split-input-file
// No error leaves a file.
// RUN: not ls %t.json

func.func @not_planned(%out: memref<4xf32>) {
  // expected-error@below {{this allocation has no place yet: run 'mplan-allocate' before 'mplan-report'}}
  %a = memref.alloc() : memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// expected-error@below {{there is no plan in this module: 'mplan-report' runs after 'mplan-allocate' and before 'mplan-materialize'}}
module {
  func.func @no_arena(%out: memref<4xf32>) {
    return
  }
}

// -----

// expected-error@below {{'mplan.arena' op has no plan to sum up: run 'mplan-allocate' first}}
mplan.arena @pool capacity 64
func.func @pool_without_plan() {
  return
}

// -----

memref.global "private" @arena : memref<64xi8> = uninitialized
func.func @materialized(%out: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %bytes = memref.get_global @arena : memref<64xi8>
  // expected-error@below {{this buffer is a view of an arena's bytes already, and the plan is gone: run 'mplan-report' before 'mplan-materialize'}}
  %a = memref.view %bytes[%c0][] : memref<64xi8> to memref<4xf32>
  memref.copy %out, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

func.func @materialized_as_argument(%out: memref<4xf32>, %bytes: memref<64xi8> {mplan.arena = "arena"}) {
  %c0 = arith.constant 0 : index
  // expected-error@below {{this buffer is a view of an arena's bytes already}}
  %a = memref.view %bytes[%c0][] : memref<64xi8> to memref<4xf32>
  memref.copy %out, %a : memref<4xf32> to memref<4xf32>
  return
}

// -----

mplan.arena @arena size 16 alignment 4
func.func @beyond_the_end(%out: memref<4xf32>) {
  // expected-error@below {{'mplan.slot' op is live in [0, 9), but its function has the ticks [0, 3)}}
  %a = mplan.slot @arena[0] id 0 live [0, 9) : memref<4xf32>
  memref.copy %out, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

mplan.arena @arena size 16 alignment 4
func.func private @opaque(memref<*xf32>)
func.func @escapes() -> memref<4xf32> {
  // expected-error@below {{'mplan.slot' op has no live range and none can be computed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  %p = memref.extract_aligned_pointer_as_index %a : memref<4xf32> -> index // expected-note {{here}}
  return %a : memref<4xf32>
}

// -----

// expected-error@below {{'mplan.arena' op claims a peak of 32 bytes, but the live ranges of its slots have 16: the plan was changed after 'mplan-allocate'}}
mplan.arena @arena size 32 alignment 4 peak 32
func.func @wrong_peak(%out: memref<4xf32>) {
  %a = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
  memref.copy %out, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %out : memref<4xf32> to memref<4xf32>
  return
}
