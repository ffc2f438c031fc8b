// RUN: mplan-opt %s --mplan-coalesce --mplan-allocate --split-input-file \
// RUN:   --verify-diagnostics --allow-unregistered-dialect

// What cannot be given a buffer of the loop's own says why, when it is planned.

// Written while the initial buffer, which it may be, is needed.

func.func @written_while_needed(%out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    linalg.add ins(%a, %out : memref<4xf32>, memref<4xf32>) outs(%a : memref<4xf32>)
    // expected-error @below {{cannot plan 'memref.alloc': the buffer is passed on to the next iteration, which makes it again: both would be alive at once; 'mplan-coalesce' could not give the loop a buffer of its own: what is carried is written while a buffer that it may be is needed under another name}}
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  linalg.add ins(%r, %x : memref<4xf32>, memref<4xf32>) outs(%out : memref<4xf32>)
  return
}

// -----

// The initial buffer is written while what is carried is needed.

func.func @other_is_written(%out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %x = memref.alloc() : memref<4xf32>
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    // expected-error @below {{a buffer that may be the carried one is written under another name while that is needed}}
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// An argument that its owner would see change.

func.func @argument_is_written(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %f = arith.constant 1.0 : f32
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    memref.store %f, %a[%c0] : memref<4xf32>
    // expected-error @below {{what is carried is written while a buffer that it may be is needed under another name}}
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Two arguments of a function that the module calls may be one buffer.

func.func @caller(%x: memref<4xf32>, %n: index) {
  call @may_overlap(%x, %x, %n) : (memref<4xf32>, memref<4xf32>, index) -> ()
  return
}
func.func private @may_overlap(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    // expected-error @below {{the loop may begin with a buffer from outside of the function that may be written under another name; begin with a copy of it}}
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// A global that a callee may write.

memref.global "private" @state : memref<4xf32> = dense<0.0>
func.func private @step()
func.func @global(%out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = memref.get_global @state : memref<4xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    func.call @step() : () -> ()
    // expected-error @below {{the loop may begin with a buffer from outside of the function that may be written under another name; begin with a copy of it}}
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// Given to somebody who may do anything with it.

func.func @unknown(%x: memref<4xf32>, %out: memref<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    // expected-error @below {{could not give the loop a buffer of its own: a buffer joined with it is given to an operation that nothing is known of}}
    %m = memref.alloc() : memref<4xf32>
    "test.unknown"(%m) : (memref<4xf32>) -> ()
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  memref.copy %r, %out : memref<4xf32> to memref<4xf32>
  return
}

// -----

// A result that may be the argument, as its caller could tell.

func.func @returned(%x: memref<4xf32>, %n: index) -> memref<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> memref<4xf32> {
    // expected-error @below {{could not give the loop a buffer of its own: it is a result of the function, and so may be another buffer that the caller knows}}
    %m = memref.alloc() : memref<4xf32>
    linalg.exp ins(%a : memref<4xf32>) outs(%m : memref<4xf32>)
    // expected-note @below {{here}}
    scf.yield %m : memref<4xf32>
  }
  return %r : memref<4xf32>
}
