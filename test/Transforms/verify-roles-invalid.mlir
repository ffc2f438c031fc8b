// Inputs are filled before an entry begins; outputs, and inputs that are kept,
// are read after it returns.

// RUN: mplan-opt %s --mplan-verify --verify-diagnostics --split-input-file

// Two inputs in one place: the caller cannot fill both.
mplan.arena @arena size 48 alignment 4
func.func @inputs(%out: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %x = mplan.slot @arena[0] id 0 role input argument 0 : memref<4xf32>
  // expected-error @below {{the caller of the entry fills slot 1, bytes [12, 28) of '@arena', while the contents of bytes [12, 16) of '@arena' are still needed}}
  %y = mplan.slot @arena[12] id 1 role input argument 1 : memref<4xf32>
  // expected-note @below {{this reads it later}}
  linalg.add ins(%x, %y : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// An input is there from the beginning, wherever its slot stands.
mplan.arena @arena size 48 alignment 4
func.func @before_its_slot(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is written}}
  %a = mplan.slot @arena[0] id 0 : memref<4xf32>
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  // expected-note @below {{slot 1, bytes [0, 16) of '@arena', is needed}}
  %x = mplan.slot @arena[0] id 1 role input argument 0 : memref<4xf32>
  // expected-note @below {{this reads it later}}
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// An output is needed until the return.
mplan.arena @arena size 48 alignment 4
func.func @output(%in: memref<4xf32>, %out: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %y = mplan.slot @arena[0] id 0 role output argument 0 result 0 : memref<4xf32>
  // expected-note @below {{slot 1, bytes [0, 16) of '@arena', is written}}
  %a = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%y : memref<4xf32>)
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%in : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  return
}

// -----

// So is a kept input, long after its last read.
mplan.arena @arena size 48 alignment 4
func.func @kept(%out: memref<4xf32>) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is needed}}
  %x = mplan.slot @arena[0] id 0 role kept argument 0 : memref<4xf32>
  // expected-note @below {{slot 1, bytes [0, 16) of '@arena', is written}}
  %a = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  // expected-error @below {{overwrites bytes [0, 16) of '@arena', whose contents are still needed}}
  linalg.exp ins(%out : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  return
}

// -----

// The same place is right for an input that dies.
mplan.arena @arena size 48 alignment 4
func.func @dies(%out: memref<4xf32>) {
  %x = mplan.slot @arena[0] id 0 role input argument 0 : memref<4xf32>
  %a = mplan.slot @arena[0] id 1 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  linalg.exp ins(%out : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// Nobody writes to a kept input itself, not even a callee or by a choice.
mplan.arena @arena size 48 alignment 4
func.func private @fill(%x: memref<4xf32>) {
  %f = arith.constant 0.0 : f32
  // expected-error @below {{writes to slot 0, an input that is kept for the caller of its entry}}
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  return
}
func.func @in_callee() {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is here}}
  %x = mplan.slot @arena[0] id 0 role kept argument 0 : memref<4xf32>
  // expected-note @below {{within this call}}
  call @fill(%x) : (memref<4xf32>) -> ()
  return
}
func.func @by_choice(%other: memref<4xf32>, %c: i1) {
  // expected-note @below {{slot 0, bytes [0, 16) of '@arena', is here}}
  %x = mplan.slot @arena[0] id 0 role kept argument 0 : memref<4xf32>
  %f = arith.constant 0.0 : f32
  %chosen = arith.select %c, %x, %other : memref<4xf32>
  // expected-error @below {{writes to slot 0, an input that is kept for the caller of its entry}}
  linalg.fill ins(%f : f32) outs(%chosen : memref<4xf32>)
  return
}

// -----

// Who calls the entry from within the module fills nothing.
mplan.arena @arena size 48 alignment 4
func.func @inner(%out: memref<4xf32>) {
  // expected-error @below {{slot 0 is filled or read by who calls 'inner' from elsewhere, but it is called in the module, too}}
  %x = mplan.slot @arena[0] id 0 role input argument 0 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
func.func @outer(%out: memref<4xf32>) {
  call @inner(%out) : (memref<4xf32>) -> ()
  return
}
