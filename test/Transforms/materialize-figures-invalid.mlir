// RUN: mplan-opt %s --mplan-materialize --verify-diagnostics

// The name of a figure of an external arena is taken.

// expected-error @below {{'mplan.arena' op is external and makes @arena_size, a name that is taken: rename one of them}}
mplan.arena @arena size 48 alignment 4 storage external
// expected-note @below {{the other one is here}}
func.func private @arena_size()
func.func @f(%in: memref<4xf32>) {
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  memref.copy %in, %a : memref<4xf32> to memref<4xf32>
  return
}
