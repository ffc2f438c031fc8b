// RUN: mplan-opt %s --split-input-file --verify-diagnostics

// expected-error @below {{needs an alignment that is a power of two, got 24}}
mplan.arena @a alignment 24

// -----

// expected-error @below {{has a negative size -1}}
mplan.arena @a size -1

// -----

// expected-error @below {{has a negative capacity -1}}
mplan.arena @a capacity -1

// -----

// expected-error @below {{has a size of 65 bytes, above its capacity of 64 bytes}}
mplan.arena @a size 65 capacity 64

// -----

// expected-error @below {{has a peak of 65 bytes, which is negative or above its size}}
mplan.arena @a size 64 peak 65

// -----

// expected-error @below {{needs two numbers as 'unplanned' (total and largest sum alive), got 1}}
mplan.arena @a size 64 unplanned [64]

// -----

func.func @alignment() {
  // expected-error @below {{needs an alignment that is a power of two, got 12}}
  %a = mplan.alloc alignment 12 : memref<4xf32>
  return
}

// -----

func.func @layout() {
  // expected-error @below {{has type 'memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>', whose size in bytes is not a constant of 64 bits: it needs a static shape, an identity or static strided layout, and elements with a size}}
  %a = mplan.alloc : memref<4xf32, affine_map<(d0) -> (d0 mod 2)>>
  return
}

// -----

func.func @too_large() {
  // expected-error @below {{whose size in bytes is not a constant of 64 bits}}
  %a = mplan.alloc : memref<4611686018427387904xf32>
  return
}

// -----

func.func @offset_without_arena() {
  // expected-error @below {{has a fixed offset but names no arena}}
  %a = mplan.alloc offset 4 : memref<4xf32>
  return
}

// -----

mplan.arena @a
func.func @misaligned() {
  // expected-error @below {{is at offset 6, which is not a multiple of its alignment 4}}
  %a = mplan.alloc in @a offset 6 : memref<4xf32>
  return
}

// -----

func.func @alloc_without_arena() {
  // expected-error @below {{names @a, which is not an 'mplan.arena' of this module}}
  %a = mplan.alloc in @a : memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @a memory_space 1
func.func @alloc_in_other_space() {
  // expected-error @below {{has type 'memref<4xf32>', whose memory space is not that of @a}}
  %a = mplan.alloc in @a : memref<4xf32>
  return
}

// -----

func.func @no_arena() {
  // expected-error @below {{names @no_arena, which is not an 'mplan.arena' of this module}}
  %a = mplan.slot @no_arena[0] id 0 : memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @a size 16 alignment 4 memory_space 2
func.func @space() {
  // expected-error @below {{has type 'memref<4xf32>', whose memory space is not that of @a}}
  %a = mplan.slot @a[0] id 0 : memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @a capacity 16
func.func @unsized() {
  // expected-error @below {{lies in @a, which has no size yet}}
  %a = mplan.slot @a[0] id 0 : memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @a size 16 alignment 4
func.func @out_of_bounds() {
  // expected-error @below {{of 16 bytes at offset 4 ends at byte 20, beyond the 16 bytes of @a}}
  %a = mplan.slot @a[4] id 0 : memref<4xf32>
  return
}

// -----

mplan.arena @a size 16 alignment 4
func.func @overflow() {
  // expected-error @below {{of 16 bytes at offset 9223372036854775804 ends beyond 64 bits}}
  %a = mplan.slot @a[9223372036854775804] id 0 : memref<4xf32>
  return
}

// -----

mplan.arena @a size 16 alignment 4
func.func @negative_offset() {
  // expected-error @below {{has a negative offset -4}}
  %a = mplan.slot @a[-4] id 0 : memref<4xf32>
  return
}

// -----

mplan.arena @a size 32 alignment 4
func.func @misaligned_slot() {
  // expected-error @below {{is at offset 6, which is not a multiple of its alignment 4}}
  %a = mplan.slot @a[6] id 0 : memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @a size 32 alignment 4
func.func @arena_alignment() {
  // expected-error @below {{needs an alignment of 16 bytes, more than the 4 of @a}}
  %a = mplan.slot @a[16] id 0 alignment 16 : memref<4xf32>
  return
}

// -----

mplan.arena @a size 16 alignment 4
func.func @negative_id() {
  // expected-error @below {{has a negative id -1}}
  %a = mplan.slot @a[0] id -1 : memref<4xf32>
  return
}

// -----

mplan.arena @a size 16 alignment 4
func.func @odd_live() {
  // expected-error @below {{needs a lower and an upper tick for each live range, got 3 numbers}}
  %a = "mplan.slot"() <{arena = @a, offset = 0 : i64, id = 0 : i64, live = array<i64: 1, 2, 3>}> : () -> memref<4xf32>
  return
}

// -----

mplan.arena @a size 16 alignment 4
func.func @descending_live() {
  // expected-error @below {{expected live ranges that are not empty and ascend without overlap}}
  %a = mplan.slot @a[0] id 0 live [4, 9), [2, 3) : memref<4xf32>
  return
}

// -----

func.func @place_nowhere(%t: tensor<8xf32>) {
  // expected-error @below {{names @pool, which is not an 'mplan.arena' of this module}}
  %0 = mplan.place %t in @pool : tensor<8xf32>
  return
}

// -----

mplan.arena @pool
func.func @place_alignment(%t: tensor<8xf32>) {
  // expected-error @below {{needs an alignment that is a power of two, got 24}}
  %0 = mplan.place %t in @pool alignment 24 : tensor<8xf32>
  return
}

// -----

mplan.arena @pool
func.func @place_offset(%t: tensor<8xf32>) {
  // expected-error @below {{is at offset 8, which is not a multiple of its alignment 16}}
  %0 = mplan.place %t in @pool alignment 16 offset 8 : tensor<8xf32>
  return
}

// -----

mplan.arena @pool
func.func @place_natural(%t: tensor<8xf32>) {
  // expected-error @below {{is at offset 2, which is not a multiple of its alignment 4}}
  %0 = mplan.place %t in @pool offset 2 : tensor<8xf32>
  return
}

// -----

mplan.arena @pool
func.func @place_negative(%t: tensor<8xf32>) {
  // expected-error @below {{has a negative offset -8}}
  %0 = mplan.place %t in @pool offset -8 : tensor<8xf32>
  return
}

// -----

mplan.arena @pool
func.func @place_unranked(%t: tensor<*xf32>) {
  // expected-error @below {{invalid kind of type specified: expected builtin.tensor, but found 'tensor<*xf32>'}}
  %0 = mplan.place %t in @pool : tensor<*xf32>
  return
}

// -----

func.func @empty_nowhere() {
  // expected-error @below {{names @pool, which is not an 'mplan.arena' of this module}}
  %0 = mplan.empty in @pool : tensor<8xf32>
  return
}

// -----

mplan.arena @pool
func.func @empty_alignment() {
  // expected-error @below {{needs an alignment that is a power of two, got 0}}
  %0 = mplan.empty in @pool alignment 0 : tensor<8xf32>
  return
}

// -----

// expected-error @below {{'mplan.arena' op carries 'mplan.concurrent', which only a function can}}
mplan.arena @arena {mplan.concurrent}

// -----

// expected-error @below {{'mplan.concurrent' has no value, got true}}
func.func @with_value() attributes {mplan.concurrent = true} {
  return
}

// -----

// expected-error @below {{has 64 bytes of state, which is negative or above its size}}
mplan.arena @arena size 32 state 64

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @arena size 32 alignment 4 state 8
func.func @beyond_state() {
  // expected-error @below {{is state and ends at byte 16, beyond the 8 bytes of state of @arena}}
  %0 = mplan.slot @arena[0] id 0 state "h" : memref<4xf32>
  return
}

// -----

mplan.arena @arena size 32 alignment 4 state 16
func.func @state_with_role() {
  // expected-error @below {{is state: it is always needed, and has no role}}
  %0 = mplan.slot @arena[0] id 0 state "h" role input argument 0 : memref<4xf32>
  return
}

// -----

func.func @no_role() {
  // expected-error @below {{names an argument or a result but has no role}}
  %0 = mplan.alloc argument 0 : memref<4xf32>
  return
}

// -----

func.func @no_argument() {
  // expected-error @below {{has a role and needs the number of the argument that it was}}
  %0 = mplan.alloc role input : memref<4xf32>
  return
}

// -----

func.func @input_is_result() {
  // expected-error @below {{is an input and cannot be result 0}}
  %0 = mplan.alloc role kept argument 0 result 0 : memref<4xf32>
  return
}

// -----

func.func @role_in_region(%c: i1) {
  scf.if %c {
    // expected-error @below {{has a role: it must stand in the first block of a function}}
    %0 = mplan.alloc role output argument 0 : memref<4xf32>
  }
  return
}

// -----

// expected-error @below {{has red zones of -8 bytes: they have from 0 to 1073741824}}
mplan.arena @arena size 32 red_zone -8

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @arena size 32 alignment 4 red_zone 8
func.func @zone_before() {
  // expected-error @below {{of 16 bytes at offset 4 leaves no room for the red zones of 8 bytes on either side in the 32 bytes of @arena}}
  %0 = mplan.slot @arena[4] id 0 : memref<4xf32>
  return
}

// -----

// expected-note @below {{the arena is declared here}}
mplan.arena @arena size 32 alignment 4 red_zone 8
func.func @zone_behind() {
  // expected-error @below {{of 16 bytes at offset 12 leaves no room for the red zones of 8 bytes on either side in the 32 bytes of @arena}}
  %0 = mplan.slot @arena[12] id 0 : memref<4xf32>
  return
}
