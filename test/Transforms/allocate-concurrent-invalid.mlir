// RUN: mplan-opt %s --mplan-allocate --verify-diagnostics --split-input-file

// Two entries that may run at the same time would share a callee's buffers.

// expected-error @below {{'helper' has buffers of its own and is run by 'two' and by 'one', which may run at the same time: both would use the same bytes; give each a copy of 'helper', or do not mark 'one' 'mplan.concurrent'}}
func.func private @helper(%in: memref<4xf32>, %out: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// expected-note @below {{entry 'one' is here}}
func.func @one(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  call @helper(%in, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
// expected-note @below {{entry 'two' is here}}
func.func @two(%in: memref<4xf32>, %out: memref<4xf32>) {
  call @helper(%in, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}

// -----

// An entry that is called by another one is run by both.

// expected-error @below {{'inner' has buffers of its own and is run by 'outer' and by 'inner', which may run at the same time}}
func.func @inner(%in: memref<4xf32>, %out: memref<4xf32>) attributes {mplan.concurrent} {
  %t = memref.alloc() : memref<4xf32>
  linalg.exp ins(%in : memref<4xf32>) outs(%t : memref<4xf32>)
  linalg.exp ins(%t : memref<4xf32>) outs(%out : memref<4xf32>)
  return
}
// expected-note @below {{entry 'outer' is here}}
func.func @outer(%in: memref<4xf32>, %out: memref<4xf32>) {
  call @inner(%in, %out) : (memref<4xf32>, memref<4xf32>) -> ()
  return
}
