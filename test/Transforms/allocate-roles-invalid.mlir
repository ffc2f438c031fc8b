// RUN: mplan-opt %s --mplan-allocate --verify-diagnostics --split-input-file

// An input that is to be kept cannot be written.

func.func private @fill(%x: memref<4xf32>) {
  %f = arith.constant 0.0 : f32
  linalg.fill ins(%f : f32) outs(%x : memref<4xf32>)
  return
}
func.func @f() {
  // expected-error @below {{cannot plan 'mplan.alloc': the buffer is an input that its caller wants kept, and is written; let it die ('inputs=dies', or mark the argument 'bufferization.writable'), or make it an 'inout'}}
  %x = mplan.alloc role kept argument 0 : memref<4xf32>
  // expected-note @below {{here}}
  call @fill(%x) : (memref<4xf32>) -> ()
  return
}
