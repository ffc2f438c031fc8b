// out[i] = SCALE * in[7 - i] + in[i], for eight numbers: two buffers, of which
// one is written in a strided way. Tests replace SCALE.

#id = affine_map<(i) -> (i)>
func.func @run(%in: memref<8xf32>, %out: memref<8xf32>) {
  %scale = arith.constant SCALE : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c7 = arith.constant 7 : index
  %c8 = arith.constant 8 : index
  %reversed = memref.alloc() : memref<8xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %j = arith.subi %c7, %i : index
    %x = memref.load %in[%i] : memref<8xf32>
    memref.store %x, %reversed[%j] : memref<8xf32>
  }
  // Beside zeros, with a copy that is not contiguous.
  %pairs = memref.alloc() : memref<8x2xf32>
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%pairs : memref<8x2xf32>)
  %column = memref.subview %pairs[0, 1] [8, 1] [1, 1] : memref<8x2xf32> to memref<8xf32, strided<[2], offset: 1>>
  memref.copy %reversed, %column : memref<8xf32> to memref<8xf32, strided<[2], offset: 1>>
  // The first buffer is dead; the layer's own one can lie there.
  func.call @layer(%column, %in, %scale, %out)
    : (memref<8xf32, strided<[2], offset: 1>>, memref<8xf32>, f32, memref<8xf32>) -> ()
  return
}

func.func private @layer(%x: memref<8xf32, strided<[2], offset: 1>>, %y: memref<8xf32>,
                         %scale: f32, %out: memref<8xf32>) {
  %scaled = memref.alloc() : memref<8xf32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<8xf32, strided<[2], offset: 1>>) outs(%scaled : memref<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.mulf %a, %scale : f32
    linalg.yield %0 : f32
  }
  linalg.add ins(%scaled, %y : memref<8xf32>, memref<8xf32>) outs(%out : memref<8xf32>)
  return
}
