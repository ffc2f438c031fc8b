// RUN: mplan-opt %s --mplan-verify -verify-diagnostics -split-input-file -allow-unregistered-dialect

// Whoever has the address of a slot may use it at any time: the slot shares
// its bytes with no other, whatever is needed when.

mplan.arena @arena size 32 alignment 4
func.func @pointer(%in: memref<8xf32>, %out: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', escapes}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', shares them}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-error @below {{lets slot 0 escape, which shares bytes with another: it may be read or written at any time}}
  %p = memref.extract_aligned_pointer_as_index %a : memref<8xf32> -> index
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @stored(%table: memref<1xmemref<8xf32>>) {
  %c0 = arith.constant 0 : index
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', escapes}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', shares them}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-error @below {{lets slot 0 escape, which shares bytes with another: it may be read or written at any time}}
  memref.store %a, %table[%c0] : memref<1xmemref<8xf32>>
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @unknown_op() {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', escapes}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', shares them}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-error @below {{lets slot 0 escape, which shares bytes with another: it may be read or written at any time}}
  "test.unknown"(%a) : (memref<8xf32>) -> ()
  return
}

// -----

// Through a callee.

mplan.arena @arena size 32 alignment 4
func.func private @keep(memref<8xf32> {mplan.keeps})
func.func private @helper(%x: memref<8xf32>) {
  // expected-error @below {{lets slot 0 escape, which shares bytes with another: it may be read or written at any time}}
  call @keep(%x) : (memref<8xf32>) -> ()
  return
}
func.func @kept() {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', escapes}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', shares them}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  call @helper(%a) : (memref<8xf32>) -> ()
  return
}

// -----

// Nobody knows when, how often and by how many the region is run.

mplan.arena @arena size 32 alignment 4
func.func @unknown_region(%in: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', escapes}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', shares them}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-error @below {{lets slot 0 escape, which shares bytes with another: it may be read or written at any time}}
  omp.parallel {
    memref.copy %in, %a : memref<8xf32> to memref<8xf32>
    omp.terminator
  }
  return
}

// -----

mplan.arena @arena size 32 alignment 4
func.func @slot_in_unknown_region(%in: memref<8xf32>) {
  // expected-note @below {{place the buffer outside of this op}}
  omp.parallel {
    // expected-error @below {{uses slot 0 within a region of 'omp.parallel', whose control flow cannot be followed}}
    %a = mplan.slot @arena[0] id 0 : memref<8xf32>
    memref.copy %in, %a : memref<8xf32> to memref<8xf32>
    omp.terminator
  }
  return
}

// -----

// It returns at once, and goes on.

mplan.arena @arena size 32 alignment 4
func.func @asynchronous(%in: memref<8xf32>) {
  // expected-note @below {{slot 0, bytes [0, 32) of '@arena', escapes}}
  %a = mplan.slot @arena[0] id 0 : memref<8xf32>
  // expected-note @below {{slot 1, bytes [16, 32) of '@arena', shares them}}
  %b = mplan.slot @arena[16] id 1 : memref<4xf32>
  // expected-error @below {{lets slot 0 escape, which shares bytes with another: it may be read or written at any time}}
  %token = async.execute {
    memref.copy %in, %a : memref<8xf32> to memref<8xf32>
    async.yield
  }
  async.await %token : !async.token
  return
}
