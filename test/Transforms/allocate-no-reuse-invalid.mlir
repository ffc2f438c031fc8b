// What reuse=none cannot place is an error that gives the numbers.
// RUN: mplan-opt %s --mplan-allocate="reuse=none state=arena" \
// RUN:   --split-input-file --verify-diagnostics

// expected-error @below {{the buffers in @sram do not fit in its capacity of 24 bytes where none may share bytes: they take at least 32; raise the capacity, or let them share ('reuse=dead')}}
mplan.arena @sram capacity 24
func.func @capacity(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  %b = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// Two that are to lie in the same bytes, which is right where they share them.
mplan.arena @sram
func.func @fixed(%x: memref<4xf32>) {
  // expected-error @below {{cannot be placed apart from all others: both are fixed and alive at tick 0, and share the bytes [16, 24)}}
  %a = mplan.alloc in @sram offset 8 : memref<4xf32>
  // expected-note @below {{the other one is here}}
  %b = mplan.alloc in @sram offset 16 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.exp ins(%b : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// A fixed offset in what state takes.
// expected-note @below {{the other one is here}}
mplan.arena @sram
memref.global "private" @s : memref<4xf32> = dense<0.0>
func.func @no_state(%x: memref<4xf32>) {
  %s = memref.get_global @s : memref<4xf32>
  // expected-error @below {{both are fixed and alive at tick 0, and share the bytes [8, 16)}}
  %a = mplan.alloc in @sram offset 8 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%s : memref<4xf32>)
  return
}

// -----

// A callee with buffers, in a parallel loop.
func.func private @callee(%x: memref<4xf32>) {
  %a = memref.alloc() : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
func.func @parallel(%x: memref<4xf32>) {
  %other = memref.alloc() : memref<100xf32>
  // expected-note @below {{'scf.forall' around it}}
  scf.forall (%i) in (4) {
    // expected-error @below {{calls 'callee', which allocates, where it may run several times at once}}
    func.call @callee(%x) : (memref<4xf32>) -> ()
  }
  return
}
