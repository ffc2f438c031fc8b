// Each iteration reads the buffer that the one before made, after it has begun
// to write its own.
func.func @carried(%x: memref<4xi32>, %out: memref<4xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %one = arith.constant 1 : i32
  %first = memref.alloc() : memref<4xi32>
  memref.copy %x, %first : memref<4xi32> to memref<4xi32>
  %last = scf.for %i = %c0 to %c5 step %c1 iter_args(%old = %first) -> (memref<4xi32>) {
    %new = memref.alloc() : memref<4xi32>
    linalg.fill ins(%one : i32) outs(%new : memref<4xi32>)
    linalg.add ins(%old, %x : memref<4xi32>, memref<4xi32>) outs(%new : memref<4xi32>)
    scf.yield %new : memref<4xi32>
  }
  memref.copy %last, %out : memref<4xi32> to memref<4xi32>
  return
}
