// The first buffer is needed until the end, across the other two.
func.func @three(%x: memref<4xi32>, %out: memref<4xi32>) {
  %a = memref.alloc() : memref<4xi32>
  %b = memref.alloc() : memref<4xi32>
  %c = memref.alloc() : memref<4xi32>
  memref.copy %x, %a : memref<4xi32> to memref<4xi32>
  linalg.add ins(%a, %a : memref<4xi32>, memref<4xi32>) outs(%b : memref<4xi32>)
  linalg.add ins(%b, %b : memref<4xi32>, memref<4xi32>) outs(%c : memref<4xi32>)
  linalg.add ins(%c, %a : memref<4xi32>, memref<4xi32>) outs(%out : memref<4xi32>)
  return
}
