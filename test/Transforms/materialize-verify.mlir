// What is materialised can be proved in the same step, in each storage.
// RUN: mplan-opt %s --mplan-materialize=verify --split-input-file --verify-diagnostics -o /dev/null
// RUN: mplan-opt %s --mplan-materialize="verify storage=argument" --split-input-file --verify-diagnostics -o /dev/null
// RUN: mplan-opt %s --mplan-materialize="verify storage=external" --split-input-file --verify-diagnostics -o /dev/null

mplan.arena @arena size 48 alignment 4 state 16
mplan.arena @unused size 0
func.func private @callee(%x: memref<4xf32>) {
  %a = mplan.slot @arena[16] id 0 : memref<4xf32>
  %h = mplan.slot @arena[0] id 3 state "h" : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.add ins(%h, %a : memref<4xf32>, memref<4xf32>) outs(%h : memref<4xf32>)
  return
}
func.func @right(%x: memref<4xf32>) {
  %h = mplan.slot @arena[0] id 3 state "h" : memref<4xf32>
  %a = mplan.slot @arena[32] id 1 : memref<4xf32>
  linalg.add ins(%h, %x : memref<4xf32>, memref<4xf32>) outs(%h : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  call @callee(%x) : (memref<4xf32>) -> ()
  linalg.add ins(%h, %a : memref<4xf32>, memref<4xf32>) outs(%h : memref<4xf32>)
  return
}

// -----

mplan.arena @arena size 48 alignment 4
func.func @wrong(%x: memref<4xf32>) {
  // expected-note @below {{the view, bytes [0, 16) of '@arena', is needed}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-note @below {{the view, bytes [8, 24) of '@arena', is written}}
  %b = mplan.slot @arena[8] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{overwrites bytes [8, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
