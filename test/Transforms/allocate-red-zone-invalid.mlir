// Red zones that have no room are an error that says so.
// RUN: mplan-opt %s --mplan-allocate=red-zone=8 --split-input-file \
// RUN:   --verify-diagnostics

mplan.arena @sram
func.func @fixed(%x: memref<4xf32>) {
  // expected-error @below {{is to lie at byte 4, which leaves no room for the red zone of 8 bytes before it}}
  %a = mplan.alloc in @sram offset 4 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

// Side by side, but not with zones in between.
mplan.arena @sram
// expected-error @below {{the buffers of 'pair' cannot be placed as asked: both are fixed and alive at tick 1, and share the bytes [24, 40)}}
// expected-note @below {{red zones of 8 bytes on either side are part of each}}
func.func @pair(%x: memref<4xf32>) {
  // expected-note @below {{32 bytes here are to lie in [8, 40), and are alive at ticks [0, 3)}}
  %a = mplan.alloc in @sram offset 16 : memref<4xf32>
  // expected-note @below {{32 bytes here are to lie in [24, 56), and are alive at ticks [1, 3)}}
  %b = mplan.alloc in @sram offset 32 : memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%x : memref<4xf32>) outs(%b : memref<4xf32>)
  linalg.add ins(%a, %b : memref<4xf32>, memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// -----

mplan.arena @sram capacity 24
// expected-error @below {{the buffers of 'full' do not fit in the 24 bytes of @sram: the lowest plan found takes 32, and 16 are alive at tick 0}}
// expected-note @below {{red zones of 8 bytes on either side are part of each}}
func.func @full(%x: memref<4xf32>) {
  // expected-note @below {{16 bytes here are alive there}}
  %a = memref.alloc() : memref<4xf32>
  // expected-note @below {{this is tick 0, where most is alive}}
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
