// The example of the pass's description.

// RUN: mplan-opt %s --mplan-report -o /dev/null | FileCheck %s --strict-whitespace

// CHECK:      arena @arena
// CHECK-NEXT:   footprint                   32  bytes of the arena
// CHECK-NEXT:   peak                        32  bytes alive at once, at most
// CHECK-NEXT:   gap                          0  bytes of footprint above the peak
// CHECK-NEXT:   buffers                      3  buffers planned
// CHECK-NEXT:   constants                    0  bytes of constants, not in the arena
// CHECK-NEXT:   unplanned_total             48  bytes of all buffers
// CHECK-NEXT:   unplanned_live              48  bytes allocated at once without a plan, at most
// CHECK-EMPTY:
// CHECK-NEXT:   the peak is at tick 1 of @f: linalg.exp at {{.*}}report.mlir:[[# @LINE + 14]]:3
// CHECK-EMPTY:
// CHECK-NEXT:   alive there:
// CHECK-NEXT:         offset        size    id  where in the arena                  live              source
// CHECK-NEXT:              0          16     0  |################                |  [0, 2)            {{.*}}report.mlir:[[# @LINE + 6]]:8
// CHECK-NEXT:             16          16     1  |                ################|  [1, 3)            {{.*}}report.mlir:[[# @LINE + 6]]:8
// CHECK-NOT:  {{.}}

mplan.arena @arena size 32 alignment 4 peak 32 unplanned [48, 48]
func.func @f(%in: memref<4xf32>, %out: memref<4xf32>) {
  %a = mplan.slot @arena[0] id 0 live [0, 2) : memref<4xf32>
  %b = mplan.slot @arena[16] id 1 live [1, 3) : memref<4xf32>
  %c = mplan.slot @arena[0] id 2 live [2, 4) : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%c : memref<4xf32>)
  linalg.exp ins(%c : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
