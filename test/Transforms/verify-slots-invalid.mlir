// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file \
// RUN:   --mlir-very-unsafe-disable-verifier-on-parsing

// The proof does not rest on the ops' own verifiers having run.

// expected-note @below {{the arena is declared here}}
mplan.arena @arena size 32 alignment 4
func.func @out_of_the_arena() {
  // expected-error @below {{slot 0 of 32 bytes at offset 4 does not lie in the 32 bytes of '@arena'}}
  %a = mplan.slot @arena[4] id 0 : memref<8xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @arena size 64 alignment 4
func.func @misaligned() {
  // expected-error @below {{slot 0 at offset 2 is not aligned to 4 bytes}}
  %a = mplan.slot @arena[2] id 0 : memref<8xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @arena size 64 alignment 4
func.func @arena_misaligned() {
  // expected-error @below {{slot 0 needs an alignment of 16 bytes, '@arena' has 4}}
  %a = mplan.slot @arena[0] id 0 alignment 16 : memref<8xf32>
  return
}

// -----

// expected-error @below {{arena of 64 bytes exceeds its capacity of 60 bytes}}
mplan.arena @arena size 64 alignment 4 capacity 60
func.func @capacity() {
  %a = mplan.slot @arena[0] id 0 : memref<16xf32>
  return
}

// -----

// expected-error @below {{arena of 64 bytes is smaller than its peak of 68 bytes}}
mplan.arena @arena size 64 alignment 4 peak 68
func.func @peak() {
  %a = mplan.slot @arena[0] id 0 : memref<16xf32>
  return
}

// -----

func.func @no_arena() {
  // expected-error @below {{slot 0 has no arena or no size in bytes}}
  %a = mplan.slot @arena[0] id 0 : memref<16xf32>
  return
}

// -----

mplan.arena @arena size 128 alignment 4
func.func @one_id_twice() {
  // expected-note @below {{the other slot is here}}
  %a = mplan.slot @arena[0] id 3 : memref<16xf32>
  // expected-error @below {{slot 3 has the id of another slot of its function: verify before slots are cloned}}
  %b = mplan.slot @arena[64] id 3 : memref<16xf32>
  return
}

// -----

mplan.arena @arena size 128 alignment 4
module @nested {
  mplan.arena @arena size 128 alignment 4
  // expected-error @below {{slot 0 is not in a function}}
  %a = mplan.slot @arena[0] id 0 : memref<16xf32>
}
