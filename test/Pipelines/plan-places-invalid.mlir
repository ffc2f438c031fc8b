// RUN: mplan-opt %s --mplan-pipeline -verify-diagnostics -split-input-file

// Two values at once, in a pool that holds one.
mplan.arena @sram capacity 32 memory_space 1
// expected-error @below {{the buffers of 'full' do not fit in the 32 bytes of @sram: the lowest plan found takes 64, and 64 are alive at tick 1, so that no placement can fit}}
func.func @full(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  // expected-note @below {{32 bytes here are alive there}}
  %2 = mplan.place %1 in @sram : tensor<8xf32>
  // expected-note @below {{this is tick 1, where most is alive}}
  %3 = linalg.log ins(%2 : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  // expected-note @below {{32 bytes here are alive there}}
  %4 = mplan.place %3 in @sram : tensor<8xf32>
  %5 = linalg.add ins(%2, %4 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

// Two values at once, at one offset.
mplan.arena @sram
// expected-error @below {{the buffers of 'clash' cannot be placed as asked}}
func.func @clash(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.exp ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  // expected-note @below {{32 bytes here are to lie in [64, 96), and are alive at ticks}}
  %2 = mplan.place %1 in @sram offset 64 : tensor<8xf32>
  %3 = linalg.log ins(%2 : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  // expected-note @below {{32 bytes here are to lie in [64, 96), and are alive at ticks}}
  %4 = mplan.place %3 in @sram offset 64 : tensor<8xf32>
  %5 = linalg.add ins(%2, %4 : tensor<8xf32>, tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  return %5 : tensor<8xf32>
}

// -----

mplan.arena @sram
func.func @unknown_extents(%x: tensor<?xf32>) -> f32 {
  %c0 = arith.constant 0 : index
  // expected-error @below {{a 'tensor<?xf32>' cannot be given a place in @sram, since its extents are not known: give it a static shape}}
  %0 = mplan.place %x in @sram : tensor<?xf32>
  %1 = tensor.extract %0[%c0] : tensor<?xf32>
  return %1 : f32
}
