// What a concurrent entry runs shares no bytes with what another entry runs.

// RUN: mplan-opt %s --mplan-verify --verify-diagnostics --split-input-file

mplan.arena @arena size 48 alignment 4
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is the other}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
func.func @two(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-error @below {{slot 1, bytes [12, 28) of '@arena', which 'two' uses, shares bytes with a slot of 'one': they may run at the same time}}
  %a = mplan.slot @arena[12] id 1 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// In a callee; two concurrent entries.

mplan.arena @arena size 48 alignment 4
func.func private @helper(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-error @below {{slot 0, bytes [16, 32) of '@arena', which 'one' uses, shares bytes with a slot of 'two': they may run at the same time}}
  %a = mplan.slot @arena[16] id 0 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  call @helper(%in, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
func.func @two(%in: memref<8xf32>, %out: memref<8xf32>) attributes {mplan.concurrent} {
  // expected-note @below {{slot 1, bytes [0, 32) of '@arena', is the other}}
  %a = mplan.slot @arena[0] id 1 : memref<8xf32>
  linalg.exp ins(%in : memref<8xf32>) outs(%a : memref<8xf32>)
  linalg.exp ins(%a : memref<8xf32>) outs(%out : memref<8xf32>)
  return
}

// -----

// One function that both run.

mplan.arena @arena size 48 alignment 4
func.func private @helper(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-error @below {{slot 0 is used by 'two' and by 'one', which may run at the same time}}
  %a = mplan.slot @arena[16] id 0 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// expected-note @below {{the other is here}}
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  call @helper(%in, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
// expected-note @below {{the one is here}}
func.func @two(%in: memref<4xf32>, %out: memref<4xf32>) {
  call @helper(%in, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
