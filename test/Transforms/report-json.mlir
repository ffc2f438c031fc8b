// Every key of the JSON, over a call path, with a gap, a constant, and an arena
// that says nothing about itself. The order of the keys is part of the format.

// RUN: mplan-opt %s --mplan-report="format=json output=%t.json" -o /dev/null
// RUN: %python -m json.tool %t.json > /dev/null
// RUN: FileCheck %s --input-file=%t.json

// CHECK:      {
// CHECK-NEXT:   "arenas": [
// CHECK-NEXT:     {
// CHECK-NEXT:       "name": "fast",
// CHECK-NEXT:       "footprint": 96,
// CHECK-NEXT:       "alignment": 4,
// CHECK-NEXT:       "peak": 80,
// CHECK-NEXT:       "gap": 16,
// CHECK-NEXT:       "buffers": 4,
// CHECK-NEXT:       "constants": 12,
// CHECK-NEXT:       "state_bytes": 0,
// CHECK-NEXT:       "unplanned_total": 112,
// CHECK-NEXT:       "unplanned_live": 104,
// CHECK-NEXT:       "function": "leaf",
// CHECK-NEXT:       "tick": 2,
// CHECK-NEXT:       "path": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "function": "entry",
// CHECK-NEXT:           "tick": 1,
// CHECK-NEXT:           "op": "func.call",
// CHECK-NEXT:           "location": "{{.*}}report-json.mlir:[[# @LINE + 131]]:3"
// CHECK-NEXT:         },
// CHECK-NEXT:         {
// CHECK-NEXT:           "function": "leaf",
// CHECK-NEXT:           "tick": 2,
// CHECK-NEXT:           "op": "linalg.exp",
// CHECK-NEXT:           "location": "{{.*}}report-json.mlir:[[# @LINE + 112]]:3"
// CHECK-NEXT:         }
// CHECK-NEXT:       ],
// CHECK-NEXT:       "alive": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "id": 0,
// CHECK-NEXT:           "function": "leaf",
// CHECK-NEXT:           "offset": 0,
// CHECK-NEXT:           "size": 16,
// CHECK-NEXT:           "live": [
// CHECK-NEXT:             [
// CHECK-NEXT:               1,
// CHECK-NEXT:               3
// CHECK-NEXT:             ]
// CHECK-NEXT:           ],
// CHECK-NEXT:           "location": "{{.*}}report-json.mlir:[[# @LINE + 93]]:8"
// CHECK-NEXT:         },
// CHECK-NEXT:         {
// CHECK-NEXT:           "id": 1,
// CHECK:                "offset": 16,
// CHECK:              {
// CHECK-NEXT:           "id": 2,
// CHECK-NEXT:           "function": "entry",
// CHECK-NEXT:           "offset": 64,
// CHECK-NEXT:           "size": 32,
// CHECK:              }
// CHECK-NEXT:       ],
// CHECK-NEXT:       "groups": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "peak": 80,
// CHECK-NEXT:           "function": "leaf",
// CHECK:            "state": [],
// CHECK-NEXT:       "interface": [],
// CHECK-NEXT:       "functions": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "function": "leaf",
// CHECK-NEXT:           "steps": [
// CHECK-NEXT:             [
// CHECK-NEXT:               0,
// CHECK-NEXT:               0,
// CHECK-NEXT:               0,
// CHECK-NEXT:               0
// CHECK-NEXT:             ],
// CHECK-NEXT:             [
// CHECK-NEXT:               1,
// CHECK-NEXT:               16,
// CHECK-NEXT:               4,
// CHECK-NEXT:               0
// CHECK-NEXT:             ],
// CHECK:                  3,
// CHECK:              },
// CHECK-NEXT:         {
// CHECK-NEXT:           "function": "entry",
// CHECK-NEXT:           "steps": [
// CHECK-NEXT:             [
// CHECK-NEXT:               0,
// CHECK-NEXT:               32,
// CHECK-NEXT:               16,
// CHECK-NEXT:               0
// CHECK-NEXT:             ],
// CHECK-NEXT:             [
// CHECK-NEXT:               3,
// CHECK-NEXT:               0,
// CHECK-NEXT:               0,
// CHECK-NEXT:               0
// CHECK-NEXT:             ]
// CHECK-NEXT:           ]
// CHECK-NEXT:         }
// CHECK-NEXT:       ]
// CHECK-NEXT:     },
// CHECK-NEXT:     {
// CHECK-NEXT:       "name": "slow",
// CHECK-NEXT:       "footprint": 64,
// CHECK-NEXT:       "alignment": 1,
// CHECK-NEXT:       "peak": 0,
// CHECK-NEXT:       "gap": 64,
// CHECK-NEXT:       "buffers": 0,
// CHECK-NEXT:       "constants": 12,
// CHECK-NEXT:       "state_bytes": 0,
// CHECK-NEXT:       "unplanned_total": null,
// CHECK-NEXT:       "unplanned_live": null,
// CHECK-NEXT:       "function": null,
// CHECK-NEXT:       "tick": null,
// CHECK-NEXT:       "path": [],
// CHECK-NEXT:       "alive": [],
// CHECK-NEXT:       "groups": [
// CHECK-NEXT:         {
// CHECK-NEXT:           "peak": 0,
// CHECK-NEXT:           "function": null,
// CHECK-NEXT:           "tick": null,
// CHECK-NEXT:           "path": [],
// CHECK-NEXT:           "alive": []
// CHECK-NEXT:         }
// CHECK-NEXT:       ],
// CHECK-NEXT:       "state": [],
// CHECK-NEXT:       "interface": [],
// CHECK-NEXT:       "functions": []
// CHECK-NEXT:     }
// CHECK-NEXT:   ]
// CHECK-NEXT: }

mplan.arena @fast size 96 alignment 4 peak 80 unplanned [112, 104]
mplan.arena @slow size 64 memory_space 1
memref.global "private" constant @weights : memref<3xi32> = dense<[1, 2, 3]>
memref.global "private" @state : memref<4xi32> = dense<0>
memref.global "private" constant @elsewhere : memref<8xi32>

func.func private @leaf(%in: memref<4xf32>) {
  %a = mplan.slot @fast[0] id 0 live [1, 3) : memref<4xf32>
  %b = mplan.slot @fast[16] id 1 : memref<8xf32>
  %head = memref.subview %b[0] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1]>>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%head : memref<4xf32, strided<[1]>>)
  linalg.exp ins(%head : memref<4xf32, strided<[1]>>) outs(%in : memref<4xf32>)
  return
}

func.func @small(%in: memref<4xf32>) {
  call @leaf(%in) : (memref<4xf32>) -> ()
  return
}
func.func @entry(%in: memref<8xf32>, %x: memref<4xf32>) {
  %c = mplan.slot @fast[64] id 2 live [0, 3) : memref<8xf32>
  %never = mplan.slot @fast[64] id 3 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%c : memref<8xf32>)
  call @leaf(%x) : (memref<4xf32>) -> ()
  linalg.exp ins(%c : memref<8xf32>) outs(%in : memref<8xf32>)
  return
}
