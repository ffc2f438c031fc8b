// A copy of a whole buffer, whose order is not said.
func.func @copy(%x: memref<16xi32>, %out: memref<16xi32>) {
  %a = memref.alloc() : memref<16xi32>
  %b = memref.alloc() : memref<16xi32>
  memref.copy %x, %a : memref<16xi32> to memref<16xi32>
  memref.copy %a, %b : memref<16xi32> to memref<16xi32>
  memref.copy %b, %out : memref<16xi32> to memref<16xi32>
  return
}
