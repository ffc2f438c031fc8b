// Wrong plans in the form that they have once they are materialised.
// RUN: mplan-opt %s --mplan-verify=arenas=arena:16 --split-input-file \
// RUN:   --verify-diagnostics

memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
func.func @overlap(%x: memref<4xf32>) {
  %bytes = memref.get_global @arena : memref<64xi8>
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  // expected-note @below {{the view, bytes [16, 32) of '@arena', is needed}}
  %a = memref.view %bytes[%c16][] : memref<64xi8> to memref<4xf32>
  // expected-note @below {{the view, bytes [24, 40) of '@arena', is written}}
  %b = memref.view %bytes[%c24][] : memref<64xi8> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-error @below {{overwrites bytes [24, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  // expected-note @below {{this reads it later}}
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// A callee that takes the bytes that its caller still needs.
memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
func.func private @callee(%x: memref<4xf32>) {
  %bytes = memref.get_global @arena : memref<64xi8>
  %c16 = arith.constant 16 : index
  // expected-note @below {{the view, bytes [16, 32) of '@arena', is written}}
  %a = memref.view %bytes[%c16][] : memref<64xi8> to memref<4xf32>
  // expected-error @below {{overwrites bytes [16, 32) of '@arena', whose contents are still needed}}
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
func.func @caller(%x: memref<4xf32>) {
  %bytes = memref.get_global @arena : memref<64xi8>
  %c16 = arith.constant 16 : index
  // expected-note @below {{the view, bytes [16, 32) of '@arena', is needed}}
  %a = memref.view %bytes[%c16][] : memref<64xi8> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  // expected-note @below {{within this call}}
  call @callee(%x) : (memref<4xf32>) -> ()
  // expected-note @below {{this reads it later}}
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
func.func @state(%x: memref<4xf32>) {
  %bytes = memref.get_global @arena : memref<64xi8>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  // expected-note @below {{the view, bytes [0, 16) of '@arena', is that state}}
  %h = memref.view %bytes[%c0][] : memref<64xi8> to memref<4xf32>
  // expected-error @below {{the view, bytes [4, 8) of '@arena', shares bytes with the state 'bytes [0, 16)', which is always needed}}
  %a = memref.view %bytes[%c4][] : memref<64xi8> to memref<1xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%h : memref<4xf32>)
  return
}

// -----

// expected-note @below {{the arena is declared here}}
memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
func.func @partly_state() {
  %bytes = memref.get_global @arena : memref<64xi8>
  %c8 = arith.constant 8 : index
  // expected-error @below {{the view is state, but does not lie in the 16 bytes of '@arena' that are}}
  %a = memref.view %bytes[%c8][] : memref<64xi8> to memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
func.func @places() {
  %bytes = memref.get_global @arena : memref<64xi8>
  %c18 = arith.constant 18 : index
  %c56 = arith.constant 56 : index
  // expected-error @below {{the view of 16 bytes at offset 56 does not lie in the 64 bytes of '@arena'}}
  %a = memref.view %bytes[%c56][] : memref<64xi8> to memref<4xf32>
  // expected-error @below {{the view at offset 18 is not aligned to 4 bytes}}
  %b = memref.view %bytes[%c18][] : memref<64xi8> to memref<4xf32>
  // expected-error @below {{the view needs an alignment of 8 bytes, '@arena' has 4}}
  %c = memref.view %bytes[%c56][] : memref<64xi8> to memref<1xf64>
  return
}

// -----

memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
func.func @uses(%i: index, %x: memref<64xi8>) {
  // expected-note @below {{the bytes come from here}}
  %bytes = memref.get_global @arena : memref<64xi8>
  // expected-error @below {{uses the bytes of '@arena' by another way than a view of a constant size at a constant offset}}
  %a = memref.view %bytes[%i][] : memref<64xi8> to memref<4xf32>
  // expected-error @below {{uses the bytes of '@arena' by another way}}
  memref.copy %x, %bytes : memref<64xi8> to memref<64xi8>
  // expected-error @below {{uses the bytes of '@arena' by another way}}
  call @callee(%bytes) : (memref<64xi8>) -> ()
  return
}
func.func private @callee(%bytes: memref<64xi8>) {
  return
}

// -----

// An argument may only be handed on as the arena that it is.
memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
// expected-note @below {{the bytes come from here}}
func.func @caller(%bytes: memref<64xi8> {mplan.arena = "a"}) {
  // expected-error @below {{uses the bytes of '@a' by another way}}
  call @callee(%bytes) : (memref<64xi8>) -> ()
  return
}
func.func private @callee(%bytes: memref<64xi8> {mplan.arena = "b"}) {
  return
}

// -----

// expected-error @below {{'arena' is to be an arena, but is no 'memref.global' of bytes}}
module {
}

// -----

// expected-error @below {{'arena' has 8 bytes, of which 16 cannot be state}}
memref.global "private" @arena : memref<8xi8> = uninitialized

// -----

memref.global "private" @arena : memref<64xi8> = uninitialized {alignment = 4 : i64}
// expected-error @below {{'@a' is no memref of bytes: 'memref<4xf32>'}}
func.func @no_bytes(%bytes: memref<4xf32> {mplan.arena = "a"}) {
  return
}
