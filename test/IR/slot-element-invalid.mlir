// RUN: mplan-opt %s -split-input-file -verify-diagnostics

mplan.arena @arena size 96 alignment 8
func.func @buffer_of_buffers() {
  // expected-error @below {{has type 'memref<2xmemref<4xf32>>', whose size in bytes is not a constant of 64 bits}}
  %0 = mplan.slot @arena[0] id 0 : memref<2xmemref<4xf32>>
  return
}

// -----

mplan.arena @arena size 96 alignment 8
func.func @last_element_beyond_64_bits() {
  // expected-error @below {{whose size in bytes is not a constant of 64 bits}}
  %0 = mplan.slot @arena[0] id 0 : memref<2xi8, strided<[9223372036854775807]>>
  return
}
