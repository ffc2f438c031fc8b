// RUN: mplan-opt %s --mplan-io-to-arena --verify-diagnostics --split-input-file

func.func @dynamic(
    // expected-error @below {{argument #0 of 'dynamic' cannot lie in an arena: the size in bytes of 'memref<?xf32>' is not a constant, and its caller could not say the extents; give it a static shape and layout, or let the caller pass a pointer ('io=pointers')}}
    %x: memref<?xf32>,
    // expected-error @below {{argument #1 of 'dynamic' cannot lie in an arena: the size in bytes of 'memref<4xf32, strided<[?]>>' is not a constant}}
    %y: memref<4xf32, strided<[?]>>,
    // expected-error @below {{argument #2 of 'dynamic' cannot lie in an arena: the size in bytes of 'memref<*xf32>' is not a constant}}
    %z: memref<*xf32>) {
  return
}

// -----

mplan.arena @sram memory_space 1
func.func @no_such_place(
    // expected-error @below {{argument #0 of 'no_such_place' cannot lie in an arena: 'mplan.pool' must name an arena of its memory space, got @sram}}
    %x: memref<4xf32> {mplan.pool = @sram},
    // expected-error @below {{argument #1 of 'no_such_place' cannot lie in an arena: 'mplan.offset' must be an aligned number of bytes (an i64), beside 'mplan.pool', got 2 : i64}}
    %y: memref<4xf32, 1> {mplan.pool = @sram, mplan.offset = 2 : i64}) {
  return
}

// -----

func.func @recursive(%x: memref<4xf32>) {
  // expected-error @below {{recursion}}
  call @recursive(%x) : (memref<4xf32>) -> ()
  return
}
