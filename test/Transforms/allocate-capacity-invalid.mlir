// What is said where a plan does not fit in an arena.

// RUN: mplan-opt %s --mplan-allocate=state=arena --verify-diagnostics --split-input-file

// Of many buffers that are alive, the largest are named.

mplan.arena @sram capacity 40
// expected-error @below {{the buffers of 'many' do not fit in the 40 bytes of @sram: the lowest plan found takes 76, and 76 are alive at tick 9, so that no placement can fit}}
func.func @many(%x: memref<1xf32>, %w: memref<2xf32>) {
  // expected-note @below {{8 bytes here are alive there}}
  %0 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %1 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %2 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %3 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %4 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %5 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %6 = memref.alloc() : memref<2xf32>
  // expected-note @below {{8 bytes here are alive there}}
  %7 = memref.alloc() : memref<2xf32>
  %8 = memref.alloc() : memref<2xf32>
  %9 = memref.alloc() : memref<1xf32>
  memref.copy %w, %0 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %1 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %2 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %3 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %4 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %5 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %6 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %7 : memref<2xf32> to memref<2xf32>
  memref.copy %w, %8 : memref<2xf32> to memref<2xf32>
  // expected-note @below {{this is tick 9, where most is alive}}
  // expected-note @below {{so are 2 more, which are not larger}}
  memref.copy %x, %9 : memref<1xf32> to memref<1xf32>
  memref.copy %0, %w : memref<2xf32> to memref<2xf32>
  memref.copy %1, %w : memref<2xf32> to memref<2xf32>
  memref.copy %2, %w : memref<2xf32> to memref<2xf32>
  memref.copy %3, %w : memref<2xf32> to memref<2xf32>
  memref.copy %4, %w : memref<2xf32> to memref<2xf32>
  memref.copy %5, %w : memref<2xf32> to memref<2xf32>
  memref.copy %6, %w : memref<2xf32> to memref<2xf32>
  memref.copy %7, %w : memref<2xf32> to memref<2xf32>
  memref.copy %8, %w : memref<2xf32> to memref<2xf32>
  memref.copy %9, %x : memref<1xf32> to memref<1xf32>
  return
}

// -----

// The peak would fit; a fixed offset makes it impossible.

mplan.arena @sram capacity 40
// expected-error @below {{the buffers of 'high' do not fit in the 40 bytes of @sram: the lowest plan found takes 48, and 32 are alive at tick 1; less than 48 is impossible}}
func.func @high(%x: memref<4xf32>, %out: memref<4xf32>) {
  // expected-note @below {{16 bytes here are alive there}}
  %a = mplan.alloc in @sram offset 32 : memref<4xf32>
  // expected-note @below {{16 bytes here are alive there}}
  %b = mplan.alloc : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  // expected-note @below {{this is tick 1, where most is alive}}
  memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  memref.copy %b, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// State counts.

// expected-note @below {{so are 32 bytes of state and of entries that may run at the same time}}
mplan.arena @sram capacity 40
memref.global "private" @state : memref<8xf32> = dense<0.0>
// expected-error @below {{the buffers of 'with_state' do not fit in the 40 bytes of @sram: the lowest plan found takes 48, and 48 are alive at tick 0, so that no placement can fit}}
func.func @with_state(%x: memref<4xf32>, %out: memref<8xf32>) {
  // expected-note @below {{16 bytes here are alive there}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{this is tick 0, where most is alive}}
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  %s = memref.get_global @state : memref<8xf32>
  memref.copy %s, %out : memref<8xf32> to memref<8xf32>
  memref.copy %out, %s : memref<8xf32> to memref<8xf32>
  return
}

// -----

// expected-error @below {{the state of 32 bytes does not fit in the capacity of 20}}
mplan.arena @sram capacity 20
// expected-note @below {{32 bytes here are state}}
memref.global "private" @state : memref<8xf32> = dense<0.0>
func.func @only_state(%out: memref<8xf32>) {
  %s = memref.get_global @state : memref<8xf32>
  memref.copy %out, %s : memref<8xf32> to memref<8xf32>
  return
}

// -----

// A fixed offset in the bytes of state, or of another entry that may run.

mplan.arena @sram
memref.global "private" @state : memref<8xf32> = dense<0.0>
// expected-error @below {{the buffers of 'in_state' cannot be placed as asked: }}
// expected-note @below {{32 bytes of state and of entries that may run at the same time are to lie in [0, 32), and are alive at ticks [0, 5)}}
func.func @in_state(%x: memref<4xf32>, %out: memref<8xf32>) {
  // expected-note @below {{16 bytes here are to lie in [16, 32), and are alive at ticks [0, 2)}}
  %a = mplan.alloc in @sram offset 16 : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  %s = memref.get_global @state : memref<8xf32>
  memref.copy %out, %s : memref<8xf32> to memref<8xf32>
  return
}

// -----

// What is never touched has no part in the peak, but an address.
mplan.arena @sram capacity 24
func.func @untouched(%x: memref<4xf32>) {
  // expected-error @below {{has no place: its 32 bytes, which are never touched, end at 32, beyond the capacity of @sram, 24; remove it}}
  %a = memref.alloc() : memref<8xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
