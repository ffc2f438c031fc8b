// The proof on materialised IR: a view of an arena's bytes at a constant offset
// is a buffer.
// RUN: mplan-opt %s --mplan-verify=arenas=arena,sram:32 -o /dev/null

memref.global "private" @arena : memref<96xi8> = uninitialized {alignment = 16 : i64}
memref.global "private" @sram : memref<64xi8> = dense<0> {alignment = 4 : i64}

// One after the other, a part of one at another type.
func.func @turns(%x: memref<4xf32>) {
  %bytes = memref.get_global @arena : memref<96xi8>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %a = memref.view %bytes[%c0][] : memref<96xi8> to memref<4xf32>
  %b = memref.view %bytes[%c8][] : memref<96xi8> to memref<2xf64>
  %f = arith.constant 1.0 : f64
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  linalg.fill ins(%f : f64) outs(%b : memref<2xf64>)
  linalg.exp ins(%b : memref<2xf64>) outs(%b : memref<2xf64>)
  return
}

// A strided buffer is the whole of the view that is made for it: written in the
// loop, before it is read, so its bytes are another's between two iterations.
func.func @strided(%x: memref<2x2xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %bytes = memref.get_global @arena : memref<96xi8>
  %view = memref.view %bytes[%c0][] : memref<96xi8> to memref<6xf32>
  %a = memref.reinterpret_cast %view to offset: [0], sizes: [2, 2], strides: [4, 1]
      : memref<6xf32> to memref<2x2xf32, strided<[4, 1]>>
  %b = memref.view %bytes[%c0][] : memref<96xi8> to memref<2x2xf32>
  scf.for %i = %c0 to %n step %c1 {
    linalg.copy ins(%x : memref<2x2xf32>) outs(%a : memref<2x2xf32, strided<[4, 1]>>)
    linalg.exp ins(%a : memref<2x2xf32, strided<[4, 1]>>) outs(%x : memref<2x2xf32>)
    linalg.exp ins(%x : memref<2x2xf32>) outs(%b : memref<2x2xf32>)
    linalg.exp ins(%b : memref<2x2xf32>) outs(%x : memref<2x2xf32>)
  }
  return
}

// State: two views of it are one buffer, in a callee, too.
func.func private @count() {
  %bytes = memref.get_global @sram : memref<64xi8>
  %c16 = arith.constant 16 : index
  %h = memref.view %bytes[%c16][] : memref<64xi8> to memref<4xf32>
  linalg.exp ins(%h : memref<4xf32>) outs(%h : memref<4xf32>)
  return
}
func.func @state(%x: memref<4xf32>) {
  %bytes = memref.get_global @sram : memref<64xi8>
  %c16 = arith.constant 16 : index
  %h = memref.view %bytes[%c16][] : memref<64xi8> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%h : memref<4xf32>)
  call @count() : () -> ()
  linalg.exp ins(%h : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// An argument, handed on to a callee, which has its part above.
func.func private @callee(%x: memref<4xf32>,
                          %bytes: memref<96xi8> {mplan.alignment = 4 : i64, mplan.arena = "a"}) {
  %c16 = arith.constant 16 : index
  %a = memref.view %bytes[%c16][] : memref<96xi8> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}
func.func @caller(%x: memref<4xf32>,
                  %bytes: memref<96xi8> {mplan.alignment = 4 : i64, mplan.arena = "a"}) {
  %c0 = arith.constant 0 : index
  %a = memref.view %bytes[%c0][] : memref<96xi8> to memref<4xf32>
  linalg.exp ins(%x : memref<4xf32>) outs(%a : memref<4xf32>)
  call @callee(%x, %bytes) : (memref<4xf32>, memref<96xi8>) -> ()
  linalg.exp ins(%a : memref<4xf32>) outs(%x : memref<4xf32>)
  return
}

// Not said to be an arena: its views share bytes as they like.
memref.global "private" @union : memref<16xi8> = uninitialized {alignment = 4 : i64}
func.func @other(%x: memref<4xf32>, %y: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %bytes = memref.get_global @union : memref<16xi8>
  %a = memref.view %bytes[%c0][] : memref<16xi8> to memref<4xf32>
  %b = memref.view %bytes[%c0][] : memref<16xi8> to memref<4xi32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  memref.copy %b, %y : memref<4xi32> to memref<4xi32>
  memref.copy %y, %b : memref<4xi32> to memref<4xi32>
  memref.copy %a, %x : memref<4xf32> to memref<4xf32>
  return
}
