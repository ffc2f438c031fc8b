// State is always needed: it shares bytes with nothing, and has one place.

// RUN: mplan-opt %s --mplan-verify --verify-diagnostics --split-input-file

mplan.arena @arena size 32 alignment 4 state 32
func.func @step(%in: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is that state}}
  %s = mplan.slot @arena[0] id 0 state "h" : memref<4xf32>
  // expected-error @below {{slot 1, bytes [12, 28) of '@arena', shares bytes with the state 'h', which is always needed}}
  %a = mplan.slot @arena[12] id 1 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%in : memref<4xf32>)
  linalg.exp ins(%in : memref<4xf32>) outs(%s : memref<4xf32>)
  return
}

// -----

// In another function, which never runs beside it; and another state.

mplan.arena @arena size 32 alignment 4 state 32
func.func @step(%in: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is that state}}
  %s = mplan.slot @arena[0] id 0 state "h" : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%s : memref<4xf32>)
  return
}
func.func @other(%in: memref<2xf32>) {
  // expected-error @below {{slot 1, bytes [0, 8) of '@arena', shares bytes with the state 'h', which is always needed}}
  %a = mplan.slot @arena[0] id 1 : memref<2xf32>
  // expected-error @below {{slot 2, bytes [8, 24) of '@arena', shares bytes with the state 'h', which is always needed}}
  %s = mplan.slot @arena[8] id 2 state "g" : memref<4xf32>
  linalg.exp ins(%in : memref<2xf32>) outs(%a : memref<2xf32>)
  return
}

// -----

mplan.arena @arena size 32 alignment 4 state 32
func.func @step(%in: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is the other place}}
  %s = mplan.slot @arena[0] id 0 state "h" : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%s : memref<4xf32>)
  return
}
func.func @other(%out: memref<4xf32>) {
  // expected-error @below {{slot 0, bytes [16, 32) of '@arena', is not where 'h' is elsewhere}}
  %s = mplan.slot @arena[16] id 0 state "h" : memref<4xf32>
  linalg.exp ins(%s : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
